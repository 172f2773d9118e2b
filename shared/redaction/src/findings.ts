import { lastAtMost } from './ascending-numbers.ts';
import { digitsOf } from './characters.ts';
import type { Edit, RuleName } from './edits.ts';
import { SSN_REPLACEMENT } from './limits.ts';
import { findEdits, type Reading } from './reading.ts';
import { redactText } from './redact-text.ts';
import type { SubjectNumbers } from './subject-numbers.ts';
import { ARRAY, type TokenIndex } from './token-index.ts';
import { looksLikeXml, readXml } from './xml-tokenizer.ts';

/** Where a number stood and which rule removed it; never the number, which is taken out of the path too. */
export type Finding = {
  readonly rule: RuleName;
  /** `consumers[].ssn`; ` > ` leads into a text within a text; `line 3` in text without structure. */
  readonly path: string;
  /** What decided, as the rule noted it: `typeCode: SSN`; of a number of the event what named it. */
  readonly because: string | null;
};

/** A terminal shows a path in two lines at most. */
const MAX_PATH = 160;
/** Names of fields are words; what is longer is data. */
const MAX_NAME = 48;
/** Seven digits: a number that lost its zeros. */
const LEAST_NUMBER = 1_000_000;

/**
 * One finding per edit of a text that was read. For people: paths are worked out here and only here, so that only the
 * redact command pays for them.
 *
 * @param edits of the text, in order and disjoint
 */
export function findingsOf(reading: Reading, edits: readonly Edit[], subjects: SubjectNumbers): readonly Finding[] {
  const placeOf = placeFinder(reading, edits, subjects);
  const clean = new Map<string, string>();
  const cleaned = (text: string): string => {
    const result = clean.get(text) ?? redactText(text, subjects);
    clean.set(text, result);
    return result;
  };
  const lineOf = lineFinder(reading.text);
  const found = edits.map((edit) => {
    const { path, because, digits } = placeOf(edit);
    const where = printable(cleaned(path ?? `line ${lineOf(edit.start)}`), MAX_PATH);
    return { rule: edit.rule, path: where, because: because && printable(masked(cleaned(because)), MAX_NAME), digits };
  });
  const names = new Map<number, string>();
  for (const { rule, path, digits } of found) {
    if (rule !== 'subject' && digits >= LEAST_NUMBER && !names.has(digits))
      names.set(digits, `named by ${rule} at ${lastPart(path, MAX_NAME - 24)}`);
  }
  return found.map(({ digits, ...finding }) =>
    finding.rule === 'subject' ? { ...finding, because: names.get(digits) ?? 'a number of this event' } : finding,
  );
}

/** Where an edit lies, in a text or in what is nested there, and what decided. */
type Place = Pick<Edit, 'because'> & { readonly path: string | null; readonly digits: number };

function placeFinder(reading: Reading, edits: readonly Edit[], subjects: SubjectNumbers): (edit: Edit) => Place {
  const { text, json } = reading;
  const tokens = json ?? (looksLikeXml(text) ? readXml(text) : null);
  const inner = innerPlaces(reading, subjects);
  const starts = inner.map(({ start }) => start);
  return (edit) => {
    const own = tokens === null ? null : pathTo(tokens, entryAt(tokens, edit.start), edits);
    const digits = Number(digitsOf(text.slice(edit.start, edit.end)));
    const last = inner[lastAtMost(starts, edit.end - 1)];
    if (last === undefined || last.end <= edit.start) return { path: own, because: edit.because, digits };
    const path = own === null || last.path === null ? (own ?? last.path) : `${own} > ${last.path}`;
    return { path, because: edit.because, digits: last.digits };
  };
}

/** What was found in nested texts, by where the outer text spells it. */
function innerPlaces({ nested }: Reading, subjects: SubjectNumbers): readonly (Place & Pick<Edit, 'start' | 'end'>)[] {
  const places = nested.flatMap(({ decoded, reading, aboutSsn }) => {
    const edits = findEdits(reading, subjects, aboutSsn);
    if (edits.length === 0) return [];
    const placeOf = placeFinder(reading, edits, subjects);
    return edits.map((edit) => {
      const { start, end } = decoded.toOuter(edit);
      return { ...placeOf(edit), start, end };
    });
  });
  return places.sort((a, b) => a.start - b.start);
}

function pathTo(tokens: TokenIndex, from: number, edits: readonly Edit[]): string | null {
  let path = '';
  for (let entry = from; entry >= 0; entry = tokens.parentOf(entry)) {
    const parent = tokens.parentOf(entry);
    if (tokens.hasKey(entry)) path = joined(shownKey(tokens, entry, edits), path);
    else if (parent >= 0 && tokens.kindOf(parent) === ARRAY) path = joined('[]', path);
  }
  return path === '' ? null : path;
}

function joined(step: string, rest: string): string {
  return rest === '' || rest.startsWith('[') ? `${step}${rest}` : `${step}.${rest}`;
}

/** The innermost entry that a position lies in, or in the name of; -1 when there is none. */
function entryAt(tokens: TokenIndex, position: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const begin = tokens.hasKey(middle) ? tokens.keyStart(middle) : tokens.startOf(middle);
    if (begin <= position) low = middle + 1;
    else high = middle;
  }
  let entry = low - 1;
  while (entry >= 0 && tokens.endOf(entry) < position) entry = tokens.parentOf(entry);
  return entry;
}

/** A name; such as were themselves rewritten are not shown. */
function shownKey(tokens: TokenIndex, entry: number, edits: readonly Edit[]): string {
  const [start, end] = [tokens.keyStart(entry), tokens.keyEnd(entry)];
  if (edits.some((edit) => edit.start < end && edit.end > start)) return SSN_REPLACEMENT;
  return printable(redactText(tokens.text.slice(start, end)), MAX_NAME);
}

/** Words need no digits to be told; a label may have the last four of its number. */
function masked(words: string): string {
  return words.replace(/\p{Nd}{2,}/gu, '#');
}

function lastPart(path: string, length: number): string {
  return path.length <= length ? path : `…${path.slice(1 - length)}`;
}

/** Nothing that moves a terminal's cursor or hides in it. */
function printable(text: string, length: number): string {
  const shown = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
  return shown.length <= length ? shown : `${shown.slice(0, length - 1)}…`;
}

function lineFinder(text: string): (position: number) => number {
  let starts: number[] | null = null;
  return (position) => {
    starts ??= [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
    return lastAtMost(starts, position) + 1;
  };
}
