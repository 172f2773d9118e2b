import { type Edit, keyRemoval, valueRemoval } from './edits.ts';
import type { SubjectNumbers } from './subject-numbers.ts';
import { NUMBER, STRING, type TokenIndex } from './token-index.ts';

const PART = /^\d[\d -]{0,7}$/;
const NINE = 9;

/** Rule 3 on names of members within each other, and the value at their end: `{"666": {"45": {"3920": …}}}`. */
export function findInKeys(tokens: TokenIndex, subjects: SubjectNumbers): readonly Edit[] {
  const parts = tokens.names.map((name) => (PART.test(name) ? name.replace(/\D/g, '') : ''));
  if (parts.every((part) => part === '')) return [];
  const edits: Edit[] = [];
  for (let entry = 0; entry < tokens.length; entry++) {
    const part = partOf(entry);
    if (part === '') continue;
    findFrom(tokens.parentOf(entry), part, [entry]);
    const value = valueDigits(entry);
    if (value !== '' && findFrom(entry, value, [])) edits.push(valueRemoval(tokens, entry, 'subject'));
  }
  return edits;

  /** From a name up, as long as names are parts: at most nine levels, of a digit each. */
  function findFrom(first: number, end: string, chain: readonly number[]): boolean {
    let digits = end;
    const names = [...chain];
    for (let at = first; digits.length < NINE && at >= 0; at = tokens.parentOf(at)) {
      const part = partOf(at);
      if (part === '') return false;
      digits = part + digits;
      names.push(at);
    }
    if (digits.length !== NINE || names.length === 0 || !subjects.hasNine(Number(digits))) return false;
    for (const name of names) edits.push(keyRemoval(tokens, name, 'subject'));
    return true;
  }

  function partOf(entry: number): string {
    return tokens.hasKey(entry) ? (parts[tokens.nameOf(entry)] ?? '') : '';
  }

  function valueDigits(entry: number): string {
    const kind = tokens.kindOf(entry);
    if ((kind !== STRING && kind !== NUMBER) || tokens.lengthOf(entry) > NINE) return '';
    const text = tokens.spelling(entry);
    return PART.test(text) ? text.replace(/\D/g, '') : '';
  }
}
