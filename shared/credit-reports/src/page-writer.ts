import type { MonthRating } from './figures/payment-history.ts';
import { GRID_MONTHS, shownMonth } from './history-grid.ts';
import type { Block, Column, HistoryGrid, Row, ScoreCard, Table } from './page-blocks.ts';
import {
  ACCENT,
  Canvas,
  type CanvasOptions,
  INK,
  LEFT,
  MAX_HEIGHT,
  MUTED,
  PALE,
  type Place,
  type Room,
  SMALL,
  type Style,
  WIDTH,
} from './page-canvas.ts';
import { MONTH_WORDS } from './report-words.ts';

const EYEBROW: Style = { font: 'bold', size: 8.5, color: ACCENT };
const TITLE: Style = { font: 'bold', size: 20, color: INK };
const HEADING: Style = { font: 'bold', size: 11.5, color: ACCENT };
const HEAD: Style = { font: 'bold', size: 7.6, color: INK };
const CELL: Style = { font: 'regular', size: 7.6, color: INK };
const LABEL: Style = { font: 'regular', size: 7.6, color: MUTED };
const SCORE: Style = { font: 'bold', size: 22, color: INK };

/**
 * The blocks as a PDF. The same input gives the same bytes.
 * @throws InvalidError `pdf_too_long`
 */
export async function writePages(blocks: readonly Block[], options: CanvasOptions): Promise<Uint8Array> {
  const canvas = new Canvas(options);
  for (const block of blocks) {
    if (block.kind === 'title') drawTitle(canvas, block.text);
    else if (block.kind === 'scores') drawScores(canvas, block.cards);
    else drawTable(canvas, block);
  }
  return await canvas.finish();
}

type Line = { readonly text: string; readonly style: Style; readonly room: Room };

function heightOf(canvas: Canvas, lines: readonly Line[]): number {
  return lines.reduce((sum, { text, style, room }) => sum + canvas.height(text, style, room), 0);
}

/** Lines below each other; returns where they end. */
function drawLines(canvas: Canvas, lines: readonly Line[], { x, y }: Place): number {
  let next = y;
  for (const { text, style, room } of lines) {
    canvas.text(text, style, { x, y: next }, room);
    next += canvas.height(text, style, room);
  }
  return next;
}

function drawTitle(canvas: Canvas, title: string): void {
  const room = { width: WIDTH, maxLines: 2 };
  const draw = (type: 'P' | 'H1', text: string, style: Style) => {
    const line = { text, style, room };
    canvas.content(type, () => drawLines(canvas, [line], { x: LEFT, y: canvas.y }));
    canvas.y += heightOf(canvas, [line]);
  };
  draw('P', 'CREDIT REPORT', EYEBROW);
  draw('H1', title, TITLE);
  canvas.y += 6;
}

const CARDS_PER_ROW = 3;
const CARD_GAP = 10;
const CARD_PADDING = 9;

/** A card per score, three beside each other: of three bureaus each has its column. */
function drawScores(canvas: Canvas, cards: readonly ScoreCard[]): void {
  const width = (WIDTH - CARD_GAP * (CARDS_PER_ROW - 1)) / CARDS_PER_ROW;
  const room = { width: width - 2 * CARD_PADDING, maxLines: 3 };
  for (let start = 0; start < cards.length; start += CARDS_PER_ROW) {
    const drawn = cards
      .slice(start, start + CARDS_PER_ROW)
      .map(({ of, score, model, factors }): Line[] => [
        { text: of, style: HEAD, room },
        { text: score, style: SCORE, room },
        { text: model, style: SMALL, room },
        ...factors.map((text) => ({ text, style: SMALL, room })),
      ]);
    const height = Math.max(...drawn.map((lines) => heightOf(canvas, lines))) + 2 * CARD_PADDING;
    canvas.need(height + CARD_GAP);
    for (const [index, lines] of drawn.entries()) {
      const box = { x: LEFT + index * (width + CARD_GAP), y: canvas.y, width, height };
      canvas.artifact(() => canvas.fill(box, PALE));
      const place = { x: box.x + CARD_PADDING, y: box.y + CARD_PADDING };
      canvas.content('P', () => drawLines(canvas, lines, place));
    }
    canvas.y += height + CARD_GAP;
  }
}

const COLUMN_GAP = 6;
const HEAD_PADDING = 2.5;
/** Above and below a row: of rows that a rule divides, and of lines of one thing. */
const ROW_PADDING = 2.5;
const LINE_PADDING = 0.6;
const HEADING_GAP = 10;
const TABLE_GAP = 8;
/** Of one string of a table with several columns; the stored report has the rest. */
const MAX_CELL_LINES = 4;
/** A statement of the greatest length takes fewer. */
const MAX_TEXT_LINES = 50;

