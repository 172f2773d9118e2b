import type { BureauFigures, DerivedFigures } from '@fundlens/read-models/contacts/report-figures';
import { scoreModelName } from '@fundlens/read-models/contacts/score-model';
import { zoneOrFallback } from '@fundlens/read-models/dashboards/local-day';
import {
  type CreditFile,
  type DerogatoryRow,
  type ExplainedScore,
  type ScoreFactor,
  type Tradeline,
  UNSTATED,
} from './credit-file.ts';
import { reportFigures } from './figures/credit-figures.ts';
import { groupedFile, type SameRows } from './figures/merged-file.ts';
import type { LateMonth } from './figures/payment-history.ts';
import { historyGrid } from './history-grid.ts';
import { type Block, type Column, NOTHING, type Row, type ScoreCard, type Table } from './page-blocks.ts';
import { accountOf, dateOf, moneyOf, shownCents, shownDate } from './report-values.ts';
import { MONTHS_LEGEND, shownBureau, shownCondition, shownDesignator, shownRating, shownType } from './report-words.ts';

/** What the pages take from around the report. */
export type ReportFrame = {
  readonly requestId: string;
  /** Epoch milliseconds. */
  readonly pulledAt: number;
  readonly bureaus: readonly string[];
  /** As its profile is at the time of rendering. */
  readonly location: LocationProfile;
};

/** What pages show of the location. Nulls while its profile is not known. */
export type LocationProfile = { readonly name: string | null; readonly timeZone: string | null };

/** The title of a report that names no person. */
export const UNNAMED = 'Credit report';

/** Far beyond a real file; what is left out is counted and said. */
const MAX_ROWS = { tradelines: 400, inquiries: 200, collections: 100, publicRecords: 100 };

/** What a Social Security number looks like after redaction. */
const MASKED_SSN = '***-**-****';

const ORIGIN =
  'Made from the stored report, without asking a credit bureau again. Social Security numbers are removed and account numbers shortened; the stored report holds every detail.';
const TOO_MANY_ROWS =
  'The report has more rows than are read here; no totals are counted. The stored report has all rows.';

/** Where a person disputes what a bureau reports. */
const REPOSITORIES: Readonly<Record<string, string>> = {
  equifax: 'Equifax Information Services LLC, P.O. Box 740256, Atlanta, GA 30374',
  experian: 'Experian, P.O. Box 4500, Allen, TX 75013',
  transunion: 'TransUnion Consumer Solutions, P.O. Box 2000, Chester, PA 19016',
};

/** The same file and frame give the same blocks. */
export function pageContent(file: CreditFile, frame: ReportFrame): Block[] {
  const grouped = groupedFile(file);
  const columns = bureauColumns(file);
  const { tradelines, inquiries, collections, publicRecords } = file;
  return [
    { kind: 'title', text: file.subject.names[0] ?? UNNAMED },
    frameTable(frame),
    ...(file.scores.length === 0 ? [] : [{ kind: 'scores' as const, cards: file.scores.map(scoreCard) }]),
    totalsTable(file, frame.pulledAt),
    subjectTable(file),
    ...repositoryTable(frame, columns),
    ...textTable(
      'Alerts and messages',
      file.messages.left,
      file.messages.items.map(({ kind, text }) => [kind, text]),
    ),
    ...(tradelines === null ? [] : accountTables(grouped.tradelines ?? [], columns)),
    ...(collections === null ? [] : recordTables('Collections', grouped.collections ?? [], columns)),
    ...(publicRecords === null ? [] : recordTables('Public records', grouped.publicRecords ?? [], columns)),
    ...(inquiries === null ? [] : [inquiryTable(grouped.inquiries ?? [], columns)]),
    ...textTable(
      'Consumer statements',
      file.statements.left,
      file.statements.items.map(({ text, date }) => [date ?? 'Statement', text]),
    ),
  ];
}

