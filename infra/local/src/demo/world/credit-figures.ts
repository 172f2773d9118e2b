import { monthNumber, monthsBetween } from '../dates.ts';
import type { FileCollection, FileInquiry, FilePublicRecord } from './credit-file.ts';
import type { MergedAccount, ReportAccount } from './report-account.ts';

/** What the funding platform of the demo counts in a report. It is another program than Fundlens and shares no code. */
export type CreditFigures = {
  /** Null without an open card. In percent, with one decimal. */
  readonly utilizationPct: number | null;
  readonly highestCardPct: number | null;
  readonly revolvingBalanceCents: number;
  readonly revolvingLimitCents: number;
  readonly openTradelines: number;
  readonly inquiries6m: number;
  readonly inquiries12m: number;
  /** Accounts 90 days late or charged off, collections and public records of the last 24 months. */
  readonly derogatories24m: number;
  readonly latePayments24m: number;
  /** Null without an account. */
  readonly oldestAccountMonths: number | null;
  readonly totalDebtCents: number;
  readonly monthlyPaymentCents: number;
  readonly bankruptcies24m: number;
  readonly collections: number;
};

const SERIOUS_DAYS = 90;
const YEARS_2 = 24;

export function figuresOf(options: {
  accounts: readonly MergedAccount[];
  inquiries: readonly FileInquiry[];
  collections: readonly FileCollection[];
  publicRecords: readonly FilePublicRecord[];
  pulledAt: number;
  /** Of opening and closing; Equifax states months. */
  withDays: boolean;
}): CreditFigures {
  const { accounts, pulledAt, withDays } = options;
  const open = accounts.filter(({ isOpen }) => isOpen);
  const monthsAgo = (at: number) => monthsBetween(at, pulledAt);
  const within = (at: number, months: number) => monthsAgo(at) < months;
  const ages = accounts.map(({ openedAt }) => monthsBetween(openedAt, pulledAt, { withDays }));
  const bankruptcies24m = options.publicRecords.filter(({ filedAt }) => within(filedAt, YEARS_2)).length;
  const collections24m = options.collections.filter(({ assignedAt }) => within(assignedAt, YEARS_2)).length;
  return {
    ...cardFigures(open.filter(({ kind }) => kind === 'revolving')),
    openTradelines: open.length,
    inquiries6m: options.inquiries.filter(({ at }) => within(at, 6)).length,
    inquiries12m: options.inquiries.filter(({ at }) => within(at, 12)).length,
    derogatories24m:
      accounts.filter((account) => wasSerious(account, pulledAt)).length + collections24m + bankruptcies24m,
    latePayments24m: accounts.flatMap((account) => lateMonths(account, pulledAt)).length,
    oldestAccountMonths: ages.length === 0 ? null : Math.max(...ages),
    totalDebtCents: sum(accounts.map(({ balance }) => balance)) * 100,
    monthlyPaymentCents: sum(open.map(({ payment }) => payment)) * 100,
    bankruptcies24m,
    collections: options.collections.length,
  };
}

function cardFigures(cards: readonly ReportAccount[]) {
  const balance = sum(cards.map((card) => card.balance)) * 100;
  const limit = sum(cards.map((card) => card.limit)) * 100;
  const percents = cards.map((card) => percent(card.balance * 100, card.limit * 100));
  return {
    utilizationPct: limit === 0 ? null : percent(balance, limit),
    highestCardPct: percents.length === 0 ? null : Math.max(...percents),
    revolvingBalanceCents: balance,
    revolvingLimitCents: limit,
  };
}

function lateMonths({ late }: ReportAccount, pulledAt: number): ReportAccount['late'] {
  return late.filter(({ month }) => monthNumber(pulledAt) - month < YEARS_2 && month <= monthNumber(pulledAt));
}

function wasSerious(account: ReportAccount, pulledAt: number): boolean {
  if (account.isChargedOff && monthsBetween(account.reportedAt, pulledAt) < YEARS_2) return true;
  return lateMonths(account, pulledAt).some(({ days }) => days >= SERIOUS_DAYS);
}

function percent(part: number, whole: number): number {
  return Math.round((part / whole) * 1_000) / 10;
}

function sum(values: readonly number[]): number {
  return values.reduce((before, value) => before + value, 0);
}
