import { successEnvelope } from '../envelope.ts';
import { entityTag, isHeld } from './entity-tag.ts';
import type { HttpResponse, RequestState } from './request-state.ts';

/** The client's own cache may keep tenant data, and must revalidate it. */
const REVALIDATED = 'private, no-cache';
const NEVER_STORED = 'no-store';
/** The same URL shows different data to different keys: a location key reads its own location. */
const VARY = 'Authorization, Accept-Encoding';

/**
 * The response with the data: 200, or 304 without a body where the client has the same data. A 304 is a full request:
 * admitted, counted and read like any other; only the bytes are saved.
 * @param held the header `If-None-Match`.
 */
export function dataResponse(
  data: Uint8Array,
  {
    state: { headers: own, requestId },
    neverStored,
    held,
  }: {
    readonly state: Pick<RequestState, 'headers' | 'requestId'>;
    readonly neverStored: boolean;
    readonly held: string | undefined;
  },
): HttpResponse {
  const headers: Record<string, string> = { ...own, Vary: VARY };
  headers['Cache-Control'] = neverStored ? NEVER_STORED : REVALIDATED;
  if (!neverStored) {
    const tag = entityTag(data);
    headers.ETag = tag;
    if (isHeld(held, tag)) return { status: 304, headers, body: [] };
  }
  return { status: 200, headers, body: successEnvelope(data, requestId) };
}
