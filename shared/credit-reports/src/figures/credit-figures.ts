import {
  type BureauFigures,
  type DerivedFigures,
  FIGURE_BUREAUS,
  summaryFigures,
} from '@fundlens/read-models/contacts/report-figures';
import { FIRST_DEROGATORY_DAYS } from '../account-codes.ts';
import { type CalendarDate, dayOf, monthNumber, monthsBetween } from './calendar-months.ts';
import type { AccountKind, CreditFile, CreditRows, RecordRow, Row, Tradeline } from '../credit-file.ts';
import { mergedFile } from './merged-file.ts';
import { lateMonths } from './payment-history.ts';

export type FileFigures = {
  /** Over all bureaus together. */
  readonly figures: DerivedFigures;
  /** Of each bureau, where the report names several. */
  readonly bureaus: readonly BureauFigures[];
};

/** What a report says that is not to be read. */
export const NO_FIGURES: FileFigures = {
  figures: figuresOf({ tradelines: null, inquiries: null, collections: null, publicRecords: null }, dayOf(0)),
  bureaus: [],
};

/** @param file as it was read. @param pulledAt epoch milliseconds. Ages and windows count from here. */
export function reportFigures(file: CreditFile, pulledAt: number): FileFigures {
  if (!file.isWhole) return NO_FIGURES;
  const pulled = dayOf(pulledAt);
  return { figures: figuresOf(mergedFile(file), pulled), bureaus: bureauFigures(file, pulled) };
}

/** Of the rows as they were read: merging would give a bureau what only others say, and no bureau lists an account twice. */
function bureauFigures(file: CreditRows, pulled: CalendarDate): BureauFigures[] {
  const rows: readonly Row[] = [...(file.tradelines ?? []), ...(file.inquiries ?? [])];
  const several = FIGURE_BUREAUS.filter((bureau) => rows.some(({ bureaus }) => bureaus.includes(bureau)));
  if (several.length < 2) return [];
  return several.map((bureau) => {
    const figures = figuresOf(fileOfBureau(file, bureau), pulled);
    return { bureau, ...summaryFigures((name) => figures[name]) };
  });
}

function fileOfBureau({ tradelines, inquiries, collections, publicRecords }: CreditRows, bureau: string): CreditRows {
  const isOf = ({ bureaus }: Row) => bureaus.includes(bureau);
  return {
    tradelines: tradelines?.filter(isOf) ?? null,
    inquiries: inquiries?.filter(isOf) ?? null,
    collections: collections?.filter(isOf) ?? null,
    publicRecords: publicRecords?.filter(isOf) ?? null,
  };
}

/** @param file merged, so that no account is in it twice. */
export function figuresOf(file: CreditRows, pulled: CalendarDate): DerivedFigures {
  const { tradelines } = file;
  const known = tradelines ?? [];
  const open = known.filter(({ isOpen }) => isOpen);
  const figures = {
    ...openAccounts(open),
    ...debts(known, open),
    ...ages(known, pulled),
    ...late(known, pulled),
    authorizedUserAccounts: sumOfStated(known.map(({ isAuthorizedUser: is }) => (is === null ? null : Number(is)))),
  };
  return {
    ...(tradelines === null ? withoutValues(figures) : figures),
    inquiries3m: within(file.inquiries, pulled, 3),
    inquiries6m: within(file.inquiries, pulled, 6),
    inquiries12m: within(file.inquiries, pulled, 12),
    derogatories12m: derogatories(file, pulled, 12),
    derogatories24m: derogatories(file, pulled, 24),
    collections: file.collections?.length ?? null,
    publicRecords: file.publicRecords?.length ?? null,
  };
}

function withoutValues<Figures extends object>(figures: Figures): { [Name in keyof Figures]: null } {
  return Object.fromEntries(Object.keys(figures).map((name) => [name, null])) as { [Name in keyof Figures]: null };
}

