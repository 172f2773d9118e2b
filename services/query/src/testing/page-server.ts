import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ContractReference } from '@fundlens/contracts/event-reference';
import { reference } from '@fundlens/contracts/published-reference';
import { BASE_PATH } from '../app.ts';
import { createOpenapiDocument } from '../openapi/document.ts';
import { createPublicPages, type PublicPages } from '../openapi/public-pages.ts';
import examples from '../openapi/response-examples.json' with { type: 'json' };
import { publishedRoutes } from './published-routes.ts';

/** The public pages as the service has them, of the contract or of another one. */
export function publishedPages(contract: ContractReference = reference): PublicPages {
  return createPublicPages(createOpenapiDocument(publishedRoutes(), { basePath: BASE_PATH, examples }), contract);
}

/** Serves the pages below a path, as a proxy does that has the service there. No store is needed for them. */
export async function servePages(pages: PublicPages, prefix: string) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const page = pathname.startsWith(prefix) ? pages.get(pathname.slice(prefix.length)) : undefined;
    if (page === undefined) response.writeHead(404).end();
    else response.writeHead(page.status, page.headers).end(page.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}${prefix}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
