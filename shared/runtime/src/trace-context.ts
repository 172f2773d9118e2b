/** Version 00 of W3C Trace Context, and later versions, which may append fields. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;

/**
 * The span of another process, as its `traceparent` header names it. Null for a header that is missing or broken: it is
 * ignored, as W3C Trace Context asks.
 */
export function parseTraceparent(header: string | undefined) {
  const [, version, traceId, spanId, flags, more] = (header && TRACEPARENT.exec(header)) || [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  if (version === '00' && more !== undefined) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & SAMPLED, isRemote: true };
}
