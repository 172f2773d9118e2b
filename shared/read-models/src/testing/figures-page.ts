import { z } from 'zod';
import { figuresSchema } from '../dashboards/dashboard-figures.ts';
import { DURATION_BUCKETS } from '../dashboards/dashboard-measures.ts';

type Node = {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
};

type Row = { readonly figure: string; readonly text: string };

/** The rules that several figures share. */
const REMARKS: readonly string[] = [
  '**Approved, projected and funded amounts** stay apart. Requested, approved and funded amounts happened in the window, each at',
  'its own instant. Projected is the state now: what lenders are asked for and have not answered. A range that underwriting',
  'estimates is in none of them.',
  '',
  '**Conversion** counts the applications submitted in the window at every step, whenever the step was taken. So the steps of',
  'a window that lies behind still grow, and no step has more than the one before.',
  '',
  '**Medians** come from histograms that add up day by day. A duration counts at its end, in full days of 24 hours. Its bucket',
  `is one of ${bucketTexts()}. The median is in the`,
  'bucket of the duration with rank ⌈count / 2⌉; `fromDays` and `toDays` are the first and last day of that bucket, `median` its middle.',
  'The error is at most half of the bucket: none up to 14 days, 3 days at three weeks, 92 days at a year. The last bucket has no',
  'end: `toDays` is null there, and `median` is `fromDays`.',
  '',
  '**Labels** (reasons, outcomes, products, lenders, parties) are of open vocabularies. A window document tells a bounded number',
  'of them apart, the shortest first, and counts the others together; which ones depends on all days that it keeps.',
  '',
];

function bucketTexts(): string {
  const long = DURATION_BUCKETS.slice(15).map((from, index, all) => `${from}–${(all[index + 1] ?? 0) - 1}`);
  return `0, 1, 2 … 14, ${long.slice(0, -1).join(', ')} or ${DURATION_BUCKETS.at(-1)} and more days`;
}

/** The page of all figures, one table row each, made from the schema of the answer. */
export function figuresPage(): string {
  const rows = rowsOf('', z.toJSONSchema(figuresSchema) as Node);
  const widths = {
    figure: Math.max(...rows.map(({ figure }) => figure.length)),
    text: Math.max(...rows.map(({ text }) => text.length)),
  };
  const line = (figure: string, text: string, fill = ' ') =>
    `| ${figure.padEnd(widths.figure, fill)} | ${text.padEnd(widths.text, fill)} |`;
  return [
    '# The figures of the dashboard',
    '',
    'Made from `src/dashboards/dashboard-figures.ts` by its test; after a change run',
    '`npx vitest run --project unit shared/read-models -u`.',
    '',
    ...REMARKS,
    line('figure', 'what it says'),
    line('', '', '-'),
    ...rows.map(({ figure, text }) => line(figure, text)),
    '',
  ].join('\n');
}

function rowsOf(path: string, node: Node): Row[] {
  const own = node.description === undefined ? [] : [{ figure: `\`${path}\``, text: node.description }];
  const members = Object.entries(node.properties ?? {}).flatMap(([name, member]) =>
    rowsOf(path === '' ? name : `${path}.${name}`, member),
  );
  return [...own, ...members, ...(node.items === undefined ? [] : rowsOf(`${path}[]`, node.items))];
}
