import { asyncapiDocument } from '@fundlens/contracts/asyncapi';
import type { ContractReference, EventReference } from '@fundlens/contracts/event-reference';
import { eventIndexPage } from './event-index-page.ts';
import { ASYNCAPI_PATH, EVENTS_PATH, eventPath, PUBLISHING_PATH, schemaFile, versionFile } from './event-navigation.ts';
import { eventPage } from './event-page.ts';
import type { PageContext } from './page-shell.ts';
import { publishingPage } from './publishing-page.ts';

export type RenderedPage = {
  readonly path: string;
  /** What metrics call it: the pages of all events are one. */
  readonly route: string;
  readonly html: (context: PageContext) => string;
};

/** A file to take away; `name` is what a browser saves it as. */
export type Download = {
  readonly path: string;
  readonly route: string;
  readonly name: string;
  readonly text: string;
};

export function eventPages(reference: ContractReference): RenderedPage[] {
  return [
    { path: EVENTS_PATH, route: EVENTS_PATH, html: (context) => eventIndexPage(reference, context) },
    { path: PUBLISHING_PATH, route: PUBLISHING_PATH, html: (context) => publishingPage(reference, context) },
    ...reference.events.map((event) => ({
      path: eventPath(event),
      route: `${EVENTS_PATH}/:event`,
      html: (context: PageContext) => eventPage(event, reference, context),
    })),
  ];
}

export function eventDownloads({ events }: ContractReference): Download[] {
  return [
    { path: ASYNCAPI_PATH, route: ASYNCAPI_PATH, name: 'asyncapi.json', text: fileText(asyncapiDocument()) },
    ...events.flatMap(schemaDownloads),
  ];
}

/** The current schema under the name of its record, and each version. */
function schemaDownloads(event: EventReference): Download[] {
  const name = `${event.type}.avsc`;
  const versions = event.versions.map(({ version, schema }) => ({
    ...{ path: versionFile(event, version), route: `${EVENTS_PATH}/:event.avsc`, name, text: fileText(schema) },
  }));
  return [...versions.slice(-1).map((last) => ({ ...last, path: schemaFile(event) })), ...versions];
}

/** As the files in the repository are written, so that checksums agree. */
function fileText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