/** A table without more than these. */
const BARE = {
  kind: 'table',
  heading: null,
  note: null,
  columns: [],
  rows: [],
  isWhole: false,
  hasLines: false,
} as const;
const left = (name: string, share: number): Column => ({ name, share, align: 'left', isLabel: false });
const right = (name: string, share: number): Column => ({ name, share, align: 'right', isLabel: false });
const labels = (name: string, share: number): Column => ({ name, share, align: 'left', isLabel: true });
const row = (...cells: (string | null | readonly (string | null)[])[]): Row => ({
  cells: cells.map((cell) => {
    const lines = [cell].flat().filter((text) => text !== null);
    return lines.length === 0 ? [NOTHING] : lines;
  }),
  history: null,
});

function joined(separator: string, parts: readonly (string | null)[]): string | null {
  return parts.filter((part) => part !== null).join(separator) || null;
}

function labelled(label: string, value: string | null): string | null {
  return value === null ? null : `${label} ${value}`;
}

const rest = (count: number) => (count > 0 ? `${count} more are in the stored report.` : null);

/** Labels beside what they are of. Nothing without a text. */
function textTable(heading: string, more: number, texts: readonly (readonly [string, string])[]): Table[] {
  if (texts.length === 0) return [];
  const rows = texts.map(([label, text]) => row(label, text));
  return [{ ...BARE, heading: `${heading} (${texts.length + more})`, note: rest(more), columns: LABELLED, rows }];
}

const LABELLED = [labels('', 26), left('', 74)];

function frameTable({ requestId, pulledAt, bureaus, location }: ReportFrame): Table {
  const facts: [string, string][] = [
    ...(location.name === null ? [] : [['Location', location.name] satisfies [string, string]]),
    ['Pulled', instantOf(pulledAt, location.timeZone)],
    [bureaus.length === 1 ? 'Bureau' : 'Bureaus', bureaus.map(shownBureau).join(', ') || NOTHING],
    ['Request', requestId],
  ];
  return {
    ...BARE,
    note: ORIGIN,
    columns: facts.map(([label]) => left(label, 1)),
    rows: [row(...facts.map(([, value]) => value))],
  };
}

/** `03/01/2026, 06:00 CST`. @param instant epoch milliseconds. @param timeZone UTC for one that the runtime does not know. */
export function instantOf(instant: number, timeZone: string | null): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: zoneOrFallback(timeZone),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(instant);
}

function scoreCard({ score: stated, isFico, factors }: ExplainedScore): ScoreCard {
  const { score, bureau, model, code } = stated;
  const name = scoreModelName(stated);
  const unnamed = isFico ? 'FICO' : 'Model';
  return {
    score: score === null ? NOTHING : String(score),
    of: bureau === null ? 'Credit score' : shownBureau(bureau),
    model:
      joined(' · ', [
        model === null ? null : name === model && isCode(model) ? `${unnamed} ${model}` : name,
        name === model ? null : model,
        score === null ? `No score${code === null ? '' : ` (${code})`}` : null,
      ]) ?? '',
    factors: factors.map(shownFactor),
  };
}

/** Some bureaus name their models by a number or a few letters alone. */
function isCode(model: string): boolean {
  return model.length <= 5 || /^\d+$/.test(model);
}

function shownFactor({ code, text }: ScoreFactor): string {
  if (text === null) return `Factor ${code}`;
  const sentence = text === text.toUpperCase() ? text.charAt(0) + text.slice(1).toLowerCase() : text;
  return code === null ? sentence : `${sentence} (${code})`;
}

