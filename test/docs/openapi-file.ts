import { fileURLToPath } from 'node:url';
import { BASE_PATH } from '@fundlens/query/app';
import { createOpenapiDocument } from '@fundlens/query/openapi/document';
import { publishedRoutes } from '@fundlens/query/testing/published-routes';

/** The document as a file: what clients are generated from, and where a reviewer sees a change of the interface. */
export const OPENAPI_FILE = fileURLToPath(new URL('../../shared/client/openapi.json', import.meta.url));

export function openapiFile(): string {
  const document = createOpenapiDocument(publishedRoutes(), { basePath: BASE_PATH, examples: {} });
  return `${JSON.stringify(document, null, 2)}\n`;
}
