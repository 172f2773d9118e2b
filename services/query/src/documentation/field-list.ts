import type { FieldReference } from '@fundlens/contracts/reference/event-reference';
import { type Html, html } from '@fundlens/runtime/html';
import { marked } from './literal-text.ts';

/** What the redactor does with a field of the class. */
export const REDACTION_CLASSES: Readonly<Record<string, string>> = {
  identity: 'An id. It is never rewritten; one that reads as a Social Security number makes the event invalid.',
  'free text': 'Every Social Security number in it is replaced before anything is stored.',
  opaque: 'A value of a fixed form that validation has checked (UUID, hash, closed vocabulary). It is left alone.',
  'JSON text': 'A text that holds JSON. It is redacted as JSON.',
  'JSON bytes': 'A stored report. It is redacted token by token; every other byte stays.',
  dropped: 'Accepted, because upstreams send it, and removed before anything is stored.',
};

/** Fields in the order of the schema; those inside another one are indented. @param of the event, empty for `meta` */
export function fieldList(fields: readonly FieldReference[], of = ''): Html {
  return html`<dl class="fields">${fields.map((field) => row(field, of))}</dl>`;
}

function row({ path, type, required, redaction, rule }: FieldReference, of: string): Html {
  const parts = path.split('.');
  const [name] = parts.slice(-1);
  const depth = Math.min(parts.length - 1, 3);
  const inside = parts.slice(0, -1).join('.');
  return html`<div class="field depth${depth}" id="${[of, path.replaceAll('[]', '')].filter(Boolean).join('.')}">
<dt>${inside !== '' && html`<span class="inside">${inside}.</span>`}<code>${name ?? path}</code> <span class="type">${type}</span></dt>
<dd>${required !== '' && html`<span class="tag required">${required === 'always' ? 'required' : `required ${required}`}</span>`}
${redaction !== '' && html`<span class="tag ${redaction === 'dropped' ? 'dropped' : 'redaction'}">${redaction}</span>`} ${marked(capital(rule))}</dd>
</div>`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
