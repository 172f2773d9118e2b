import type { ResponseHeaders } from '../api-error.ts';
import type { Admission, LimitState } from './limits.ts';

/**
 * `X-RateLimit-*` (spec §7) describe the window, or the limit that refused; `RateLimit-Policy` and `RateLimit`
 * (draft-ietf-httpapi-ratelimit-headers-10) describe every limit. `Retry-After` comes with a refusal only.
 */
export function rateLimitHeaders({ refusedBy, now, limits }: Admission): ResponseHeaders {
  const shown = limits.find(({ name }) => name === refusedBy) ?? limits[0];
  if (shown === undefined) return {};
  return {
    'X-RateLimit-Limit': String(shown.limit),
    'X-RateLimit-Remaining': String(refusedBy === null ? shown.remaining : 0),
    'X-RateLimit-Reset': String(Math.ceil((now + shown.resetsInMs) / 1_000)),
    'RateLimit-Policy': limits
      .map(({ name, limit, periodSeconds }) => `"${name}";q=${limit};w=${periodSeconds}`)
      .join(', '),
    RateLimit: limits.map((state) => `"${state.name}";r=${state.remaining};t=${seconds(state)}`).join(', '),
    ...(refusedBy === null ? {} : { 'Retry-After': String(Math.max(1, seconds(shown))) }),
  };
}

/** Rounded up: after that time the limit is reset. */
function seconds({ resetsInMs }: LimitState): number {
  return Math.ceil(resetsInMs / 1_000);
}
