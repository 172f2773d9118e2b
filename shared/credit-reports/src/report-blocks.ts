import type { DerivedFigures } from '@fundlens/read-models/contacts/report-figures';
import { scoreModelName } from '@fundlens/read-models/contacts/score-model';
import type { ReportScore } from '@fundlens/read-models/contacts/slots';
import { zoneOrFallback } from '@fundlens/read-models/dashboards/local-day';
import { accountBlocks, collectionBlocks, inquiryBlocks, publicRecordBlocks } from './credit-file-blocks.ts';
import type { ReportReading } from './figures/credit-figures.ts';
import { type Block, type Column, type Fact, type LabelledText, NOTHING, type ScoreCard } from './page-blocks.ts';
import type { Bounded, Identity, LocationProfile, ReportContent } from './report-content.ts';
import { shownCents } from './report-values.ts';
import { shownBureau } from './report-words.ts';
import type { ExplainedScore, ScoreFactor } from './score-factors.ts';

/** What the pages take from around the report. */
export type ReportFrame = {
  readonly requestId: string;
  /** Epoch milliseconds. */
  readonly pulledAt: number;
  readonly bureaus: readonly string[];
  /** As its profile is at the time of rendering. */
  readonly location: LocationProfile;
};

/** The title of a report that names no person. */
export const UNNAMED = 'Credit report';

/** What a Social Security number looks like after redaction. */
const MASKED_SSN = '***-**-****';

const ORIGIN =
  'Made from the stored report, without asking a credit bureau again. Social Security numbers are removed and account numbers shortened; the stored report holds every detail.';
const TOO_MANY_ROWS =
  'The report has more rows than are read here; no totals are counted. The stored report has all rows.';

/** The same content and frame give the same blocks. */
export function reportBlocks(content: ReportContent, frame: ReportFrame): Block[] {
  const { identity, scores } = content;
  const { accounts, collections, publicRecords, inquiries } = content;
  return [
    { kind: 'title', title: identity.names[0] ?? UNNAMED, facts: frameFacts(frame), note: ORIGIN },
    ...(scores.length === 0 ? [] : [{ kind: 'scores' as const, cards: scores.map(({ score }) => scoreCard(score)) }]),
    ...factorBlocks(scores),
    ...section('Totals', null, totalBlocks(content)),
    ...section('Personal information', null, [{ kind: 'facts', facts: identityFacts(identity), columns: 1 }]),
    ...section('Alerts and messages', content.alerts, [
      { kind: 'texts', texts: content.alerts.items.map(({ kind, text }) => ({ label: kind, text })) },
    ]),
    ...section('Accounts', accounts, accountBlocks(accounts.items)),
    ...section('Collections', collections, collectionBlocks(collections.items)),
    ...section('Public records', publicRecords, publicRecordBlocks(publicRecords.items)),
    ...section('Inquiries', inquiries, inquiryBlocks(inquiries.items)),
    ...section('Consumer statements', content.statements, [
      {
        kind: 'texts',
        texts: content.statements.items.map(({ text, date }) => ({ label: date ?? 'Statement', text })),
      },
    ]),
  ];
}

/** Nothing for an empty list, and for no blocks. */
function section(text: string, list: Bounded<unknown> | null, blocks: readonly Block[]): Block[] {
  if (list?.items.length === 0 || blocks.length === 0) return [];
  const count = list === null ? null : String(list.items.length + list.left);
  const more: Block[] = list?.left ? [{ kind: 'note', text: `${list.left} more are in the stored report.` }] : [];
  return [{ kind: 'heading', text, count }, ...blocks, ...more];
}