function subjectTable({ subject }: CreditFile): Table {
  const { names, birthYear, addresses, employments } = subject;
  const [, ...others] = names;
  const rows = [
    ...(others.length === 0 ? [] : [row('Also known as', others.join('; '))]),
    row('Social Security number', MASKED_SSN),
    ...(birthYear === null ? [] : [row('Year of birth', birthYear)]),
    ...addresses.map(({ text, kind }) => row(kind === null ? 'Address' : `Address (${kind.toLowerCase()})`, text)),
    ...employments.map(({ employer, occupation }) => row('Employment', joined(', ', [employer, occupation]))),
  ];
  return { ...BARE, heading: 'Personal information', columns: LABELLED, rows, isWhole: true };
}

type Figures = DerivedFigures | BureauFigures;
const percent = (pct: number) => `${pct}%`;

/** `17 y 6 m` */
function age(months: number): string {
  const [years, over] = [Math.floor(months / 12), months % 12];
  return years === 0 ? `${over} m` : over === 0 ? `${years} y` : `${years} y ${over} m`;
}

/** Figures as they are shown beside each other; those that only all bureaus together have are missing of one bureau. */
const TOTALS: readonly (readonly [
  label: string,
  names: readonly (keyof DerivedFigures)[],
  shown: (figure: number) => string,
])[] = [
  ['Revolving utilization', ['utilizationPct'], percent],
  ['Revolving balance / limit', ['revolvingBalanceCents', 'revolvingLimitCents'], shownCents],
  ['Highest utilization of one card', ['highestCardUtilizationPct'], percent],
  ['Open accounts', ['openTradelines'], String],
  ['Revolving / installment / mortgages', ['openRevolving', 'openInstallment', 'openMortgages'], String],
  ['Total debt', ['totalDebtCents'], shownCents],
  ['Debt without mortgages', ['nonMortgageDebtCents'], shownCents],
  ['Monthly payments', ['monthlyPaymentCents'], shownCents],
  ['Inquiries in 6 months', ['inquiries6m'], String],
  ['Inquiries in 3 / 12 months', ['inquiries3m', 'inquiries12m'], String],
  ['Late months in 12 / 24 months', ['latePayments12m', 'latePayments24m'], String],
  ['Derogatory in 24 months', ['derogatories24m'], String],
  ['Derogatory in 12 months', ['derogatories12m'], String],
  ['Oldest account', ['oldestAccountMonths'], age],
  ['Average / newest account', ['averageAccountMonths', 'newestAccountMonths'], age],
  ['As authorized user', ['authorizedUserAccounts'], String],
  ['Collections / public records', ['collections', 'publicRecords'], String],
];

/** The figures that are derived from the rows below, by bureau where the report names several, and what it states itself. */
function totalsTable(file: CreditFile, pulledAt: number): Table {
  const { figures, bureaus } = reportFigures(file, pulledAt);
  const all: readonly Figures[] = [figures, ...bureaus];
  const derived = TOTALS.flatMap(([label, names, shown]) => {
    const values = all.map((of) => {
      const stated = names.map((name) => (of as Partial<DerivedFigures>)[name] ?? null);
      return stated.every((value) => value === null)
        ? null
        : stated.map((value) => (value === null ? NOTHING : shown(value))).join(' / ');
    });
    return values[0] === null ? [] : [row(label, ...values.map((value) => value ?? ''))];
  });
  const stated = file.totals.items.map(({ name, value }) =>
    row(`${name} (as stated)`, value, ...bureaus.map(() => '')),
  );
  const named = bureaus.map(({ bureau }) => right(shownBureau(bureau), 22));
  return {
    ...BARE,
    heading: 'Totals',
    note: file.isWhole ? null : TOO_MANY_ROWS,
    columns: named.length === 0 ? LABELLED : [labels('', 34), right('All bureaus', 22), ...named],
    rows: [...derived, ...stated],
    isWhole: true,
  };
}

type OfBureaus = { readonly bureaus: readonly string[] };
type Groups<Of> = readonly SameRows<Of>[];
/** Those that report something of a list. */
function columnsOf(groups: Groups<OfBureaus>, columns: readonly BureauColumn[]): BureauColumn[] {
  return columns.filter(({ has }) => groups.some((same) => same.some(has)));
}

