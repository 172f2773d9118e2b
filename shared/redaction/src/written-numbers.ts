import type { Span } from './digit-runs.ts';
import type { Edit } from './edits.ts';
import { SSN_REPLACEMENT } from './limits.ts';
import { isBesideSsnWord, type SsnWords } from './ssn-words.ts';
import type { SubjectNumbers } from './subject-numbers.ts';
import { partsOf } from './text-spans.ts';
import { mayHoldWrittenDigits, readWrittenDigits } from './written-digits.ts';

const BILLION = 1_000_000_000;
const LENGTH = 9;

/** Rule 3 on numbers that are spoken, scanned or in other numerals: `five three one hyphen eight four …`, `53l-84-7296`. */
export function findWrittenNumbers(text: string, subjects: SubjectNumbers): readonly Edit[] {
  if (!mayHoldWrittenDigits(text, [0, text.length], subjects)) return [];
  const edits: Edit[] = [];
  const { values, starts, ends, kinds, joins } = readWrittenDigits(text);
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
    const [start, end] = [starts[i - LENGTH + 1] as number, ends[i] as number];
    edits.push({ start, end, replacement: SSN_REPLACEMENT, rule: 'subject' });
  }
  return edits;
}

export type SpokenNumber = { readonly edit: Edit; readonly digits: string };

/** Rule 5 on nine digits of which most are words, beside words about SSNs: `my social is five three one …`. */
export function findSpokenNumbers(text: string, words: SsnWords, spans: readonly Span[]): readonly SpokenNumber[] {
  const found: SpokenNumber[] = [];
  for (const [at, part] of partsOf(text, spans)) {
    if (!mayHoldWrittenDigits(part, [0, part.length], null)) continue;
    const { values, starts, ends, kinds, joins } = readWrittenDigits(part);
    for (let from = 0, to = 1; from < values.length; from = to++) {
      while (joins[to] === true) to++;
      if (to - from !== LENGTH) continue;
      if (kinds.slice(from, to).filter((kind) => kind === 'other').length < LEAST_WORDS) continue;
      const [start, end] = [at + (starts[from] as number), at + (ends[to - 1] as number)];
      if (!isBesideSsnWord(text, words, start, end)) continue;
      const edit: Edit = { start, end, replacement: SSN_REPLACEMENT, rule: 'context' };
      found.push({ edit, digits: values.slice(from, to).join('') });
    }
  }
  return found;
}

/** Fewer may be letters of a code. */
const LEAST_WORDS = 3;
