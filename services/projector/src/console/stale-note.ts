import { instantText } from './console-text.ts';
import type { ConsoleView } from './console-view.ts';
import { html, type Html } from '@fundlens/runtime/html';

/** Of when what a card shows is, while it cannot be read anew. */
export function staleNote({ figures: { trouble, readAt }, kafka, now }: ConsoleView): Html | null {
  if ((trouble === null && kafka === null) || readAt === null) return null;
  return html`<p class="state degraded">As it was at ${instantText(readAt, now)}.</p>`;
}
