import type { Middleware } from 'koa';
import type { z } from 'zod';
import type { ReadModelName } from '@fundlens/read-models/definition';
import { MONGODB_READ } from '../middleware/authenticate.ts';
import type { RequestState } from '../middleware/request-state.ts';
import { chainOf, type RouteFacts, type Step } from '../middleware/step.ts';

/** Groups of operations, as the reference shows them (spec §1). */
export type RouteTag =
  | 'Locations'
  | 'Contacts'
  | 'Credit'
  | 'Funding'
  | 'Pipeline'
  | 'Changes'
  | 'Dashboard'
  | 'Credential';

/** What the OpenAPI document says of a route beside the facts of its steps. Requests do not use it. */
export type PublishedRoute = {
  /** Template below the base path, e.g. `/contacts/:contactId`. */
  readonly path: string;
  readonly tag: RouteTag;
  /** One line, as in a table of contents. */
  readonly summary: string;
  /** What a client must know beyond its parameters and its data; Markdown. */
  readonly description?: string;
  /** When the response is 404, as a sentence; absent where it never is. */
  readonly notFound?: string;
  /** The response's `data`. Objects are strict and members described, so that nothing unlisted is ever shown. */
  readonly data: z.ZodType;
  /** The view of a contact that `data` is, where it is one as a whole. */
  readonly contactView?: { readonly name: string; readonly reads: readonly string[] };
};

export type Route = PublishedRoute &
  RouteFacts & {
    readonly handle: Middleware<RequestState>;
  };

const DEFAULT_FACTS = { permission: null, location: 'one', structural: [] } as const;

/** @param steps in their order; the last one reads. */
export function defineRoute<Parameters>(published: PublishedRoute, ...steps: readonly Step<Parameters>[]): Route {
  const facts: Partial<RouteFacts> = Object.assign({ ...DEFAULT_FACTS }, ...steps.map((step) => step.facts));
  const { operation, parameters, caching, permission = null, location = 'one', structural = [], reads = [] } = facts;
  if (operation === undefined || parameters === undefined || caching === undefined) {
    throw new TypeError(`${published.path} is not audited, not validated or says nothing of caching`);
  }
  return {
    ...published,
    operation,
    parameters,
    caching,
    permission,
    location,
    structural,
    reads,
    handle: chainOf(steps.with(-1, traced(steps.at(-1), reads))),
  };
}

/** The handler, in a span that shows the wait for the documents of its read models. */
function traced<Parameters>(handler: Step<Parameters> | undefined, reads: readonly ReadModelName[]): Step<Parameters> {
  if (handler === undefined) throw new TypeError('a route has steps');
  const attributes = { ...MONGODB_READ.attributes, 'db.collection.name': reads.join(',') };
  const options = reads.length === 0 ? {} : { ...MONGODB_READ, attributes };
  return (context, next) => context.state.traced('read', options, () => handler(context, next));
}
