import type { ResponseHeaders } from '../api-error.ts';
import type { QueryConfig } from '../config.ts';
import type { Company, Credential } from '../credentials/access-state.ts';

/** The credential and bucket whose limits a request counts against. */
export type QuotaSubject = {
  readonly credentialId: string;
  /** Shares one daily quota: `company:<id>`, `location:<id>` without a company, `credential:<id>` without `read`. */
  readonly bucket: string;
  /** Requests per window. */
  readonly windowLimit: number;
  /** The quota of the bucket, and the cap of the credential where it has one of its own. */
  readonly days: readonly DayLimit[];
};

/** Requests per UTC day of everything that counts in the bucket. */
export type DayLimit = { readonly name: 'day' | 'credential-day'; readonly bucket: string; readonly limit: number };

/** For credentials and companies without limits of their own. */
type DefaultLimits = Pick<QueryConfig, 'RATE_LIMIT_REQUESTS' | 'DAILY_QUOTA'>;

export function quotaSubjectOf(credential: Credential, company: Company, defaults: DefaultLimits): QuotaSubject {
  const { credentialId, companyId, pinnedLocationId, permissions, windowLimit, dailyCap } = credential;
  const shared = companyId === null ? `location:${pinnedLocationId}` : `company:${companyId}`;
  const own = `credential:${credentialId}`;
  const subject = { credentialId, windowLimit: windowLimit ?? defaults.RATE_LIMIT_REQUESTS };
  // Only what has `read` consumes quotas (spec §5): all else is counted in its window alone.
  if (!permissions.includes('read')) return { ...subject, bucket: own, days: [] };
  const days: DayLimit[] = [{ name: 'day', bucket: shared, limit: company.dailyQuota ?? defaults.DAILY_QUOTA }];
  if (dailyCap !== null) days.push({ name: 'credential-day', bucket: own, limit: dailyCap });
  return { ...subject, bucket: shared, days };
}

export type LimitName = 'window' | DayLimit['name'];

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
  /** Of each of the subject's days. */
  readonly spent: readonly number[];
};

/** @param later how many requests of the same step were admitted after this one, and are in `counted`. */
export function admissionOf(
  { windowLimit, days }: QuotaSubject,
  { refusedBy, now, windowUsed, windowResetsInMs, spent }: Counted,
  windowSeconds: number,
  later = 0,
): Admission {
  const left = (limit: number, used: number) => Math.max(0, limit - Math.max(0, used - later));
  const endOfDay = DAY_MS - (now % DAY_MS);
  const limits: LimitState[] = [
    {
      name: 'window',
      limit: windowLimit,
      remaining: left(windowLimit, windowUsed),
      periodSeconds: windowSeconds,
      resetsInMs: windowResetsInMs,
    },
    ...days.map(({ name, limit }, index) => {
      const remaining = left(limit, spent[index] ?? 0);
      return { name, limit, remaining, periodSeconds: DAY_SECONDS, resetsInMs: endOfDay };
    }),
  ];
  return { refusedBy, now, limits };
}

/**
 * `X-RateLimit-*` (spec §7) describe the window, or the limit that refused; `RateLimit-Policy` and `RateLimit`
 * (draft-ietf-httpapi-ratelimit-headers-10) describe every limit. `Retry-After` comes with a refusal only.
 */
export function rateLimitHeaders({ refusedBy, now, limits }: Admission): ResponseHeaders {
  const shown = limits.find(({ name }) => name === refusedBy) ?? limits[0];
  if (shown === undefined) return {};
  return {
    'X-RateLimit-Limit': String(shown.limit),
    'X-RateLimit-Remaining': String(refusedBy === null ? shown.remaining : 0),
    'X-RateLimit-Reset': String(Math.ceil((now + shown.resetsInMs) / 1_000)),
    'RateLimit-Policy': limits
      .map(({ name, limit, periodSeconds }) => `"${name}";q=${limit};w=${periodSeconds}`)
      .join(', '),
    RateLimit: limits.map((state) => `"${state.name}";r=${state.remaining};t=${seconds(state)}`).join(', '),
    ...(refusedBy === null ? {} : { 'Retry-After': String(Math.max(1, seconds(shown))) }),
  };
}

/** Rounded up: after that time the limit is reset. */
function seconds({ resetsInMs }: LimitState): number {
  return Math.ceil(resetsInMs / 1_000);
}
