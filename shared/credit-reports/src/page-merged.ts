import type { HistoryGrid, MergedEntry } from './page-blocks.ts';
import { type Canvas, LEFT, MAX_HEIGHT, type Style, WIDTH } from './page-canvas.ts';
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

/**
 * A table with a row per entry and a column per bureau. On paper a row is a band with its title and the bureaus, and below
 * it a line per value, whose label stands on the left; read aloud each value comes with its label.
 */
export function drawMerged(canvas: Canvas, names: readonly string[], entries: readonly MergedEntry[]): void {
  const width = WIDTH / (names.length + TITLE_SHARE);
  const columns = { names, first: width * TITLE_SHARE, width };
  canvas.element('Table', () => {
    for (const [index, entry] of entries.entries()) drawEntry(canvas, columns, entry, { isFirst: index === 0 });
  });
}

/** Of the first entry, so that a heading stays with it. */
export function mergedHeight(canvas: Canvas, names: readonly string[], [entry]: readonly MergedEntry[]): number {
  const width = WIDTH / (names.length + TITLE_SHARE);
  return entry === undefined ? 0 : place(canvas, { names, first: width * TITLE_SHARE, width }, entry).height;
}

function place(canvas: Canvas, columns: Columns, { title, lines, history }: MergedEntry) {
  const titleLines = canvas.lines(title, TITLE, { width: columns.first - GAP, maxLines: MAX_TITLE_LINES });
  const band = canvas.heightOf(titleLines.length, TITLE) + 2 * canvas.gap(BAND_PADDING);
  const placed = lines.map(({ label, values }): PlacedLine => {
    const shown = values.map((value) =>
      canvas.lines(value, VALUE, { width: columns.width - GAP, maxLines: MAX_VALUE_LINES }),
    );
    return { label, values: shown, height: canvas.heightOf(Math.max(...shown.map((each) => each.length)), VALUE) };
  });
  const linesHeight = placed.reduce((sum, { height }) => sum + height, 0);
  const gaps = canvas.gap(BAND_GAP + ENTRY_GAP);
  return { titleLines, band, placed, height: band + linesHeight + historyHeight(canvas, history) + gaps };
}

function drawEntry(
  canvas: Canvas,
  columns: Columns,
  entry: MergedEntry,
  { isFirst }: { readonly isFirst: boolean },
): void {
  const { titleLines, band, placed, height } = place(canvas, columns, entry);
  canvas.need(Math.min(height, MAX_HEIGHT));
  const { y } = canvas;
  canvas.artifact(() => canvas.fill({ x: LEFT - 4, top: y, width: WIDTH + 8, height: band }, { color: PALE }));
  drawBureaus(canvas, columns, { top: y + canvas.gap(BAND_PADDING) + 0.5, isFirst });
  canvas.element('TR', () => {
    const drawTitle = () => canvas.draw(titleLines, TITLE, { x: LEFT, top: y + canvas.gap(BAND_PADDING) });
    if (entry.history === null) canvas.content('TH', drawTitle, { scope: 'Row' });
    else
      drawTitled(canvas, drawTitle, {
        grid: entry.history,
        top: y + height - canvas.gap(ENTRY_GAP) - historyHeight(canvas, entry.history),
      });
    drawLines(canvas, columns, { placed, top: y + band + canvas.gap(BAND_GAP) });
  });
  canvas.y = y + height;
  canvas.rule(canvas.y - canvas.gap(ENTRY_GAP) / 2, RULE);
}

/** The title names the row, and the history belongs to it as a whole. */
function drawTitled(
  canvas: Canvas,
  drawTitle: () => void,
  { grid, top }: { readonly grid: HistoryGrid; readonly top: number },
): void {
  canvas.element(
    'TH',
    () => {
      canvas.content('P', drawTitle);
      drawHistory(canvas, grid, top);
    },
    { scope: 'Row' },
  );
}

const columnX = ({ first, width }: Columns, index: number) => LEFT + first + index * width;

/** Those of the first entry are the heads of the columns; the others repeat them on paper only. */
function drawBureaus(
  canvas: Canvas,
  columns: Columns,
  { top, isFirst }: { readonly top: number; readonly isFirst: boolean },
): void {
  const draws = columns.names.map((name, index) => () => {
    const shown = canvas.lines(name, BUREAU, { width: columns.width - GAP, maxLines: 1 });
    canvas.draw(shown, BUREAU, { x: columnX(columns, index), top });
  });
  if (!isFirst) {
    canvas.artifact(() => {
      for (const draw of draws) draw();
    });
    return;
  }
  canvas.element('TR', () => {
    // Above the titles.
    canvas.content('TH', () => undefined, { scope: 'Column' });
    for (const draw of draws) canvas.content('TH', draw, { scope: 'Column' });
  });
}

function drawLines(
  canvas: Canvas,
  columns: Columns,
  { placed, top }: { readonly placed: readonly PlacedLine[]; readonly top: number },
): void {
  canvas.columns('TD', columns.names.length, (say) => {
    let y = top;
    for (const { label, values, height } of placed) {
      canvas.artifact(() => canvas.draw([label], LABEL, { x: LEFT, top: y }));
      for (const [index, lines] of values.entries()) {
        if (lines.join('') === '') continue;
        say(index, `${label}: ${lines.join(' ')}`, () =>
          canvas.draw(lines, VALUE, { x: columnX(columns, index), top: y }),
        );
      }
      y += height;
    }
  });
}
