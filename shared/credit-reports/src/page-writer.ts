import { earlierMonths, GRID_MONTHS, gridMonths, gridWords, monthSign, shownMonth } from './history-grid.ts';
import {
  ACCENT,
  Canvas,
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
import { type HistoryGrid, NOTHING, type Pages, type Row, type Table, type TableForm, UNNAMED } from './page-tables.ts';

const EYEBROW: Style = { font: 'bold', size: 8.5, color: ACCENT };
const TITLE: Style = { font: 'bold', size: 20, color: INK };
const HEADING: Style = { font: 'bold', size: 11.5, color: ACCENT };
const HEAD: Style = { font: 'bold', size: 7.6, color: INK };
const CELL: Style = { font: 'regular', size: 7.6, color: INK };
const LABEL: Style = { font: 'regular', size: 7.6, color: MUTED };
const SCORE: Style = { font: 'bold', size: 22, color: INK };

/**
 * The tables as a PDF. The same input gives the same bytes.
 * @param createdAt the instant that the document states as that of its making, in epoch milliseconds
 */
export function writePages({ title, footer, tables }: Pages, createdAt: number): Uint8Array<ArrayBuffer> {
  const canvas = new Canvas({ title: title === UNNAMED ? title : `${UNNAMED} · ${title}`, footer, createdAt });
  drawText(canvas, 'P', canvas.laid('CREDIT REPORT', EYEBROW, LINE));
  drawText(canvas, 'H1', canvas.laid(title, TITLE, { width: WIDTH, maxLines: 2 }));
  canvas.y += 6;
  for (const table of tables) drawTable(canvas, table);
  return canvas.finish();
}

const LINE: Room = { width: WIDTH, maxLines: 1 };

const heightOf = (laid: readonly { readonly height: number }[]) => sum(laid.map(({ height }) => height));
const sum = (heights: readonly number[]) => heights.reduce((total, height) => total + height, 0);

/** Over the whole width. */
function drawText(canvas: Canvas, type: 'P' | 'H1' | 'H2', text: LaidText): void {
  canvas.element(type, () => canvas.mark(() => canvas.draw([text], { x: LEFT, y: canvas.y })));
  canvas.y += text.height;
}

const COLUMN_GAP = 6;
const HEAD_PADDING = 2.5;
/** Around what stands in a row: of rows that a rule divides, of lines of one thing, of cards. */
const PADDING: Readonly<Record<TableForm, number>> = { list: 2.5, facts: 0.6, sheet: 0.6, cards: 9 };
const HEADING_GAP = 10;
const TABLE_GAP = 8;
/** Of one string of a table with several columns; the stored report has the rest. */
const MAX_CELL_LINES = 4;
/** A statement of the greatest length takes fewer. */
const MAX_TEXT_LINES = 50;

/** Where the cells of a column stand. */
type PlacedColumn = { readonly x: number; readonly room: Room; readonly isLabel: boolean };

function placed({ columns, form }: Table): PlacedColumn[] {
  const unit = (WIDTH + COLUMN_GAP) / sum(columns.map(({ share }) => share));
  const maxLines = columns.length > 2 ? MAX_CELL_LINES : MAX_TEXT_LINES;
  const inset = form === 'cards' ? PADDING.cards : 0;
  return columns.map(({ share, align, isLabel }, index) => {
    const x = LEFT + unit * sum(columns.slice(0, index).map((column) => column.share));
    const room = { width: unit * share - COLUMN_GAP - 2 * inset, maxLines, align };
    return { x: x + inset, room, isLabel };
  });
}

/** A row is never divided. The head is repeated on every page. */
function drawTable(canvas: Canvas, table: Table): void {
  const { heading, note, form, rows } = table;
  const columns = placed(table);
  const head = laidHead(canvas, table, columns);
  // All but those that are kept together are laid when they are drawn: a long report has hundreds of rows.
  const laid = (row: Row) => laidRow(canvas, row, columns, form);
  const notes = note === null ? [] : [canvas.laid(note, SMALL, { width: WIDTH, maxLines: 4 })];
  const kept = (form === 'facts' ? rows : rows.slice(0, 1)).map(laid);
  const above = (heading === null ? 0 : HEADING_GAP + HEADING.size + 10) + heightOf(notes) + head.height;
  canvas.need(Math.min(above + heightOf(kept), MAX_HEIGHT));
  if (heading !== null) {
    canvas.y += HEADING_GAP;
    drawText(canvas, 'H2', canvas.laid(heading, HEADING, LINE));
    canvas.y += 3;
  }
  for (const text of notes) {
    drawText(canvas, 'P', text);
    canvas.y += 3;
  }
  if (rows.length === 0) return;
  const drawRows = () => {
    for (const [index, each] of rows.entries()) {
      const row = kept[index] ?? laid(each);
      const isNewPage = canvas.need(row.height);
      if (index === 0 || isNewPage) drawHead(canvas, head, index === 0);
      if (form === 'cards') drawCards(canvas, row);
      else {
        drawRow(canvas, row, form);
        if (form !== 'facts' || index === rows.length - 1) canvas.rule(canvas.y);
      }
    }
  };
  if (form === 'cards') drawRows();
  else canvas.element('Table', drawRows);
  canvas.y += TABLE_GAP;
}

type Cell = { readonly column: PlacedColumn; readonly texts: readonly LaidText[] };
type LaidHead = { readonly names: readonly Cell[]; readonly height: number };

/** Without names where no column has one. */
function laidHead(canvas: Canvas, table: Table, columns: readonly PlacedColumn[]): LaidHead {
  const names = columns.map((column, index) => {
    const name = table.columns[index]?.name ?? '';
    return { column, texts: name === '' ? [] : [canvas.laid(name, HEAD, column.room)] };
  });
  const height = heightOfCells(names);
  return height === 0 ? { names: [], height } : { names, height: height + 2 * HEAD_PADDING };
}

const heightOfCells = (cells: readonly Cell[]) => Math.max(...cells.map(({ texts }) => heightOf(texts)));

type LaidRow = { readonly row: Row; readonly cells: readonly Cell[]; readonly height: number };

function laidRow(canvas: Canvas, row: Row, columns: readonly PlacedColumn[], form: TableForm): LaidRow {
  const laid = row.cells.flatMap((lines, index) => {
    const column = columns[index];
    if (column === undefined) return [];
    const styleOf = (line: number) => (column.isLabel ? LABEL : styleIn(form, line));
    return [{ column, texts: lines.map((text, line) => canvas.laid(text, styleOf(line), column.room)) }];
  });
  const cells = form === 'sheet' ? besideEachOther(laid) : laid;
  return { row, cells, height: heightOfCells(cells) + historyHeight(row.history) + 2 * PADDING[form] };
}

/** What stands below what a cell says is muted. */
function styleIn(form: TableForm, line: number): Style {
  if (form === 'cards') return [HEAD, SCORE][line] ?? SMALL;
  return form === 'sheet' || line === 0 ? CELL : LABEL;
}

/** Lines of one number begin at one height. */
function besideEachOther(cells: readonly Cell[]): Cell[] {
  const heightAt = (line: number) => Math.max(...cells.map(({ texts }) => texts[line]?.height ?? 0));
  return cells.map(({ column, texts }) => ({
    column,
    texts: texts.map((text, line) => ({ ...text, height: heightAt(line) })),
  }));
}

/** Read aloud once: what is repeated is decoration. */
function drawHead(canvas: Canvas, { names, height }: LaidHead, isFirst: boolean): void {
  if (names.length === 0) return;
  canvas.artifact(() => canvas.fill({ x: LEFT - 4, y: canvas.y, width: WIDTH + 8, height }, PALE));
  const draw = ({ column, texts }: Cell) => canvas.draw(texts, { x: column.x, y: canvas.y + HEAD_PADDING });
  if (isFirst) {
    canvas.element('TR', () => {
      for (const name of names) canvas.element('TH', () => canvas.mark(() => draw(name)), { scope: 'Column' });
    });
  } else canvas.artifact(() => names.forEach(draw));
  canvas.y += height;
}

function drawCards(canvas: Canvas, { cells, height }: LaidRow): void {
  const inset = PADDING.cards;
  for (const { column, texts } of cells) {
    const box = { x: column.x - inset, y: canvas.y, width: column.room.width + 2 * inset, height };
    canvas.artifact(() => canvas.fill(box, PALE));
    canvas.element('P', () => canvas.mark(() => canvas.draw(texts, { x: column.x, y: canvas.y + inset })));
  }
  canvas.y += height + COLUMN_GAP;
}

/** The first cell names its row; what stands below the row belongs to it. */
function drawRow(canvas: Canvas, { row, cells, height }: LaidRow, form: TableForm): void {
  const draw = ({ column, texts }: Cell) => canvas.draw(texts, { x: column.x, y: canvas.y + PADDING[form] });
  const drawNamed = () => {
    canvas.mark(() => cells.slice(0, 1).forEach(draw));
    const top = canvas.y + PADDING[form] + heightOfCells(cells);
    if (row.history !== null) drawHistory(canvas, row.history, top);
  };
  canvas.element('TR', () => {
    canvas.element('TH', drawNamed, { scope: 'Row' });
    const [labels = [], ...others] = row.cells;
    for (const [index, cell] of cells.slice(1).entries()) {
      const options = form === 'sheet' ? { alt: saidAloud(labels, others[index] ?? []) } : {};
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
/** Behind the signs; the signs tell the same without it. */
const COLORS = new Map(Object.entries({ null: PALE, 0: color('#dcefe1'), 30: color('#fdf0c8'), 60: color('#fbdcb0') }));
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
  const months = gridMonths(grid);
  const x = LEFT + LABEL_WIDTH;
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
function drawMonths(canvas: Canvas, ratings: readonly (number | null)[], y: number): void {
  for (let start = 0, end = 0; start < ratings.length; start = end) {
    const rating = ratings[start] ?? null;
    while (end < ratings.length && ratings[end] === rating) end += 1;
    const x = LEFT + LABEL_WIDTH + start * MONTH_WIDTH;
    canvas.fill(
      { x, y, width: (end - start) * MONTH_WIDTH - 1, height: LINE_HEIGHT - 1 },
      COLORS.get(String(rating)) ?? WORST,
    );
    canvas.steps(Array(end - start).fill(monthSign(rating)), SIGN, { x, y: y + 0.8 }, MONTH_WIDTH);
  }
}
