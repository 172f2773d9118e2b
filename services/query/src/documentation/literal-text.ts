import { type Html, html } from '@fundlens/runtime/html';

/** Text with what stands in backticks as code. */
export function marked(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
}

/** A name of a member with its colon, a text, a number or a word. */
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/g;

/** JSON on several lines, with names, texts and numbers told apart. */
export function jsonCode(value: unknown): Html {
  const text = JSON.stringify(value, null, 2);
  const parts: Html[] = [];
  let end = 0;
  for (const { 0: token, 1: quoted, 2: colon, index } of text.matchAll(TOKEN)) {
    const kind = colon === undefined ? (quoted === undefined ? 'n' : 's') : 'k';
    parts.push(html`${text.slice(end, index)}<span class="${kind}">${quoted ?? token}</span>${colon ?? ''}`);
    end = index + token.length;
  }
  return html`${parts}${text.slice(end)}`;
}

/** A block of code that the keyboard can scroll and the script gives a button to copy. */
export function codeBlock(label: string, code: Html | string): Html {
  return html`<div class="code"><pre tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre></div>`;
}
