import { hasEnded, PHASE_MEANINGS, type RebuildRun } from '@fundlens/read-models/rebuild-run';
import { ageText, countText, instantText, plural } from './console-text.ts';
import type { ConsoleFigures, ConsoleView } from './console-view.ts';
import { html, type Html } from '@fundlens/runtime/html';
import { staleNote } from './stale-note.ts';

/** Work beside the events, and what clients spend and are refused. */
export function backgroundCards(view: ConsoleView): Html {
  const { value } = view.figures;
  if (value === null)
    return html`<section class="card"><h2>Background work, quotas, refusals</h2><p>Not known yet.</p></section>`;
  return html`${staleNote(view)}${waitingCard(value, view.now)}${rebuildCard(value, view.now)}${quotaCard(value)}${refusalCard(value, view.now)}`;
}

function waitingCard({ status }: ConsoleFigures, now: number): Html {
  const waits = (
    { documents, dirtySince }: { readonly documents: number; readonly dirtySince: number | null },
    noun: string,
  ) =>
    documents === 0
      ? 'none waits'
      : `${plural(documents, noun)}${dirtySince === null ? '' : `, the oldest for ${ageText(now - dirtySince)}`}`;
  return html`<section class="card"><h2>Waiting</h2><dl><dt>Dashboards</dt><dd>${waits(status.dashboards, 'changed document')}</dd><dt>PDFs</dt><dd>${waits(status.reportPdfs, 'report')}</dd></dl></section>`;
}

function rebuildCard({ rebuild, status }: ConsoleFigures, now: number): Html {
  const stale = status.models.filter(({ active, built }) => active !== null && active < built);
  const needed =
    stale.length > 0 &&
    html`<p class="quiet">This build has newer versions of ${stale.map(({ model }) => model).join(', ')}.</p>`;
  if (rebuild === null) return html`<section class="card"><h2>Rebuild</h2><p>There was none.</p>${needed}</section>`;
  const { phase, models, startedAt } = rebuild;
  const names = models.map(({ name, to }) => `${name} v${to}`).join(', ');
  return html`<section class="card"><h2>Rebuild</h2><p><span class="state ${phase === 'refused' ? 'stopped' : 'ok'}">${phase}</span>: ${PHASE_MEANINGS[phase]}.</p>
${!hasEnded(rebuild) && progress(rebuild)}<p class="quiet">${names}; begun ${instantText(startedAt, now)}${rebuild.owner === null && !hasEnded(rebuild) ? '; no process works on it' : ''}</p>${needed}</section>`;
}

function progress({ progress: at }: RebuildRun): Html | null {
  if (at === null || at.total === 0) return null;
  const left = at.secondsLeft === null ? 'time left not known' : `${ageText(at.secondsLeft * 1_000)} left`;
  return html`<progress max="${at.total}" value="${at.events}" aria-label="events of the rebuild"></progress><p>${countText(at.events)} of ${countText(at.total)} events, ${countText(Math.round(at.eventsPerSecond))}/s, ${left}</p>`;
}

function quotaCard({ usage: { quotas } }: ConsoleFigures): Html {
  return html`<section class="card"><h2>Quotas today</h2>${
    quotas.length === 0
      ? html`<p>No client has spent anything.</p>`
      : html`<div class="scroll" tabindex="0" role="region" aria-label="quotas today"><table><thead><tr><th>Bucket</th><th class="number">Spent</th><th class="number">Of</th></tr></thead>
<tbody>${quotas.map(({ bucket, spent, quota }) => html`<tr><td><code>${bucket}</code></td><td class="number${quota !== null && spent >= quota * 0.9 && ' state degraded'}">${countText(spent)}</td><td class="number">${quota === null ? 'default' : countText(quota)}</td></tr>`)}</tbody></table></div>`
  }</section>`;
}

function refusalCard({ usage: { refusals, cut } }: ConsoleFigures, now: number): Html {
  return html`<section class="card"><h2>Refusals and failures of the last hour</h2>${
    refusals.length === 0
      ? html`<p>None.</p>`
      : html`<div class="scroll" tabindex="0" role="region" aria-label="refusals"><table><thead><tr><th>Status</th><th>Credential</th><th class="number">Times</th><th>Last</th></tr></thead>
<tbody>${refusals.map(({ status, code, credentialId, count, last }) => html`<tr><td>${status}${code !== null && html` <code>${code}</code>`}</td><td>${credentialId === null ? 'not known' : html`<code>${credentialId}</code>`}</td><td class="number">${countText(count)}</td><td class="keep">${instantText(last, now)}</td></tr>`)}</tbody></table></div>`
  }${cut && html`<p class="quiet">Only the newest are counted: there are more.</p>`}</section>`;
}
