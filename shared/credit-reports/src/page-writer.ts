import type { MonthRating } from './figures/payment-history.ts';
import { earlierMonths, GRID_MONTHS, gridMonths, gridWords, shownMonth } from './history-grid.ts';
import type { Block, HistoryGrid, Row, ScoreCard, Table } from './page-blocks.ts';
import {
  ACCENT,
  Canvas,
  type CanvasOptions,
  color,
  INK,
  type LaidText,
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
export function writePages(blocks: readonly Block[], options: CanvasOptions): Uint8Array {
  const canvas = new Canvas(options);
  for (const block of blocks) {
    if (block.kind === 'title') drawTitle(canvas, block.text);
    else if (block.kind === 'scores') drawScores(canvas, block.cards);
    else drawTable(canvas, block);
  }
  return canvas.finish();
}

const heightOf = (texts: readonly LaidText[]) => sum(texts.map(({ height }) => height));
const sum = (heights: readonly number[]) => heights.reduce((total, height) => total + height, 0);

function drawTitle(canvas: Canvas, title: string): void {
  const draw = (type: 'P' | 'H1', text: string, style: Style) => {
    const laid = canvas.laid(text, style, { width: WIDTH, maxLines: 2 });
    canvas.content(type, () => canvas.draw([laid], { x: LEFT, y: canvas.y }));
    canvas.y += laid.height;
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
    const texts = cards
      .slice(start, start + CARDS_PER_ROW)
      .map(({ of, score, model, factors }) => [
        canvas.laid(of, HEAD, room),
        canvas.laid(score, SCORE, room),
        ...[model, ...factors].map((text) => canvas.laid(text, SMALL, room)),
      ]);
    const height = Math.max(...texts.map(heightOf)) + 2 * CARD_PADDING;
    canvas.need(height + CARD_GAP);
    for (const [index, card] of texts.entries()) {
      const box = { x: LEFT + index * (width + CARD_GAP), y: canvas.y, width, height };
      canvas.artifact(() => canvas.fill(box, PALE));
      canvas.content('P', () => canvas.draw(card, { x: box.x + CARD_PADDING, y: box.y + CARD_PADDING }));
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

type PlacedColumn = { readonly x: number; readonly room: Room; readonly isLabel: boolean };

function placed({ columns }: Table): PlacedColumn[] {
  const shares = sum(columns.map(({ share }) => share));
  const maxLines = columns.length > 2 ? MAX_CELL_LINES : MAX_TEXT_LINES;
  let x = LEFT;
  return columns.map(({ share, align, isLabel }, index) => {
    const start = x;
    x += (WIDTH * share) / shares;
    // The last column ends where the page does.
    const width = x - start - (index === columns.length - 1 ? 0 : COLUMN_GAP);
    return { x: start, room: { width, maxLines, align }, isLabel };
  });
}

/** The head is repeated on every page; a row is never divided. */
function drawTable(canvas: Canvas, table: Table): void {
  const { heading, note, isWhole } = table;
  const columns = placed(table);
  const head = laidHead(canvas, table, columns);
  const rows = table.rows.map((row) => laidRow(canvas, table, { row, columns }));
  const noted = note === null ? [] : [canvas.laid(note, SMALL, { width: WIDTH, maxLines: 4 })];
  const above = (heading === null ? 0 : HEADING_GAP + HEADING.size + 10) + heightOf(noted) + head.height;
  const whole = above + sum(rows.map(({ height }) => height));
  canvas.need(isWhole && whole <= MAX_HEIGHT ? whole : Math.min(above + (rows[0]?.height ?? 0), MAX_HEIGHT));
  if (heading !== null) drawHeading(canvas, heading);
  for (const text of noted) {
    canvas.content('P', () => canvas.draw([text], { x: LEFT, y: canvas.y }));
    canvas.y += text.height + 3;
  }
  if (rows.length === 0) return;
  canvas.element('Table', () => {
    drawHead(canvas, head, true);
    for (const [index, row] of rows.entries()) {
      if (canvas.need(row.height)) drawHead(canvas, head, false);
      drawRow(canvas, table, row);
      canvas.y += row.height;
      if (!isWhole || index === rows.length - 1) canvas.rule(canvas.y);
    }
  });
  canvas.y += TABLE_GAP;
}

function drawHeading(canvas: Canvas, text: string): void {
  canvas.y += HEADING_GAP;
  const laid = canvas.laid(text, HEADING, { width: WIDTH, maxLines: 1 });
  canvas.content('H2', () => canvas.draw([laid], { x: LEFT, y: canvas.y }));
  canvas.y += HEADING.size + 7;
}

type Cell = { readonly x: number; readonly texts: readonly LaidText[] };
type LaidHead = { readonly cells: readonly Cell[]; readonly height: number };

/** No cells where no column has a name. */
function laidHead(canvas: Canvas, { columns }: Table, placedColumns: readonly PlacedColumn[]): LaidHead {
  if (columns.every(({ name }) => name === '')) return { cells: [], height: 0 };
  const cells = placedColumns.map(({ x, room }, index) => {
    return { x, texts: [canvas.laid(columns[index]?.name ?? '', HEAD, room)] };
  });
  return { cells, height: Math.max(...cells.map(({ texts }) => heightOf(texts))) + 2 * HEAD_PADDING };
}

/** Read aloud once: what is repeated on later pages is decoration. */
function drawHead(canvas: Canvas, { cells, height }: LaidHead, isFirst: boolean): void {
  if (cells.length === 0) return;
  canvas.artifact(() => canvas.fill({ x: LEFT - 4, y: canvas.y, width: WIDTH + 8, height }, PALE));
  const y = canvas.y + HEAD_PADDING;
  const draws = cells.map(
    ({ x, texts }) =>
      () =>
        canvas.draw(texts, { x, y }),
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

type LaidRow = {
  readonly row: Row;
  readonly cells: readonly Cell[];
  readonly height: number;
  readonly padding: number;
};

function laidRow(
  canvas: Canvas,
  { isWhole, hasLines }: Table,
  { row, columns }: { readonly row: Row; readonly columns: readonly PlacedColumn[] },
): LaidRow {
  // What stands below what a cell says is muted, and so is what names a row among labels.
  const styleOf = (isLabel: boolean, line: number) => (isLabel || (line > 0 && !hasLines) ? LABEL : CELL);
  const laid = columns.map(({ room, isLabel }, column) =>
    (row.cells[column] ?? []).map((text, line) => canvas.laid(text, styleOf(isLabel, line), room)),
  );
  // Lines that belong together stand beside each other.
  const heightAt = (line: number) => Math.max(...laid.map((texts) => texts[line]?.height ?? 0));
  const cells = columns.map(({ x }, column): Cell => {
    const texts = laid[column] ?? [];
    return { x, texts: hasLines ? texts.map((text, line) => ({ ...text, height: heightAt(line) })) : texts };
  });
  const padding = isWhole ? LINE_PADDING : ROW_PADDING;
  const height = Math.max(...cells.map(({ texts }) => heightOf(texts)));
  return { row, cells, padding, height: height + historyHeight(row.history) + 2 * padding };
}

/** The first cell names its row; what stands below the row belongs to it. */
function drawRow(canvas: Canvas, { hasLines }: Table, { row, cells, height, padding }: LaidRow): void {
  const y = canvas.y + padding;
  const [labels = [], ...others] = row.cells;
  const draw = ({ x, texts }: Cell) => canvas.draw(texts, { x, y });
  canvas.element('TR', () => {
    const { history } = row;
    const name = () => cells.slice(0, 1).forEach(draw);
    const named = () => {
      canvas.content('P', name);
      if (history !== null) drawHistory(canvas, history, canvas.y + height - padding - historyHeight(history));
    };
    if (history === null) canvas.content('TH', name, { scope: 'Row' });
    else canvas.element('TH', named, { scope: 'Row' });
    for (const [index, cell] of cells.slice(1).entries()) {
      const said = others[index] ?? [];
      const alt = hasLines ? { alt: said.map((text, line) => `${labels[line]}: ${text}`).join('. ') } : {};
      canvas.content('TD', () => draw(cell), alt);
    }
  });
}

const SIGN: Style = { font: 'regular', size: 6.2, color: INK };
const MONTH: Style = { font: 'regular', size: 5.6, color: MUTED };
const AS_AGREED = color('#dcefe1');
const LATE = color('#fdf0c8');
const LATER = color('#fbdcb0');
const WORST = color('#f4beb5');
const LABEL_WIDTH = 60;
const MONTH_WIDTH = (WIDTH - LABEL_WIDTH) / GRID_MONTHS;
const LINE_HEIGHT = 11;

function historyHeight(grid: HistoryGrid | null): number {
  if (grid === null) return 0;
  const oldest = gridMonths(grid).at(-1) ?? 0;
  const earlier = grid.filter(({ from, ratings }) => from - ratings.length + 1 < oldest).length;
  return (1 + grid.length + earlier) * LINE_HEIGHT;
}

/** The grid as one figure, which is read aloud in its words. */
function drawHistory(canvas: Canvas, grid: HistoryGrid, top: number): void {
  const x = LEFT + LABEL_WIDTH;
  const months = gridMonths(grid);
  const write = (text: string, at: Place, width: number) =>
    canvas.draw([canvas.laid(text, SMALL, { width, maxLines: 1 })], at);
  const draw = () => {
    canvas.steps(months.map(shownMonth), MONTH, { x, y: top + 2 }, MONTH_WIDTH);
    let y = top + LINE_HEIGHT;
    for (const line of grid) {
      write(line.label, { x: LEFT, y }, LABEL_WIDTH - 4);
      const ratings = months.map((month) => line.ratings[line.from - month] ?? null);
      drawMonths(canvas, ratings, y);
      y += LINE_HEIGHT;
      const earlier = earlierMonths(line, months.at(-1) ?? 0);
      if (earlier === null) continue;
      write(earlier, { x, y }, WIDTH - LABEL_WIDTH);
      y += LINE_HEIGHT;
    }
  };
  const box = { x: LEFT, y: top, width: WIDTH, height: historyHeight(grid) };
  canvas.content('Figure', draw, { alt: gridWords(grid), box });
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
  if (rating === 'paid') return AS_AGREED;
  if (rating === 30) return LATE;
  return rating === 60 ? LATER : WORST;
}
