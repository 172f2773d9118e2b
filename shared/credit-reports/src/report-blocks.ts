import { scoreModelName } from '@fundlens/read-models/contacts/score-model';
import type { ReportScore } from '@fundlens/read-models/contacts/slots';
import type { Bounded, ReportContent } from './report-content.ts';
import { shownBureau } from './report-fields.ts';

/** What the pages show, from top to bottom, before anything is placed. All strings are as they are to be read. */
export type Block =
  | { readonly kind: 'title'; readonly title: string; readonly facts: readonly Fact[] }
  | { readonly kind: 'scores'; readonly cards: readonly ScoreCard[] }
  | { readonly kind: 'heading'; readonly text: string; readonly count: string | null }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | { readonly kind: 'table'; readonly columns: readonly Column[]; readonly rows: readonly Row[] }
  | { readonly kind: 'texts'; readonly texts: readonly LabelledText[] }
  | { readonly kind: 'note'; readonly text: string };

export type Fact = { readonly label: string; readonly value: string };
export type ScoreCard = { readonly score: string; readonly of: string; readonly detail: string };
/** `share`: of the width, in whatever unit the shares of the table add up to. */
export type Column = { readonly name: string; readonly share: number; readonly align: 'left' | 'right' };
/** `below` stands under the cells over the whole width. A cell of several lines is written so. */
export type Row = { readonly cells: readonly (readonly string[])[]; readonly below: readonly string[] };
export type LabelledText = { readonly label: string; readonly text: string };

export type ReportFrame = {
  readonly requestId: string;
  /** Epoch milliseconds. */
  readonly pulledAt: number;
  readonly bureaus: readonly string[];
};

/** What a Social Security number looks like after redaction. */
const MASKED_SSN = '***-**-****';
const NOTHING = '–';

/** The same content and frame give the same blocks. */
export function reportBlocks(content: ReportContent, frame: ReportFrame): Block[] {
  const { identity, scores } = content;
  const [name, ...otherNames] = identity.names;
  return [
    { kind: 'title', title: name ?? 'Credit report', facts: frameFacts(frame) },
    ...(scores.length === 0 ? [] : [{ kind: 'scores' as const, cards: scores.map(scoreCard) }]),
    heading('Personal information', null),
    {
      kind: 'facts',
      facts: [
        ...(otherNames.length === 0 ? [] : [{ label: 'Also known as', value: otherNames.join('; ') }]),
        { label: 'Social Security number', value: MASKED_SSN },
        ...(identity.birthYear === null ? [] : [{ label: 'Year of birth', value: identity.birthYear }]),
        ...identity.addresses.map(({ text, kind }) => ({ label: `Address${inBrackets(kind)}`, value: text })),
        ...identity.employments.map(({ employer, occupation }) => ({
          label: 'Employment',
          value: employer + (occupation === null ? '' : `, ${occupation}`),
        })),
      ],
    },
    ...factsSection('Summary', [
      ...figures(content),
      ...content.summary.items.map(({ name: label, value }) => ({ label, value })),
    ]),
    ...textSection('Alerts and messages', content.alerts, ({ kind, text }) => ({ label: kind, text })),
    ...tableSection('Accounts', ACCOUNT_COLUMNS, content.accounts, accountRow),
    ...tableSection('Collections', COLLECTION_COLUMNS, content.collections, (item) =>
      plainRow([joined(item.creditor, item.account), item.date, item.status, item.amount]),
    ),
    ...tableSection('Public records', RECORD_COLUMNS, content.publicRecords, (item) =>
      plainRow([item.kind, joined(item.court, item.reference), item.date, item.status, item.amount]),
    ),
    ...tableSection('Inquiries', INQUIRY_COLUMNS, content.inquiries, (item) =>
      plainRow([item.inquirer, item.bureau, item.date]),
    ),
    ...textSection('Consumer statements', content.statements, ({ text, date }) => ({ label: date ?? '', text })),
    {
      kind: 'note',
      text: 'Made from the stored report without asking a credit bureau again. Social Security numbers are removed and account numbers shortened; the stored report holds every detail.',
    },
  ];
}

function frameFacts({ requestId, pulledAt, bureaus }: ReportFrame): Fact[] {
  return [
    { label: 'Pulled', value: instantOf(pulledAt) },
    { label: bureaus.length === 1 ? 'Bureau' : 'Bureaus', value: bureaus.map(bureauOf).join(', ') || NOTHING },
    { label: 'Request', value: requestId },
  ];
}

/** `03/01/2026, 12:00 UTC`. @param instant epoch milliseconds. */
export function instantOf(instant: number): string {
  const [day = '', time = ''] = new Date(instant).toISOString().split('T');
  const [year, month, date] = day.split('-').slice(-3);
  return `${month}/${date}/${year}, ${time.slice(0, 5)} UTC`;
}

function bureauOf(stated: string): string {
  return shownBureau(stated) ?? stated;
}

