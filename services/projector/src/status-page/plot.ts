import { html, type Html } from '@fundlens/runtime/html';
import { HOUR_MS, MINUTE_MS } from './last-reading.ts';

type Plot = {
  readonly title: string;
  /** In the order of time; null: not known. */
  readonly points: readonly { readonly at: number; readonly value: number | null }[];
  readonly now: number;
  /** Values with a line and a label, ascending from the lowest; the axis is logarithmic between them. */
  readonly ticks: readonly { readonly value: number; readonly label: string }[];
  readonly text: (value: number) => string;
};

const WIDTH = 360;
const HEIGHT = 70;
const LEFT = 46;
const TOP = 6;
const BOTTOM = HEIGHT - 16;

/** Values of the last hour, one bar a minute, so that a minute that is not known is a gap. */
export function plot({ title, points, now, ticks, text }: Plot): Html {
  const values = points.flatMap(({ value }) => value ?? []);
  const top = Math.max(ticks.at(-1)?.value ?? 1, ...values);
  const x = (at: number) => round(LEFT + ((at - (now - HOUR_MS)) / HOUR_MS) * (WIDTH - LEFT));
  const y = (value: number) => round(BOTTOM - (Math.log10(1 + value) / Math.log10(1 + top)) * (BOTTOM - TOP));
  const bar = round(((WIDTH - LEFT) * MINUTE_MS) / HOUR_MS);
  const highest = values.length === 0 ? 'not known' : text(Math.max(...values));
  return html`<svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title} over the last hour: highest ${highest}; known for ${values.length} minutes.">
${ticks.map(({ value, label }) => html`<line x1="${LEFT}" x2="${WIDTH}" y1="${y(value)}" y2="${y(value)}"/><text x="${LEFT - 6}" y="${y(value) + 4}" text-anchor="end">${label}</text>`)}
${points.map(({ at, value }) => value !== null && html`<rect x="${x(at - MINUTE_MS)}" y="${y(value)}" width="${bar}" height="${Math.max(1, round(BOTTOM - y(value)))}"/>`)}
${[60, 40, 20].map((minutes) => html`<text x="${x(now - minutes * MINUTE_MS)}" y="${HEIGHT - 3}">−${minutes} min</text>`)}
</svg>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
