import { SSN_REPLACEMENT } from './limits.ts';

/** What found a number: a name, a label beside it, the event's own numbers, its form, words about it, a bare field. */
export type RuleName = 'key' | 'sibling' | 'subject' | 'pattern' | 'context' | 'custom_field';

/** UTF-16 positions of a text, end exclusive. */
export type Span = { readonly start: number; readonly end: number };

/** What was judged to go, in the text that it belongs to. */
export type Finding = Span & {
  /** The number itself, if all of it stands there: seven to nine digits. It becomes a number of the event. */
  readonly digits: string | null;
  readonly rule: RuleName;
  /** What decided: a name, a label, words or a form, as spelled there. Shown only after it is cleaned. */
  readonly because: string;
  /** Default: `SSN_REPLACEMENT`. */
  readonly replacement?: string;
};

export type Edit = Span & {
  readonly replacement: string;
  readonly rule: RuleName;
  readonly because: string;
  /** Where it stands: in the text, then in the texts within. */
  readonly places: readonly Place[];
};

/** A position in a text, and the `Structure` of that text, which the commands that show an edit ask for its path. */
export type Place = { readonly structure: unknown; readonly at: number };

/** What was found in a part of a text that begins at `start`, in the text. */
export function shifted(findings: readonly Finding[], start: number): readonly Finding[] {
  return findings.map((finding) => ({ ...finding, start: finding.start + start, end: finding.end + start }));
}

/** In order, without overlaps: what several rules found becomes one edit over all of it, with what decided first. */
export function mergeEdits(edits: readonly Edit[]): Edit[] {
  const merged: Edit[] = [];
  for (const edit of [...edits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || edit.start >= last.end) merged.push(edit);
    else if (edit.end > last.end) merged[merged.length - 1] = { ...last, end: edit.end, replacement: SSN_REPLACEMENT };
  }
  return merged;
}

/** The text with the edits (ordered, disjoint) applied; the same string when there are none. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return text;
  const pieces: string[] = [];
  let position = 0;
  for (const { start, end, replacement } of edits) {
    pieces.push(text.slice(position, start), replacement);
    position = end;
  }
  pieces.push(text.slice(position));
  return pieces.join('');
}

/** Index of the last of the ascending numbers that is at most `limit`, or -1. */
export function lastAtMost(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
