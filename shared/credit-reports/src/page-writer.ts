import type { MonthRating } from './figures/payment-history.ts';
import { earlierMonths, GRID_MONTHS, gridMonths, gridWords, shownMonth } from './history-grid.ts';
import {
  type Block,
  type HistoryGrid,
  NOTHING,
  type Row,
  type ScoreCard,
  type Table,
  type TableForm,
} from './page-blocks.ts';
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
export function writePages(blocks: readonly Block[], options: CanvasOptions): Uint8Array<ArrayBuffer> {
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
  const room = { width: WIDTH, maxLines: 2 };
  drawText(canvas, 'P', canvas.laid('CREDIT REPORT', EYEBROW, room));
  drawText(canvas, 'H1', canvas.laid(title, TITLE, room));
  canvas.y += 6;
}

/** Over the whole width. */
function drawText(canvas: Canvas, type: 'P' | 'H1' | 'H2', text: LaidText): void {
  canvas.element(type, () => canvas.mark(() => canvas.draw([text], { x: LEFT, y: canvas.y })));
  canvas.y += text.height;
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
      const place = { x: box.x + CARD_PADDING, y: box.y + CARD_PADDING };
      canvas.element('P', () => canvas.mark(() => canvas.draw(card, place)));
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

type PlacedColumn = {
  readonly x: number;
  readonly room: Room;
  readonly isLabel: boolean;
  readonly name: readonly LaidText[];
};

function placed(canvas: Canvas, { columns }: Table): PlacedColumn[] {
  const shares = sum(columns.map(({ share }) => share));
  const maxLines = columns.length > 2 ? MAX_CELL_LINES : MAX_TEXT_LINES;
  let x = LEFT;
  return columns.map(({ share, align, isLabel, name }, index) => {
    const start = x;
    x += (WIDTH * share) / shares;
    // The last column ends where the page does.
    const width = x - start - (index === columns.length - 1 ? 0 : COLUMN_GAP);
    const room = { width, maxLines, align };
    return { x: start, room, isLabel, name: name === '' ? [] : [canvas.laid(name, HEAD, room)] };
  });
}

/** A row is never divided. The head is repeated on every page, that of sheets with every row. */
function drawTable(canvas: Canvas, table: Table): void {
  const { heading, note, form, rows } = table;
  const columns = placed(canvas, table);
  // Laid when it is drawn: a long report has hundreds of rows.
  const laid = (row: Row) => laidRow(canvas, form, { row, columns });
  const notes = note === null ? [] : [canvas.laid(note, SMALL, { width: WIDTH, maxLines: 4 })];
  const [first, ...others] = (form === 'facts' ? rows : rows.slice(0, 1)).map(laid);
  const above = (heading === null ? 0 : HEADING_GAP + HEADING.size + 10) + heightOf(notes);
  const start = above + (first === undefined ? 0 : first.head.height + first.height);
  const whole = start + sum(others.map(({ height }) => height));
  canvas.need(Math.min(whole <= MAX_HEIGHT ? whole : start, MAX_HEIGHT));
  if (heading !== null) {
    canvas.y += HEADING_GAP;
    drawText(canvas, 'H2', canvas.laid(heading, HEADING, { width: WIDTH, maxLines: 1 }));
    canvas.y += 3;
  }
  for (const text of notes) {
    drawText(canvas, 'P', text);
    canvas.y += 3;
  }
  if (rows.length === 0) return;
  canvas.element('Table', () => {
    for (const [index, each] of rows.entries()) {
      const row = laid(each);
      const isNewPage = canvas.need(row.height + (form === 'sheets' ? row.head.height : 0));
      if (index === 0 || isNewPage || form === 'sheets') drawHead(canvas, row.head, index === 0);
      drawRow(canvas, row, form);
      if (form !== 'facts' || index === rows.length - 1) canvas.rule(canvas.y);
      if (form === 'sheets') canvas.y += TABLE_GAP;
    }
  });
  canvas.y += TABLE_GAP;
}

type Cell = { readonly x: number; readonly texts: readonly LaidText[] };
/** What stands over a row, or over all of them. */
type LaidHead = { readonly names: readonly Cell[]; readonly height: number };
type LaidRow = {
  readonly row: Row;
  readonly head: LaidHead;
  readonly title: readonly LaidText[];
  readonly cells: readonly Cell[];
  /** Without the head. */
  readonly height: number;
  readonly padding: number;
};

function laidRow(
  canvas: Canvas,
  form: TableForm,
  { row, columns }: { readonly row: Row; readonly columns: readonly PlacedColumn[] },
): LaidRow {
  const [room] = columns.map((column) => column.room);
  const title = row.title === null || room === undefined ? [] : [canvas.laid(row.title, HEAD, room)];
  const laid = columns.map((column, index) => laidCell(canvas, column, { lines: row.cells[index] ?? [], form }));
  const cells = form === 'sheets' ? besideEachOther(laid) : laid;
  const padding = form === 'list' ? ROW_PADDING : LINE_PADDING;
  const height = heightOfRow(cells) + historyHeight(row.history) + 2 * padding;
  return { row, head: headOver(title, columns), title, cells, height, padding };
}

/** Without names where no column has one. */
function headOver(title: readonly LaidText[], columns: readonly PlacedColumn[]): LaidHead {
  const names = columns.map(({ x, name }) => ({ x, texts: name }));
  if (names.every(({ texts }) => texts.length === 0)) return { names: [], height: 0 };
  return { names, height: heightOfRow([...names, { x: LEFT, texts: title }]) + 2 * HEAD_PADDING };
}

const heightOfRow = (cells: readonly Cell[]) => Math.max(...cells.map(({ texts }) => heightOf(texts)));

/** What stands below what a cell says is muted, and so is what names a row among labels. */
function laidCell(
  canvas: Canvas,
  { x, room, isLabel }: PlacedColumn,
  { lines, form }: { readonly lines: readonly string[]; readonly form: TableForm },
): Cell {
  const styleOf = (line: number) => (isLabel || (line > 0 && form !== 'sheets') ? LABEL : CELL);
  return { x, texts: lines.map((text, line) => canvas.laid(text, styleOf(line), room)) };
}

/** Lines of one number begin at one height. */
function besideEachOther(cells: readonly Cell[]): Cell[] {
  const heightAt = (line: number) => Math.max(...cells.map(({ texts }) => texts[line]?.height ?? 0));
  const heights = cells[0]?.texts.map((_, line) => heightAt(line)) ?? [];
  return cells.map(({ x, texts }) => ({
    x,
    texts: texts.map((text, line) => ({ ...text, height: heights[line] ?? 0 })),
  }));
}

/** Read aloud once: what is repeated is decoration. */
function drawHead(canvas: Canvas, { names, height }: LaidHead, isFirst: boolean): void {
  if (names.length === 0) return;
  canvas.artifact(() => canvas.fill({ x: LEFT - 4, y: canvas.y, width: WIDTH + 8, height }, PALE));
  const draw = ({ x, texts }: Cell) => canvas.draw(texts, { x, y: canvas.y + HEAD_PADDING });
  if (isFirst) {
    canvas.element('TR', () => {
      for (const name of names) canvas.element('TH', () => canvas.mark(() => draw(name)), { scope: 'Column' });
    });
  } else canvas.artifact(() => names.forEach(draw));
  canvas.y += height;
}

/** The first cell names its row; what stands below the row belongs to it. */
function drawRow(canvas: Canvas, { row, head, title, cells, height, padding }: LaidRow, form: TableForm): void {
  const { history } = row;
  const y = canvas.y + padding;
  const draw = ({ x, texts }: Cell) => canvas.draw(texts, { x, y });
  const drawName = () => {
    canvas.draw(title, { x: LEFT, y: canvas.y - head.height + HEAD_PADDING });
    cells.slice(0, 1).forEach(draw);
  };
  const drawNamed = () => {
    canvas.mark(drawName);
    if (history !== null) drawHistory(canvas, history, canvas.y + height - padding - historyHeight(history));
  };
  canvas.element('TR', () => {
    canvas.element('TH', drawNamed, { scope: 'Row' });
    const [labels = [], ...others] = row.cells;
    for (const [index, cell] of cells.slice(1).entries()) {
      const options = form === 'sheets' ? { alt: saidAloud(labels, others[index] ?? []) } : {};
      canvas.element('TD', () => canvas.mark(() => draw(cell)), options);
    }
  });
  canvas.y += height;
}

/** The lines of a sheet's cell with what names them. Lines that say nothing take room in the file. */
function saidAloud(labels: readonly string[], lines: readonly string[]): string {
  return lines
    .flatMap((text, line) => (text === NOTHING ? [] : [`${labels[line]}: ${text.replace(' · ', ', ')}`]))
    .join('. ');
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
  const bbox = [LEFT, top, LEFT + WIDTH, top + historyHeight(grid)];
  canvas.element('Figure', () => canvas.mark(draw), { alt: gridWords(grid), bbox });
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
