/** What requests and answers say beside their bodies. */

/** Parameters of the path go into it, the others behind it; those without a value are left out. */
export function targetOf(path: string, parameters: object): string {
  const query = new URLSearchParams();
  let target = path;
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === null) continue;
    const place = `{${name}}`;
    if (target.includes(place)) target = target.replace(place, () => segment(String(value)));
    else query.append(name, String(value));
  }
  const text = query.toString();
  return text === '' ? target : `${target}?${text}`;
}

/** URL parsers take a segment of dots for a way up, however it is written. */
function segment(value: string): string {
  if (/^\.{0,2}$/.test(value)) throw new TypeError('an id is neither empty nor made of dots only');
  return encodeURIComponent(value);
}

/** A position in the event log, as Kafka returns it to the publisher. */
export type LogPosition = { readonly topic: string; readonly partition: number; readonly offset: number | string };

/** The value of `X-Wait-For-Position`. @param positions text is taken as it is: `<topic>/<partition>/<offset>`. */
export function positionHeader(positions: readonly (LogPosition | string)[]): string {
  return positions
    .map((position) =>
      typeof position === 'string' ? position : `${position.topic}/${position.partition}/${position.offset}`,
    )
    .join(', ');
}

/** What a credential may still ask for: of the window, or on a 429 of the limit that refused. */
export type RateLimit = {
  /** Requests allowed per window. */
  readonly limit: number;
  readonly remaining: number;
  readonly resetsAt: Date;
};

/** What became of a position that the request waited for. More may be added. */
export type PositionStatus = 'passed' | 'dead-letter' | 'not-read-here' | (string & {});

/** Null when the answer is not one of the service's limits, e.g. a 401. */
export function rateLimitOf(headers: Headers): RateLimit | null {
  const limit = numberIn(headers, 'x-ratelimit-limit');
  const remaining = numberIn(headers, 'x-ratelimit-remaining');
  const reset = numberIn(headers, 'x-ratelimit-reset');
  if (limit === null || remaining === null || reset === null) return null;
  return { limit, remaining, resetsAt: new Date(reset * 1_000) };
}

/** In the order in which the request named them. */
export function positionStatusesOf(headers: Headers): readonly PositionStatus[] {
  const text = headers.get('x-position-status') ?? '';
  return text === '' ? [] : text.split(',').map((status) => status.trim());
}

/**
 * `Retry-After` in seconds; null when there is none or it cannot be read.
 * @param now for the form with a date, which proxies use.
 */
export function retryAfterSecondsOf(headers: Headers, now: () => number = Date.now): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  // Date.parse reads more than dates of HTTP, a bare number too.
  const instant = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? null : Math.max(0, Math.ceil((instant - now()) / 1_000));
}

function numberIn(headers: Headers, name: string): number | null {
  const text = headers.get(name);
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
