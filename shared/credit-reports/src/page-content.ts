import type { BureauFigures, DerivedFigures } from '@fundlens/read-models/contacts/report-figures';
import { scoreModelName } from '@fundlens/read-models/contacts/score-model';
import { zoneOrFallback } from '@fundlens/read-models/dashboards/local-day';
import { type BureauColumn, bureauColumns, bureauTables, USUAL_BUREAUS } from './bureau-tables.ts';
import type { CreditFile, ExplainedScore, ScoreFactor } from './credit-file.ts';
import { reportFigures } from './figures/credit-figures.ts';
import {
  BARE,
  type Block,
  labels,
  left,
  NOTHING,
  type Row,
  rest,
  right,
  row,
  type ScoreCard,
  type Table,
} from './page-blocks.ts';
import { joined, shownCents } from './report-values.ts';
import { shownBureau } from './report-words.ts';

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
  const columns = bureauColumns(file);
  return [
    { kind: 'title', text: file.subject.names[0] ?? UNNAMED },
    frameTable(frame),
    ...(file.scores.length === 0 ? [] : [{ kind: 'scores' as const, cards: file.scores.map(scoreCard) }]),
    totalsTable(file, frame.pulledAt),
    subjectTable(file),
    ...repositoryTable(frame, columns),
    ...textTable(
      'Alerts and messages',
      file.messages.map(({ kind, text }) => row(kind, text)),
    ),
    ...bureauTables(file, columns),
    ...textTable(
      'Consumer statements',
      file.statements.map(({ text, date }) => row(date ?? 'Statement', text)),
    ),
  ];
}

/** Far beyond a real file; what is left out is counted and said. */
const MAX_TEXTS = 100;
/** Who a file is about is to be read at a glance. */
const MAX_NAMES = 6;
const MAX_PLACES = 10;

/** Labels beside what they are of. Nothing without a text. */
function textTable(heading: string, texts: readonly Row[]): Table[] {
  const table = { ...BARE, heading: `${heading} (${texts.length})`, note: rest(texts.length - MAX_TEXTS) };
  return texts.length === 0 ? [] : [{ ...table, columns: LABELLED, rows: texts.slice(0, MAX_TEXTS) }];
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
  const [, ...others] = names.slice(0, MAX_NAMES);
  const rows = [
    ...(others.length === 0 ? [] : [row('Also known as', others.join('; '))]),
    row('Social Security number', MASKED_SSN),
    ...(birthYear === null ? [] : [row('Year of birth', birthYear)]),
    ...addresses
      .slice(0, MAX_PLACES)
      .map(({ text, kind }) => row(kind === null ? 'Address' : `Address (${kind.toLowerCase()})`, text)),
    ...employments
      .slice(0, MAX_PLACES)
      .map(({ employer, occupation }) => row('Employment', joined(', ', [employer, occupation]))),
  ];
  return { ...BARE, heading: 'Personal information', columns: LABELLED, rows, form: 'facts' };
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
  const stated = file.totals
    .slice(0, MAX_TEXTS)
    .map(({ name, value }) => row(`${name} (as stated)`, value, ...bureaus.map(() => '')));
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
  const rows = USUAL_BUREAUS.filter((bureau) => named.has(shownBureau(bureau))).map((bureau) =>
    row(shownBureau(bureau), REPOSITORIES[bureau] ?? null),
  );
  if (rows.length === 0) return [];
  return [{ ...BARE, heading: 'Repositories', columns: LABELLED, rows, form: 'facts' }];
}
