import type { MonthRating } from './figures/payment-history.ts';
import { GRID_MONTHS } from './history-grid.ts';
import type { HistoryGrid } from './page-blocks.ts';
import { type Canvas, LEFT, type Style, WIDTH } from './page-canvas.ts';
import { INK, LATE, LATER, MUTED, PAID, PALE, SERIOUS } from './page-colors.ts';
import { MONTH_WORDS } from './report-words.ts';

const SIGN: Style = { font: 'regular', size: 6.2, color: INK };
const MONTH: Style = { font: 'regular', size: 5.6, color: MUTED };
const LABEL: Style = { font: 'regular', size: 7, color: MUTED };

const LABEL_WIDTH = 60;
const CELL_WIDTH = (WIDTH - LABEL_WIDTH) / GRID_MONTHS;
const CELL_HEIGHT = 10;
const CELL_GAP = 1;
const TOP_GAP = 3;

function monthsHeight(canvas: Canvas): number {
  return canvas.heightOf(1, MONTH) + 1;
}

export function historyHeight(canvas: Canvas, grid: HistoryGrid | null): number {
  if (grid === null) return 0;
  const above = canvas.gap(TOP_GAP) + monthsHeight(canvas);
  const earlier = grid.lines.filter((line) => line.earlier !== null).length;
  return above + grid.lines.length * (CELL_HEIGHT + CELL_GAP) + canvas.heightOf(earlier, LABEL);
}

/** The grid as one figure, which is read aloud in its words. */
export function drawHistory(canvas: Canvas, grid: HistoryGrid, top: number): void {
  const box = { x: LEFT, top, width: WIDTH, height: historyHeight(canvas, grid) };
  canvas.content('Figure', () => drawGrid(canvas, grid, top + canvas.gap(TOP_GAP)), { alt: grid.words, box });
}

function drawGrid(canvas: Canvas, { months, lines }: HistoryGrid, top: number): void {
  for (const [index, month] of months.entries()) drawCentred(canvas, month, MONTH, { index, top });
  let y = top + monthsHeight(canvas);
  for (const { label, ratings, earlier } of lines) {
    const name = canvas.lines(label === '' ? 'Payments' : label, LABEL, { width: LABEL_WIDTH - 6, maxLines: 1 });
    canvas.draw(name, LABEL, { x: LEFT, top: y });
    drawRatings(canvas, ratings, y);
    y += CELL_HEIGHT + CELL_GAP;
    if (earlier === null) continue;
    const text = canvas.lines(earlier, LABEL, { width: WIDTH - LABEL_WIDTH, maxLines: 1 });
    canvas.draw(text, LABEL, { x: LEFT + LABEL_WIDTH, top: y });
    y += canvas.heightOf(1, LABEL);
  }
}

type Cell = { readonly index: number; readonly top: number };

/** Months of one colour beside each other share a box: a page holds some thousand months. */
function drawRatings(canvas: Canvas, ratings: readonly (MonthRating | null)[], top: number): void {
  let start = 0;
  for (let end = 1; end <= ratings.length; end += 1) {
    const color = colorOf(ratings[start] ?? null);
    if (end < ratings.length && colorOf(ratings[end] ?? null) === color) continue;
    const width = (end - start) * CELL_WIDTH - CELL_GAP;
    canvas.fill({ x: LEFT + LABEL_WIDTH + start * CELL_WIDTH, top, width, height: CELL_HEIGHT }, { color });
    start = end;
  }
  for (const [index, rating] of ratings.entries()) {
    drawCentred(canvas, MONTH_WORDS.get(rating)?.sign ?? '', SIGN, { index, top: top + 0.8 });
  }
}

function drawCentred(canvas: Canvas, text: string, style: Style, { index, top }: Cell): void {
  const middle = LEFT + LABEL_WIDTH + index * CELL_WIDTH + (CELL_WIDTH - CELL_GAP) / 2;
  canvas.draw([text], style, { x: middle, top, middle });
}

function colorOf(rating: MonthRating | null): string {
  if (rating === null) return PALE;
  if (rating === 'paid') return PAID;
  if (rating === 30) return LATE;
  return rating === 60 ? LATER : SERIOUS;
}

const LEGEND: readonly (readonly [MonthRating | null, string])[] = [
  ['paid', 'as agreed'],
  [30, 'days late'],
  [60, 'days late'],
  [90, 'to 180 days late'],
  ['worst', 'charged off or worse'],
  [null, 'not reported'],
];
const LEGEND_GAP = 8;
const LEGEND_CELL = CELL_WIDTH - 4;
export const LEGEND_HEIGHT = 16;

/** What the signs of the grids mean. */
export function drawLegend(canvas: Canvas): void {
  const top = canvas.y;
  canvas.content('P', () => {
    let x = LEFT;
    const write = (text: string) => {
      canvas.draw([text], LABEL, { x, top });
      x += canvas.widthOf(text, LABEL) + LEGEND_GAP;
    };
    write('Payments, newest month first:');
    for (const [rating, words] of LEGEND) {
      canvas.fill({ x, top, width: LEGEND_CELL, height: CELL_HEIGHT }, { color: colorOf(rating) });
      const sign = MONTH_WORDS.get(rating)?.sign ?? '';
      canvas.draw([sign], SIGN, { x, top: top + 0.8, middle: x + LEGEND_CELL / 2 });
      x += LEGEND_CELL + 3;
      write(words);
    }
  });
  canvas.y += LEGEND_HEIGHT;
}
