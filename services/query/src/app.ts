import type { RequestListener } from 'node:http';
import { notFound } from './api-error.ts';
import type { PublicPages } from './documentation/public-pages.ts';
import type { Chain } from './middleware/chain.ts';
import { isHeld } from './middleware/entity-tag.ts';
import { type LifecycleParts, requestLifecycle } from './middleware/request-lifecycle.ts';
import type { Answer } from './middleware/request-state.ts';
import { LINK_PATH } from './pdf-link.ts';
import type { Route } from './routes/route.ts';

type Parts = LifecycleParts & {
  readonly routes: readonly Route[];
  /** What every request of a route goes through. */
  readonly chain: Chain;
  /** Public pages outside the base path. */
  readonly pages: PublicPages;
  /** What signed links lead to, outside the base path. */
  readonly download: Answer;
};

/**
 * The HTTP application: request lifecycle → the chain of a route, the handler of a link, or a public page.
 *
 * An unknown route is 404 and another method 405 before authentication: the routes are public, and a client with a typing
 * error must not suspect its key or spend its quota.
 */
export function createApp(parts: Parts): RequestListener {
  const { routes, chain, pages, download } = parts;
  const chains = routes.map((route) => ({ path: pathOf(route), answer: chain(route) }));
  return requestLifecycle(parts, async (request, state) => {
    const { path } = state.target;
    const own = chains.find((each) => each.path.test(path));
    if (own !== undefined) return await own.answer(request, state);
    if (path === LINK_PATH) return await download(request, state);
    const page = pages.get(path);
    if (page === undefined) throw notFound('There is no such route.');
    state.route = path;
    const { headers } = page;
    const isKnown = headers.ETag !== undefined && isHeld(request.headers['if-none-match'], headers.ETag);
    state.response = isKnown ? { status: 304, headers: { ...headers, Vary: 'Accept-Encoding' }, body: [] } : page;
  });
}

/** As it is sent: letter case and slashes count, and a parameter is one segment, whose encoded slashes are its own. */
function pathOf({ template }: Route): RegExp {
  return new RegExp(`^${template.replaceAll(/:\w+/g, '[^/]+')}$`);
}