type PlacedColumn = Pick<Column, 'name' | 'isLabel'> & { readonly x: number; readonly room: Room };
type PlacedTable = Pick<Table, 'hasLines'> & {
  readonly columns: readonly PlacedColumn[];
  readonly hasHead: boolean;
  readonly padding: number;
};

function placed({ columns, isWhole, hasLines }: Table): PlacedTable {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const hasHead = columns.some(({ name }) => name !== '');
  const maxLines = columns.length > 2 ? MAX_CELL_LINES : MAX_TEXT_LINES;
  let x = LEFT;
  const at = columns.map(({ name, share, align, isLabel }, index) => {
    const start = x;
    x += (WIDTH * share) / shares;
    // The last column ends where the page does.
    const width = x - start - (index === columns.length - 1 ? 0 : COLUMN_GAP);
    return { x: start, room: { width, maxLines, align }, name, isLabel };
  });
  return { columns: at, hasHead, hasLines, padding: isWhole ? LINE_PADDING : ROW_PADDING };
}

/** The head is repeated on every page; a row is never divided. */
function drawTable(canvas: Canvas, table: Table): void {
  const { heading, note, rows, isWhole } = table;
  const at = placed(table);
  const heights = rows.map((row) => rowHeight(canvas, at, row));
  const noted: Line[] = note === null ? [] : [{ text: note, style: SMALL, room: { width: WIDTH, maxLines: 4 } }];
  const above = (heading === null ? 0 : HEADING_GAP + HEADING.size + 10) + heightOf(canvas, noted);
  const whole = heights.reduce((sum, height) => sum + height, above + headHeight(canvas, at));
  const beginning = above + headHeight(canvas, at) + (heights[0] ?? 0);
  canvas.need(isWhole && whole <= MAX_HEIGHT ? whole : Math.min(beginning, MAX_HEIGHT));
  if (heading !== null) drawHeading(canvas, heading);
  for (const line of noted) {
    canvas.content('P', () => drawLines(canvas, [line], { x: LEFT, y: canvas.y }));
    canvas.y += heightOf(canvas, [line]) + 3;
  }
  if (rows.length === 0) return;
  canvas.element('Table', () => {
    drawHead(canvas, at, true);
    for (const [index, row] of rows.entries()) {
      const height = heights[index] ?? 0;
      if (canvas.need(height)) drawHead(canvas, at, false);
      drawRow(canvas, at, row);
      canvas.y += height;
      if (!isWhole || index === rows.length - 1) canvas.rule(canvas.y);
    }
  });
  canvas.y += TABLE_GAP;
}

function drawHeading(canvas: Canvas, text: string): void {
  canvas.y += HEADING_GAP;
  const room = { width: WIDTH, maxLines: 1 };
  canvas.content('H2', () => canvas.text(text, HEADING, { x: LEFT, y: canvas.y }, room));
  canvas.y += HEADING.size + 7;
}

function headHeight(canvas: Canvas, { columns, hasHead }: PlacedTable): number {
  if (!hasHead) return 0;
  return Math.max(...columns.map(({ name, room }) => canvas.height(name, HEAD, room))) + 2 * HEAD_PADDING;
}

/** Read aloud once: what is repeated on later pages is decoration. */
function drawHead(canvas: Canvas, at: PlacedTable, isFirst: boolean): void {
  if (!at.hasHead) return;
  const height = headHeight(canvas, at);
  canvas.artifact(() => canvas.fill({ x: LEFT - 4, y: canvas.y, width: WIDTH + 8, height }, PALE));
  const y = canvas.y + HEAD_PADDING;
  const draws = at.columns.map(
    ({ name, room, x }) =>
      () =>
        canvas.text(name, HEAD, { x, y }, room),
  );
  if (isFirst) {
    canvas.element('TR', () => {
      for (const draw of draws) canvas.content('TH', draw, { scope: 'Column' });
    });
  } else {
    canvas.artifact(() => {
      for (const draw of draws) draw();
    });
  }
  canvas.y += height;
}

/** What a cell says in ink, what stands below it and what names a row among labels muted. */
function cellLines({ columns, hasLines }: PlacedTable, cells: Row['cells']): Line[][] {
  return columns.map(({ room, isLabel }, column) =>
    (cells[column] ?? []).map((text, line) => ({
      text,
      style: isLabel || (line > 0 && !hasLines) ? LABEL : CELL,
      room,
    })),
  );
}