function frameFacts({ requestId, pulledAt, bureaus, location }: ReportFrame): Fact[] {
  return [
    ...(location.name === null ? [] : [{ label: 'Location', value: location.name }]),
    { label: 'Pulled', value: instantOf(pulledAt, location.timeZone) },
    { label: bureaus.length === 1 ? 'Bureau' : 'Bureaus', value: bureaus.map(shownBureau).join(', ') || NOTHING },
    { label: 'Request', value: requestId },
  ];
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

function scoreCard(stated: ReportScore): ScoreCard {
  const { score, bureau, code } = stated;
  const model = scoreModelName(stated);
  return {
    score: score === null ? NOTHING : String(score),
    of: bureau === null ? 'Credit score' : shownBureau(bureau),
    detail: [
      model === null ? null : namedModel(model),
      score === null ? `No score${code === null ? '' : ` (${code})`}` : null,
    ]
      .filter((part) => part !== null)
      .join(' · '),
  };
}

/** Some bureaus name their models by a number or a letter alone. */
function namedModel(model: string): string {
  return model.length <= 5 || /^\d+$/.test(model) ? `Model ${model}` : model;
}

function factorBlocks(scores: readonly ExplainedScore[]): Block[] {
  const texts = scores.flatMap(({ score, factors }): LabelledText[] =>
    factors.map((factor, index) => ({
      label: index === 0 ? [scoreCard(score).of, score.score].filter((part) => part !== null).join(' ') : '',
      text: shownFactor(factor),
    })),
  );
  return section('Score factors', null, texts.length === 0 ? [] : [{ kind: 'texts', texts }]);
}

function shownFactor({ code, text }: ScoreFactor): string {
  if (text === null) return `Factor ${code}`;
  const sentence = text === text.toUpperCase() ? text.charAt(0) + text.slice(1).toLowerCase() : text;
  return code === null ? sentence : `${sentence} (${code})`;
}

function identityFacts({ names: [, ...otherNames], birthYear, addresses, employments }: Identity): Fact[] {
  return [
    ...(otherNames.length === 0 ? [] : [{ label: 'Also known as', value: otherNames.join('; ') }]),
    { label: 'Social Security number', value: MASKED_SSN },
    ...(birthYear === null ? [] : [{ label: 'Year of birth', value: birthYear }]),
    ...addresses.map(({ text, kind }) => ({ label: `Address${inBrackets(kind)}`, value: text })),
    ...employments.map(({ employer, occupation }) => ({
      label: 'Employment',
      value: employer + (occupation === null ? '' : `, ${occupation}`),
    })),
  ];
}

/** The figures that are derived from the rows below, by bureau where the report names several, and what it states itself. */
function totalBlocks({ figures, summary, isWhole }: ReportContent): Block[] {
  const facts = [
    ...shownFigures(figures.figures),
    ...summary.items.map(({ name, value }) => ({ label: `${name} (as stated)`, value })),
  ];
  return [
    ...(facts.length === 0 ? [] : [{ kind: 'facts' as const, facts, columns: 2 as const }]),
    ...bureauTotals(figures),
    ...(isWhole ? [] : [{ kind: 'note' as const, text: TOO_MANY_ROWS }]),
  ];
}

function shownFigures(figures: DerivedFigures): Fact[] {
  const { revolvingBalanceCents: balance, revolvingLimitCents: limit } = figures;
  const kinds = [
    counted(figures.openRevolving, 'revolving'),
    counted(figures.openInstallment, 'installment'),
    counted(figures.openMortgages, 'mortgage'),
  ].filter((kind) => kind !== null);
  return [
    fact('Revolving utilization', figures.utilizationPct, (pct) =>
      balance === null || limit === null
        ? percent(pct)
        : `${percent(pct)} (${shownCents(balance)} of ${shownCents(limit)})`,
    ),
    fact('Highest of one card', figures.highestCardUtilizationPct, percent),
    fact('Open accounts', figures.openTradelines, (count) =>
      kinds.length === 0 ? String(count) : `${count} (${kinds.join(', ')})`,
    ),
    fact('Total debt', figures.totalDebtCents, shownCents),
    fact('Debt without mortgages', figures.nonMortgageDebtCents, shownCents),
    fact('Monthly payments', figures.monthlyPaymentCents, shownCents),
    several('Inquiries in 3 / 6 / 12 months', [figures.inquiries3m, figures.inquiries6m, figures.inquiries12m], String),
    several('Late months in 12 / 24 months', [figures.latePayments12m, figures.latePayments24m], String),
    several('Derogatory in 12 / 24 months', [figures.derogatories12m, figures.derogatories24m], String),
    several(
      'Age oldest / average / newest',
      [figures.oldestAccountMonths, figures.averageAccountMonths, figures.newestAccountMonths],
      age,
    ),
    fact('As authorized user', figures.authorizedUserAccounts, String),
    several('Collections / public records', [figures.collections, figures.publicRecords], String),
  ].filter((shown) => shown !== null);
}

function fact<Value>(label: string, value: Value | null, shown: (value: Value) => string): Fact | null {
  return value === null ? null : { label, value: shown(value) };
}

/** Nothing when none of the values is known. */
function several(label: string, values: readonly (number | null)[], shown: (value: number) => string): Fact | null {
  if (values.every((value) => value === null)) return null;
  return { label, value: values.map((value) => (value === null ? NOTHING : shown(value))).join(' / ') };
}

function counted(count: number | null, kind: string): string | null {
  return count ? `${count} ${kind}` : null;
}

const percent = (pct: number) => `${pct}%`;

/** `17 y 6 m` */
function age(months: number): string {
  const [years, rest] = [Math.floor(months / 12), months % 12];
  return years === 0 ? `${rest} m` : rest === 0 ? `${years} y` : `${years} y ${rest} m`;
}

function bureauTotals({ bureaus }: ReportReading): Block[] {
  if (bureaus.length === 0) return [];
  const rows: [string, (string | null)[]][] = [
    ['Utilization', bureaus.map(({ utilizationPct: pct }) => (pct === null ? null : percent(pct)))],
    ['Open accounts', bureaus.map(({ openTradelines }) => shownCount(openTradelines))],
    ['Total debt', bureaus.map(({ totalDebtCents: cents }) => (cents === null ? null : shownCents(cents)))],
    ['Inquiries in 6 months', bureaus.map(({ inquiries6m }) => shownCount(inquiries6m))],
    ['Derogatory in 24 months', bureaus.map(({ derogatories24m }) => shownCount(derogatories24m))],
    ['Oldest account', bureaus.map(({ oldestAccountMonths: months }) => (months === null ? null : age(months)))],
  ];
  const columns: Column[] = [
    { name: 'By bureau', share: 28, align: 'left' },
    ...bureaus.map(({ bureau }): Column => ({ name: shownBureau(bureau), share: 24, align: 'right' })),
  ];
  const stated = rows.filter(([, values]) => values.some((value) => value !== null));
  return [
    {
      kind: 'table',
      columns,
      rows: stated.map(([label, values]) => ({
        cells: [[label], ...values.map((value) => [value ?? NOTHING])],
        below: [],
        history: null,
      })),
    },
  ];
}

function shownCount(count: number | null): string | null {
  return count === null ? null : String(count);
}

function inBrackets(text: string | null): string {
  return text === null ? '' : ` (${text.toLowerCase()})`;
}