type BureauColumn = { readonly name: string; readonly has: (row: OfBureaus) => boolean };

/** The three bureaus in the order of their names; what else a report names comes behind, unstated at last. */
const USUAL_BUREAUS = ['equifax', 'experian', 'transunion'];
/** More have no room beside each other. */
const MAX_COLUMNS = 4;

/** A column for each bureau that a row of the file names. */
function bureauColumns({ tradelines, inquiries, collections, publicRecords }: CreditFile): BureauColumn[] {
  const lists: (readonly OfBureaus[] | null)[] = [tradelines, inquiries, collections, publicRecords];
  const named = new Set(lists.flatMap((rows) => rows?.flatMap(({ bureaus }) => bureaus) ?? []));
  const others = [...named].filter((bureau) => !USUAL_BUREAUS.includes(bureau) && bureau !== UNSTATED).sort();
  const sorted = [...USUAL_BUREAUS, ...others, UNSTATED].filter((bureau) => named.has(bureau));
  const own = sorted.length > MAX_COLUMNS ? sorted.slice(0, MAX_COLUMNS - 1) : sorted;
  const columns = own.map((bureau) => ({
    name: shownBureau(bureau),
    has: ({ bureaus }: OfBureaus) => bureaus.includes(bureau),
  }));
  if (own.length === sorted.length) return columns;
  return [...columns, { name: 'Other bureaus', has: ({ bureaus }) => bureaus.some((bureau) => !own.includes(bureau)) }];
}

/** Typed, or as it is stated where it has no type. */
function money({ asStated }: { readonly asStated: Tradeline['asStated'] }, name: string, cents: number | null) {
  return moneyOf(asStated?.[name] ?? null) ?? (cents === null ? null : shownCents(cents));
}

function date({ asStated }: { readonly asStated: Tradeline['asStated'] }, name: string, day: string | null) {
  return dateOf(asStated?.[name] ?? null) ?? (day === null ? null : shownDate(day));
}

/** What one row says, by the label that it has beside the columns of bureaus. */
type Line<Of> = readonly [label: string, said: (row: Of) => string | null];

const status = (of: Tradeline) => {
  const [condition, rating] = [shownCondition(of.condition), shownRating(of.rating)];
  return joined(' · ', condition === rating ? [condition] : [condition, rating]);
};
const highCredit = (of: Tradeline) =>
  of.highCreditCents === of.limitCents ? null : money(of, 'highCredit', of.highCreditCents);

const ACCOUNT_LINES: readonly Line<Tradeline>[] = [
  ['Account number', ({ account }) => accountOf(account)],
  ['Type', ({ type }) => shownType(type)],
  ['Responsibility', ({ designator }) => shownDesignator(designator)],
  ['Opened', (of) => date(of, 'opened', of.opened)],
  ['Closed', (of) => date(of, 'closed', of.closed)],
  ['Reported', (of) => date(of, 'reported', of.reported)],
  ['Limit or loan amount', (of) => money(of, 'limit', of.limitCents)],
  ['Highest balance', highCredit],
  ['Balance', (of) => money(of, 'balance', of.balanceCents)],
  ['Payment', (of) => money(of, 'payment', of.paymentCents)],
  ['Past due', (of) => money(of, 'pastDue', of.pastDueCents)],
  ['Status', status],
  ['Times late', ({ lateMonths }) => lateMonths && timesLate(lateMonths)],
  ['Remark', ({ remark }) => remark],
];

/** `1 × 30, 2 × 90+`: in how many months how many days. */
function timesLate(months: readonly LateMonth[]): string {
  const times: [string, number][] = [
    ['30', months.filter(({ days }) => days === 30).length],
    ['60', months.filter(({ days }) => days === 60).length],
    ['90+', months.filter(({ days }) => days >= 90).length],
  ];
  const late = times.filter(([, count]) => count > 0).map(([days, count]) => `${count} × ${days}`);
  return late.length === 0 ? 'Never' : `${late.join(', ')} days`;
}

