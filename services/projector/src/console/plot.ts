import { html, type Html } from '@fundlens/runtime/html';
import { HISTORY_MS, MINUTE_MS } from './history.ts';

/** Null: not known. */
export type Point = { readonly at: number; readonly value: number | null };

export type PlotOptions = {
  readonly title: string;
  readonly points: readonly Point[];
  readonly now: number;
  /** Values with a line and a label, ascending; the axis is logarithmic between them. */
  readonly ticks: readonly { readonly value: number; readonly label: string }[];
  /** Above it an operator should act. */
  readonly limit: number;
  readonly text: (value: number) => string;
};

const WIDTH = 360;
const HEIGHT = 84;
const LEFT = 46;
const TOP = 6;
const BOTTOM = HEIGHT - 16;
const HOURS = 6;
const HOUR_MS = 3_600_000;

/** Values of the last hours as a line; where they are not known the plot is hatched. No style attribute: the CSP forbids it. */
export function plot({ title, points, now, ticks, limit, text }: PlotOptions): Html {
  const top = Math.max(ticks.at(-1)?.value ?? 1, ...points.map(({ value }) => value ?? 0));
  const x = (at: number) => round(LEFT + ((at - (now - HISTORY_MS)) / HISTORY_MS) * (WIDTH - LEFT));
  const y = (value: number) => round(BOTTOM - (Math.log10(1 + value) / Math.log10(1 + top)) * (BOTTOM - TOP));
  const known = points.filter(({ value }) => value !== null);
  const highest = Math.max(0, ...known.map(({ value }) => value ?? 0));
  const hours = Array.from({ length: HOURS }, (_, index) => now - index * HOUR_MS);
  const label = `${title} over 6 hours: highest ${known.length === 0 ? 'not known' : text(highest)}; known for ${known.length} of 360 minutes.`;
  return html`<svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
${ticks.map(({ value, label: tick }) => html`<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${y(value)}" y2="${y(value)}"/><text class="tick" x="${LEFT - 6}" y="${y(value) + 4}" text-anchor="end">${tick}</text>`)}
<line class="limit" x1="${LEFT}" x2="${WIDTH}" y1="${y(limit)}" y2="${y(limit)}"/>
${gaps(points, now).map(([from, to]) => html`<rect class="gap" x="${x(from)}" y="${TOP}" width="${round(Math.max(1, x(to) - x(from)))}" height="${BOTTOM - TOP}"/>`)}
${lines(points).map((line) => html`<polyline class="line" points="${line.map(({ at, value }) => `${x(at)},${y(value ?? 0)}`).join(' ')}"/>`)}
${hours.slice(1).map((at) => html`<text class="tick" x="${x(at)}" y="${HEIGHT - 3}" text-anchor="middle">${new Date(at).toISOString().slice(11, 16)}</text>`)}
</svg>`;
}

/** Runs of known points without a missing minute. */
function lines(points: readonly Point[]): Point[][] {
  const found: Point[][] = [];
  let before: Point | null = null;
  for (const point of points) {
    if (point.value !== null) {
      if (before === null || before.value === null || point.at - before.at > 2 * MINUTE_MS) found.push([]);
      found.at(-1)?.push(point);
    }
    before = point;
  }
  // One point alone is shown as a short line.
  return found.map((line) =>
    line.length === 1 ? [...line, { at: (line[0]?.at ?? 0) + MINUTE_MS, value: line[0]?.value ?? 0 }] : line,
  );
}

/** Times without a known value. */
function gaps(points: readonly Point[], now: number): [number, number][] {
  const found: [number, number][] = [];
  let from = now - HISTORY_MS;
  for (const { at, value } of points) {
    if (value === null || at < from) continue;
    if (at - from > 2 * MINUTE_MS) found.push([from, at]);
    from = at;
  }
  if (now - from > 2 * MINUTE_MS) found.push([from, now]);
  return found;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
