import Router from '@koa/router';
import Koa, { type Middleware, type ParameterizedContext } from 'koa';
import { notFound } from './api-error.ts';
import type { PublicPages } from './documentation/public-pages.ts';
import type { Chain } from './middleware/chain.ts';
import { isHeld } from './middleware/entity-tag.ts';
import { type LifecycleParts, requestLifecycle } from './middleware/request-lifecycle.ts';
import type { RequestState } from './middleware/request-state.ts';
import { LINK_PATH } from './pdf-link.ts';
import { BASE_PATH, type Route } from './routes/route.ts';

type Parts = LifecycleParts & {
  readonly routes: readonly Route[];
  /** What every request of a route goes through. */
  readonly chain: Chain;
  /** Public pages outside the base path. */
  readonly pages: PublicPages;
  /** What signed links lead to, outside the base path. */
  readonly download: Middleware<RequestState>;
};

/**
 * The HTTP application: request lifecycle → the chain of a route, the handler of a link, or a public page.
 *
 * An unknown route is 404 and another method 405 before authentication: the routes are public, and a client with a typing
 * error must not suspect its key or spend its quota.
 */
export function createApp(parts: Parts): Koa<RequestState> {
  const { routes, chain, pages, download, logger } = parts;
  const app = new Application();
  app.use(requestLifecycle(parts));
  const router = new Router<RequestState>({ prefix: BASE_PATH, strict: true, sensitive: true });
  for (const route of routes) router.get(route.path, chain(route));
  app.use(router.routes());
  app.use((context, next) => (context.state.target.path === LINK_PATH ? download(context, next) : next()));
  app.use(publicPage(pages));
  app.use(() => {
    throw notFound('There is no such route.');
  });
  app.on('error', (error) => logger.error({ error }, 'a request could not be answered'));
  return app;
}

/**
 * Koa's own `handleRequest` adds a listener per response for broken connections, and turns errors into responses. The
 * request lifecycle does both; an error that gets past it is a bug, and the connection is closed.
 */
class Application extends Koa<RequestState> {
  handleRequest(context: ParameterizedContext<RequestState>, chain: Middleware<RequestState>): Promise<void> {
    return chain(context, async () => undefined).catch((error: unknown) => {
      context.res.destroy();
      this.emit('error', error, context);
    });
  }
}

function publicPage(pages: PublicPages): Middleware<RequestState> {
  return async ({ req, state }, next) => {
    const page = pages.get(state.target.path);
    if (page === undefined) return await next();
    state.route = state.target.path;
    const { headers } = page;
    const isKnown = headers.ETag !== undefined && isHeld(req.headers['if-none-match'], headers.ETag);
    state.response = isKnown ? { status: 304, headers: { ...headers, Vary: 'Accept-Encoding' }, body: [] } : page;
  };
}
