import type { PaymentHistory } from './figures/payment-history.ts';

/** What the pages show, from top to bottom, before anything is placed. All strings are as they are to be read. */
export type Pages = {
  readonly title: string;
  /** At the foot of every page. */
  readonly footer: string;
  readonly tables: readonly Table[];
};

export type Table = {
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
 * together, on one page where one has room. `sheet`: lines stand beside each other, which those of the first cell name.
 * `cards`: each cell is a card of its own, whose second line is large.
 */
export type TableForm = 'list' | 'facts' | 'sheet' | 'cards';

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
  /** Each of lines. */
  readonly cells: readonly (readonly string[])[];
  /** Under the cells, over the whole width. */
  readonly history: HistoryGrid | null;
};

/** The payment history of one account as a bureau reports it. */
export type HistoryLine = PaymentHistory & { readonly label: string };
/** They stand in the same months. */
export type HistoryGrid = readonly HistoryLine[];

/** The title of a report that names no person. */
export const UNNAMED = 'Credit report';

/** What stands where a report says nothing. */
export const NOTHING = '–';

/** A table without more than these. */
export const BARE = { heading: null, note: null, columns: [], rows: [], form: 'list' } as const;

export const left = (name: string, share: number): Column => ({ name, share, align: 'left', isLabel: false });
export const right = (name: string, share: number): Column => ({ name, share, align: 'right', isLabel: false });
export const labels = (name: string, share: number): Column => ({ name, share, align: 'left', isLabel: true });

export const row = (...cells: (string | null | readonly (string | null)[])[]): Row => ({
  cells: cells.map((cell) => {
    const lines = [cell].flat().filter((text) => text !== null);
    return lines.length === 0 ? [NOTHING] : lines;
  }),
  history: null,
});

export const rest = (count: number) => (count > 0 ? `${count} more are in the stored report.` : null);
