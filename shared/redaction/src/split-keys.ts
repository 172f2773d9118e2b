import type { Edit } from './edits.ts';
import { SSN_REPLACEMENT } from './limits.ts';
import type { SubjectNumbers } from './subject-numbers.ts';
import {
  endOf,
  hasKey,
  keyEnd,
  keyStart,
  kindOf,
  NUMBER,
  nameOf,
  parentOf,
  STRING,
  startOf,
  type TokenIndex,
} from './token-index.ts';

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
    findFrom(parentOf(tokens, entry), part, [entry]);
    const value = valueDigits(entry);
    if (value !== '' && findFrom(entry, value, [])) pushValue(entry);
  }
  return edits;

  /** From a name up, as long as names are parts: at most nine levels, of a digit each. */
  function findFrom(first: number, end: string, chain: readonly number[]): boolean {
    let digits = end;
    const names = [...chain];
    for (let at = first; digits.length < NINE && at >= 0; at = parentOf(tokens, at)) {
      const part = partOf(at);
      if (part === '') return false;
      digits = part + digits;
      names.push(at);
    }
    if (digits.length !== NINE || names.length === 0 || !subjects.hasNine(Number(digits))) return false;
    for (const name of names) {
      edits.push({
        start: keyStart(tokens, name),
        end: keyEnd(tokens, name),
        replacement: SSN_REPLACEMENT,
        rule: 'subject',
      });
    }
    return true;
  }

  function partOf(entry: number): string {
    return hasKey(tokens, entry) ? (parts[nameOf(tokens, entry)] ?? '') : '';
  }

  function valueDigits(entry: number): string {
    const kind = kindOf(tokens, entry);
    if ((kind !== STRING && kind !== NUMBER) || endOf(tokens, entry) - startOf(tokens, entry) > NINE) return '';
    const text = tokens.text.slice(startOf(tokens, entry), endOf(tokens, entry));
    return PART.test(text) ? text.replace(/\D/g, '') : '';
  }

  function pushValue(entry: number): void {
    const replacement = kindOf(tokens, entry) === NUMBER ? `"${SSN_REPLACEMENT}"` : SSN_REPLACEMENT;
    edits.push({ start: startOf(tokens, entry), end: endOf(tokens, entry), replacement, rule: 'subject' });
  }
}
