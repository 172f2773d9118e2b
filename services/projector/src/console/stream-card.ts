import type { Stream } from '@fundlens/read-models/definition';
import { ageText, countText } from './console-text.ts';
import { type ConsoleView, streamFigures } from './console-view.ts';
import { html, type Html } from '@fundlens/runtime/html';
import { plot } from './plot.ts';

const TITLES: Readonly<Record<Stream, string>> = {
  access: 'Access: companies, installations, credentials',
  crm: 'CRM: contacts, deals',
  funding: 'Funding: reports, underwriting, plans',
};

const AGE_TICKS = [
  { value: 1, label: '1 s' },
  { value: 60, label: '1 min' },
  { value: 3_600, label: '1 h' },
];
const LAG_TICKS = [
  { value: 0, label: '0' },
  { value: 1_000, label: '1k' },
  { value: 1_000_000, label: '1M' },
];

/** How old and how far behind a stream is now, and over the last hours. */
export function streamCard(view: ConsoleView, stream: Stream): Html {
  const { now, history, limits } = view;
  const { lag, ageMs } = streamFigures(view, stream);
  const samples = history.map(({ at, streams }) => ({ at, ...streams[stream] }));
  const age = plot({
    title: `Age of ${stream}`,
    points: samples.map(({ at, ageMs: value }) => ({ at, value: value === null ? null : value / 1_000 })),
    now,
    ticks: AGE_TICKS,
    limit: limits.maxAgeMs / 1_000,
    text: (seconds) => ageText(seconds * 1_000),
  });
  const behind = plot({
    title: `Lag of ${stream}`,
    points: samples.map(({ at, lag: value }) => ({ at, value })),
    now,
    ticks: LAG_TICKS,
    limit: limits.maxLag,
    text: (records) => `${countText(records)} records`,
  });
  return html`<article class="card"><h2>${TITLES[stream]}</h2>
<p class="figures"><span class="${ageMs !== null && ageMs > limits.maxAgeMs && 'over'}"><b>${ageMs === null ? '–' : ageText(ageMs)}</b> ${ageMs === null ? 'age not known' : 'old'}</span><span><b>${lag === null ? '–' : countText(lag)}</b> ${lag === null ? 'lag not known' : 'records behind'}</span></p>
<p class="quiet">Age</p>${age}<p class="quiet">Lag</p>${behind}</article>`;
}
