import type { ErrorCode } from './envelope.ts';

export type ResponseHeaders = Readonly<Record<string, string>>;

/**
 * A response other than success, thrown from any depth. The message goes to the client: it names parameters and rules,
 * never a value of the request.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly headers: ResponseHeaders;

  constructor(response: { status: number; code: ErrorCode; message: string; headers?: ResponseHeaders }) {
    super(response.message);
    this.name = 'ApiError';
    this.status = response.status;
    this.code = response.code;
    this.headers = response.headers ?? {};
  }
}

/** `Retry-After` of requests that fail because a server behind this service is away. */
const OUTAGE_RETRY_SECONDS = 2;

export function invalidRequest(message: string, status = 400): ApiError {
  return new ApiError({ status, code: 'invalid_request', message });
}

/** Equal for a missing, malformed, unknown, expired and revoked credential: a prober learns nothing. */
export function unauthorized(): ApiError {
  return new ApiError({
    status: 401,
    code: 'unauthorized',
    message: 'A valid API key or access token is required: Authorization: Bearer <token>.',
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

export function missingPermission(permission: string): ApiError {
  return new ApiError({
    status: 403,
    code: 'forbidden',
    message: `The credential does not have the permission ${permission}.`,
  });
}

/** Equal for foreign, unknown, transferred-out and blocked locations: it does not reveal which ids exist. */
export function locationRefused(): ApiError {
  return new ApiError({
    status: 403,
    code: 'forbidden',
    message: 'The credential cannot access the requested location.',
  });
}

export function companyRefused(): ApiError {
  return new ApiError({
    status: 403,
    code: 'forbidden',
    message: 'The company of the credential has no access at present.',
  });
}

export function notFound(message: string): ApiError {
  return new ApiError({ status: 404, code: 'not_found', message });
}

/** Not there yet, but expected soon. */
export function notFoundYet(message: string, retrySeconds: number): ApiError {
  return new ApiError({ status: 404, code: 'not_found', message, headers: { 'Retry-After': String(retrySeconds) } });
}

/** Equal for links that are altered, expired, or no longer allowed: a prober learns nothing. */
export function linkRefused(): ApiError {
  return notFound('There is nothing behind this link, or not any more.');
}

/** @param refusedBy the limit that is used up. */
export function rateLimited(refusedBy: 'window' | 'day' | 'credential-day'): ApiError {
  return new ApiError({
    status: 429,
    code: 'rate_limited',
    message:
      refusedBy === 'window' ? 'The rate limit of the credential is exceeded.' : 'The quota of the day is exhausted.',
  });
}

export function methodNotAllowed(): ApiError {
  return new ApiError({
    status: 405,
    code: 'invalid_request',
    message: 'Only GET is allowed.',
    headers: { Allow: 'GET' },
  });
}

/** A server behind this service is away; the same request may succeed later. */
export function outage(): ApiError {
  return new ApiError({
    status: 500,
    code: 'internal_error',
    message: 'The service cannot answer at the moment. Try again later.',
    headers: { 'Retry-After': String(OUTAGE_RETRY_SECONDS) },
  });
}

export function internalError(): ApiError {
  return new ApiError({ status: 500, code: 'internal_error', message: 'An unexpected error occurred.' });
}
