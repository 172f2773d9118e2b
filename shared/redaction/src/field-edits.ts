import { digitsOf } from './characters.ts';
import { hiddenTexts } from './unfold/decodings.ts';
import { type Edit, keyRemoval, type RuleName, valueRemoval } from './edits.ts';
import { contextBelow, IN_TAXPAYER, type Verdict } from './field-verdicts.ts';
import type { LabelledFields } from './labelled-ids.ts';
import { judgeKey } from './key-rules.ts';
import { collectValue } from './named-values.ts';
import { addPart, numbersInParts, numbersOfParts, type SsnParts } from './ssn-parts.ts';
import { bareDigits, type SubjectNumbers, wholeNumberDigits } from './subject-numbers.ts';
import { NUMBER, type TokenIndex } from './token-index.ts';

export type FieldContext = {
  /** Takes the numbers found. */
  readonly subjects: SubjectNumbers;
  /** What is known of the whole structure by what it stands under. */
  readonly outer: number;
  /** Where the text may name SSNs, in names and labels, ascending. */
  readonly hints: readonly number[];
  /** Takes the ids of fields whose labels say SSN. */
  readonly labelledFields: LabelledFields;
};

/** What is known while a structure is judged, and what has come of it so far. */
export type Judgement = FieldContext & {
  readonly tokens: TokenIndex;
  readonly edits: Edit[];
  readonly replaced: Set<number>;
  readonly parts: SsnParts;
};

/** The values below a container that together are a number. */
export function applyToParts(judgement: Judgement, container: number, isOther: (entry: number) => boolean): void {
  for (const { digits, entries } of numbersInParts(judgement.tokens, container, isOther)) {
    judgement.subjects.add(digits);
    for (const entry of entries) apply(judgement, entry, 'ssn', { rule: 'key' });
  }
}

/** Values that are parts by their names, if they are those of one number. */
export function applyToNamedParts(judgement: Judgement, entries: readonly number[]): void {
  for (const { digits, entries: found } of numbersOfParts(judgement.tokens, entries)) {
    judgement.subjects.add(digits);
    for (const entry of found) apply(judgement, entry, 'ssn', { rule: 'sibling' });
  }
}

/** Employer ids are written 12-3456789. */
const EMPLOYER_FORM = /^\s*\d{2}\s?\p{Pd}\s?\d{7}\s*$/u;

/** Takes a value away if it is what the verdict supposes. */
export function apply(
  judgement: Judgement,
  entry: number,
  verdict: Verdict,
  by: { readonly rule: RuleName; readonly because?: string | null },
): void {
  const { tokens, subjects } = judgement;
  if (judgement.replaced.has(entry)) return;
  const isNumber = tokens.kindOf(entry) === NUMBER;
  const spelling = tokens.spelling(entry);
  const text = isNumber ? spelling : tokens.decode(spelling);
  const digits = isNumber ? (wholeNumberDigits(text) ?? digitsOf(text)) : (bareDigits(text) ?? escapedDigits(text));
  if (verdict === 'ssn') {
    if (isPresenceFlag(tokens, entry, text)) return;
    if (isNumber) subjects.add(digits ?? '');
    else if (!collectValue(text, subjects)) return;
    if (digits !== null && digits.length < 7) addPart(judgement.parts, tokens.parentOf(entry), { entry, digits });
  } else {
    const isMasked = !isNumber && verdict !== 'if-nine' && MASKED_FORM.test(text);
    const mayBeFour = verdict === 'if-four' || (verdict === 'cell' && !isNumber);
    const isLastFour = mayBeFour && LAST_FOUR_FORM.test(text);
    if (!isMasked && !isLastFour) {
      if (digits === null || digits.length < leastDigits(verdict, isNumber) || digits.length > 9) return;
      if (AMOUNT_FORM.test(text) || DATE_FORM.test(text) || (verdict === 'if-eight' && BARE_DATE.test(text))) return;
      if (verdict === 'taxpayer' && EMPLOYER_FORM.test(text)) return;
      if (isFlags(tokens, entry, digits)) return;
      subjects.add(digits);
    }
  }
  judgement.replaced.add(entry);
  judgement.edits.push(valueRemoval(tokens, entry, by.rule, by.because ?? nameThatSays(tokens, entry)));
}

