import { SSN_REPLACEMENT } from './limits.ts';
import { NUMBER, type TokenIndex } from './token-index.ts';

/** What found an SSN: a name, a label beside it, the event's own numbers, its form, words about SSNs, a bare field. */
export type RuleName = 'key' | 'sibling' | 'subject' | 'pattern' | 'context' | 'custom_field';

/** Replace `start`…`end` (UTF-16 positions of the text it belongs to). */
export type Edit = {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly rule: RuleName;
  /** What decided: a name, a label, words or a form, as spelled there; null: the rule says it all. Shown only after it is cleaned. */
  readonly because: string | null;
};

export function removal(start: number, end: number, rule: RuleName, because: string | null = null): Edit {
  return { start, end, replacement: SSN_REPLACEMENT, rule, because };
}

/** Takes a value of a structure: what stands for a number is a string. */
export function valueRemoval(tokens: TokenIndex, entry: number, rule: RuleName, because: string | null = null): Edit {
  const edit = removal(tokens.startOf(entry), tokens.endOf(entry), rule, because);
  return tokens.kindOf(entry) === NUMBER ? { ...edit, replacement: `"${SSN_REPLACEMENT}"` } : edit;
}

export function keyRemoval(tokens: TokenIndex, entry: number, rule: RuleName, because: string | null = null): Edit {
  return removal(tokens.keyStart(entry), tokens.keyEnd(entry), rule, because);
}

/** An edit of a part of a text as one of the text. */
export function movedBy(offset: number, edit: Edit): Edit {
  return offset === 0 ? edit : { ...edit, start: edit.start + offset, end: edit.end + offset };
}

/** In order, without overlaps: what several rules found becomes one edit over all of it. */
export function mergeEdits(edits: readonly Edit[]): readonly Edit[] {
  if (edits.length < 2) return edits;
  const ordered = [...edits].sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Edit[] = [];
  for (const edit of ordered) {
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
  for (const edit of edits) {
    pieces.push(text.slice(position, edit.start), edit.replacement);
    position = edit.end;
  }
  pieces.push(text.slice(position));
  return pieces.join('');
}
