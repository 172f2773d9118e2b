import type { PaymentHistory } from './figures/payment-history.ts';

/** What the pages show, from top to bottom, before anything is placed. All strings are as they are to be read. */
export type Block =
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'scores'; readonly cards: readonly ScoreCard[] }
  | Table;

export type ScoreCard = {
  readonly score: string;
  readonly of: string;
  readonly model: string;
  /** What keeps it from being higher, the weightiest first. */
  readonly factors: readonly string[];
};

export type Table = {
  readonly kind: 'table';
  readonly heading: string | null;
  /** Below the heading. */
  readonly note: string | null;
  /** Without names the table has no head. */
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly form: TableForm;
};

/**
 * How rows stand. `list`: each says one thing, and what is below it in a cell is more about that. `facts`: they belong
 * together, on one page where one has room. `sheets`: each has the head over it, its title there, and lines that stand beside
 * each other, which those of the first cell name.
 */
export type TableForm = 'list' | 'facts' | 'sheets';

/** `share`: of the width, in whatever unit the shares of the table add up to. */
export type Column = {
  readonly name: string;
  readonly share: number;
  readonly align: 'left' | 'right';
  /** Whether its cells say what the others are. */
  readonly isLabel: boolean;
};

/** The first cell names the row. */
export type Row = {
  /** Of a sheet. */
  readonly title: string | null;
  /** Each of lines. */
  readonly cells: readonly (readonly string[])[];
  /** Under the cells, over the whole width. */
  readonly history: HistoryGrid | null;
};

/** The payment history of one account as a bureau reports it. */
export type HistoryLine = PaymentHistory & { readonly label: string };
/** They stand in the same months. */
export type HistoryGrid = readonly HistoryLine[];

/** What stands where a report says nothing. */
export const NOTHING = '–';

/** A table without more than these. */
export const BARE = {
  kind: 'table',
  heading: null,
  note: null,
  columns: [],
  rows: [],
  form: 'list',
} as const;

export const left = (name: string, share: number): Column => ({ name, share, align: 'left', isLabel: false });
export const right = (name: string, share: number): Column => ({ name, share, align: 'right', isLabel: false });
export const labels = (name: string, share: number): Column => ({ name, share, align: 'left', isLabel: true });

export const row = (...cells: (string | null | readonly (string | null)[])[]): Row => ({
  cells: cells.map((cell) => {
    const lines = [cell].flat().filter((text) => text !== null);
    return lines.length === 0 ? [NOTHING] : lines;
  }),
  title: null,
  history: null,
});

export const rest = (count: number) => (count > 0 ? `${count} more are in the stored report.` : null);
