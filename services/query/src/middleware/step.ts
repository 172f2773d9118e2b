import type { IncomingMessage } from 'node:http';
import type { ReadModelName } from '@fundlens/read-models/definition';
import type { Middleware, Next } from 'koa';
import compose from 'koa-compose';
import type { z } from 'zod';
import type { RequestState } from './request-state.ts';

/** As much of Koa's context as a step of a route uses. */
export type ApiContext<Parameters = unknown> = {
  readonly req: IncomingMessage;
  readonly state: RequestState<Parameters>;
};

/**
 * What may be kept of an answer. `revalidated`: the client's own cache may keep it and has to ask each time whether it is
 * still the same. `never-stored`: nobody keeps it.
 */
export type Caching = 'revalidated' | 'never-stored';

/** What a step says of the routes that it is in: the OpenAPI document is made from what really guards them. */
export type RouteFacts = {
  /** Name in the audit, e.g. `contacts.find`. */
  readonly operation: string;
  /** Parameters that may be shown in the audit: ids and paging values. */
  readonly structural: readonly string[];
  /** Beside `read`, which every route needs. */
  readonly permission: 'credit_reports' | null;
  /** `one`: agency keys name the location. `reach`: the route spans what the credential reaches. */
  readonly location: 'one' | 'reach';
  readonly caching: Caching;
  /** The read models whose freshness is that of the answer; none where it is made from what let the request in. */
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
  // The parameters of a request are what a step of the same chain has understood them to be.
  return compose([...steps]) as unknown as Middleware<RequestState>;
}
