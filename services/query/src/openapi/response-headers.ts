import type { JsonSchema, Reference } from './json-schema.ts';

export type HeaderObject = { readonly description: string; readonly required?: boolean; readonly schema: JsonSchema };

const count: JsonSchema = { type: 'integer', minimum: 0 };

/** `components/headers`. What is `required` is in every response that refers to it. */
export const headers = {
  'X-Request-ID': {
    description: 'Names this request; the same as in the envelope. Quote it when you ask about a response.',
    required: true,
    schema: { type: 'string', pattern: '^req_[0-9a-f]{32}$' },
  },
  'Cache-Control': {
    description:
      '`private, no-cache`: only the client may keep it, and must revalidate it. `no-store`: no cache may keep it.',
    required: true,
    schema: { type: 'string' },
  },
  ETag: {
    description: 'Names what `data` is; equal data has an equal one. Send it as `If-None-Match`.',
    required: true,
    schema: { type: 'string', pattern: '^W/"[\\w-]+"$' },
  },
  'X-Data-As-Of': {
    description:
      'The response contains everything published up to this time, ISO-8601 in UTC. Absent while it is unknown.',
    schema: { type: 'string', format: 'date-time' },
  },
  'X-Position-Status': {
    description:
      'What became of each position in `X-Wait-For-Position`, in its order. `passed`: the response contains the event; `/changes` and `updatedSince` tell of it some seconds later. `dead-letter`: the event was set aside as invalid. `not-read-here`: the topic does not affect this response.',
    schema: {
      type: 'string',
      pattern: '^(passed|dead-letter|not-read-here)(, (passed|dead-letter|not-read-here))*$',
    },
  },
  'X-RateLimit-Limit': {
    description: 'Requests allowed per window; on a 429, by the limit that refused.',
    required: true,
    schema: count,
  },
  'X-RateLimit-Remaining': { description: 'Requests remaining in this window.', required: true, schema: count },
  'X-RateLimit-Reset': {
    description: 'Unix timestamp in seconds at which the window resets.',
    required: true,
    schema: count,
  },
  RateLimit: {
    description: 'What is left of every limit, and in how many seconds it resets (IETF draft).',
    required: true,
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'Every limit that counts this request: quota `q` per `w` seconds (IETF draft).',
    required: true,
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds until a retry makes sense.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': { description: 'The scheme to authenticate with.', required: true, schema: { type: 'string' } },
} as const satisfies Record<string, HeaderObject>;

export type HeaderName = keyof typeof headers;

export const RATE_LIMIT: readonly HeaderName[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
];
/** In every response of every operation. */
export const EVERYWHERE: readonly HeaderName[] = ['X-Request-ID', 'Cache-Control'];
/** In responses of requests that reached the read models. */
export const FRESHNESS: readonly HeaderName[] = ['X-Data-As-Of', 'X-Position-Status'];

/** @param sometimes headers that this response may lack. */
export function headersOf(
  names: readonly HeaderName[],
  sometimes: readonly HeaderName[] = [],
): Record<string, HeaderObject | Reference> {
  const own = sometimes.map((name) => [name, { ...headers[name], required: false }] as const);
  return Object.fromEntries([...names.map((name) => [name, { $ref: `#/components/headers/${name}` }]), ...own]);
}
