import type { Edit } from './edits.ts';
import { SSN_REPLACEMENT } from './limits.ts';
import { isBesideSsnWord, type SsnWords } from './ssn-words.ts';
import type { SubjectNumbers } from './subject-numbers.ts';
import { mayHoldWrittenDigits, readWrittenDigits, type WrittenDigits } from './written-digits.ts';

const BILLION = 1_000_000_000;
const LENGTH = 9;

/** Rule 3 on numbers that are spoken, scanned or in other numerals: `five three one hyphen eight four …`, `53l-84-7296`. */
export function findWrittenNumbers(text: string, subjects: SubjectNumbers): readonly Edit[] {
  if (!mayHoldWrittenDigits(text, [0, text.length], subjects)) return [];
  const edits: Edit[] = [];
  const written = readWrittenDigits(text);
  const { values, kinds, joins } = written;
  let window = 0;
  let length = 0;
  /** The last digit that other rules do not read. */
  let unusual = -LENGTH;
  for (const [i, value] of values.entries()) {
    if (joins[i] !== true) length = 0;
    if (kinds[i] !== 'plain') unusual = i;
    window = (window * 10 + value) % BILLION;
    length++;
    if (length < LENGTH || i - unusual >= LENGTH || !subjects.hasNine(window)) continue;
    edits.push(editOf(written, i - LENGTH + 1, i, 'subject'));
  }
  return edits;
}

function editOf({ starts, ends }: WrittenDigits, first: number, last: number, rule: 'subject' | 'context'): Edit {
  return { start: starts[first] as number, end: ends[last] as number, replacement: SSN_REPLACEMENT, rule };
}

export type SpokenNumber = { readonly edit: Edit; readonly digits: string };

/** Rule 5 on nine digits of which most are words, beside words about SSNs: `my social is five three one …`. */
export function findSpokenNumbers(text: string, words: SsnWords): readonly SpokenNumber[] {
  if (!mayHoldWrittenDigits(text, [0, text.length], null)) return [];
  const found: SpokenNumber[] = [];
  const written = readWrittenDigits(text);
  const { values, starts, ends, kinds, joins } = written;
  for (let from = 0, to = 1; from < values.length; from = to++) {
    while (joins[to] === true) to++;
    if (to - from !== LENGTH) continue;
    if (kinds.slice(from, to).filter((kind) => kind === 'other').length < LEAST_WORDS) continue;
    if (!isBesideSsnWord(text, words, starts[from] as number, ends[to - 1] as number)) continue;
    found.push({ edit: editOf(written, from, to - 1, 'context'), digits: values.slice(from, to).join('') });
  }
  return found;
}

/** Fewer may be letters of a code. */
const LEAST_WORDS = 3;
