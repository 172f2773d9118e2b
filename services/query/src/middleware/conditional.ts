import type { ResponseHeaders } from '../api-error.ts';
import { successEnvelope } from '../envelope.ts';
import { entityTag, isHeld } from './entity-tag.ts';
import type { RequestState } from './request-state.ts';
import { type Step, withFacts } from './step.ts';

/** The client's own cache may keep tenant data, and must revalidate it. */
const REVALIDATED = 'private, no-cache';
const NEVER_STORED = 'no-store';
/** The same URL shows different data to different keys: a location key reads its own location. */
const VARY = 'Authorization, Accept-Encoding';

function responseHeaders({ headers }: Pick<RequestState, 'headers'>, caching: string): ResponseHeaders {
  return { ...headers, 'Cache-Control': caching, Vary: VARY };
}

/**
 * Responds with the data: 200, or 304 without a body where the client has the same data. A 304 is a full request: admitted,
 * counted and read like any other; only the bytes are saved.
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

/** Responds with the data, for no cache to keep. */
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
