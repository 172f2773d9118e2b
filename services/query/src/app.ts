import Router from '@koa/router';
import Koa from 'koa';
import { notFound } from './api-error.ts';
import { type AnsweringOptions, createAnswering } from './middleware/answering.ts';
import type { Answer, Exchange } from './middleware/exchange.ts';
import type { Guard } from './middleware/guard.ts';
import type { PublicPages } from './openapi/public-pages.ts';
import type { Route } from './routes/route.ts';

/** Carried in the base path (spec §9). */
export const BASE_PATH = '/api/v1';

export type AppOptions = AnsweringOptions & {
  readonly guard: Guard;
  readonly routes: readonly Route[];
  /** What everybody may read, outside the base path. */
  readonly pages: PublicPages;
  /** What links lead to, outside the base path, by exact path. */
  readonly linked: ReadonlyMap<string, (exchange: Exchange) => Promise<Answer>>;
};

type State = { exchange: Exchange; answer: Answer };

/**
 * The HTTP application: answering → routing → guard → route, or what a link leads to, or a page that is for everybody.
 *
 * A route that does not exist is 404 and another method 405 for everybody, before authentication: the routes are public,
 * a client with a typing error is not sent looking for a fault in its key, and it spends nothing.
 */
export function createApp({ guard, routes, pages, linked, ...answeringOptions }: AppOptions): Koa<State> {
  const app = new Koa<State>();
  const answering = createAnswering(answeringOptions);

  app.use((context, next) => {
    // Answers are written by `send`, in one step: Koa's own responder would build headers one by one.
    context.respond = false;
    return answering(context.req, context.res, async (exchange) => {
      context.state.exchange = exchange;
      context.newRouterPath = exchange.target.path;
      await next();
      return context.state.answer;
    });
  });

  app.use(async (context, next) => {
    const { exchange } = context.state;
    const answer = linked.get(exchange.target.path);
    if (answer === undefined) await next();
    else context.state.answer = await answer(exchange);
  });

  app.use(async (context, next) => {
    const { exchange } = context.state;
    const page = pages.get(exchange.target.path);
    if (page === undefined) {
      await next();
    } else {
      exchange.route = exchange.target.path;
      context.state.answer = { status: page.status, headers: page.headers, body: [page.body], shared: true };
    }
  });

  const router = new Router<State>({ prefix: BASE_PATH, strict: true, sensitive: true });
  for (const route of routes) {
    router.get(route.path, async (context) => {
      const { exchange } = context.state;
      exchange.route = `${BASE_PATH}${route.path}`;
      const segments = rawSegments(route.path, exchange.target.path);
      context.state.answer = await guard(route, exchange, segments);
    });
  }
  app.use(router.routes());
  app.use(() => {
    throw notFound('There is no such route.');
  });

  // Everything thrown while answering is answered there; what Koa reports here is a connection that broke.
  app.on('error', (error: unknown) => answeringOptions.logger.debug({ error }, 'connection failed'));
  return app;
}

/** The path parameters as sent: the router would decode what it can and pass on the rest, so that nobody could tell. */
function rawSegments(template: string, path: string): Record<string, string> {
  const parts = path.slice(BASE_PATH.length).split('/');
  const segments: Record<string, string> = {};
  for (const [index, name] of template.split('/').entries()) {
    if (name.startsWith(':')) segments[name.slice(1)] = parts[index] ?? '';
  }
  return segments;
}
