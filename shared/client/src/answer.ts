import type { Schemas } from './api-shapes.ts';

type ErrorDetails = Schemas['ErrorDetails'];

/** The API answered with an error envelope, or with something that is none. */
export class FundlensError extends Error {
  override readonly name = 'FundlensError';
  readonly status: number;
  /** `error.code` of the envelope; null when the answer had none, e.g. from a proxy in between. */
  readonly code: ErrorDetails['code'] | null;
  /** `error.reason`: tells apart failures of one code, more may be added; null when the answer had none. */
  readonly reason: NonNullable<ErrorDetails['reason']> | null;
  /** The parameters that break a rule; empty unless the answer is 400. */
  readonly details: readonly Schemas['ErrorDetail'][];
  /** Names the request at the service; null when the answer did not say. */
  readonly requestId: string | null;
  /** Seconds after which a retry makes sense; null when the answer did not say. */
  readonly retryAfterSeconds: number | null;
  /** The limit that refused a 429, or what is left of the window; null when the answer did not say. */
  readonly rateLimit: RateLimit | null;
  readonly headers: Headers;

  constructor({ status, headers, text }: HttpAnswer) {
    const error = parsed<{ error: Partial<ErrorDetails> | null }>(text).error ?? {};
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

/** With the whole body. */
export type HttpAnswer = { readonly status: number; readonly headers: Headers; readonly text: string };

/** Of a body of the service; nothing of another one: a proxy in between answers in its own words. */
export function parsed<Envelope>(text: string): Partial<Envelope> {
  try {
    return (JSON.parse(text) as Partial<Envelope> | null) ?? {};
  } catch {
    return {};
  }
}

/** What a credential may still ask for: of the window, or on a 429 of the limit that refused. */
export type RateLimit = {
  /** Requests allowed per window. */
  readonly limit: number;
  readonly remaining: number;
  readonly resetsAt: Date;
};

/** Null when the answer is not one of the service's limits, e.g. a 401. */
export function rateLimitOf(headers: Headers): RateLimit | null {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => {
    const text = headers.get(`x-ratelimit-${name}`) ?? '';
    return /^\d{1,15}$/.test(text) ? Number(text) : null;
  }) as [number | null, number | null, number | null];
  if (limit === null || remaining === null || reset === null) return null;
  return { limit, remaining, resetsAt: new Date(reset * 1_000) };
}

/** What became of a position that the request waited for. More may be added. */
export type PositionStatus = 'passed' | 'dead-letter' | 'not-read-here' | (string & {});

/** `Retry-After` in seconds; null when there is none or it cannot be read. Proxies use the form with a date. */
export function retryAfterSecondsOf(headers: Headers): number | null {
  const text = headers.get('retry-after') ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  // Date.parse reads more than dates of HTTP, a bare number too.
  const instant = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? null : Math.max(0, Math.ceil((instant - Date.now()) / 1_000));
}
