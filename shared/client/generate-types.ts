import openapiTS, { astToString } from 'openapi-typescript';

const HEAD = '/** Generated from openapi.json by `npm run generate`; a test holds it up to date. */\n\n';

/** TypeScript types of an OpenAPI document, as the client's `src/api-types.ts` has them. */
export async function generateTypes(document: string): Promise<string> {
  const nodes = await openapiTS(document, { alphabetize: false, immutable: true });
  return HEAD + astToString(nodes);
}
