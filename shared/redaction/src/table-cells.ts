import { mayNameSsn } from './marks.ts';
import { hintFinder } from './ssn-hints.ts';
import { judgeKey } from './key-rules.ts';
import { isNamed, type LabelReader } from './sibling-labels.ts';
import { ARRAY, endOf, entryMarks, kindOf, nextOf, OBJECT, parentOf, STRING, startOf, type Tape } from './tape.ts';

/** More columns of SSNs than this are no table. */
export const MAX_COLUMNS = 8;
/** A header is a name; a longer cell is text. */
const MAX_HEADER = 64;
const COMMA = 0x2c;

/** The cells of a JSON list with their places. The tape leaves out null, true and false: commas count them. */
export function cellsOf(tape: Tape, list: number): { count: number; items: readonly Cell[] } {
  const items: Cell[] = [];
  let column = 0;
  let from = startOf(tape, list);
  for (let entry = list + 1; entry < nextOf(tape, list); entry = nextOf(tape, entry)) {
    column += commasBetween(tape, from, startOf(tape, entry));
    items.push({ entry, column });
    from = endOf(tape, entry);
  }
  return { count: column + 1 + commasBetween(tape, from, endOf(tape, list)), items };
}

export type Cell = { readonly entry: number; readonly column: number };

export function commasBetween(tape: Tape, from: number, to: number): number {
  let commas = 0;
  for (let at = from; at < to; at++) if (tape.text.charCodeAt(at) === COMMA) commas++;
  return commas;
}

export function isContainer(tape: Tape, entry: number): boolean {
  return kindOf(tape, entry) === ARRAY || kindOf(tape, entry) === OBJECT;
}

/** Every string of a structure that says SSN and nothing else. Few do: what looks for tables begins with these. */
export function ssnLabels(reader: LabelReader, hints: readonly number[]): readonly number[] {
  if (hints.length === 0) return [];
  const { tape } = reader;
  const labels: number[] = [];
  const hintsIn = hintFinder(hints);
  for (let entry = 0; entry < tape.length; entry++) {
    if (kindOf(tape, entry) !== STRING) continue;
    const start = startOf(tape, entry);
    const end = endOf(tape, entry);
    if (end - start <= MAX_HEADER && hintsIn(start, end).length > 0 && saysSsn(reader, entry)) labels.push(entry);
  }
  return labels;
}

/**
 * What a header says of the cells below it: `social` may be an income as well, `part` is one with others beside it,
 * `taxpayer` a person's, `name` is a field's that tells about one.
 */
export type SsnHeader = 'ssn' | 'social' | 'last-four' | 'part' | 'name' | 'taxpayer';

const FIELD_NAME = /^[\w.$-]+$/;

/** A value that a header names; those of one row together may be a number. */
export type SsnCell = { readonly entry: number; readonly row: number; readonly says: SsnHeader };

/** Of a value that stands in no row. */
export const NO_ROW = -1;

/** What a string says of the values that it heads, when it is a label that says SSN and nothing else. */
export function headerOf(reader: LabelReader, entry: number): SsnHeader | null {
  const { tape, judge } = reader;
  const length = endOf(tape, entry) - startOf(tape, entry);
  if (length < 2 || length > MAX_HEADER) return null;
  if (!mayNameSsn(entryMarks(tape, entry))) return null;
  const judgement = judge(entry, false);
  if (judgement === 'card') return 'ssn';
  if (judgement === 'taxpayer') {
    const text = reader.textOf(tape.text.slice(startOf(tape, entry), endOf(tape, entry)));
    return judgeKey(text).about === 'person' ? 'taxpayer' : null;
  }
  if (judgement === 'about') {
    // A field's name is judged as names of members are; words are a sentence.
    const name = reader.textOf(tape.text.slice(startOf(tape, entry), endOf(tape, entry)));
    const key = FIELD_NAME.test(name) ? judgeKey(name) : null;
    return key?.says === 'maybe' && !key.flags ? 'name' : null;
  }
  const isHeader = judgement === 'ssn' || judgement === 'social' || judgement === 'last-four' || judgement === 'part';
  return isHeader ? judgement : null;
}

/** Whether a string is such a label. */
export function saysSsn(reader: LabelReader, entry: number): boolean {
  return headerOf(reader, entry) !== null;
}

/** Whose numbers stand below `["Borrower Name", "SSN"]`. */
export const HEADS_NAMES = /name|borrower|applicant|client|customer|consumer|person|owner|member|employee|^id$/i;

/**
 * Whether a row is one of a list of pairs of a name and a value (`[["type", "SSN"], ["value", "…"]]`) and no header: its
 * second cell is a label, and its first one names that label or stands below another row.
 */
export function isPair(reader: LabelReader, row: number): boolean {
  const { tape } = reader;
  const first = row + 1;
  const list = parentOf(tape, row);
  if (list < 0 || kindOf(tape, row) !== ARRAY || kindOf(tape, list) !== ARRAY) return false;
  if (kindOf(tape, first) !== STRING || nextOf(tape, first) >= nextOf(tape, row)) return false;
  if (nextOf(tape, nextOf(tape, first)) !== nextOf(tape, row)) return false;
  const name = tape.text.slice(
    startOf(tape, first),
    Math.min(endOf(tape, first), startOf(tape, first) + MAX_PAIR_NAME),
  );
  if (HEADS_NAMES.test(name) || saysSsn(reader, first)) return false;
  return row !== list + 1 || judgeKey(name).labelOf === '';
}

/** Whether the first cell of a pair names what a label may be about. */
export function namesValue({ tape, textOf }: LabelReader, row: number): boolean {
  const first = row + 1;
  if (kindOf(tape, first) !== STRING || endOf(tape, first) - startOf(tape, first) > MAX_PAIR_NAME) return false;
  const key = judgeKey(textOf(tape.text.slice(startOf(tape, first), endOf(tape, first))));
  return isNamed(key) && !key.isId;
}

const MAX_PAIR_NAME = 64;
