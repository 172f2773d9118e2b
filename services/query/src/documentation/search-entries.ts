import type { ContractReference } from '@fundlens/contracts/event-reference';
import { EVENTS_PATH, eventPath, PUBLISHING_PATH } from './event-navigation.ts';
import { fieldAnchor } from './field-list.ts';

/** One thing that the search finds. */
export type SearchEntry = {
  readonly kind: 'event' | 'field' | 'route' | 'page';
  readonly title: string;
  /** One line; it is searched as well. */
  readonly detail: string;
  /** From the root of the service, without a leading slash. */
  readonly path: string;
};

/** Events, their fields, and the pages about them. */
export function contractEntries(contract: ContractReference): SearchEntry[] {
  return [
    { kind: 'page', title: 'All events', detail: 'Topics, meta, redaction', path: EVENTS_PATH.slice(1) },
    {
      kind: 'page',
      title: 'Publishing',
      detail: 'Wire format, key, versions, samples',
      path: PUBLISHING_PATH.slice(1),
    },
    ...contract.events.map(
      (event): SearchEntry => ({
        kind: 'event',
        title: event.type,
        detail: event.doc,
        path: eventPath(event).slice(1),
      }),
    ),
    ...contract.meta.map(({ path, rule }) => field(path, { rule, of: 'every event', page: EVENTS_PATH })),
    ...contract.events.flatMap((event) =>
      event.fields.map(({ path, rule }) => field(path, { rule, of: event.type, page: eventPath(event) })),
    ),
  ];
}

function field(
  path: string,
  { rule, of, page }: { readonly rule: string; readonly of: string; readonly page: string },
): SearchEntry {
  const detail = `${of} · ${rule.replaceAll('`', '')}`;
  return { kind: 'field', title: path, detail, path: `${page.slice(1)}#${fieldAnchor(path)}` };
}
