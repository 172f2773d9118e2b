import type { DerivedFigures } from '@fundlens/read-models/contacts/report-figures';
import { scoreModelName } from '@fundlens/read-models/contacts/score-model';
import { zoneOrFallback } from '@fundlens/read-models/dashboards/local-day';
import { type BureauColumn, bureauColumns, bureauTables } from './bureau-tables.ts';
import type { CreditFile, ExplainedScore, Said, ScoreFactor } from './credit-file.ts';
import { reportFigures } from './figures/credit-figures.ts';
import { BARE, labels, left, NOTHING, type Pages, rest, right, row, type Table, UNNAMED } from './page-tables.ts';
import { shownBureau, USUAL_BUREAUS } from './report-bureaus.ts';
import { joined, shownCents } from './report-values.ts';

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

/** What a Social Security number looks like after redaction. */
const MASKED_SSN = '***-**-****';

const ORIGIN =
  'Made from the stored report, without asking a credit bureau again. Social Security numbers are removed and account numbers shortened; the stored report holds every detail.';
const TOO_MANY_ROWS =
  'The report has more rows than are read here; no totals are counted. The stored report has all rows.';

/** The same file and frame give the same pages. */
export function pageContent(file: CreditFile, frame: ReportFrame): Pages {
  const columns = bureauColumns(file);
  return {
    title: file.names[0] ?? UNNAMED,
    footer: footerOf(frame),
    tables: [
      frameTable(frame),
      ...scoreTable(file.scores),
      totalsTable(file, frame.pulledAt),
      personTable(file),
      ...repositoryTable(frame, columns),
      ...textTable('Alerts and messages', file.messages),
      ...bureauTables(file, columns),
      ...textTable('Consumer statements', file.statements),
    ],
  };
}

function footerOf({ requestId, pulledAt, location }: ReportFrame): string {
  const pulled = `Request ${requestId} · pulled ${instantOf(pulledAt, location.timeZone)}`;
  return location.name === null ? pulled : `${location.name} · ${pulled}`;
}

/** Far beyond a real file; what is left out is counted and said. */
const MAX_TEXTS = 100;

/** Labels beside what they are of. Nothing without a text. */
function textTable(heading: string, texts: readonly Said[]): Table[] {
  const table = { ...BARE, heading: `${heading} (${texts.length})`, note: rest(texts.length - MAX_TEXTS) };
  return texts.length === 0 ? [] : [{ ...table, columns: LABELLED, rows: texts.slice(0, MAX_TEXTS).map(saidRow) }];
}

const saidRow = ({ label, text }: Said) => row(label, text);
const LABELLED = [labels('', 26), left('', 74)];

function frameTable({ requestId, pulledAt, bureaus, location }: ReportFrame): Table {
  const facts: (readonly [string, string | null])[] = [
    ['Location', location.name],
    ['Pulled', instantOf(pulledAt, location.timeZone)],
    [bureaus.length === 1 ? 'Bureau' : 'Bureaus', bureaus.map(shownBureau).join(', ')],
    ['Request', requestId],
  ];
  const known = facts.filter(([, value]) => value !== null);
  const columns = known.map(([label]) => left(label, 1));
  return { ...BARE, note: ORIGIN, columns, rows: [row(...known.map(([, value]) => value || null))] };
}

/** `03/01/2026, 06:00 CST`. @param instant epoch milliseconds. @param timeZone UTC for one that the runtime does not know. */
function instantOf(instant: number, timeZone: string | null): string {
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

const CARDS_PER_ROW = 3;

/** A card per score, three beside each other: of three bureaus each has its column. */
function scoreTable(scores: readonly ExplainedScore[]): Table[] {
  const columns = Array.from({ length: CARDS_PER_ROW }, () => left('', 1));
  const rows = scores.flatMap((_, start) =>
    start % CARDS_PER_ROW === 0 ? [row(...scores.slice(start, start + CARDS_PER_ROW).map(scoreCard))] : [],
  );
  return rows.length === 0 ? [] : [{ ...BARE, columns, rows, form: 'cards' }];
}

/** Whose it is, the score, its model, and what keeps it from being higher, the weightiest first. */
function scoreCard({ score: stated, isFico, factors }: ExplainedScore): string[] {
  const { score, bureau, model, code } = stated;
  const name = scoreModelName(stated);
  const unnamed = isFico ? 'FICO' : 'Model';
  const models = [
    model === null ? null : name === model && CODE.test(model) ? `${unnamed} ${model}` : name,
    name === model ? null : model,
    score === null ? `No score${code === null ? '' : ` (${code})`}` : null,
  ];
  return [
    bureau === null ? 'Credit score' : shownBureau(bureau),
    score === null ? NOTHING : String(score),
    joined(' · ', models) ?? '',
    ...factors.map(shownFactor),
  ];
}

/** Some bureaus name their models by a number or a few letters alone. */
const CODE = /^.{1,5}$|^\d+$/;

function shownFactor({ code, text }: ScoreFactor): string {
  if (text === null) return `Factor ${code}`;
  const sentence = text === text.toUpperCase() ? text.charAt(0) + text.slice(1).toLowerCase() : text;
  return code === null ? sentence : `${sentence} (${code})`;
}

function personTable({ names: [, ...others], person }: CreditFile): Table {
  const rows = [
    ...(others.length === 0 ? [] : [row('Also known as', others.join('; '))]),
    row('Social Security number', MASKED_SSN),
    ...person.map(saidRow),
  ];
  return { ...BARE, heading: 'Personal information', columns: LABELLED, rows, form: 'facts' };
}

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
  const all: readonly Partial<DerivedFigures>[] = [figures, ...bureaus];
  const derived = TOTALS.flatMap(([label, names, shown]) => {
    const values = all.map((of) => {
      const stated = names.map((name) => of[name] ?? null);
      return stated.every((value) => value === null)
        ? null
        : stated.map((value) => (value === null ? NOTHING : shown(value))).join(' / ');
    });
    return values[0] === null ? [] : [row(label, ...values.map((value) => value ?? ''))];
  });
  const stated = file.totals.slice(0, MAX_TEXTS).map(({ label, text }) => row(label, text, ...bureaus.map(() => '')));
  const named = bureaus.map(({ bureau }) => right(shownBureau(bureau), 22));
  return {
    ...BARE,
    heading: 'Totals',
    note: file.isWhole ? null : TOO_MANY_ROWS,
    columns: named.length === 0 ? LABELLED : [labels('', 34), right('All bureaus', 22), ...named],
    rows: [...derived, ...stated],
    form: 'facts',
  };
}

function repositoryTable({ bureaus }: ReportFrame, columns: readonly BureauColumn[]): Table[] {
  const named = new Set([...bureaus.map(shownBureau), ...columns.map(({ name }) => name)]);
  const usual = [...USUAL_BUREAUS.values()].filter(({ shown }) => named.has(shown));
  const rows = usual.map(({ shown, address }) => row(shown, address));
  return rows.length === 0 ? [] : [{ ...BARE, heading: 'Repositories', columns: LABELLED, rows, form: 'facts' }];
}
