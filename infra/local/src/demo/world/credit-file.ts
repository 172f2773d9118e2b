import { DAY, dayInMonth, monthNumber, monthsBefore, monthsBetween } from '../dates.ts';
import type { Random } from '../random.ts';
import { type CreditHistory, drawHistory } from './credit-history.ts';
import { creditors, inquirers } from './creditors.ts';
import type { DemoPerson } from './person.ts';

export const fileBureaus = ['Equifax', 'Experian', 'TransUnion'] as const;
export type Bureau = (typeof fileBureaus)[number];

/** What all bureaus together know of a person. Amounts in whole dollars, instants in epoch milliseconds. */
export type CreditFile = {
  readonly accounts: readonly FileAccount[];
  readonly inquiries: readonly FileInquiry[];
  readonly collections: readonly FileCollection[];
  readonly publicRecords: readonly FilePublicRecord[];
};

export type AccountKind = 'revolving' | 'installment' | 'mortgage';

export type FileAccount = {
  readonly creditor: string;
  readonly accountNumber: string;
  readonly kind: AccountKind;
  readonly openedAt: number;
  readonly closedAt: number | null;
  /** Of a card the limit, of a loan the amount at first. */
  readonly limit: number;
  readonly balance: number;
  /** A month earlier: what a bureau shows that was not told since. */
  readonly balanceBefore: number;
  readonly payment: number;
  readonly isAuthorizedUser: boolean;
  readonly isChargedOff: boolean;
  /** Months (`monthNumber`) in which a payment was late, and by how many days. */
  readonly late: readonly { readonly month: number; readonly days: number }[];
  /** The bureaus that report the account, each with the age of what it was last told, in days. */
  readonly reportedBy: readonly { readonly bureau: Bureau; readonly daysAgo: number }[];
};

export type FileInquiry = { readonly creditor: string; readonly at: number; readonly bureaus: readonly Bureau[] };

export type FileCollection = {
  readonly agency: string;
  readonly client: string;
  readonly accountNumber: string;
  readonly assignedAt: number;
  readonly balance: number;
  readonly bureaus: readonly Bureau[];
};

export type FilePublicRecord = {
  readonly kind: string;
  readonly court: string;
  readonly caseNumber: string;
  readonly filedAt: number;
  readonly liabilities: number;
  readonly bureaus: readonly Bureau[];
};

const YEARS_TO_CREDIT = 18;
const MOST_INQUIRY_DAYS = 700;
/** What a bureau was told longer ago than this, is of the month before. */
export const CURRENT_DAYS = 30;

/** @param asOf the file as it is then; what a bureau shows later only grows older. Epoch milliseconds. */
export function createCreditFile(random: Random, person: DemoPerson, asOf: number): CreditFile {
  const adultMonths = monthsBetween(person.birthDate, asOf) - 12 * YEARS_TO_CREDIT;
  const history = drawHistory(random, adultMonths);
  const isGone = Array.from({ length: history.chargeOffs }, () => true);
  const kinds: AccountKind[] = [
    ...Array.from({ length: history.cards }, () => 'revolving' as const),
    ...Array.from({ length: history.loans }, () => 'installment' as const),
    ...(history.hasMortgage ? (['mortgage'] as const) : []),
  ];
  const drawing = new AccountDrawing(random, { history, asOf });
  return {
    accounts: [...kinds.map((kind) => drawing.next(kind, false)), ...isGone.map(() => drawing.next('revolving', true))],
    inquiries: drawInquiries(random, history, asOf),
    collections: Array.from({ length: history.collections }, () => drawCollection(random, asOf)),
    publicRecords: history.isBankrupt ? [drawBankruptcy(random, asOf)] : [],
  };
}

/** The accounts of one file: the first is its oldest, and no two were opened in one month. */
class AccountDrawing {
  private readonly opened = new Set<number>();
  private delinquencies: number;
  private readonly random: Random;
  private readonly history: CreditHistory;
  private readonly asOf: number;

  constructor(random: Random, { history, asOf }: { history: CreditHistory; asOf: number }) {
    this.random = random;
    this.history = history;
    this.asOf = asOf;
    this.delinquencies = history.delinquencies;
  }

  next(kind: AccountKind, isChargedOff: boolean): FileAccount {
    const { random, asOf, history } = this;
    const isFirst = this.opened.size === 0;
    const months = isFirst ? history.oldestMonths : this.unusedMonths(isChargedOff ? 26 : 3);
    this.opened.add(months);
    const openedAt = dayInMonth(asOf, { monthsAgo: months, day: random.int(1, 28) });
    const isAuthorizedUser = kind === 'revolving' && !isFirst && !isChargedOff && random.chance(0.08);
    const closedAt = isChargedOff ? monthsBefore(asOf, random.int(5, 18)) : this.paidOffAt(kind, { openedAt, isFirst });
    // What was paid off and closed was paid as agreed.
    const isPaidAsAgreed = isAuthorizedUser || closedAt !== null;
    return {
      creditor: creditorOf(random, kind),
      accountNumber: numberOf(random, kind),
      kind,
      openedAt,
      closedAt,
      ...this.amounts(kind, months, isChargedOff),
      isAuthorizedUser,
      isChargedOff,
      late: isChargedOff && closedAt !== null ? chargeOffOf(closedAt) : isPaidAsAgreed ? [] : this.latePayments(months),
      reportedBy: drawReporting(random, isFirst || isChargedOff),
    };
  }

  private unusedMonths(atLeast: number): number {
    const most = Math.max(this.history.oldestMonths - 1, atLeast + 8);
    for (;;) {
      const months = this.random.int(atLeast, most);
      if (!this.opened.has(months)) return months;
    }
  }

