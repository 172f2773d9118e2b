import { successEnvelope } from '../envelope.ts';
import type { Caching, RouteAnswer } from '../routes/route.ts';
import { entityTag, isHeld } from './entity-tag.ts';
import type { Answer, Exchange } from './exchange.ts';

/** Tenant data may stay in the client's own cache, and only after asking again. */
const REVALIDATED = { 'Cache-Control': 'private, no-cache' } as const;
/** Stays nowhere on the way. */
const NEVER_STORED = { 'Cache-Control': 'no-store' } as const;
/** Another key may see something else under the same URL: a location key reads its own location. */
const VARY = { Vary: 'Authorization, Accept-Encoding' } as const;

/**
 * What a route has read, as an answer: 200, or 304 without a body where the client holds the same data already. A 304 is
 * a full request: it was admitted, counted and read like any other, and only the bytes are saved.
 */
export function successAnswer({ data }: RouteAnswer, caching: Caching, exchange: Exchange): Answer {
  const { headers, requestId, request } = exchange;
  if (caching === 'never-stored') {
    return { status: 200, headers: { ...headers, ...NEVER_STORED, ...VARY }, body: successEnvelope(data, requestId) };
  }
  const tag = entityTag(data);
  const stored = { ...headers, ...REVALIDATED, ...VARY, ETag: tag };
  if (isHeld(request.headers['if-none-match'], tag)) return { status: 304, headers: stored, body: [] };
  return { status: 200, headers: stored, body: successEnvelope(data, requestId) };
}
