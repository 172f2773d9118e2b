import type { ContractReference, EventReference } from '@fundlens/contracts/event-reference';
import { type Html, html } from '@fundlens/runtime/html';

export const EVENTS_PATH = '/docs/events';
export const PUBLISHING_PATH = `${EVENTS_PATH}/publishing`;
export const ASYNCAPI_PATH = `${EVENTS_PATH}/asyncapi.json`;

type Named = Pick<EventReference, 'type'>;

export function eventPath({ type }: Named): string {
  return `${EVENTS_PATH}/${type}`;
}

/** The schema that publishers use now. */
export function schemaFile({ type }: Named): string {
  return `${EVENTS_PATH}/${type}.avsc`;
}

export function versionFile({ type }: Named, version: number): string {
  return `${EVENTS_PATH}/${type}/v${version}.avsc`;
}

/** Events by their topic, in the order of the contract. */
export function byTopic({ events }: ContractReference): [topic: string, events: EventReference[]][] {
  return [...Map.groupBy(events, ({ topic }) => topic)];
}

/** The list of events beside a page. */
export function eventNavigation(
  contract: ContractReference,
  { current, root }: { readonly current: string; readonly root: string },
): Html {
  const groups = byTopic(contract).map(
    ([topic, events]) => html`<h2>${topic}</h2><ul>${events.map((event) => link(event, { current, root }))}</ul>`,
  );
  return html`<nav class="side" aria-label="Events">${groups}</nav>`;
}

function link(event: EventReference, { current, root }: { readonly current: string; readonly root: string }): Html {
  const isHere = event.type === current;
  return html`<li><a href="${root}${eventPath(event).slice(1)}"${isHere && html` aria-current="page"`}>${event.type}</a></li>`;
}
