import { hash } from 'node:crypto';
import type { Stream } from '@fundlens/read-models/definition';
import type { PartitionFigures, Status } from '@fundlens/projection/status/status';
import type { AdminAction } from '@fundlens/runtime/admin-server';
import { html, Html } from '@fundlens/runtime/html';
import { isCurrent, type LastReading, STREAMS, streamFigures, type View } from './last-reading.ts';
import { ageText, countText, instantText, plural } from '@fundlens/projection/status/figure-text';
import { STYLE } from './page-style.ts';
import { plot } from './plot.ts';
import { type Level, verdictOf } from './verdict.ts';

/** Nothing is loaded, run or sent; no other site may frame it. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  // Without a script the browser asks again.
  refresh: '30',
};

/** Colour is not all that tells a level, in the title of a tab neither. */
const SIGNS: Readonly<Record<Level, string>> = { ok: '●', degraded: '▲', stopped: '■', unknown: '○' };

const TITLES: Readonly<Record<Stream, string>> = {
  access: 'Access: companies, installations, credentials',
  crm: 'CRM: contacts, deals',
  funding: 'Funding: reports, underwriting, plans',
};

const AGES = [
  { value: 1, label: '1 s' },
  { value: 60, label: '1 min' },
  { value: 3_600, label: '1 h' },
];
const LAGS = [
  { value: 0, label: '0' },
  { value: 1_000, label: '1k' },
  { value: 1_000_000, label: '1M' },
];

/** Default of the query service's `ACCESS_MAX_AGE`: with older access state it refuses every client. */
const ACCESS_MAX_AGE_MS = 900_000;

/** `GET /status`: what `fundlens status` says, for a browser. */
export function statusRoute(reading: Pick<LastReading, 'soon'>): AdminAction {
  return {
    method: 'GET',
    path: /^\/status$/,
    async run() {
      return { status: 200, headers: HEADERS, body: statusPage(await reading.soon()) };
    },
  };
}

/** The whole page. Reading it needs no token: it shows ids of partitions, codes and counts, nothing of events. */
export function statusPage(view: View): string {
  const { now, last } = view;
  const { level, sentence, advice, runbook } = verdictOf(view);
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${SIGNS[level]} ${level} – Fundlens</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<header><h1>Fundlens status</h1><p class="quiet">${instantText(now, now)} · ${last === null ? 'not read yet' : `read ${ageText(now - last.readAt)} ago`}</p></header>
<main>
<section class="verdict ${level}"><span class="sign" aria-hidden="true">${SIGNS[level]}</span><p class="sentence">${sentence}</p>
${advice !== null && html`<p>${advice}</p>`}${runbook !== null && html`<p class="quiet"><code>infra/guides/runbook.md#${runbook}</code></p>`}</section>
<div class="three">${STREAMS.map((stream) => streamCard(view, stream))}</div>
${last !== null && !isCurrent(view) && html`<p class="state degraded">What follows is as it was at ${instantText(last.readAt, now)}.</p>`}
<section class="card"><h2>Partitions that need attention</h2>${partitionRows(view)}</section>
<div class="two"><section class="card"><h2>Open dead letters</h2>${deadLetterRows(view)}</section>
<section class="card"><h2>Work that waits</h2>${work(view)}</section></div>
</main>
<footer>The same, partition by partition: <code>fundlens status</code>. Also here: <a href="/readyz">readiness</a>, <a href="/metrics">metrics</a>. Longer plots are Grafana's.</footer>
</body>
</html>
`.text;
}

function streamCard(view: View, stream: Stream): Html {
  const { now, history } = view;
  const { lag, ageMs } = streamFigures(view, stream);
  const past = history.filter((sample) => sample.stream === stream);
  const ages = past.map(({ at, ageMs: age }) => ({ at, value: age && age / 1_000 }));
  const lags = past.map(({ at, lag: records }) => ({ at, value: records }));
  return html`<section class="card"><h2>${TITLES[stream]}</h2>
<p class="figures"><span><b>${ageMs === null ? '–' : ageText(ageMs)}</b> ${ageMs === null ? 'age not known' : 'old'}</span><span><b>${lag === null ? '–' : countText(lag)}</b> ${lag === null ? 'lag not known' : 'records behind'}</span></p>
<p class="quiet">Age</p>${plot({ title: `Age of ${stream}`, points: ages, now, ticks: AGES, text: (value) => ageText(value * 1_000) })}
<p class="quiet">Lag</p>${plot({ title: `Lag of ${stream}`, points: lags, now, ticks: LAGS, text: (value) => plural(value, 'record') })}</section>`;
}

function partitionRows({ last, now, mongodb, kafka }: View): Html {
  if (last === null) return html`<p>Not known yet.</p>`;
  const { partitions } = last.status;
  const ill = partitions.filter(({ trouble }) => trouble !== null && trouble !== 'never_read');
  const away = mongodb === null ? kafka && 'Kafka' : 'MongoDB';
  if (ill.length === 0 && away !== null) {
    return html`<p>${away} does not answer: none of ${plural(partitions.length, 'partition')} goes on.</p>`;
  }
  if (ill.length === 0) return html`<p>None of ${plural(partitions.length, 'partition')}.</p>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="partitions that need attention"><table><thead><tr><th>Partition</th><th>Reason</th><th class="number">Age</th><th class="number">Lag</th><th>Deadline</th><th>Run</th></tr></thead>
<tbody>${ill.map((partition) => partitionRow(partition, now))}</tbody></table></div>`;
}

function partitionRow(partition: PartitionFigures, now: number): Html {
  const { topic, partition: number, trouble, projector, asOf, lag, nextOffset } = partition;
  const reason = projector?.reason ?? null;
  return html`<tr><td><code>${topic}:${number}</code><br><span class="quiet">next offset ${nextOffset ?? 'not known'}</span></td>
<td><span class="state ${trouble === 'paused' ? 'degraded' : 'stopped'}">${(trouble ?? '').replaceAll('_', ' ')}</span>${reason !== null && html` <code>${reason}</code>`}${projector !== null && html`<br><span class="quiet">since ${instantText(projector.since, now)} on ${projector.owner}</span>`}</td>
<td class="number">${asOf === null ? '–' : ageText(now - asOf)}</td><td class="number">${countText(lag)}</td>
<td>${deadlineOf(partition, now)}</td><td>${commandFor(partition)}</td></tr>`;
}

/** When waiting begins to hurt more than old answers do. */
function deadlineOf({ stream, asOf }: PartitionFigures, now: number): Html {
  if (stream !== 'access') return html`none: the log keeps the events`;
  if (asOf === null) return html`now: what clients may do is not known`;
  return html`<b>${instantText(asOf + ACCESS_MAX_AGE_MS, now)}</b>: the API refuses every client, by the default of <code>ACCESS_MAX_AGE</code>`;
}

function commandFor({ topic, partition, trouble, projector, nextOffset }: PartitionFigures): Html {
  switch (trouble) {
    case 'stopped':
      return html`<code>curl -X POST -H "Authorization: Bearer $ADMIN_TOKEN" http://${projector?.owner.split(':')[0] ?? 'HOST'}:9101/partitions/${topic}/${partition}/retry</code>`;
    case 'held_by_dead_letter':
      return html`<code>fundlens dead-letters show ${topic}:${partition}:${nextOffset}</code>`;
    case 'log_replaced':
    case 'log_truncated':
      return html`nothing: restore the log`;
    default:
      return html`<code>curl ${projector?.owner.split(':')[0] ?? 'HOST'}:9101/readyz</code>`;
  }
}

