/** The credential and bucket whose limits a request counts against. */
export type QuotaSubject = {
  readonly credentialId: string;
  /** Shares one daily quota: `company:<id>`, `location:<id>` without a company, `credential:<id>` without `read`. */
  readonly bucket: string;
  /** Requests per window. */
  readonly windowLimit: number;
  /** Requests per UTC day of the whole bucket. */
  readonly dailyQuota: number;
  /** Requests per UTC day of this credential; null when it has no cap of its own. */
  readonly dailyCap: number | null;
};

export type LimitName = 'window' | 'day' | 'credential-day';

/** A limit after the request is counted. */
export type LimitState = {
  readonly name: LimitName;
  readonly limit: number;
  readonly remaining: number;
  readonly periodSeconds: number;
  readonly resetsInMs: number;
};

export type Admission = {
  /** The limit that refused the request; null when it was admitted. A refused request spends nothing of any limit. */
  readonly refusedBy: LimitName | null;
  /** Epoch milliseconds of the counters' clock. */
  readonly now: number;
  /** The window first. */
  readonly limits: readonly LimitState[];
};

const DAY_SECONDS = 86_400;
const DAY_MS = DAY_SECONDS * 1_000;

/** UTC days since 1970. */
export function utcDay(now: number): number {
  return Math.floor(now / DAY_MS);
}

/** The counters after the request. */
export type Counted = {
  readonly refusedBy: LimitName | null;
  readonly now: number;
  readonly windowUsed: number;
  readonly windowResetsInMs: number;
  readonly quotaSpent: number;
  readonly capSpent: number;
};

/** @param later how many requests of the same step were admitted after this one, and are in `counted`. */
export function admissionOf(
  { windowLimit, dailyQuota, dailyCap }: QuotaSubject,
  { refusedBy, now, windowUsed, windowResetsInMs, quotaSpent, capSpent }: Counted,
  windowSeconds: number,
  later = 0,
): Admission {
  const left = (limit: number, spent: number) => Math.max(0, limit - Math.max(0, spent - later));
  const day = { periodSeconds: DAY_SECONDS, resetsInMs: DAY_MS - (now % DAY_MS) };
  const limits: LimitState[] = [
    {
      name: 'window',
      limit: windowLimit,
      remaining: left(windowLimit, windowUsed),
      periodSeconds: windowSeconds,
      resetsInMs: windowResetsInMs,
    },
    { name: 'day', limit: dailyQuota, remaining: left(dailyQuota, quotaSpent), ...day },
  ];
  if (dailyCap !== null)
    limits.push({ name: 'credential-day', limit: dailyCap, remaining: left(dailyCap, capSpent), ...day });
  return { refusedBy, now, limits };
}