/** Nine digits that were escaped once more than their structure asks for: `\\u0034\\u0031…`. */
function escapedDigits(text: string): string | null {
  let escaped = text;
  for (let times = 0; times < MAX_ESCAPINGS && escaped.includes('\\'); times++) {
    const [decoded] = hiddenTexts(escaped);
    if (decoded === undefined) return null;
    const digits = bareDigits(decoded);
    if (digits?.length === 9) return digits;
    escaped = decoded;
  }
  return null;
}

const MAX_ESCAPINGS = 3;

/** `ssn: 1`: whether there is one. */
function isPresenceFlag(tokens: TokenIndex, entry: number, text: string): boolean {
  return /^[01]$/.test(text) && tokens.hasKey(entry) && PRESENCE.test(tokens.keyOf(entry));
}

const PRESENCE = /^[^\da-z]*ssn$/i;

function leastDigits(verdict: Verdict, isNumber: boolean): number {
  if (verdict === 'if-nine') return 9;
  return isNumber && verdict !== 'if-eight' ? 7 : 8;
}

/** An amount: one decimal point, and at most two digits behind it. */
const AMOUNT_FORM = /^[^.]*\.\d{1,2}\s*$/;
/** `02/01/2021`, `2021-02-01` */
const DATE_FORM = /^\s*(?:(?:19|20)\d{2}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:19|20)\d{2})\s*$/;
const BARE_DATE = /^(?:(?:19|20)\d{2}(?:0\d|1[0-2])[0-3]\d|(?:0\d|1[0-2])[0-3]\d(?:19|20)\d{2})$/;
/** A number of which the last four are shown. */
const MASKED_FORM = /^\s*[xX*#•●][xX*#•●\s\p{Pd}]{1,9}\d{4}\s*$/u;

/** The last four digits and nothing else but signs of a mask. */
const LAST_FOUR_FORM = /^[\s('xX*#•●.…\p{Pd}]{0,16}\d{4}[\s)]{0,4}$/u;

/** Match results, one digit per digit of an SSN: hardly a number has two kinds of digits, or no other than 0, 1, 2. */
function isFlags(tokens: TokenIndex, entry: number, digits: string): boolean {
  return (
    tokens.hasKey(entry) &&
    judgeKey(tokens.keyOf(entry)).flags &&
    (new Set(digits).size <= 2 || /^[0-2]*$/.test(digits))
  );
}

/** A key that is itself a number, below an SSN's name: `ssns: {"123456789": …}`. */
export function applyToKey({ tokens, subjects, edits }: Judgement, entry: number): void {
  const digits = bareDigits(tokens.decode(tokens.keyOf(entry)));
  if (digits === null || digits.length !== 9) return;
  subjects.add(digits);
  edits.push(keyRemoval(tokens, entry, 'key', nameThatSays(tokens, tokens.parentOf(entry), entry)));
}

/** The nearest name on the path that says what the value is, or what stands below it; else the value's own. */
export function nameThatSays(tokens: TokenIndex, from: number, value = from): string | null {
  for (let entry = from; entry >= 0; entry = tokens.parentOf(entry)) {
    if (!tokens.hasKey(entry)) continue;
    const key = judgeKey(tokens.keyOf(entry));
    if (key.says !== 'none' || (contextBelow(key, tokens.keyOf(entry), 0) & IN_TAXPAYER) !== 0)
      return `${entry === value ? '' : 'below '}${tokens.keyOf(entry)}`;
  }
  return from >= 0 && tokens.hasKey(from) ? tokens.keyOf(from) : null;
}
