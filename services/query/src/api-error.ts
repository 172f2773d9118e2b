import type { ErrorCode } from './envelope.ts';

export type AnswerHeaders = Readonly<Record<string, string>>;

/**
 * An answer other than success, thrown from wherever it is found out. The message goes to the client: it names
 * parameters and rules, never a value that came with the request.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly headers: AnswerHeaders;

  constructor(answer: { status: number; code: ErrorCode; message: string; headers?: AnswerHeaders }) {
    super(answer.message);
    this.name = 'ApiError';
    this.status = answer.status;
    this.code = answer.code;
    this.headers = answer.headers ?? {};
  }
}

/** Seconds after which a client may try again what failed because a server behind us is away. */
export const OUTAGE_RETRY_SECONDS = 2;

export function invalidRequest(message: string, status = 400): ApiError {
  return new ApiError({ status, code: 'invalid_request', message });
}

/** Says the same of a missing, malformed, unknown, expired and revoked credential: a prober learns nothing. */
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

/** One answer for foreign, unknown, transferred-out and blocked locations: it does not tell which ids exist. */
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

export function methodNotAllowed(): ApiError {
  return new ApiError({
    status: 405,
    code: 'invalid_request',
    message: 'Only GET is allowed.',
    headers: { Allow: 'GET' },
  });
}

/** Something behind us is away; the same request may succeed later. */
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