/** No kind can be told from the others while an open account has none. */
function openAccounts(open: readonly Tradeline[]) {
  const isTold = open.every(({ kind }) => kind !== null);
  const counted = (kind: AccountKind) => (isTold ? open.filter((account) => account.kind === kind).length : null);
  const revolving = open.filter(({ kind }) => kind === 'revolving');
  const limited = revolving.flatMap(({ balanceCents, limitCents }) =>
    balanceCents === null || limitCents === null || limitCents === 0 ? [] : [{ balanceCents, limitCents }],
  );
  const used = limited.map(({ balanceCents, limitCents }) => percent(balanceCents, limitCents));
  const balance = sumOfStated(limited.map(({ balanceCents }) => balanceCents));
  const limit = sumOfStated(limited.map(({ limitCents }) => limitCents));
  return {
    revolvingBalanceCents: isTold ? sumOfStated(revolving.map(({ balanceCents }) => balanceCents)) : null,
    revolvingLimitCents: isTold ? sumOfStated(revolving.map(({ limitCents }) => limitCents)) : null,
    utilizationPct: isTold && balance !== null && limit !== null && limit > 0 ? percent(balance, limit) : null,
    highestCardUtilizationPct: isTold && used.length > 0 ? Math.max(...used) : null,
    openTradelines: open.length,
    openRevolving: counted('revolving'),
    openInstallment: counted('installment'),
    openMortgages: counted('mortgage'),
    openOther: counted('open'),
  };
}

/** With one decimal. */
const percent = (part: number, whole: number) => Math.round((part / whole) * 1_000) / 10;

/** Closed accounts may still be owed. */
function debts(all: readonly Tradeline[], open: readonly Tradeline[]) {
  const owed = all.filter(({ balanceCents }) => balanceCents !== 0);
  const isTold = owed.every(({ kind }) => kind !== null);
  const others = all.filter(({ kind }) => kind !== 'mortgage');
  return {
    totalDebtCents: sumOfStated(all.map(({ balanceCents }) => balanceCents)),
    nonMortgageDebtCents: isTold ? sumOfStated(others.map(({ balanceCents }) => balanceCents)) : null,
    monthlyPaymentCents: sumOfStated(open.map(({ paymentCents }) => paymentCents)),
  };
}

/** Null where there are accounts and none of them states a value, and where no number holds the sum exactly. */
function sumOfStated(values: readonly (number | null)[]): number | null {
  const stated = values.filter((value) => value !== null);
  const total = stated.reduce((before, value) => before + value, 0);
  return (values.length > 0 && stated.length === 0) || !Number.isSafeInteger(total) ? null : total;
}

function ages(tradelines: readonly Tradeline[], pulled: string) {
  const months = tradelines.flatMap(({ opened }) => (opened === null ? [] : [monthsBetween(opened, pulled)]));
  if (months.length === 0) return { oldestAccountMonths: null, newestAccountMonths: null, averageAccountMonths: null };
  const total = months.reduce((before, each) => before + each, 0);
  return {
    oldestAccountMonths: Math.max(...months),
    newestAccountMonths: Math.min(...months),
    averageAccountMonths: Math.floor(total / months.length),
  };
}

/** Months in which an account was late; two accounts late in one month are two. Null where no account has a history. */
function late(tradelines: readonly Tradeline[], pulled: string) {
  const now = monthNumber(pulled);
  const counted = (months: number) =>
    sumOfStated(tradelines.map(({ history }) => history && lateMonths(history, 1, now - months)));
  return { latePayments12m: counted(12), latePayments24m: counted(24) };
}

/** Null where the report has no such list, or a row of it no date. */
function within(rows: readonly RecordRow[] | null, pulled: string, months: number): number | null {
  if (rows === null || rows.some(({ date }) => date === null)) return null;
  return rows.filter(({ date }) => date !== null && monthsBetween(date, pulled) < months).length;
}

/**
 * Accounts that were 90 days late or worse in the window, collections and public records of the window. Null where the
 * report has no accounts to tell by, or accounts that say nothing of payments.
 */
function derogatories({ tradelines, collections, publicRecords }: CreditRows, pulled: string, months: number) {
  if (tradelines === null) return null;
  const isTold = ({ history, standing }: Tradeline) => history !== null || standing !== null;
  if (tradelines.length > 0 && !tradelines.some(isTold)) return null;
  const records = within([...(collections ?? []), ...(publicRecords ?? [])], pulled, months);
  if (records === null) return null;
  const after = monthNumber(pulled) - months;
  const was = tradelines.filter(({ history, standing, closed, reported }) => {
    if (standing === 'derogatory' && monthsBetween(closed ?? reported ?? pulled, pulled) < months) return true;
    return history !== null && lateMonths(history, FIRST_DEROGATORY_DAYS, after) > 0;
  });
  return records + was.length;
}
