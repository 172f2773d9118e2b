import { html, type Html } from '@fundlens/runtime/html';

const HOUR_MS = 3_600_000;

/** How far back the log is read, by what the form sends. */
export const SINCE_MS: Readonly<Record<string, number | null>> = {
  '': null,
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
};

const SINCE_TEXT: Readonly<Record<string, string>> = {
  '': 'as far as needed',
  '1h': 'an hour',
  '24h': 'a day',
  '7d': 'a week',
};

export const MAX_QUESTION_LENGTH = 1_024;

/** Asks what became of an entity. A GET: it changes nothing, and needs no token. */
export function explainForm({ what, since } = { what: '', since: '' }): Html {
  return html`<form class="ask" method="get" action="/console/explain" role="search" aria-label="explain">
<label>Explain<span>A key such as contact:LOCATION:CONTACT, the id of an event, or the path of a route.</span><input name="what" required maxlength="${MAX_QUESTION_LENGTH}" autocomplete="off" spellcheck="false" value="${what}"></label>
<label>Back<select name="since">${Object.entries(SINCE_TEXT).map(([value, text]) => option(value, text, value === since))}</select></label>
<button type="submit">Explain</button></form>`;
}

function option(value: string, text: string, isSelected: boolean): Html {
  return isSelected
    ? html`<option value="${value}" selected>${text}</option>`
    : html`<option value="${value}">${text}</option>`;
}
