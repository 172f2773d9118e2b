/** Spending of each daily quota: the query service writes it, the console of the projector reads it. */
export const QUOTA_DAYS = 'quota_days';

/** Long enough to answer questions about last month's spending. */
const KEEP_DAYS = 40;
const DAY_MS = 86_400_000;

export type QuotaDay = {
  /** `<bucket>:<YYYY-MM-DD>` */
  readonly _id: string;
  readonly spent: number;
  /** The same for all buckets of a day. */
  readonly expiresAt: Date;
};

/** @param day UTC days since 1970. */
export function quotaDayExpiry(day: number): Date {
  return new Date((day + KEEP_DAYS) * DAY_MS);
}
