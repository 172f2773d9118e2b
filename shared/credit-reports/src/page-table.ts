import { type Canvas, LEFT, type Style, WIDTH } from './page-canvas.ts';
import { INK, MUTED, PALE, RULE } from './page-colors.ts';
import { drawHistory, historyHeight } from './page-history.ts';
import type { Column, Row } from './page-blocks.ts';

const CELL_GAP = 6;
const ROW_GAP = 3.5;
const HEADER_PADDING = 3.5;
/** Of one string in a cell; the stored report has the rest. */
const MAX_CELL_LINES = 4;
const MAX_BELOW_LINES = 3;

const CELL: Style = { font: 'regular', size: 7.6, color: INK };
const SECOND: Style = { font: 'regular', size: 7.2, color: MUTED };
const COLUMN: Style = { font: 'bold', size: 7.2, color: MUTED };

type PlacedColumn = Column & { readonly x: number; readonly width: number };

/** The header is repeated on every page; a row is never divided. */
export function drawTable(canvas: Canvas, columns: readonly Column[], rows: readonly Row[]): void {
  const placed = placedColumns(columns);
  canvas.element('Table', () => {
    for (const [index, row] of rows.entries()) {
      const { cells, below, height } = placedRow(canvas, placed, row);
      const first = index === 0;
      if (canvas.need(first ? headerHeight(canvas) + height : height) || first) drawHeader(canvas, placed, first);
      const top = canvas.y + canvas.gap(ROW_GAP);
      canvas.element('TR', () => {
        for (const [column, place] of placed.entries()) {
          const drawn = () => drawCell(canvas, cells[column] ?? [], { ...place, top });
          if (column > 0) canvas.content('TD', drawn);
          else drawFirst(canvas, { row, below, drawn, top: top + heightOfCells(canvas, cells) });
        }
      });
      canvas.y += height;
      canvas.rule(canvas.y, RULE);
    }
  });
  canvas.y += canvas.gap(4);
}

/** Of the header and the first row, so that a heading stays with them. */
export function tableHeight(canvas: Canvas, columns: readonly Column[], [row]: readonly Row[]): number {
  return row === undefined ? 0 : headerHeight(canvas) + placedRow(canvas, placedColumns(columns), row).height;
}

function placedRow(canvas: Canvas, placed: readonly PlacedColumn[], row: Row) {
  const cells = placed.map(({ width }, column) => cellLines(canvas, row.cells[column] ?? [], width));
  const below = row.below.flatMap((text) => canvas.lines(text, SECOND, { width: WIDTH, maxLines: MAX_BELOW_LINES }));
  const under = canvas.heightOf(below.length, SECOND) + historyHeight(canvas, row.history);
  return { cells, below, height: heightOfCells(canvas, cells) + under + 2 * canvas.gap(ROW_GAP) };
}

type FirstCell = {
  readonly row: Row;
  readonly below: readonly string[];
  readonly drawn: () => void;
  /** Where what stands below the cells begins. */
  readonly top: number;
};

/** The first cell names its row; what stands below the row belongs to it. */
function drawFirst(canvas: Canvas, { row, below, drawn, top }: FirstCell): void {
  if (below.length === 0 && row.history === null) {
    canvas.content('TH', drawn, { scope: 'Row' });
    return;
  }
  canvas.element(
    'TH',
    () => {
      canvas.content('P', drawn);
      if (below.length > 0) canvas.content('P', () => canvas.draw(below, SECOND, { x: LEFT, top }));
      if (row.history !== null) drawHistory(canvas, row.history, top + canvas.heightOf(below.length, SECOND));
    },
    { scope: 'Row' },
  );
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

function headerHeight(canvas: Canvas): number {
  return canvas.heightOf(1, COLUMN) + 2 * canvas.gap(HEADER_PADDING);
}

/** Read aloud once: what is repeated on later pages is decoration. */
function drawHeader(canvas: Canvas, columns: readonly PlacedColumn[], first: boolean): void {
  const box = { x: LEFT - 4, top: canvas.y, width: WIDTH + 8, height: headerHeight(canvas) };
  canvas.artifact(() => canvas.fill(box, { color: PALE }));
  const drawName = ({ name, align, x, width }: PlacedColumn) => {
    const end = align === 'right' ? { right: x + width } : {};
    const lines = canvas.lines(name, COLUMN, { width, maxLines: 1 });
    canvas.draw(lines, COLUMN, { x, top: canvas.y + canvas.gap(HEADER_PADDING), ...end });
  };
  if (first) {
    canvas.element('TR', () => {
      for (const column of columns) canvas.content('TH', () => drawName(column), { scope: 'Column' });
    });
  } else {
    canvas.artifact(() => {
      for (const column of columns) drawName(column);
    });
  }
  canvas.y += headerHeight(canvas);
}

/** The first string of a cell is what it says, the others stand below it. */
const styleOf = (index: number) => (index === 0 ? CELL : SECOND);

function cellLines(canvas: Canvas, cell: readonly string[], width: number): string[][] {
  return cell.map((text, index) => canvas.lines(text, styleOf(index), { width, maxLines: MAX_CELL_LINES }));
}

function heightOfCells(canvas: Canvas, cells: readonly (readonly (readonly string[])[])[]): number {
  return Math.max(...cells.map((cell) => heightOfCell(canvas, cell)));
}

function heightOfCell(canvas: Canvas, cell: readonly (readonly string[])[]): number {
  return cell.reduce((sum, lines, index) => sum + canvas.heightOf(lines.length, styleOf(index)), 0);
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
