import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const HEAD = '/** Generated from openapi.json by `npm run types`. */\n\n';

/** Writes `src/api-types.ts`: the TypeScript types of the OpenAPI document. */
export async function generateTypes(): Promise<void> {
  const document = await readFile(new URL('openapi.json', import.meta.url), 'utf8');
  const nodes = await openapiTS(document, { alphabetize: false, immutable: true });
  await writeFile(new URL('src/api-types.ts', import.meta.url), HEAD + astToString(nodes));
}

if (import.meta.main) await generateTypes();
