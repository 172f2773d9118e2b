import { LETTER, WORD } from './characters.ts';
import { type DigitRuns, readDigitRuns, touches } from './digit-runs.ts';
import { applyEdits, type Edit, mergeEdits, movedBy } from './edits.ts';
import { findLastFours } from './last-fours.ts';
import type { PushDigits } from './ssn-pattern.ts';
import type { SubjectNumbers } from './subject-numbers.ts';
import { findSubjectSpans } from './subject-spans.ts';
import { findNine, LEAST_DIGITS, matchesIn, pushAs, type TextMatches } from './text-matches.ts';
import { LONGEST_WHOLE, partsOf, type TextSpans } from './text-spans.ts';

export type TextContext = {
  readonly subjects: SubjectNumbers;
  /** The name that the text stands under, if it speaks of SSNs: nine bare digits in it are one. */
  readonly aboutSsn: string | null;
};

/**
 * Takes the numbers that a text gives away by itself into the subject numbers: those beside words about SSNs, and three,
 * two and four digits with dashes, so that the same nine digits elsewhere are surely the same number.
 *
 * @returns what else it found, for `findInText`
 */
export function collectFromText(text: string, spans: TextSpans, subjects: SubjectNumbers): TextMatches {
  const matches = matchesIn(text, spans);
  for (const digits of matches.numbers) subjects.add(digits);
  return matches;
}

/**
 * Rules 3, 4 and 5 on one text. Edits may overlap. Time and memory grow with the length only.
 *
 * @param matches what was found in the text when it was read
 */
export function findInText(text: string, context: TextContext, matches: TextMatches): Edit[] {
  const { subjects, aboutSsn } = context;
  const { named, found, beside, others } = matches;
  let edits = [...named, ...(aboutSsn === null ? beside : findBareNumbers(text, aboutSsn)), ...found];
  if (others.size > 0) {
    edits = edits.filter(({ rule, start, end }) => rule !== 'context' || (others.get(start) ?? -1) < end);
  }
  // Last: of rules that find the same, a number's own words say more than that the event has it.
  if (!subjects.isEmpty()) findEventNumbers(text, subjects, edits);
  return edits;
}

/** The digits with the tags between them, and of a text with markup without. */
function waysToRead(text: string): readonly boolean[] {
  return text.includes('<') && text.includes('>') ? [false, true] : [false];
}

/** Rule 3: the numbers of the event in any writing, where other rules have left any. */
function findEventNumbers(text: string, subjects: SubjectNumbers, edits: Edit[]): void {
  if (edits.length > 0 && text.length <= LONGEST_WHOLE) {
    const rest = applyEdits(text, mergeEdits(edits));
    // More digits might be the rest of a number of which another rule took a part.
    if (!FIVE_DIGITS.test(rest) && findSubjectSpans(rest, subjects).length === 0) return;
  }
  const spans = findSubjectSpans(text, subjects);
  if (spans.length === 0) return;
  for (const skipsTags of waysToRead(text)) {
    const runs = readDigitRuns(text, skipsTags, spans);
    if (runs.count < LEAST_DIGITS) continue;
    findSubjects(runs, subjects, pushAs({ rule: 'subject', because: () => null }, text, runs, edits));
  }
  for (const [from, part] of partsOf(text, spans)) {
    for (const edit of findLastFours(part, subjects)) edits.push(movedBy(from, edit));
  }
}

const FIVE_DIGITS = /(?:\d\D*){5}/;

/** Rule 5 under a name that speaks of SSNs: nine digits. */
function findBareNumbers(text: string, because: string): readonly Edit[] {
  const edits: Edit[] = [];
  for (const skipsTags of waysToRead(text)) {
    const runs = readDigitRuns(text, skipsTags, [[0, text.length]]);
    findNine(
      runs,
      (start) => !isOfOther(text, start),
      pushAs({ rule: 'context', because: () => because }, text, runs, edits),
    );
  }
  return edits;
}

/** Under a name that speaks of SSNs, only what names another number right before it keeps one: `acct 123456789`. */
function isOfOther(text: string, start: number): boolean {
  return OTHER_BEFORE.test(text.slice(Math.max(0, start - 24), start));
}

const OTHER_BEFORE =
  /\b(?:acc(?:oun)?ts?|a\/c|phone|tel|zip|routing|loan|order|ticket|agent)\W{0,3}(?:no\b|num(?:ber)?\b)?(?:\s(?:is|was))?\W{0,3}$/i;

const BILLION = 1_000_000_000;
const HUNDRED_MILLION = 100_000_000;
const TEN_MILLION = 10_000_000;

/** Whether neither the first nor the last of these digits is one of a longer group. */
function standsAlone({ count, gaps }: DigitRuns, from: number, to: number): boolean {
  return !touches(gaps[from] as number) && (to === count || !touches(gaps[to] as number));
}

/** Rule 3: the digits of a subject number, whatever stands between them, also inside a longer run. */
function findSubjects(runs: DigitRuns, subjects: SubjectNumbers, push: PushDigits): void {
  const { count, values, gaps } = runs;
  const shortForms = subjects.hasShortForms();
  let window = 0;
  let length = 0;
  /** As `length`, with short words between the digits. */
  let wordyLength = 0;
  for (let i = 0; i < count; i++) {
    const gap = gaps[i] as number;
    if ((gap & LETTER) !== 0) {
      length = 0;
      if ((gap & WORD) === 0) wordyLength = 0;
    }
    window = (window * 10 + (values[i] as number)) % BILLION;
    length++;
    wordyLength++;
    // Between words, a number cut out of longer groups is one by chance: `?d=2020-01-15&n=562538`.
    if (wordyLength >= 9 && subjects.hasNine(window) && (length >= 9 || standsAlone(runs, i - 8, i + 1)))
      push(i - 8, i + 1);
    // Without its zeros a number is only one when it stands alone.
    if (!shortForms || (i + 1 < count && touches(gaps[i + 1] as number))) continue;
    for (let size = 8; size >= 7; size--) {
      if (length < size || !subjects.hasShort(window % (size === 8 ? HUNDRED_MILLION : TEN_MILLION))) continue;
      if (length === size || !touches(gaps[i - size + 1] as number)) push(i - size + 1, i + 1);
    }
  }
}
