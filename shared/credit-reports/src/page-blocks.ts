import type { MonthRating } from './figures/payment-history.ts';

/** What the pages show, from top to bottom, before anything is placed. All strings are as they are to be read. */
export type Block =
  | { readonly kind: 'title'; readonly title: string; readonly facts: readonly Fact[]; readonly note: string }
  | { readonly kind: 'scores'; readonly cards: readonly ScoreCard[] }
  | { readonly kind: 'heading'; readonly text: string; readonly count: string | null }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[]; readonly columns: 1 | 2 }
  | { readonly kind: 'table'; readonly columns: readonly Column[]; readonly rows: readonly Row[] }
  | { readonly kind: 'merged'; readonly columns: readonly string[]; readonly entries: readonly MergedEntry[] }
  | { readonly kind: 'legend' }
  | { readonly kind: 'texts'; readonly texts: readonly LabelledText[] }
  | { readonly kind: 'note'; readonly text: string };

export type Fact = { readonly label: string; readonly value: string };
export type ScoreCard = { readonly score: string; readonly of: string; readonly detail: string };
/** `share`: of the width, in whatever unit the shares of the table add up to. */
export type Column = { readonly name: string; readonly share: number; readonly align: 'left' | 'right' };
/** `below` and `history` stand under the cells over the whole width. A cell of several lines is written so. */
export type Row = {
  readonly cells: readonly (readonly string[])[];
  readonly below: readonly string[];
  readonly history: HistoryGrid | null;
};
export type LabelledText = { readonly label: string; readonly text: string };

/** What several bureaus say of one thing: a line per value, in it a value per bureau. */
export type MergedEntry = {
  readonly title: string;
  readonly lines: readonly { readonly label: string; readonly values: readonly string[] }[];
  readonly history: HistoryGrid | null;
};

/** Months beside each other, the newest first. */
export type HistoryGrid = {
  /** `02/26` */
  readonly months: readonly string[];
  readonly lines: readonly {
    /** The bureau; empty where the report has but one. */
    readonly label: string;
    readonly ratings: readonly (MonthRating | null)[];
    /** Of the months that the grid has no room for. */
    readonly earlier: string | null;
  }[];
  /** Read aloud instead of the grid. */
  readonly words: string;
};

/** What stands where a report says nothing. */
export const NOTHING = '–';

/** The block with every string that is shown changed by `change`. */
export function mapStrings(block: Block, change: (text: string) => string): Block {
  const facts = (list: readonly Fact[]) =>
    list.map(({ label, value }) => ({ label: change(label), value: change(value) }));
  switch (block.kind) {
    case 'title':
      return { ...block, title: change(block.title), facts: facts(block.facts), note: change(block.note) };
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
        columns: block.columns.map((column) => ({ ...column, name: change(column.name) })),
        rows: block.rows.map(({ cells, below, history }) => ({
          cells: cells.map((cell) => cell.map((text) => change(text))),
          below: below.map((text) => change(text)),
          history: changedGrid(history, change),
        })),
      };
    case 'merged':
      return {
        ...block,
        columns: block.columns.map((column) => change(column)),
        entries: block.entries.map(({ title, lines, history }) => ({
          title: change(title),
          lines: lines.map(({ label, values }) => ({ label, values: values.map((value) => change(value)) })),
          history: changedGrid(history, change),
        })),
      };
    case 'legend':
      return block;
    case 'texts':
      return { ...block, texts: block.texts.map(({ label, text }) => ({ label: change(label), text: change(text) })) };
  }
}

/** Months and ratings are no texts of the report. */
function changedGrid(grid: HistoryGrid | null, change: (text: string) => string): HistoryGrid | null {
  if (grid === null) return null;
  const lines = grid.lines.map((line) => ({ ...line, label: change(line.label) }));
  return { ...grid, lines, words: change(grid.words) };
}
