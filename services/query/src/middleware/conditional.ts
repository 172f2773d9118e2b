import type { ResponseHeaders } from '../api-error.ts';
import { successEnvelope } from '../envelope.ts';
import { entityTag, isHeld } from './entity-tag.ts';
import type { RequestState } from './request-state.ts';
import { type Step, withFacts } from './step.ts';

/** Tenant data may stay in the client's own cache, and only after asking again. */
const REVALIDATED = 'private, no-cache';
/** Stays nowhere on the way. */
const NEVER_STORED = 'no-store';
/** Another key may see something else under the same URL: a location key reads its own location. */
const VARY = 'Authorization, Accept-Encoding';

/** Those of the request itself: whatever fails from here on is answered without what this adds. */
function responseHeaders({ headers }: Pick<RequestState, 'headers'>, caching: string): ResponseHeaders {
  return { ...headers, 'Cache-Control': caching, Vary: VARY };
}

/**
 * Answers with what the route has read: 200, or 304 without a body where the client holds the same data already. A 304 is
 * a full request: it was admitted, counted and read like any other, and only the bytes are saved.
 */
export function conditional(): Step {
  return withFacts(
    async ({ req, state }, next) => {
      await next();
      const tag = entityTag(state.data);
      const headers = { ...responseHeaders(state, REVALIDATED), ETag: tag };
      state.response = isHeld(req.headers['if-none-match'], tag)
        ? { status: 304, headers, body: [] }
        : { status: 200, headers, body: successEnvelope(state.data, state.requestId) };
    },
    { caching: 'revalidated' },
  );
}

/** Answers with what the route has read, for nobody to keep. */
export function neverStored(): Step {
  return withFacts(
    async ({ state }, next) => {
      await next();
      const headers = responseHeaders(state, NEVER_STORED);
      state.response = { status: 200, headers, body: successEnvelope(state.data, state.requestId) };
    },
    { caching: 'never-stored' },
  );
}
