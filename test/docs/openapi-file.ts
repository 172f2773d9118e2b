import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { publishedDocument } from '@fundlens/query/testing/published-routes';
import { responseExamples } from './response-examples.ts';

/** The document as a file, which clients are generated from. It is made when it is needed and not committed. */
const OPENAPI_FILE = fileURLToPath(new URL('../../shared/client/openapi.json', import.meta.url));
/** What the query service puts into its document. */
export const EXAMPLES_FILE = fileURLToPath(
  new URL('../../services/query/src/openapi/response-examples.json', import.meta.url),
);

/** @returns its path */
export async function writeOpenapiFile(): Promise<string> {
  await writeFile(OPENAPI_FILE, json(publishedDocument()));
  return OPENAPI_FILE;
}

export async function examplesFile(): Promise<string> {
  return json(await responseExamples());
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

if (import.meta.main) await writeOpenapiFile();