function accountTables(accounts: Groups<Tradeline>, all: readonly BureauColumn[]): Table[] {
  const columns = columnsOf(accounts, all);
  const shown = accounts.slice(0, MAX_ROWS.tradelines);
  const tables =
    columns.length > 1
      ? shown.map((same) => {
          const numbers = new Set(same.flatMap(({ account }) => accountOf(account) ?? []));
          const number = numbers.size === 1 ? [...numbers].join() : null;
          const title = joined('  ', [same[0].creditor, number]) ?? 'Account';
          const lines = number === null ? ACCOUNT_LINES : ACCOUNT_LINES.slice(1);
          return mergedTable(same, columns, { title, lines, history: historyGrid(same) });
        })
      : shown.length === 0
        ? []
        : [accountTable(shown.map(([only]) => only))];
  const hasHistory = shown.flat().some(({ history }) => history !== null);
  return headed('Accounts', accounts, { tables, limit: MAX_ROWS.tradelines, note: hasHistory ? MONTHS_LEGEND : null });
}

type Headed = { readonly tables: readonly Table[]; readonly limit: number; readonly note: string | null };

/** The first table has the heading of them all; where there is none, the list is empty, and says so. */
function headed(heading: string, all: readonly unknown[], { tables, limit, note }: Headed): Table[] {
  const [first = { ...BARE, note: 'None.' }, ...others] = tables;
  const more = rest(all.length - limit);
  return [
    { ...first, heading: `${heading} (${all.length})`, note: joined(' ', [more, note]) ?? first.note },
    ...others,
  ];
}

type Merged<Of> = {
  readonly title: string;
  readonly lines: readonly Line<Of>[];
  readonly history: Row['history'];
};

/** What several bureaus say of one thing: a line per value that one of them states, in it a value per bureau. */
function mergedTable<Of extends OfBureaus>(
  same: SameRows<Of>,
  columns: readonly BureauColumn[],
  { title, lines, history }: Merged<Of>,
): Table {
  const byColumn = columns.map((column) => same.find((each) => column.has(each)));
  const stated = lines.flatMap(([label, said]) => {
    const values = byColumn.map((of) => of && said(of));
    return values.some((value) => value) ? [{ label, values }] : [];
  });
  const cells = byColumn.map((of, column) => {
    return of === undefined ? ['Not reported'] : stated.map(({ values }) => values[column] ?? NOTHING);
  });
  return {
    ...BARE,
    columns: [labels(title, 1.25), ...columns.map(({ name }) => left(name, 1))],
    rows: [{ cells: [stated.map(({ label }) => label), ...cells], history }],
    isWhole: true,
    hasLines: true,
  };
}

/** Of one bureau, a row per account; without the columns that no account has a value for. */
function accountTable(accounts: readonly Tradeline[]): Table {
  const columns: [Column, (of: Tradeline) => (string | null)[]][] = [
    [left('Creditor', 26), ({ creditor, account, remark }) => [creditor, accountOf(account), remark]],
    [left('Type', 13), ({ type, designator }) => [shownType(type), shownDesignator(designator)]],
    [
      left('Opened', 21),
      (of) => [
        date(of, 'opened', of.opened),
        labelled('Closed', date(of, 'closed', of.closed)),
        labelled('Reported', date(of, 'reported', of.reported)),
      ],
    ],
    [
      left('Status', 20),
      (of) => [status(of), of.lateMonths?.length ? labelled('Late', timesLate(of.lateMonths)) : null],
    ],
    [right('Limit', 13), (of) => [money(of, 'limit', of.limitCents), labelled('Highest', highCredit(of))]],
    [right('Balance', 13), (of) => [money(of, 'balance', of.balanceCents)]],
    [right('Payment', 12), (of) => [money(of, 'payment', of.paymentCents)]],
    [right('Past due', 12), (of) => [money(of, 'pastDue', of.pastDueCents)]],
  ];
  const kept = columns.filter(
    ([, linesOf], index) => index === 0 || accounts.some((of) => linesOf(of).some((line) => line)),
  );
  return {
    ...BARE,
    columns: kept.map(([column]) => column),
    rows: accounts.map((of) => ({
      ...row(...kept.map(([, linesOf]) => linesOf(of))),
      history: historyGrid([of]),
    })),
  };
}

