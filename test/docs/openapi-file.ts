import { fileURLToPath } from 'node:url';
import { BASE_PATH } from '@fundlens/query/app';
import { createOpenapiDocument } from '@fundlens/query/openapi/document';
import { publishedRoutes } from '@fundlens/query/testing/published-routes';
import { responseExamples } from './response-examples.ts';

/** The document as a file: what clients are generated from, and where a reviewer sees a change of the interface. */
export const OPENAPI_FILE = fileURLToPath(new URL('../../shared/client/openapi.json', import.meta.url));
/** What the query service puts into its document. */
export const EXAMPLES_FILE = fileURLToPath(
  new URL('../../services/query/src/openapi/response-examples.json', import.meta.url),
);

/**
 * The members of every schema, a schema a line. A field of an event is shown by itself: here the reviewer sees that it is, or
 * asks for its name in `hidden` of the view.
 */
export const MEMBERS_FILE = fileURLToPath(new URL('../../services/query/src/openapi/members.txt', import.meta.url));

async function openapiDocument() {
  return createOpenapiDocument(publishedRoutes(), { basePath: BASE_PATH, examples: await responseExamples() });
}

export async function openapiFile(): Promise<string> {
  return json(await openapiDocument());
}

export async function membersFile(): Promise<string> {
  const { schemas } = (await openapiDocument()).components;
  const lines = Object.entries(schemas as Readonly<Record<string, { readonly properties?: object }>>)
    .map(([name, { properties = {} }]) => `${name}: ${Object.keys(properties).join(' ')}\n`)
    .toSorted();
  return lines.join('');
}

export async function examplesFile(): Promise<string> {
  return json(await responseExamples());
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
