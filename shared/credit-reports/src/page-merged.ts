import type { MergedEntry } from './page-blocks.ts';
import { type Canvas, heightOf, LEFT, MAX_HEIGHT, type Style, WIDTH } from './page-canvas.ts';
import { INK, MUTED, PALE, RULE } from './page-colors.ts';
import { drawHistory, historyHeight } from './page-history.ts';

const TITLE: Style = { font: 'bold', size: 8, color: INK };
const BUREAU: Style = { font: 'bold', size: 7.2, color: MUTED };
const LABEL: Style = { font: 'regular', size: 7.2, color: MUTED };
const VALUE: Style = { font: 'regular', size: 7.4, color: INK };

/** Creditor and number need more room than the labels below them. */
const TITLE_SHARE = 1.25;
const GAP = 6;
const BAND_PADDING = 2.5;
const BAND_GAP = 2;
const ENTRY_GAP = 7;
const MAX_VALUE_LINES = 3;
const MAX_TITLE_LINES = 2;

type PlacedLine = { readonly label: string; readonly values: readonly (readonly string[])[]; readonly height: number };
type Columns = { readonly names: readonly string[]; readonly first: number; readonly width: number };

/** Every entry is a table of its own, on one page: a band with its title and the bureaus, and a line per value. */
export function drawMerged(canvas: Canvas, names: readonly string[], entries: readonly MergedEntry[]): void {
  const width = WIDTH / (names.length + TITLE_SHARE);
  const columns = { names, first: width * TITLE_SHARE, width };
  for (const entry of entries) drawEntry(canvas, columns, entry);
}

/** Of the first entry, so that a heading stays with it. */
export function mergedHeight(canvas: Canvas, names: readonly string[], [entry]: readonly MergedEntry[]): number {
  const width = WIDTH / (names.length + TITLE_SHARE);
  return entry === undefined ? 0 : place(canvas, { names, first: width * TITLE_SHARE, width }, entry).height;
}

function place(canvas: Canvas, columns: Columns, { title, lines, history }: MergedEntry) {
  const titleLines = canvas.lines(title, TITLE, { width: columns.first - GAP, maxLines: MAX_TITLE_LINES });
  const band = heightOf(titleLines.length, TITLE) + 2 * BAND_PADDING;
  const placed = lines.map(({ label, values }): PlacedLine => {
    const shown = values.map((value) =>
      canvas.lines(value, VALUE, { width: columns.width - GAP, maxLines: MAX_VALUE_LINES }),
    );
    return { label, values: shown, height: heightOf(Math.max(...shown.map((each) => each.length)), VALUE) };
  });
  const linesHeight = placed.reduce((sum, { height }) => sum + height, 0);
  return { titleLines, band, placed, height: band + BAND_GAP + linesHeight + historyHeight(history) + ENTRY_GAP };
}

function drawEntry(canvas: Canvas, columns: Columns, entry: MergedEntry): void {
  const { titleLines, band, placed, height } = place(canvas, columns, entry);
  canvas.need(Math.min(height, MAX_HEIGHT));
  const bottom = canvas.y + height;
  canvas.element('Table', () => {
    drawBand(canvas, columns, { titleLines, band });
    canvas.y += band + BAND_GAP;
    for (const line of placed) {
      canvas.element('TR', () => drawLine(canvas, columns, line));
      canvas.y += line.height;
    }
  });
  if (entry.history !== null) drawHistory(canvas, entry.history, canvas.y);
  canvas.y = bottom;
  canvas.rule(canvas.y - ENTRY_GAP / 2, RULE);
}

const columnX = ({ first, width }: Columns, index: number) => LEFT + first + index * width;

function drawBand(
  canvas: Canvas,
  columns: Columns,
  { titleLines, band }: { readonly titleLines: readonly string[]; readonly band: number },
): void {
  canvas.artifact(() => canvas.fill({ x: LEFT - 4, top: canvas.y, width: WIDTH + 8, height: band }, { color: PALE }));
  const top = canvas.y + BAND_PADDING;
  canvas.element('TR', () => {
    canvas.content('TH', () => canvas.draw(titleLines, TITLE, { x: LEFT, top }), { scope: 'Column' });
    for (const [index, name] of columns.names.entries()) {
      const shown = canvas.lines(name, BUREAU, { width: columns.width - GAP, maxLines: 1 });
      canvas.content('TH', () => canvas.draw(shown, BUREAU, { x: columnX(columns, index), top: top + 0.5 }), {
        scope: 'Column',
      });
    }
  });
}

function drawLine(canvas: Canvas, columns: Columns, { label, values }: PlacedLine): void {
  const top = canvas.y;
  canvas.content('TH', () => canvas.draw([label], LABEL, { x: LEFT, top }), { scope: 'Row' });
  for (const [index, lines] of values.entries()) {
    canvas.content('TD', () => canvas.draw(lines, VALUE, { x: columnX(columns, index), top }));
  }
}
