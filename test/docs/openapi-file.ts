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

export async function openapiFile(): Promise<string> {
  return json(createOpenapiDocument(publishedRoutes(), { basePath: BASE_PATH, examples: await responseExamples() }));
}

export async function examplesFile(): Promise<string> {
  return json(await responseExamples());
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
