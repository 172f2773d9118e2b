import type { IncomingMessage } from 'node:http';
import type { ReadModelName } from '@fundlens/read-models/definition';
import type { Middleware, Next } from 'koa';
import compose from 'koa-compose';
import type { z } from 'zod';
import type { LocationRule, RequestState } from './request-state.ts';

/** The part of Koa's context that steps use. */
export type ApiContext<Parameters = unknown> = {
  readonly req: IncomingMessage;
  readonly state: RequestState<Parameters>;
};

/**
 * `revalidated`: the client's own cache may keep the response and must revalidate it each time. `never-stored`: no cache
 * keeps it.
 */
export type Caching = 'revalidated' | 'never-stored';

/** Facts that steps state about their route: the OpenAPI document is made from the steps that guard it. */
export type RouteFacts = {
  /** Name in the audit, e.g. `contacts.find`. */
  readonly operation: string;
  /** Parameters that the audit may show: ids, paging values and names of views. */
  readonly structural: readonly string[];
  /** Beside `read`, which every route needs. */
  readonly permission: 'credit_reports' | null;
  readonly location: LocationRule;
  readonly caching: Caching;
  /** The read models that the response is made from; none where access state suffices. */
  readonly reads: readonly ReadModelName[];
  /** Path and query parameters without `locationId`. */
  readonly parameters: z.ZodObject;
};

/** A Koa middleware of a route's chain. */
export type Step<Parameters = unknown> = {
  (context: ApiContext<Parameters>, next: Next): Promise<void>;
  readonly facts?: Partial<RouteFacts>;
};

export function withFacts<Parameters>(
  step: (context: ApiContext<Parameters>, next: Next) => Promise<void>,
  facts: Partial<RouteFacts>,
): Step<Parameters> {
  return Object.assign(step, { facts });
}

/** The steps as one Koa middleware; composed once, not with every request. */
export function chainOf<Parameters>(steps: readonly Step<Parameters>[]): Middleware<RequestState> {
  // A step of the same chain has set the parameters.
  return compose([...steps]) as unknown as Middleware<RequestState>;
}
