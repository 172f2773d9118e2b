import type { ParameterIssue, ParameterRule } from './parameter-issue.ts';

/** Spec §7. Every malformed request is `invalid_request`, whatever its status. */
export type ErrorCode =
  | 'invalid_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'rate_limited'
  | 'internal_error'
  /** For log and audit: the client is gone. */
  | 'client_left';

/** Tells apart failures of one code. Clients may branch on them; more may be added. */
export const ERROR_REASONS = [
  'position_not_reached',
  'application_not_found',
  'report_not_found',
  'report_not_renderable',
  'pdf_failed',
  'rate_window',
  'company_quota',
  'credential_cap',
  'company_share',
] as const;

export type ErrorReason = (typeof ERROR_REASONS)[number];

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

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    { headers = {}, reason, issues = [] }: Partial<Pick<ApiError, 'headers' | 'reason' | 'issues'>> = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.reason = reason;
    this.issues = issues;
  }
}

/** `Retry-After` of requests that fail because a server behind this service is away. */
const OUTAGE_RETRY_SECONDS = 2;
/** Of those that wait for what is under way here. */
export const BUSY_RETRY_SECONDS = 1;

export function invalidRequest(message: string, status = 400): ApiError {
  return new ApiError(status, 'invalid_request', message);
}

/** @param issues never empty; the first one gives the message. */
export function invalidParameters(issues: readonly ParameterIssue[], reason?: ErrorReason): ApiError {
  const message = issues[0]?.message ?? 'A parameter is wrong.';
  return new ApiError(400, 'invalid_request', message, { issues, reason });
}

/** @param phrase completes the sentence "<parameter> …". */
export function invalidParameter(parameter: string, rule: ParameterRule, phrase: string): ApiError {
  return invalidParameters([{ parameter, rule, message: `${parameter} ${phrase}.` }]);
}

/** Equal for a missing, malformed, unknown, expired and revoked credential: a prober learns nothing. */
export function unauthorized(): ApiError {
  return new ApiError(
    401,
    'unauthorized',
    'A valid API key or access token is required: Authorization: Bearer <token>.',
    { headers: { 'WWW-Authenticate': 'Bearer' } },
  );
}

export function missingPermission(permission: string): ApiError {
  return new ApiError(403, 'forbidden', `The credential does not have the permission ${permission}.`);
}

/** Equal for foreign, unknown, transferred-out and blocked locations: it does not reveal which ids exist. */
export function locationRefused(): ApiError {
  return new ApiError(403, 'forbidden', 'The credential cannot access the requested location.');
}

/** @param max what one request may read. */
export function tooManyLocations(max: number): ApiError {
  const message = `scope adds up at most ${max} locations, and there are more. Ask for each of them.`;
  return invalidParameters([{ parameter: 'scope', rule: 'too_many_locations', message }]);
}

export function companyRefused(): ApiError {
  return new ApiError(403, 'forbidden', 'The company of the credential has no access at present.');
}

export function notFound(message: string, reason?: ErrorReason): ApiError {
  return new ApiError(404, 'not_found', message, { reason });
}

/** More PDFs are being rendered than this process renders in time. */
export function pdfLater(): ApiError {
  return new ApiError(503, 'internal_error', 'Too many PDFs are being rendered at the moment. Try again later.', {
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
  const { message, reason } = REFUSED_BY[refusedBy];
  return new ApiError(429, 'rate_limited', message, { reason });
}

/** More under way at once than the company may have. The request was counted. @param limit of the share. */
export function shareExceeded(what: string, limit: number, now: number): ApiError {
  return new ApiError(429, 'rate_limited', `${what} Try again later.`, {
    reason: 'company_share',
    headers: {
      'Retry-After': String(BUSY_RETRY_SECONDS),
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': String(Math.ceil(now / 1_000) + BUSY_RETRY_SECONDS),
    },
  });
}

export function methodNotAllowed(): ApiError {
  return new ApiError(405, 'invalid_request', 'Only GET is allowed.', { headers: { Allow: 'GET' } });
}

const OUTAGE = 'The service cannot answer at the moment. Try again later.';

/** The same request may succeed later: by default because a server behind this service is away. */
export function outage(message = OUTAGE, retrySeconds = OUTAGE_RETRY_SECONDS): ApiError {
  return new ApiError(500, 'internal_error', message, { headers: { 'Retry-After': String(retrySeconds) } });
}

export function internalError(): ApiError {
  return new ApiError(500, 'internal_error', 'An unexpected error occurred.');
}
