import type { Schemas } from './api-shapes.ts';
import { type RateLimit, rateLimitOf, retryAfterSecondsOf } from './http-values.ts';

type ErrorDetails = Schemas['ErrorDetails'];

/** What failed. */
export type ErrorCode = ErrorDetails['code'];
/** Tells apart failures of one code. More may be added. */
export type ErrorReason = NonNullable<ErrorDetails['reason']>;
/** A parameter, and the rule that it breaks; null for the query as a whole, or an unknown name that is not shown. */
export type ParameterDetail = Schemas['ErrorDetail'];

/** The API answered with an error envelope, or with something that is none. */
export class FundlensError extends Error {
  override readonly name = 'FundlensError';
  readonly status: number;
  /** `error.code` of the envelope; null when the answer had none, e.g. from a proxy in between. */
  readonly code: ErrorCode | null;
  /** `error.reason`: tells apart failures of one code; null when the answer had none. */
  readonly reason: ErrorReason | null;
  /** The parameters that break a rule; empty unless the answer is 400. */
  readonly details: readonly ParameterDetail[];
  /** Names the request at the service; null when the answer did not say. */
  readonly requestId: string | null;
  /** Seconds after which a retry makes sense; null when the answer did not say. */
  readonly retryAfterSeconds: number | null;
  /** The limit that refused a 429, or what is left of the window; null when the answer did not say. */
  readonly rateLimit: RateLimit | null;
  readonly headers: Headers;

  /** @param text the body of the answer. */
  constructor(status: number, headers: Headers, text: string) {
    const { error = {} } = parsed<{ error: Partial<ErrorDetails> }>(text);
    super(error.message ?? `the service answered ${status}`);
    this.status = status;
    this.headers = headers;
    this.code = error.code ?? null;
    this.reason = error.reason ?? null;
    this.details = error.details ?? [];
    this.requestId = error.requestId ?? headers.get('x-request-id');
    this.retryAfterSeconds = retryAfterSecondsOf(headers);
    this.rateLimit = rateLimitOf(headers);
  }
}

/** Of a body of the service; nothing of another one: a proxy in between answers in its own words. */
export function parsed<Envelope>(text: string): Partial<Envelope> {
  try {
    return (JSON.parse(text) as Partial<Envelope> | null) ?? {};
  } catch {
    return {};
  }
}
