import type { ErrorCode, ErrorReason } from './envelope.ts';
import type { ParameterIssue, ParameterRule } from './parameter-issue.ts';

export type ResponseHeaders = Readonly<Record<string, string>>;

/**
 * A response other than success, thrown from any depth. The message goes to the client: it names parameters and rules,
 * never a value of the request.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly headers: ResponseHeaders;
  readonly reason: ErrorReason | undefined;
  /** Empty unless parameters break rules. */
  readonly issues: readonly ParameterIssue[];

  constructor(response: {
    status: number;
    code: ErrorCode;
    message: string;
    headers?: ResponseHeaders;
    reason?: ErrorReason;
    issues?: readonly ParameterIssue[];
  }) {
    super(response.message);
    this.name = 'ApiError';
    this.status = response.status;
    this.code = response.code;
    this.headers = response.headers ?? {};
    this.reason = response.reason;
    this.issues = response.issues ?? [];
  }
}

/** `Retry-After` of requests that fail because a server behind this service is away. */
const OUTAGE_RETRY_SECONDS = 2;

export function invalidRequest(message: string, status = 400): ApiError {
  return new ApiError({ status, code: 'invalid_request', message });
}

/** @param issues never empty; the first one gives the message. */
export function invalidParameters(issues: readonly ParameterIssue[], reason?: ErrorReason): ApiError {
  const message = issues[0]?.message ?? 'A parameter is wrong.';
  return new ApiError({ status: 400, code: 'invalid_request', message, issues, ...(reason && { reason }) });
}

/** @param phrase completes the sentence "<parameter> …". */
export function invalidParameter(parameter: string, rule: ParameterRule, phrase: string): ApiError {
  return invalidParameters([{ parameter, rule, message: `${parameter} ${phrase}.` }]);
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

/** @param max what one request may read. */
export function tooManyLocations(max: number): ApiError {
  const message = `scope adds up at most ${max} locations, and there are more. Ask for each of them.`;
  return invalidParameters([{ parameter: 'scope', rule: 'too_many_locations', message }]);
}

export function companyRefused(): ApiError {
  return new ApiError({
    status: 403,
    code: 'forbidden',
    message: 'The company of the credential has no access at present.',
  });
}

export function notFound(message: string, reason?: ErrorReason): ApiError {
  return new ApiError({ status: 404, code: 'not_found', message, ...(reason && { reason }) });
}

/** More PDFs are being rendered than this process renders in time. */
export function pdfLater(): ApiError {
  return new ApiError({
    status: 503,
    code: 'internal_error',
    message: 'Too many PDFs are being rendered at the moment. Try again later.',
    headers: { 'Retry-After': String(OUTAGE_RETRY_SECONDS) },
  });
}

/** Equal for links that are altered, expired, or no longer allowed: a prober learns nothing. */
export function linkRefused(): ApiError {
  return notFound('There is nothing behind this link, or not any more.');
}

const REFUSED_BY = {
  window: { reason: 'rate_window', message: 'The rate limit of the credential is exceeded.' },
  day: { reason: 'company_quota', message: 'The quota of the day is exhausted.' },
  'credential-day': { reason: 'credential_cap', message: 'The daily cap of the credential is exhausted.' },
} as const satisfies Record<string, { reason: ErrorReason; message: string }>;

/** @param refusedBy the limit that is used up. */
export function rateLimited(refusedBy: keyof typeof REFUSED_BY): ApiError {
  return new ApiError({ status: 429, code: 'rate_limited', ...REFUSED_BY[refusedBy] });
}

/** More under way at once than the company may have. The request was counted. @param limit of the share. */
export function shareExceeded(
  what: string,
  { limit, now, retrySeconds }: { readonly limit: number; readonly now: number; readonly retrySeconds: number },
): ApiError {
  return new ApiError({
    status: 429,
    code: 'rate_limited',
    reason: 'company_share',
    message: `${what} Try again later.`,
    headers: {
      'Retry-After': String(retrySeconds),
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': String(Math.ceil(now / 1_000) + retrySeconds),
    },
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
