import { assetPath } from './console-assets.ts';
import { backgroundCards } from './background-cards.ts';
import { deadLettersCard } from './dead-letters-card.ts';
import { ageText, instantText } from './console-text.ts';
import { type ConsoleView, STREAMS } from './console-view.ts';
import { explainForm } from './explain-form.ts';
import { html, type Html } from '@fundlens/runtime/html';
import { partitionsCard } from './partitions-card.ts';
import { streamCard } from './stream-card.ts';
import { type Level, verdictOf } from './verdict.ts';

/** Colour is not all that tells a level, in the title of a tab neither. */
const SIGNS: Readonly<Record<Level, string>> = {
  ok: '● ok',
  degraded: '▲ degraded',
  stopped: '■ stopped',
  unknown: '○ not known',
};

/** The whole console. Every section of `data-live` is replaced by the script when it differs. */
export function consolePage(view: ConsoleView): string {
  const { now, host, figures } = view;
  const verdict = verdictOf(view);
  const { level, sentence, advice, runbook } = verdict;
  const read = figures.readAt === null ? 'not read yet' : `read ${ageText(now - figures.readAt)} ago`;
  const body = html`<section id="verdict" data-live role="status" aria-live="polite" class="verdict ${level}">
<img src="${assetPath(`${level}.svg`)}" alt="${level}"><p class="sentence">${sentence}</p>
${(advice !== null || runbook !== null) && html`<p>${advice} ${runbook !== null && html`<span class="quiet">Runbook: <code>infra/guides/runbook.md#${runbook}</code></span>`}</p>`}
</section>
<p id="offline" role="alert" hidden></p>
<section id="streams" data-live class="grid3">${STREAMS.map((stream) => streamCard(view, stream))}</section>
<section class="card apart">${explainForm()}</section>
<div class="grid2"><div class="stack"><section id="partitions" data-live class="card">${partitionsCard(view)}</section>
<section id="dead-letters" data-live class="card">${deadLettersCard(view)}</section></div>
<div id="background" data-live class="stack">${backgroundCards(view)}</div></div>`;
  return page({
    title: `${SIGNS[level]} – Fundlens`,
    icon: level,
    live: true,
    // `id` of its own: its text changes with each look.
    head: html`<p class="quiet" id="asked" data-live>${instantText(now, now)} · answered by <code>${host}</code> · figures ${read}</p>`,
    body,
  });
}

type PageParts = {
  readonly title: string;
  readonly icon: Level;
  readonly live: boolean;
  readonly head: Html;
  readonly body: Html;
};

/** A page of the console around `body`. */
export function page({ title, icon, live, head, body }: PageParts): string {
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" id="icon" type="image/svg+xml" href="${assetPath(`${icon}.svg`)}">
<link rel="stylesheet" href="${assetPath('page.css')}">
${
  live &&
  html`<noscript><meta http-equiv="refresh" content="10"></noscript>
<script src="${assetPath('page.js')}" defer></script>`
}
</head>
<body>
<header><h1>Fundlens console</h1>${head}</header>
<main>${body}</main>
<footer>Also here: <a href="/status">status as JSON</a>, <a href="/metrics">metrics</a>, <a href="/readyz">readiness</a>. The same from a terminal: <code>fundlens status</code>.</footer>
</body>
</html>
`.text;
}