/** Of the lines of a row: each is as high as the highest of its cells. */
function lineHeights(canvas: Canvas, cells: readonly (readonly Line[])[]): number[] {
  const count = Math.max(...cells.map((cell) => cell.length));
  return Array.from({ length: count }, (_, line) =>
    Math.max(...cells.map((cell) => heightOf(canvas, cell.slice(line, line + 1)))),
  );
}

const sum = (heights: readonly number[]) => heights.reduce((total, height) => total + height, 0);

function rowHeight(canvas: Canvas, at: PlacedTable, { cells, history }: Row): number {
  const lines = sum(lineHeights(canvas, cellLines(at, cells)));
  return lines + historyHeight(history) + 2 * at.padding;
}

/** The first cell names its row; what stands below the row belongs to it. */
function drawRow(canvas: Canvas, at: PlacedTable, { cells, history }: Row): void {
  const top = canvas.y + at.padding;
  const [first = [], ...others] = cellLines(at, cells);
  const heights = lineHeights(canvas, [first, ...others]);
  const draw = (lines: readonly Line[], x: number) => () => {
    let y = top;
    for (const [index, { text, style, room }] of lines.entries()) {
      canvas.text(text, style, { x, y }, room);
      y += heights[index] ?? 0;
    }
  };
  canvas.element('TR', () => {
    const name = () => {
      canvas.content('P', draw(first, LEFT));
      if (history !== null) drawHistory(canvas, history, top + sum(heights));
    };
    canvas.element('TH', name, { scope: 'Row' });
    for (const [index, cell] of others.entries()) {
      const alt = at.hasLines ? { alt: cell.map(({ text }, line) => `${first[line]?.text}: ${text}`).join('. ') } : {};
      canvas.content('TD', draw(cell, at.columns[index + 1]?.x ?? LEFT), alt);
    }
  });
}

const SIGN: Style = { font: 'regular', size: 6.2, color: INK };
const MONTH: Style = { font: 'regular', size: 5.6, color: MUTED };
const LABEL_WIDTH = 60;
const MONTH_WIDTH = (WIDTH - LABEL_WIDTH) / GRID_MONTHS;
const LINE_HEIGHT = 11;

function historyHeight(grid: HistoryGrid | null): number {
  if (grid === null) return 0;
  const earlier = grid.lines.filter((line) => line.earlier !== null).length;
  return (1 + grid.lines.length + earlier) * LINE_HEIGHT;
}

/** The grid as one figure, which is read aloud in its words. */
function drawHistory(canvas: Canvas, grid: HistoryGrid, top: number): void {
  const { from, lines, words } = grid;
  const draw = () => {
    const months = Array.from(lines[0]?.ratings ?? [], (_, index) => shownMonth(from - index));
    canvas.steps(months, MONTH, { x: LEFT + LABEL_WIDTH, y: top + 2 }, MONTH_WIDTH);
    let y = top + LINE_HEIGHT;
    for (const { label, ratings, earlier } of lines) {
      canvas.text(label, SMALL, { x: LEFT, y }, { width: LABEL_WIDTH - 4, maxLines: 1 });
      drawMonths(canvas, ratings, y);
      y += LINE_HEIGHT;
      if (earlier === null) continue;
      const room = { width: WIDTH - LABEL_WIDTH, maxLines: 1 };
      canvas.text(earlier, SMALL, { x: LEFT + LABEL_WIDTH, y }, room);
      y += LINE_HEIGHT;
    }
  };
  const box = { x: LEFT, y: top, width: WIDTH, height: historyHeight(grid) };
  canvas.content('Figure', draw, { alt: words, box });
}

/** Months of one rating beside each other share a box. */
function drawMonths(canvas: Canvas, ratings: readonly (MonthRating | null)[], y: number): void {
  for (let start = 0, end = 0; start < ratings.length; start = end) {
    const rating = ratings[start] ?? null;
    while (end < ratings.length && ratings[end] === rating) end += 1;
    const x = LEFT + LABEL_WIDTH + start * MONTH_WIDTH;
    canvas.fill({ x, y, width: (end - start) * MONTH_WIDTH - 1, height: LINE_HEIGHT - 1 }, colorOf(rating));
    const sign = MONTH_WORDS.get(rating)?.sign ?? '';
    canvas.steps(Array(end - start).fill(sign), SIGN, { x, y: y + 0.8 }, MONTH_WIDTH);
  }
}

/** Behind the signs; the signs tell the same without it. */
function colorOf(rating: MonthRating | null): string {
  if (rating === null) return PALE;
  if (rating === 'paid') return '#dcefe1';
  if (rating === 30) return '#fdf0c8';
  return rating === 60 ? '#fbdcb0' : '#f4beb5';
}