const RECORD_LINES: readonly Line<DerogatoryRow>[] = [
  ['Date', (of) => date(of, 'date', of.date)],
  ['Status', ({ status: stated }) => shownRating(stated)],
  ['Amount', (of) => money(of, 'amount', of.amountCents)],
];

function recordTables(heading: string, records: Groups<DerogatoryRow>, all: readonly BureauColumn[]): Table[] {
  const columns = columnsOf(records, all);
  const limit = MAX_ROWS.collections;
  const shown = records.slice(0, limit);
  const titleOf = ({ name, account, court, reference }: DerogatoryRow) =>
    joined(', ', [joined('  ', [name, accountOf(account)]), court, reference]) ?? 'Record';
  const merged = (same: SameRows<DerogatoryRow>) =>
    mergedTable(same, columns, { title: titleOf(same[0]), lines: RECORD_LINES, history: null });
  const table: Table = {
    ...BARE,
    columns: [left(ofBureau('Record', columns), 48), left('Date', 13), left('Status', 24), right('Amount', 15)],
    rows: shown.map(([of]) => row(titleOf(of), ...RECORD_LINES.map(([, said]) => said(of)))),
  };
  const tables = columns.length > 1 ? shown.map(merged) : shown.length === 0 ? [] : [table];
  return headed(heading, records, { tables, limit, note: null });
}

/** A table has no column for its only bureau, so its head names it where it is known. */
function ofBureau(name: string, [only]: readonly BureauColumn[]): string {
  return only === undefined || only.name === shownBureau(UNSTATED) ? name : `${name} (${only.name})`;
}

/** An inquiry is a name and a day: with a column per bureau too it takes one row. */
function inquiryTable(
  inquiries: NonNullable<ReturnType<typeof groupedFile>['inquiries']>,
  all: readonly BureauColumn[],
): Table {
  const named = columnsOf(inquiries, all);
  const columns = all.filter((column) => named.includes(column) || column.name !== shownBureau(UNSTATED));
  const dates = columns.length < 2 ? [{ name: ofBureau('Date', columns), has: () => true }] : columns;
  const rows = inquiries.slice(0, MAX_ROWS.inquiries).map((same) => {
    const days = dates.map(({ has }) => {
      const of = same.find((each) => has(each));
      // Where the bureau states no day, it still has the inquiry.
      return of === undefined ? null : (date(of, 'date', of.date) ?? 'Listed');
    });
    return row(same[0].inquirer, ...days);
  });
  const table = { ...BARE, columns: [left('Inquirer', 40), ...dates.map(({ name }) => left(name, 20))], rows };
  const tables = rows.length === 0 ? [] : [table];
  const [first = table] = headed('Inquiries', inquiries, { tables, limit: MAX_ROWS.inquiries, note: null });
  return first;
}

function repositoryTable({ bureaus }: ReportFrame, columns: readonly BureauColumn[]): Table[] {
  const named = new Set([...bureaus.map(shownBureau), ...columns.map(({ name }) => name)]);
  const rows = USUAL_BUREAUS.filter((bureau) => named.has(shownBureau(bureau))).map((bureau) =>
    row(shownBureau(bureau), REPOSITORIES[bureau] ?? null),
  );
  if (rows.length === 0) return [];
  return [{ ...BARE, heading: 'Repositories', columns: LABELLED, rows, isWhole: true }];
}
