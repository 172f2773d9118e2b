import { isBareNumber, numberAmongWords } from './bare-numbers.ts';
import { hasSevenDigits } from './character-classes.ts';
import type { DecodedText } from './unfold/decoded-text.ts';
import { type Edit, keyRemoval, removal, valueRemoval } from './edits.ts';
import { judgeKey } from './key-rules.ts';
import type { Reading } from './reading.ts';
import { bareDigits, undressed, wholeNumberDigits } from './subject-numbers.ts';
import { ARRAY, LITERAL, NUMBER, OBJECT, STRING, type TokenIndex } from './token-index.ts';

/**
 * Rule 5 for a CRM custom field: operators type SSNs into fields of any name, so a value (or an item of a list) that is
 * nine digits and nothing else counts as one, unless its field is known to hold another number. Signs that typing or a
 * spreadsheet left around the digits, lists and objects around a single value, and encodings do not matter.
 */
export function findBareNumbers(reading: Reading): readonly Edit[] {
  return reading.json === null ? inText(reading) : inJson(reading, reading.json);
}

const WHY = 'nine digits in a custom field';

/** A text that is itself in a string: the number as it stands, or in an encoding of all of the text. */
function inText({ text, nested }: Reading): Edit[] {
  if (isBareNumber(text)) return [removal(0, text.length, 'custom_field', WHY)];
  return nested.flatMap((inner) => {
    const { start, end } = spanOf(inner.decoded);
    return undressed(text.slice(0, start) + text.slice(end)) === '' ? inNested(inner) : [];
  });
}

function inJson({ nested }: Reading, json: TokenIndex): Edit[] {
  const edits: Edit[] = [];
  const values = soleValues(json);
  for (const entry of values) {
    if (json.hasKey(entry) && bareDigits(json.keyOf(entry))?.length === 9) {
      edits.push(keyRemoval(json, entry, 'custom_field', WHY));
    }
    const kind = json.kindOf(entry);
    const spelling = json.spelling(entry);
    const isBare =
      kind === NUMBER
        ? wholeNumberDigits(spelling)?.length === 9
        : kind === STRING && hasSevenDigits(json.classesOf(entry)) && isBareNumber(json.decode(spelling));
    if (isBare) edits.push(valueRemoval(json, entry, 'custom_field', WHY));
    else if (kind === STRING && hasSevenDigits(json.classesOf(entry))) {
      const span = numberAmongWords(spelling);
      if (span !== null)
        edits.push(removal(json.startOf(entry) + span[0], json.startOf(entry) + span[1], 'custom_field', WHY));
    }
  }
  for (const parts of values.length === 0 ? [] : partedValues(json, values)) {
    for (const entry of parts) edits.push(valueRemoval(json, entry, 'custom_field', WHY));
  }
  for (const inner of nested) {
    const { start, end } = spanOf(inner.decoded);
    const isValue = values.some((entry) => json.startOf(entry) === start && json.endOf(entry) === end);
    if (isValue) edits.push(...inNested(inner));
  }
  return edits;
}

type Nested = Reading['nested'][number];

function inNested({ decoded, reading }: Nested): Edit[] {
  return findBareNumbers(reading).map((edit) => decoded.toOuter(edit));
}

function spanOf(decoded: DecodedText): { readonly start: number; readonly end: number } {
  return decoded.toOuter(removal(0, decoded.text.length, 'custom_field', WHY));
}

/** The value itself, items of lists, and what an object holds that holds nothing else and does not say what it is. */
function soleValues(json: TokenIndex): readonly number[] {
  const values: number[] = [];
  const isSole = new Uint8Array(json.length);
  for (let entry = 0; entry < json.length; entry++) {
    const parent = json.parentOf(entry);
    if (parent >= 0 && isSole[parent] === 0) continue;
    if (parent >= 0 && json.kindOf(parent) === OBJECT && !isUnsaid(json, parent, entry)) continue;
    isSole[entry] = 1;
    const kind = json.kindOf(entry);
    if (kind === STRING || kind === NUMBER || kind === LITERAL) values.push(entry);
  }
  return values;
}

/** A name of one or two letters, or the digits that it holds. */
const NO_NAME = /^(?!(?:id|ss)$)[a-z]{1,2}\d?$|^\d+$/i;

function isUnsaid(json: TokenIndex, object: number, member: number): boolean {
  if (json.nextOf(member) !== json.nextOf(object) || member !== object + 1) return false;
  const name = json.keyOf(member);
  const key = judgeKey(name);
  return !key.other && ((key.valueOf === '' && !/^\W*id\W*$/i.test(name)) || NO_NAME.test(name));
}

/** Lists whose items only together are a number: texts of three, two and four digits, or digit by digit. */
function partedValues(json: TokenIndex, values: readonly number[]): readonly (readonly number[])[] {
  const isItem = (entry: number): boolean => json.parentOf(entry) >= 0 && json.kindOf(json.parentOf(entry)) === ARRAY;
  const lists = Map.groupBy(values.filter(isItem), (entry) => json.parentOf(entry));
  return [...lists.values()].filter((items) => isParted(json, items));
}

/** Answers on a scale have fewer kinds of digits than numbers have. */
const LEAST_KINDS = 6;

function isParted(json: TokenIndex, items: readonly number[]): boolean {
  if (items.length !== 3 && items.length !== 9) return false;
  const digits = items.map((entry) => bareDigits(json.spelling(entry)) ?? '');
  const lengths = digits.map((part) => part.length).join('');
  if (lengths === '324') return items.every((entry) => json.kindOf(entry) === STRING);
  if (lengths !== '111111111') return false;
  return new Set(digits).size >= LEAST_KINDS && digits.toSorted().join() !== digits.join();
}
