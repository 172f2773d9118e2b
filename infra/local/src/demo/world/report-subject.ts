import { DAY, monthNumber, monthsBetween } from '../dates.ts';
import { createRandom } from '../random.ts';
import { type CreditFigures, figuresOf } from './credit-figures.ts';
import {
  type Bureau,
  type CreditFile,
  CURRENT_DAYS,
  type FileAccount,
  type FileCollection,
  type FileInquiry,
  type FilePublicRecord,
  fileBureaus,
} from './credit-file.ts';
import { type BureauScore, scoreOf } from './credit-score.ts';
import type { DemoPerson } from './person.ts';
import type { DemoReport } from './report.ts';
import type { MergedAccount, ReportAccount } from './report-account.ts';

/** What bureaus know of a person at the moment of a pull. Amounts in whole dollars, instants in epoch milliseconds. */
export type ReportSubject = {
  readonly requestId: string;
  readonly person: DemoPerson;
  readonly pulledAt: number;
  readonly bureaus: readonly Bureau[];
  /** A second number on file, as bureaus list them after a typing error of a lender; null: none. */
  readonly variationSsn: string | null;
  /** Some text of the report spells the number out. */
  readonly spellsNumber: boolean;
  /** The importer kept names and scores of what it could not parse, and no accounts. */
  readonly isCutShort: boolean;
  readonly employer: string;
  readonly scores: readonly BureauScore[];
  /** Each bureau's own rows. */
  readonly rows: readonly ReportAccount[];
  /** Each account once, as the bureau shows it that was told last. */
  readonly accounts: readonly MergedAccount[];
  readonly inquiries: readonly FileInquiry[];
  readonly collections: readonly FileCollection[];
  readonly publicRecords: readonly FilePublicRecord[];
  /** Over all bureaus of the report. */
  readonly figures: CreditFigures;
  readonly inquiries6mAt: ReadonlyMap<Bureau, number>;
};

const bureausOf = {
  equifax: ['Equifax'],
  experian: ['Experian'],
  transunion: ['TransUnion'],
  mismo2: fileBureaus,
  mismo3: fileBureaus,
  truelink: fileBureaus,
  other: ['TransUnion'],
} as const satisfies Record<DemoReport['format'], readonly Bureau[]>;

const MONTHS_SHOWN = 24;
/** Of reports in whose texts the number is spelled out. */
const SPELLED_SHARE = 0.06;
const CUT_SHORT_SHARE = 0.3;

/** What the bureaus know at this pull; the same for the same person, file and report. */
export function subjectOf(person: DemoPerson, file: CreditFile, report: DemoReport): ReportSubject {
  const random = createRandom(`${report.requestId}/subject`);
  const { pulledAt } = report;
  const bureaus: readonly Bureau[] = bureausOf[report.format];
  const seen = fileAt(file, { bureaus, pulledAt });
  const withDays = report.format !== 'equifax';
  const figuresFrom = (of: readonly Bureau[]) => {
    const part = fileAt(file, { bureaus: of, pulledAt });
    return figuresOf({ ...part, pulledAt, withDays });
  };
  const ofBureaus = bureaus.map((bureau) => [bureau, figuresFrom([bureau])] as const);
  return {
    requestId: report.requestId,
    person,
    pulledAt,
    bureaus,
    variationSsn: random.chance(0.12) ? mistyped(person.ssn) : null,
    spellsNumber: random.chance(SPELLED_SHARE),
    isCutShort: report.variant === 'truelink-unparsed' && random.chance(CUT_SHORT_SHARE),
    employer: person.companyName ?? `${person.lastName} ${person.business.trade}`,
    scores: ofBureaus.map(([bureau, own]) => scoreOf(bureau, own)),
    inquiries6mAt: new Map(ofBureaus.map(([bureau, { inquiries6m }]) => [bureau, inquiries6m])),
    ...seen,
    figures: figuresFrom(bureaus),
  };
}

/** What some bureaus show of a file. */
function fileAt(file: CreditFile, { bureaus, pulledAt }: { bureaus: readonly Bureau[]; pulledAt: number }) {
  const rows = file.accounts.flatMap((account, index) => rowsOf(account, { index, pulledAt, bureaus }));
  const isSeen = (row: { readonly bureaus: readonly Bureau[] }, at: number) =>
    at < pulledAt && row.bureaus.some((bureau) => bureaus.includes(bureau));
  return {
    rows,
    accounts: mergedAccounts(rows),
    inquiries: file.inquiries.filter((inquiry) => isSeen(inquiry, inquiry.at)),
    collections: file.collections.filter((collection) => isSeen(collection, collection.assignedAt)),
    publicRecords: file.publicRecords.filter((record) => isSeen(record, record.filedAt)),
  };
}

function rowsOf(
  account: FileAccount,
  { index, pulledAt, bureaus }: { index: number; pulledAt: number; bureaus: readonly Bureau[] },
): ReportAccount[] {
  const { closedAt, reportedBy, balanceBefore, ...same } = account;
  if (account.openedAt >= pulledAt) return [];
  const isOpen = closedAt === null || closedAt >= pulledAt;
  return reportedBy
    .filter(({ bureau }) => bureaus.includes(bureau))
    .map(({ bureau, daysAgo }) => {
      const reportedAt = isOpen ? pulledAt - daysAgo * DAY : closedAt;
      const owed = daysAgo >= CURRENT_DAYS ? balanceBefore : account.balance;
      const balance = isOpen || account.isChargedOff ? owed : 0;
      return {
        ...same,
        index,
        bureau,
        closedAt: isOpen ? null : closedAt,
        reportedAt,
        balance,
        payment: isOpen && balance > 0 ? account.payment : 0,
        pastDue: account.isChargedOff ? balance : 0,
        isOpen,
        history: historyOf(account, reportedAt),
      };
    });
}

function historyOf({ openedAt, late }: FileAccount, reportedAt: number): number[] {
  const newest = monthNumber(reportedAt);
  const months = Math.min(MONTHS_SHOWN, Math.max(1, monthsBetween(openedAt, reportedAt, { withDays: false })));
  return Array.from({ length: months }, (_, ago) => late.find(({ month }) => month === newest - ago)?.days ?? 0);
}

/** Of two bureaus that were told on the same day the one that says more. */
function mergedAccounts(rows: readonly ReportAccount[]): MergedAccount[] {
  return [...Map.groupBy(rows, ({ index }) => index).values()].map((same) => {
    const [newest] = same.toSorted((a, b) => dayOf(b.reportedAt) - dayOf(a.reportedAt) || b.balance - a.balance);
    if (newest === undefined) throw new TypeError('a group has rows');
    return { ...newest, bureaus: same.map(({ bureau }) => bureau) };
  });
}

function dayOf(instant: number): number {
  return Math.floor(instant / DAY);
}

/** The same number with its last two digits exchanged, or raised where they are equal: never issued either. */
export function mistyped(ssn: string): string {
  const [a = '0', b = '0'] = ssn.slice(7);
  return ssn.slice(0, 7) + (a === b ? a + String((Number(b) + 1) % 10) : b + a);
}

/** The figures that a funding platform makes of a report. */
export function summaryOf({ scores, figures }: ReportSubject) {
  return {
    scores: scores.map(({ bureau, model, score }) => ({ bureau: bureau.toLowerCase(), model, score })),
    utilizationPct: figures.utilizationPct,
    openTradelines: figures.openTradelines,
    inquiries6m: figures.inquiries6m,
    derogatories24m: figures.derogatories24m,
    oldestAccountMonths: figures.oldestAccountMonths,
    totalDebtCents: figures.totalDebtCents,
  };
}