function deadLetterRows({ last }: View): Html {
  if (last === null) return html`<p>Not known yet.</p>`;
  const { deadLetters, blocking } = last.status;
  if (deadLetters.length === 0) return html`<p>None.</p>`;
  return html`${blocking > 0 && html`<p class="state stopped">${countText(blocking)} of the access stream block a client.</p>`}
<div class="scroll" tabindex="0" role="region" aria-label="open dead letters"><table><thead><tr><th>Reason</th><th class="number">Open</th><th>Run</th></tr></thead>
<tbody>${deadLetters.map(({ reason, count }) => html`<tr><td><code>${reason}</code></td><td class="number">${countText(count)}</td><td><code>fundlens dead-letters list --reason ${reason}</code></td></tr>`)}</tbody></table></div>`;
}

/** One line for each kind of work beside the events. */
function work({ last, now }: View): Html {
  if (last === null) return html`<p>Not known yet.</p>`;
  const { dashboards, staleViews, erasuresPending, generations } = last.status;
  const waits = ({ documents, dirtySince }: typeof dashboards, noun: string) =>
    documents === 0
      ? 'none'
      : `${plural(documents, noun)}${dirtySince === null ? '' : `, the oldest for ${ageText(now - dirtySince)}`}`;
  return html`<dl><dt>Dashboards to refresh</dt><dd>${waits(dashboards, 'changed document')}</dd>
<dt>Documents to render anew</dt><dd>${staleViews === 0 ? 'none' : countText(staleViews)}</dd>
<dt>Erasures to complete</dt><dd>${erasuresPending === 0 ? 'none' : html`${countText(erasuresPending)}: <code>fundlens erase --pending</code>`}</dd>
<dt>Generations</dt><dd>${generationsText(generations)}</dd></dl>`;
}

function generationsText({ active, generations }: Status['generations']): Html {
  const others = generations.filter(({ number }) => number !== active).map(({ number }) => number);
  const further = others.length > 0 && html`; also ${others.join(', ')}: <code>fundlens generations</code>`;
  return html`${active} is read${further}`;
}
