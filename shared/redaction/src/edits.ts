/** What found an SSN: a name, a label beside it, the event's own numbers, its form, words about SSNs, a bare field. */
export type RuleName = 'key' | 'sibling' | 'subject' | 'pattern' | 'context' | 'custom_field';

/** Replace `start`…`end` (UTF-16 positions of the text it belongs to). */
export type Edit = {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly rule: RuleName;
};

/** In order, without overlaps: what several rules found becomes one edit over all of it. */
export function mergeEdits(edits: readonly Edit[], replacementOfUnion: string): readonly Edit[] {
  if (edits.length < 2) return edits;
  const ordered = [...edits].sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Edit[] = [];
  for (const edit of ordered) {
    const last = merged.at(-1);
    if (last === undefined || edit.start >= last.end) merged.push(edit);
    else if (edit.end > last.end)
      merged[merged.length - 1] = { ...last, end: edit.end, replacement: replacementOfUnion };
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