function scoreCard(stated: ReportScore): ScoreCard {
  const { score, bureau, code } = stated;
  const model = scoreModelName(stated);
  return {
    score: score === null ? NOTHING : String(score),
    of: bureau === null ? 'Credit score' : bureauOf(bureau),
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

function figures({ accounts, collections, publicRecords, inquiries }: ReportContent): Fact[] {
  const counted: [string, Bounded<unknown>][] = [
    ['Accounts listed', accounts],
    ['Collections listed', collections],
    ['Public records listed', publicRecords],
    ['Inquiries listed', inquiries],
  ];
  return counted
    .map(([label, list]) => ({ label, value: list.items.length + list.left }))
    .filter(({ value }) => value > 0)
    .map(({ label, value }) => ({ label, value: String(value) }));
}

const left = (name: string, share: number): Column => ({ name, share, align: 'left' });
const right = (name: string, share: number): Column => ({ name, share, align: 'right' });

const ACCOUNT_COLUMNS = [
  left('Creditor', 25),
  left('Type', 13),
  left('Opened', 11),
  left('Status', 16),
  right('Balance', 14),
  right('Limit', 14),
  right('Payment', 12),
  right('Past due', 12),
];
const COLLECTION_COLUMNS = [left('Creditor', 40), left('Date', 15), left('Status', 30), right('Amount', 15)];
const RECORD_COLUMNS = [
  left('Type', 25),
  left('Court and reference', 32),
  left('Filed', 13),
  left('Status', 17),
  right('Amount', 13),
];
const INQUIRY_COLUMNS = [left('Inquirer', 60), left('Bureau', 20), left('Date', 20)];

function accountRow(account: ReportContent['accounts']['items'][number]): Row {
  const { creditor, account: number, kind, bureau, opened, status, balance, limit, payment, pastDue } = account;
  return {
    cells: [
      lines(creditor, number),
      lines(kind, bureau),
      ...[opened, status, balance, limit, payment, pastDue].map((value) => lines(value)),
    ],
    below: [
      ...(account.history === null ? [] : [`Payment history  ${account.history}`]),
      ...(account.remark === null ? [] : [`Remark  ${account.remark}`]),
    ],
  };
}

function plainRow(values: readonly (string | null)[]): Row {
  return { cells: values.map((value) => lines(value)), below: [] };
}

function lines(...values: readonly (string | null)[]): string[] {
  const shown = values.filter((value) => value !== null);
  return shown.length === 0 ? [NOTHING] : shown;
}

function joined(...values: readonly (string | null)[]): string | null {
  return values.filter((value) => value !== null).join(', ') || null;
}

function heading(text: string, list: Bounded<unknown> | null): Block {
  return { kind: 'heading', text, count: list === null ? null : String(list.items.length + list.left) };
}

function tableSection<Item>(
  name: string,
  columns: readonly Column[],
  list: Bounded<Item>,
  row: (item: Item) => Row,
): Block[] {
  if (list.items.length === 0) return [];
  return [heading(name, list), { kind: 'table', columns, rows: list.items.map(row) }, ...leftOut(list)];
}

function textSection<Item>(name: string, list: Bounded<Item>, text: (item: Item) => LabelledText): Block[] {
  if (list.items.length === 0) return [];
  return [heading(name, list), { kind: 'texts', texts: list.items.map(text) }, ...leftOut(list)];
}

function factsSection(name: string, facts: readonly Fact[]): Block[] {
  return facts.length === 0 ? [] : [heading(name, null), { kind: 'facts', facts }];
}

function leftOut({ left: more }: Bounded<unknown>): Block[] {
  return more === 0 ? [] : [{ kind: 'note', text: `${more} more are in the stored report.` }];
}

function inBrackets(text: string | null): string {
  return text === null ? '' : ` (${text.toLowerCase()})`;
}

/** The block with every string that is shown changed by `change`. */
export function mapStrings(block: Block, change: (text: string) => string): Block {
  const facts = (list: readonly Fact[]) =>
    list.map(({ label, value }) => ({ label: change(label), value: change(value) }));
  switch (block.kind) {
    case 'title':
      return { ...block, title: change(block.title), facts: facts(block.facts) };
    case 'scores':
      return {
        ...block,
        cards: block.cards.map(({ score, of, detail }) => ({
          score: change(score),
          of: change(of),
          detail: change(detail),
        })),
      };
    case 'heading':
    case 'note':
      return { ...block, text: change(block.text) };
    case 'facts':
      return { ...block, facts: facts(block.facts) };
    case 'table':
      return {
        ...block,
        rows: block.rows.map(({ cells, below }) => ({
          cells: cells.map((cell) => cell.map((text) => change(text))),
          below: below.map((text) => change(text)),
        })),
      };
    case 'texts':
      return { ...block, texts: block.texts.map(({ label, text }) => ({ label: change(label), text: change(text) })) };
  }
}
