import { DAY } from '../dates.ts';
import type { Random } from '../random.ts';
import { lenders, trades } from '../world/names.ts';
import type { DemoPerson } from '../world/person.ts';
import type { DemoReport } from '../world/report.ts';

export type Bureau = 'Equifax' | 'Experian' | 'TransUnion';

/** What a bureau knows of a person at the moment of a pull. Amounts in whole dollars, instants in epoch milliseconds. */
export type ReportSubject = {
  readonly requestId: string;
  readonly person: DemoPerson;
  readonly pulledAt: number;
  /** A second number on file, as bureaus list them after a typing error of a lender; null: none. */
  readonly variationSsn: string | null;
  readonly employer: string;
  readonly scores: readonly { readonly bureau: Bureau; readonly model: string; readonly score: number }[];
  readonly accounts: readonly ReportAccount[];
  readonly inquiries: readonly { readonly creditor: string; readonly at: number }[];
};

export type ReportAccount = {
  readonly creditor: string;
  readonly accountNumber: string;
  readonly kind: 'revolving' | 'installment' | 'mortgage';
  readonly openedAt: number;
  readonly balance: number;
  readonly limit: number;
  readonly payment: number;
  readonly isOpen: boolean;
  /** One sign per month, newest first: 1 paid as agreed, 2 and 3 late, X unknown. A long run of digits. */
  readonly paymentPattern: string;
};

const models: Record<Bureau, string> = {
  Equifax: 'FICO Score 5',
  Experian: 'FICO Score 2',
  TransUnion: 'FICO Score 4',
};

const bureausOf = {
  equifax: ['Equifax'],
  experian: ['Experian'],
  transunion: ['TransUnion'],
  mismo2: ['Equifax', 'Experian', 'TransUnion'],
  mismo3: ['Equifax', 'Experian', 'TransUnion'],
  truelink: ['Equifax', 'Experian', 'TransUnion'],
  other: ['TransUnion'],
} as const satisfies Record<DemoReport['format'], readonly Bureau[]>;

export function createReportSubject(random: Random, person: DemoPerson, report: DemoReport): ReportSubject {
  return {
    requestId: report.requestId,
    person,
    pulledAt: report.pulledAt,
    variationSsn: random.chance(0.25) ? mistyped(person.ssn) : null,
    employer: `${person.lastName} ${random.pick(trades)}`,
    scores: bureausOf[report.format].map((bureau) => ({
      bureau,
      model: models[bureau],
      score: Math.min(850, Math.max(300, report.baseScore + random.int(-18, 18))),
    })),
    accounts: Array.from({ length: random.int(4, 11) }, () => createAccount(random, report.pulledAt)),
    inquiries: Array.from({ length: random.int(0, 6) }, () => ({
      creditor: random.pick(lenders),
      at: report.pulledAt - random.int(1, 700) * DAY,
    })),
  };
}

/** The same number with its last two digits exchanged, or raised where they are equal: never issued either. */
export function mistyped(ssn: string): string {
  const [a = '0', b = '0'] = ssn.slice(7);
  return ssn.slice(0, 7) + (a === b ? a + String((Number(b) + 1) % 10) : b + a);
}

function createAccount(random: Random, pulledAt: number): ReportAccount {
  const kind = random.pick(['revolving', 'revolving', 'revolving', 'installment', 'mortgage']);
  const months = random.int(3, 240);
  const limit = kind === 'mortgage' ? random.int(90, 640) * 1_000 : random.int(1, 60) * 500;
  const isOpen = random.chance(0.8);
  return {
    creditor: random.pick(lenders).toUpperCase(),
    accountNumber: Array.from({ length: random.int(10, 16) }, () => random.int(0, 9)).join(''),
    kind,
    openedAt: pulledAt - months * 30 * DAY,
    balance: isOpen ? Math.floor(limit * random.next() * 0.9) : 0,
    limit,
    payment: Math.ceil(limit / random.int(30, 120)),
    isOpen,
    paymentPattern: Array.from({ length: Math.min(months, 24) }, () =>
      random.chance(0.93) ? '1' : random.pick(['2', '3', 'X']),
    ).join(''),
  };
}

/** The figures that a funding platform makes of a report. */
export function summaryOf(subject: ReportSubject) {
  const revolving = subject.accounts.filter(({ kind, isOpen }) => kind === 'revolving' && isOpen);
  const limits = revolving.reduce((sum, { limit }) => sum + limit, 0);
  const balances = revolving.reduce((sum, { balance }) => sum + balance, 0);
  const oldest = Math.min(...subject.accounts.map(({ openedAt }) => openedAt));
  return {
    scores: subject.scores.map(({ bureau, model, score }) => ({ bureau: bureau.toLowerCase(), model, score })),
    utilizationPct: limits === 0 ? null : Math.round((balances / limits) * 1_000) / 10,
    openTradelines: subject.accounts.filter(({ isOpen }) => isOpen).length,
    inquiries6m: subject.inquiries.filter(({ at }) => at > subject.pulledAt - 182 * DAY).length,
    derogatories24m: subject.accounts.filter(({ paymentPattern }) => /[23]/.test(paymentPattern)).length,
    oldestAccountMonths: Math.floor((subject.pulledAt - oldest) / (30 * DAY)),
    totalDebtCents: subject.accounts.reduce((sum, { balance }) => sum + balance, 0) * 100,
  };
}
