import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import { actionPath } from './action-path.ts';
import { countText, instantText } from './console-text.ts';
import type { ConsoleView } from './console-view.ts';
import { html, type Html } from '@fundlens/runtime/html';
import { staleNote } from './stale-note.ts';

/** Open dead letters by reason, then one by one. Ids of persons' records stay away: reading the port needs no token. */
export function deadLettersCard(view: ConsoleView): Html {
  const { value } = view.figures;
  if (value === null) return html`<h2>Dead letters</h2><p>Not known yet.</p>`;
  const counts = value.status.deadLetters.filter(({ status }) => status === 'open');
  if (counts.length === 0) return html`<h2>Dead letters</h2>${staleNote(view)}<p>None is open.</p>`;
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const { deadLetters } = value;
  return html`<h2>Dead letters: ${countText(total)} open${value.status.blocking > 0 && html`, <span class="state stopped">${countText(value.status.blocking)} block</span>`}</h2>${staleNote(view)}
<div class="scroll" tabindex="0" role="region" aria-label="open dead letters by reason"><table><thead><tr><th>Reason</th><th class="number">Open</th><th>Do with all</th></tr></thead>
<tbody>${counts.map(({ reason, count }) => html`<tr><td><code>${reason}</code></td><td class="number">${countText(count)}</td><td class="keep">${links(view, { reason })}</td></tr>`)}</tbody></table></div>
<details id="letters"><summary id="letters-summary">${deadLetters.length < total ? `The first ${deadLetters.length} of ${countText(total)}` : 'One by one'}</summary>
<div class="scroll" tabindex="0" role="region" aria-label="open dead letters"><table class="wide"><thead><tr><th>Id</th><th>Reason</th><th>About</th><th>Taken by the log</th><th>Do</th></tr></thead>
<tbody>${deadLetters.map((deadLetter) => row(deadLetter, view))}</tbody></table></div></details>`;
}

function row(
  { _id, reason, field, schemaId, eventType, entity, blocks, receivedAt }: DeadLetter,
  view: ConsoleView,
): Html {
  const about = entity === null ? (eventType ?? 'not shown') : `${entity.entity} of ${entity.scope}`;
  return html`<tr><td><code>${_id}</code>${blocks !== undefined && html`<br><span class="state stopped">blocks ${blocks.split(':', 1)[0] ?? ''}</span>`}</td><td><code>${reason}</code>${field !== null && html`<br><span class="quiet">${field}</span>`}${schemaId !== undefined && html`<br><span class="quiet">replayed once the registry knows schema ${String(schemaId)}</span>`}</td>
<td>${about}</td><td class="keep">${instantText(receivedAt, view.now)}</td><td class="keep">${links(view, { id: _id })}</td></tr>`;
}

function links({ writes }: ConsoleView, target: Readonly<Record<string, string>>): Html {
  if (!writes) return html`<span class="quiet">needs ADMIN_TOKEN</span>`;
  const what = target.id ?? target.reason ?? '';
  return html`<a href="${actionPath('replay', target)}" aria-label="Replay ${what}">Replay…</a> <a href="${actionPath('discard', target)}" aria-label="Discard ${what}">Discard…</a>`;
}
