import type { ResponseHeaders } from '../api-error.ts';
import type { Admission, LimitState } from './limits.ts';

/**
 * `X-RateLimit-*` (spec §7) tell of the window, or on a refusal of the limit that refused; `RateLimit-Policy` and
 * `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10) tell of every limit. `Retry-After` comes with a refusal only.
 */
export function rateLimitHeaders({ refusedBy, now, limits }: Admission): ResponseHeaders {
  const told = limits.find(({ name }) => name === refusedBy) ?? limits[0];
  if (told === undefined) return {};
  return {
    'X-RateLimit-Limit': String(told.limit),
    'X-RateLimit-Remaining': String(refusedBy === null ? told.remaining : 0),
    'X-RateLimit-Reset': String(Math.ceil((now + told.resetsInMs) / 1_000)),
    'RateLimit-Policy': limits
      .map(({ name, limit, periodSeconds }) => `"${name}";q=${limit};w=${periodSeconds}`)
      .join(', '),
    RateLimit: limits.map((state) => `"${state.name}";r=${state.remaining};t=${seconds(state)}`).join(', '),
    ...(refusedBy === null ? {} : { 'Retry-After': String(Math.max(1, seconds(told))) }),
  };
}

/** Rounded up: who waits that long finds the limit reset. */
function seconds({ resetsInMs }: LimitState): number {
  return Math.ceil(resetsInMs / 1_000);
}
