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

export const DAY_SECONDS = 86_400;
const DAY_MS = DAY_SECONDS * 1_000;

/** UTC days since 1970. */
export function utcDay(now: number): number {
  return Math.floor(now / DAY_MS);
}

function untilNextDay(now: number): number {
  return DAY_MS - (now % DAY_MS);
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

/**
 * The counters after each of several requests that were counted in one step, as if one came after the other.
 * @param admitted how many of them; the others were refused by `counted.refusedBy`.
 */
export function eachOf(counted: Counted, { requests, admitted }: { requests: number; admitted: number }): Counted[] {
  return Array.from({ length: requests }, (_, index) => {
    if (index >= admitted) return counted;
    const after = admitted - 1 - index;
    return {
      ...counted,
      refusedBy: null,
      windowUsed: counted.windowUsed - after,
      quotaSpent: counted.quotaSpent - after,
      capSpent: Math.max(0, counted.capSpent - after),
    };
  });
}

export function admissionOf(subject: QuotaSubject, counted: Counted, windowSeconds: number): Admission {
  const day = { periodSeconds: DAY_SECONDS, resetsInMs: untilNextDay(counted.now) };
  const limits: LimitState[] = [
    {
      name: 'window',
      limit: subject.windowLimit,
      remaining: Math.max(0, subject.windowLimit - counted.windowUsed),
      periodSeconds: windowSeconds,
      resetsInMs: counted.windowResetsInMs,
    },
    {
      name: 'day',
      limit: subject.dailyQuota,
      remaining: Math.max(0, subject.dailyQuota - counted.quotaSpent),
      ...day,
    },
  ];
  if (subject.dailyCap !== null) {
    limits.push({
      name: 'credential-day',
      limit: subject.dailyCap,
      remaining: Math.max(0, subject.dailyCap - counted.capSpent),
      ...day,
    });
  }
  return { refusedBy: counted.refusedBy, now: counted.now, limits };
}
