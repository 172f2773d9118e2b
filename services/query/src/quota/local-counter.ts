import type { Clock } from '../clock.ts';
import type { DailyLedger } from './daily-ledger.ts';
import { type Counted, type LimitName, type QuotaSubject, utcDay } from './limits.ts';
import type { LocalWindows } from './local-windows.ts';

export type LocalCounterOptions = {
  readonly ledger: DailyLedger;
  readonly windows: LocalWindows;
  readonly clock: Clock;
};

/** Counts a request in this process while Redis is away; with cost 0 only reads. @throws RetryableError `mongodb_unavailable` */
export async function countLocally(
  { ledger, windows, clock }: LocalCounterOptions,
  subject: QuotaSubject,
  cost: 0 | 1,
): Promise<Counted> {
  const now = clock.now();
  const { quota, cap } = await ledger.load(subject, utcDay(now));
  const window = windows.read(subject.credentialId);
  let refusedBy: LimitName | null = null;
  if (cost > 0) {
    if (quota.spent + quota.owed + cost > subject.dailyQuota) refusedBy = 'day';
    else if (cap !== null && cap.spent + cap.owed + cost > (subject.dailyCap ?? 0)) refusedBy = 'credential-day';
    else if (window.used + cost > subject.windowLimit) refusedBy = 'window';
  }
  const spent = refusedBy === null ? cost : 0;
  if (spent > 0) {
    quota.owed += spent;
    if (cap !== null) cap.owed += spent;
    windows.spend(subject.credentialId);
  }
  return {
    refusedBy,
    now,
    windowUsed: window.used + spent,
    windowResetsInMs: window.resetsInMs,
    quotaSpent: quota.spent + quota.owed,
    capSpent: cap === null ? 0 : cap.spent + cap.owed,
  };
}
