import { characterClass, DIGIT, INVISIBLE } from './characters.ts';
import type { Edit } from './edits.ts';
import { decodeBackslashes } from './escapes.ts';
import { SSN_REPLACEMENT } from './limits.ts';
import { hasSevenDigits } from './marks.ts';
import { wholeNumberDigits } from './subject-numbers.ts';
import { ARRAY, endOf, entryMarks, kindOf, NUMBER, parentOf, STRING, startOf, type Tape } from './tape.ts';

/**
 * Rule 5 for a CRM custom field: operators type SSNs into fields of any name, so a value (or an item of a list) that is
 * nine digits and nothing else counts as one, unless its field is known to hold another number.
 */
export function findBareNumbers(value: Tape): readonly Edit[] {
  const edits: Edit[] = [];
  for (const entry of scalarsOf(value)) {
    const isNumber = kindOf(value, entry) === NUMBER;
    if (!isNumber && !hasSevenDigits(entryMarks(value, entry))) continue;
    const spelling = value.text.slice(startOf(value, entry), endOf(value, entry));
    const found = isNumber ? wholeNumberDigits(spelling)?.length === 9 : isNineDigits(decodeBackslashes(spelling).text);
    if (!found) continue;
    const replacement = isNumber ? `"${SSN_REPLACEMENT}"` : SSN_REPLACEMENT;
    edits.push({ start: startOf(value, entry), end: endOf(value, entry), replacement, rule: 'custom_field' });
  }
  return edits;
}

/** Nine when a text is digits throughout, spaces around and invisible characters aside. */
function isNineDigits(text: string): boolean {
  let count = 0;
  for (const character of text.trim()) {
    const kind = characterClass(character.codePointAt(0) as number);
    if (kind === DIGIT) count++;
    else if (kind !== INVISIBLE) return false;
  }
  return count === 9;
}

function scalarsOf(value: Tape): number[] {
  const scalars: number[] = [];
  for (let entry = 0; entry < value.length; entry++) {
    const parent = parentOf(value, entry);
    const atTop = parent < 0 || (parent === 0 && kindOf(value, 0) === ARRAY);
    const kind = kindOf(value, entry);
    if (atTop && (kind === STRING || kind === NUMBER)) scalars.push(entry);
  }
  return scalars;
}
