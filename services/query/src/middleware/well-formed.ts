import type { IncomingMessage } from 'node:http';
import { type ApiError, invalidRequest, methodNotAllowed } from '../api-error.ts';

/** More than any parameters at their full length need. */
export const MAX_TARGET_BYTES = 8 * 1024;
/** More than proxies and clients together send. Not Node's own bound, which drops headers silently. */
const MAX_HEADER_LINES = 200;
const MAX_HEADER_BYTES = 16 * 1024;
/** A duplicate of one of these lets proxy and server read two different requests. */
const ONCE = ['host', 'authorization'] as const;
/** The one expectation that HTTP defines; responding at once meets it. */
const CONTINUE = '100-continue';

/**
 * The violation of HTTP in a request, checked first of all; null for none. A body is ignored: it has no meaning for GET.
 */
export function malformed(request: IncomingMessage): ApiError | null {
  const version = request.httpVersion;
  if (version !== '1.1' && version !== '1.0') return invalidRequest('Only HTTP/1.1 and HTTP/1.0 are spoken here.');
  const headers = headerProblem(request);
  if (headers !== null) return headers;
  if (request.method !== 'GET') return methodNotAllowed();
  if (request.headers.expect !== undefined && request.headers.expect.toLowerCase() !== CONTINUE) {
    return invalidRequest('The expectation cannot be met.', 417);
  }
  if ((request.url ?? '').length > MAX_TARGET_BYTES) {
    return invalidRequest(`The request target is longer than ${MAX_TARGET_BYTES} bytes.`, 414);
  }
  return null;
}

function headerProblem({ rawHeaders, httpVersion }: IncomingMessage): ApiError | null {
  const seen = new Map<string, number>();
  let bytes = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    bytes += name.length + (rawHeaders[i + 1] ?? '').length;
    for (const once of ONCE) {
      if (name.length === once.length && name.toLowerCase() === once) seen.set(once, (seen.get(once) ?? 0) + 1);
    }
  }
  if (rawHeaders.length / 2 > MAX_HEADER_LINES || bytes > MAX_HEADER_BYTES) {
    return invalidRequest(`The headers have more than ${MAX_HEADER_LINES} lines or ${MAX_HEADER_BYTES} bytes.`, 431);
  }
  for (const [name, count] of seen) if (count > 1) return invalidRequest(`The header ${name} must be sent once.`);
  if (httpVersion === '1.1' && !seen.has('host')) return invalidRequest('The header host is required.');
  return null;
}
