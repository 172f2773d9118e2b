import type { ExplainedRecord, Explanation } from '@fundlens/projection/explain/explanation';
import {
  instantText,
  outcomeText,
  positionText,
  searchedLines,
  verdictText,
  versionText,
  visibleText,
} from '@fundlens/projection/explain/explanation-text';
import { page } from './console-page.ts';
import { explainForm } from './explain-form.ts';
import { html, type Html } from '@fundlens/runtime/html';

/** The explanation as the command prints it: ids, codes, versions and positions. */
export function explanationPage(
  explanation: Explanation,
  asked: { readonly what: string; readonly since: string },
): string {
  const body = html`<article class="card answer" aria-labelledby="verdict"><h2 id="verdict">${verdictText(explanation)}</h2>
${explainForm(asked)}
${records(explanation)}${documents(explanation)}${routes(explanation)}
<h3>Searched</h3><ul>${searchedLines(explanation).map((line) => html`<li>${line}</li>`)}</ul>
${explanation.notes.map((note) => html`<p role="note">${note}</p>`)}
<p><a href="/console">Back to the console</a></p></article>`;
  return page({ title: 'explain – Fundlens', icon: 'unknown', live: false, head: html``, body });
}

/** Why there is no explanation, and the form to ask again. What was asked is not repeated: it may be anything. */
export function noExplanationPage(message: string): string {
  const body = html`<article class="card narrow"><h2>Not explained</h2><p role="alert">${message}</p>${explainForm()}
<p><a href="/console">Back to the console</a></p></article>`;
  return page({ title: 'not explained – Fundlens', icon: 'unknown', live: false, head: html``, body });
}

function records(explanation: Explanation): Html | null {
  if (explanation.records.length === 0) return null;
  const rows = explanation.records.map((record) => recordRow(record, explanation));
  return html`<h3>Records, the newest first</h3>
${scrolled('records', ['Position', 'Taken by the log', 'Key', 'Version', 'Event id', 'Visible', 'Outcome'], rows)}`;
}

function recordRow(record: ExplainedRecord, explanation: Explanation): Html {
  return html`<tr><td>${record.isAsked && html`<b>asked for</b> `}<code>${positionText(record)}</code></td><td class="keep">${instantText(record.appendedAt)}</td><td><code>${record.key ?? 'not shown'}</code></td>
<td>${versionText(record.version)}</td><td><code>${record.eventId ?? 'not read'}</code></td><td>${visibleText(record)}</td><td>${outcomeText(record, explanation)}</td></tr>`;
}

function documents(explanation: Explanation): Html | null {
  const rows = explanation.documents.flatMap(({ model, key, revision, slots }) =>
    slots.map(
      (
        slot,
      ) => html`<tr><td><code>${model}/${key}</code></td><td><code>${slot.slot}</code></td><td>${slot.state === 'erased' ? '-' : versionText(slot)}</td>
<td>${slot.state}</td><td>${slot.changedAt === null ? 'not recorded' : instantText(slot.changedAt)}</td><td class="number">${revision}</td></tr>`,
    ),
  );
  if (rows.length === 0) return null;
  const head = ['Document', 'Slot', 'Version', 'State', 'In /changes at', 'Revision'];
  return html`<h3>Documents</h3>${scrolled('documents', head, rows)}`;
}

function routes(explanation: Explanation): Html | null {
  const rows = explanation.documents.flatMap(({ model, views }) =>
    views.flatMap(({ name, shows, routes: ofView }) =>
      ofView.map(
        (route) =>
          html`<tr><td><code>${model}.${name}</code></td><td>${shows ? 'shown' : 'nothing to show'}</td><td><code>${route}</code></td></tr>`,
      ),
    ),
  );
  return rows.length === 0 ? null : html`<h3>Routes</h3>${scrolled('routes', ['View', 'Shows', 'Route'], rows)}`;
}

function scrolled(label: string, head: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table class="wide"><thead><tr>${head.map((name) => html`<th>${name}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table></div>`;
}
