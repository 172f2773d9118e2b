import type { ReportAccount } from '../world/report-account.ts';

/** Days late of months to the signs of a report, the newest month first. */
function signsOf({ history }: ReportAccount, signs: ReadonlyMap<number, string>): string {
  return history.map((days) => signs.get(days) ?? 'X').join('');
}

const LETTERED: ReadonlyMap<number, string> = new Map([
  [0, 'C'],
  [30, '1'],
  [60, '2'],
  [90, '3'],
  [120, '4'],
  [150, '5'],
  [180, 'L'],
]);
const NUMBERED: ReadonlyMap<number, string> = new Map([
  [0, '1'],
  [30, '2'],
  [60, '3'],
  [90, '4'],
  [120, '5'],
  [150, '6'],
  [180, '9'],
]);

/** Experian, MISMO, TrueLink: C is paid, 1 is 30 days late, L charged off. */
export function letteredHistory(account: ReportAccount): string {
  return signsOf(account, LETTERED);
}

/** Equifax, TransUnion: 1 is paid, 2 is 30 days late, 9 charged off. */
export function numberedHistory(account: ReportAccount): string {
  return signsOf(account, NUMBERED);
}

/** How often an account was 30, 60 and 90 or more days late. */
export function lateCounts({ history }: ReportAccount): { days30: number; days60: number; days90: number } {
  const count = (fits: (days: number) => boolean) => history.filter(fits).length;
  return {
    days30: count((days) => days === 30),
    days60: count((days) => days === 60),
    days90: count((days) => days >= 90),
  };
}
