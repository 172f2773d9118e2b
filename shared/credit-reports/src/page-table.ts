import { type Canvas, heightOf, LEFT, type Style, WIDTH } from './page-canvas.ts';
import { INK, MUTED, PALE, RULE } from './page-colors.ts';
import type { Column, Row } from './report-blocks.ts';

const CELL_GAP = 6;
const ROW_GAP = 3.5;
const HEADER_PADDING = 3.5;
/** Of one string in a cell; the stored report has the rest. */
const MAX_CELL_LINES = 4;
const MAX_BELOW_LINES = 3;

const CELL: Style = { font: 'regular', size: 7.6, color: INK };
const SECOND: Style = { font: 'regular', size: 7.2, color: MUTED };
const COLUMN: Style = { font: 'bold', size: 7.2, color: MUTED };
const HEADER_HEIGHT = heightOf(1, COLUMN) + 2 * HEADER_PADDING;

type PlacedColumn = Column & { readonly x: number; readonly width: number };

/** The header is repeated on every page; a row is never divided. */
export function drawTable(canvas: Canvas, columns: readonly Column[], rows: readonly Row[]): void {
  const placed = placedColumns(columns);
  for (const [index, row] of rows.entries()) {
    const cells = placed.map(({ width }, column) => cellLines(canvas, row.cells[column] ?? [], width));
    const below = row.below.flatMap((text) => canvas.lines(text, SECOND, { width: WIDTH, maxLines: MAX_BELOW_LINES }));
    const cellsHeight = Math.max(...cells.map(heightOfCell));
    const height = cellsHeight + heightOf(below.length, SECOND) + 2 * ROW_GAP;
    const first = index === 0;
    if (canvas.need(first ? HEADER_HEIGHT + height : height) || first) drawHeader(canvas, placed);
    const top = canvas.y + ROW_GAP;
    for (const [column, place] of placed.entries()) drawCell(canvas, cells[column] ?? [], { ...place, top });
    canvas.draw(below, SECOND, { x: LEFT, top: top + cellsHeight });
    canvas.y += height;
    canvas.rule(canvas.y, RULE);
  }
  canvas.y += 4;
}

function placedColumns(columns: readonly Column[]): PlacedColumn[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  let x = LEFT;
  return columns.map((column, index) => {
    const start = x;
    x += (WIDTH * column.share) / shares;
    // The last column ends where the page does.
    const end = index === columns.length - 1 ? LEFT + WIDTH : x - CELL_GAP;
    return { ...column, x: start, width: end - start };
  });
}

function drawHeader(canvas: Canvas, columns: readonly PlacedColumn[]): void {
  canvas.box({ x: LEFT - 4, top: canvas.y, width: WIDTH + 8, height: HEADER_HEIGHT }, { color: PALE, radius: 0 });
  for (const { name, align, x, width } of columns) {
    const end = align === 'right' ? { right: x + width } : {};
    canvas.draw([name], COLUMN, { x, top: canvas.y + HEADER_PADDING, ...end });
  }
  canvas.y += HEADER_HEIGHT;
}

/** The first string of a cell is what it says, the others stand below it. */
const styleOf = (index: number) => (index === 0 ? CELL : SECOND);

function cellLines(canvas: Canvas, cell: readonly string[], width: number): string[][] {
  return cell.map((text, index) => canvas.lines(text, styleOf(index), { width, maxLines: MAX_CELL_LINES }));
}

function heightOfCell(cell: readonly (readonly string[])[]): number {
  return cell.reduce((sum, lines, index) => sum + heightOf(lines.length, styleOf(index)), 0);
}

function drawCell(
  canvas: Canvas,
  cell: readonly (readonly string[])[],
  { x, top, width, align }: PlacedColumn & { readonly top: number },
): void {
  const end = align === 'right' ? { right: x + width } : {};
  let y = top;
  for (const [index, lines] of cell.entries()) y = canvas.draw(lines, styleOf(index), { x, top: y, ...end });
}