  /** Some cards were paid off and closed; the oldest account stays. */
  private paidOffAt(kind: AccountKind, { openedAt, isFirst }: { openedAt: number; isFirst: boolean }): number | null {
    const { random, asOf } = this;
    const months = monthsBetween(openedAt, asOf);
    if (kind !== 'revolving' || isFirst || months < 40 || !random.chance(0.2)) return null;
    return monthsBefore(asOf, random.int(2, Math.floor(months / 2)));
  }

  private amounts(kind: AccountKind, months: number, isChargedOff: boolean) {
    const { random, history } = this;
    if (isChargedOff) return cardAmounts(random, random.int(2, 12) * 500, 1);
    if (kind === 'revolving') {
      const used = Math.min(0.98, history.utilization * (0.6 + 0.8 * random.next()));
      return cardAmounts(random, random.int(history.limits[0], history.limits[1]) * 500, used);
    }
    return kind === 'mortgage'
      ? loanAmounts(random.int(120, 520) * 1_000, { months, term: 360, share: 0.0063 })
      : loanAmounts(random.int(8, 46) * 1_000, {
          months: Math.min(months, random.int(6, 60)),
          term: 72,
          share: 0.0172,
        });
  }

  /** As many accounts as the history says were 30, 60 and 90 days late, some of them 30 days only. */
  private latePayments(months: number): FileAccount['late'] {
    const { random, asOf } = this;
    const latest = monthNumber(asOf);
    if (months > 12 && this.delinquencies > 0) {
      this.delinquencies -= 1;
      const first = latest - random.int(6, Math.min(months - 2, 20));
      return [90, 60, 30].map((days, index) => ({ month: first + 2 - index, days }));
    }
    if (months < 6 || !random.chance(this.history.lateChance)) return [];
    return [{ month: latest - random.int(3, Math.min(months - 1, 22)), days: 30 }];
  }
}

function cardAmounts(random: Random, limit: number, used: number) {
  const balance = Math.min(limit, Math.round(limit * used));
  return {
    limit,
    balance,
    balanceBefore: Math.min(limit, Math.round(balance * (0.9 + 0.2 * random.next()))),
    payment: balance === 0 ? 0 : Math.min(balance, Math.max(25, Math.round(balance * 0.03))),
  };
}

function loanAmounts(limit: number, { months, term, share }: { months: number; term: number; share: number }) {
  const payment = Math.round(limit * share);
  const owedAfter = (paid: number) => Math.max(0, Math.round(limit * (1 - paid / term)));
  return { limit, balance: owedAfter(months), balanceBefore: owedAfter(months - 1), payment };
}

/** From 30 days late to charged off in the month of closing. */
function chargeOffOf(closedAt: number): FileAccount['late'] {
  const closed = monthNumber(closedAt);
  return [180, 150, 120, 90, 60, 30].map((days, index) => ({ month: closed - index, days }));
}

function creditorOf(random: Random, kind: AccountKind): string {
  return random.pick(kind === 'revolving' ? creditors.card : creditors[kind]);
}

/** Cards have sixteen digits, loans ten; neither can be taken for an SSN. */
function numberOf(random: Random, kind: AccountKind): string {
  const digits = (count: number) => Array.from({ length: count }, () => random.int(0, 9)).join('');
  return kind === 'revolving' ? `4${digits(15)}` : `7${digits(11)}`;
}

/** Most accounts are with all three bureaus. */
function drawReporting(random: Random, isEverywhere: boolean): FileAccount['reportedBy'] {
  const left = isEverywhere || random.chance(0.75) ? fileBureaus : drawBureaus(random);
  return left.map((bureau) => ({
    bureau,
    daysAgo: random.int(2, 25) + (random.chance(0.2) ? CURRENT_DAYS : 0),
  }));
}

function drawBureaus(random: Random): readonly Bureau[] {
  const missing = random.pick(fileBureaus);
  const left = fileBureaus.filter((bureau) => bureau !== missing);
  return random.chance(0.5) ? left : left.slice(0, 1);
}

/** Those of the last year that the history says, and older ones; one a day at most. */
function drawInquiries(random: Random, history: CreditHistory, asOf: number): FileInquiry[] {
  const days = new Set<number>();
  const drawDay = (from: number, to: number) => {
    let day = random.int(from, to);
    while (days.has(day)) day += 1;
    days.add(day);
    return day;
  };
  const ago = [
    ...Array.from({ length: history.inquiries6m }, () => drawDay(2, 165)),
    ...Array.from({ length: random.int(0, 3) }, () => drawDay(190, MOST_INQUIRY_DAYS)),
  ];
  return ago
    .toSorted((a, b) => a - b)
    .map((day) => ({
      creditor: random.pick(inquirers),
      at: asOf - day * DAY,
      bureaus: random.chance(0.6) ? fileBureaus : [random.pick(fileBureaus)],
    }));
}

function drawCollection(random: Random, asOf: number): FileCollection {
  return {
    agency: random.pick(creditors.collection),
    client: random.pick(creditors.original),
    accountNumber: numberOf(random, 'installment'),
    assignedAt: monthsBefore(asOf, random.int(4, 20)),
    balance: random.int(90, 2_400),
    bureaus: fileBureaus,
  };
}

function drawBankruptcy(random: Random, asOf: number): FilePublicRecord {
  const filedAt = monthsBefore(asOf, random.int(5, 20));
  return {
    kind: 'Chapter 7 bankruptcy',
    court: 'US BANKRUPTCY COURT',
    caseNumber: `${new Date(filedAt).getUTCFullYear() % 100}-${random.int(10_000, 49_999)}`,
    filedAt,
    liabilities: random.int(20, 140) * 1_000,
    bureaus: fileBureaus,
  };
}
