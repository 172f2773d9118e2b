import type { Edit, RuleName } from './edits.ts';
import { SSN_REPLACEMENT } from './limits.ts';
import { findEdits, type Reading } from './reading.ts';
import { redactText } from './redact-text.ts';
import type { SubjectNumbers } from './subject-numbers.ts';
import { ARRAY, endOf, hasKey, keyEnd, keyOf, keyStart, kindOf, parentOf, startOf, type Tape } from './tape.ts';
import { looksLikeXml, readXml } from './xml-tape.ts';

/** Where a number stood and which rule removed it; never the number, which is taken out of the path too. */
export type Finding = {
  readonly rule: RuleName;
  /** `consumers[].ssn`; ` > ` leads into a text within a text; `line 3` in text without structure. */
  readonly path: string;
};

/** A terminal shows a path in two lines at most. */
const MAX_PATH = 160;
/** Names of fields are words; what is longer is data. */
const MAX_NAME = 48;

/**
 * One finding per edit of a text that was read. For people: paths are worked out here and only here, so that nobody else
 * pays for them.
 *
 * @param edits of the text, in order and disjoint
 */
export function findingsOf(reading: Reading, edits: readonly Edit[], subjects: SubjectNumbers): readonly Finding[] {
  const pathOf = pathFinder(reading, edits, subjects);
  const clean = new Map<string, string>();
  const cleaned = (path: string): string => {
    const known = clean.get(path);
    if (known !== undefined) return known;
    const result = printable(redactText(path, subjects), MAX_PATH);
    clean.set(path, result);
    return result;
  };
  const lineOf = lineFinder(reading.text);
  return edits.map((edit) => ({ rule: edit.rule, path: cleaned(pathOf(edit) ?? `line ${lineOf(edit.start)}`) }));
}

type PathFinder = (edit: Edit) => string | null;

function pathFinder(reading: Reading, edits: readonly Edit[], subjects: SubjectNumbers): PathFinder {
  const { text, json } = reading;
  const tape = json ?? (looksLikeXml(text) ? readXml(text) : null);
  const inner = innerPaths(reading, subjects);
  return (edit) => {
    const own = tape === null ? null : pathIn(tape, edit, edits);
    const last = inner[lastAtMost(inner.length, (index) => (inner[index] as PathSpan).start, edit.end - 1)];
    const nested = last === undefined || last.end <= edit.start ? null : last.path;
    if (nested === null) return own;
    return own === null ? nested : `${own} > ${nested}`;
  };
}

type PathSpan = { readonly start: number; readonly end: number; readonly path: string };

/** The paths within nested texts, by where the outer text spells what was found there. */
function innerPaths({ nested }: Reading, subjects: SubjectNumbers): readonly PathSpan[] {
  const spans = nested.flatMap(({ decoded, reading, aboutSsn }) => {
    const edits = findEdits(reading, subjects, aboutSsn);
    if (edits.length === 0) return [];
    const pathOf = pathFinder(reading, edits, subjects);
    return edits.flatMap((edit) => {
      const path = pathOf(edit);
      const { start, end } = decoded.toOuter(edit);
      return path === null ? [] : [{ start, end, path }];
    });
  });
  return spans.sort((a, b) => a.start - b.start);
}

function pathIn(tape: Tape, edit: Edit, edits: readonly Edit[]): string | null {
  let path = '';
  for (let entry = entryAt(tape, edit.start); entry >= 0; entry = parentOf(tape, entry)) {
    const parent = parentOf(tape, entry);
    if (hasKey(tape, entry)) path = joined(nameOf(tape, entry, edits), path);
    else if (parent >= 0 && kindOf(tape, parent) === ARRAY) path = joined('[]', path);
  }
  return path === '' ? null : path;
}

function joined(step: string, rest: string): string {
  return rest === '' || rest.startsWith('[') ? `${step}${rest}` : `${step}.${rest}`;
}

/** The innermost entry that a position lies in, or in the name of; -1 when there is none. */
function entryAt(tape: Tape, position: number): number {
  let entry = lastAtMost(tape.length, (index) => beginOf(tape, index), position);
  while (entry >= 0 && endOf(tape, entry) < position) entry = parentOf(tape, entry);
  return entry;
}

function beginOf(tape: Tape, entry: number): number {
  return hasKey(tape, entry) ? keyStart(tape, entry) : startOf(tape, entry);
}

/** A name that was itself rewritten is not shown. */
function nameOf(tape: Tape, entry: number, edits: readonly Edit[]): string {
  const last = lastAtMost(edits.length, (index) => (edits[index] as Edit).start, keyEnd(tape, entry) - 1);
  if (last >= 0 && (edits[last] as Edit).end > keyStart(tape, entry)) return SSN_REPLACEMENT;
  return printable(redactText(keyOf(tape, entry)), MAX_NAME);
}

/** Nothing that moves a terminal's cursor or hides in it. */
function printable(text: string, length: number): string {
  const shown = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
  return shown.length <= length ? shown : `${shown.slice(0, length - 1)}…`;
}

function lineFinder(text: string): (position: number) => number {
  let starts: number[] | null = null;
  return (position) => {
    if (starts === null) {
      starts = [0];
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
    }
    const known = starts;
    return lastAtMost(known.length, (index) => known[index] as number, position) + 1;
  };
}

/** Index of the last of `length` ascending values that is not above the limit; -1 when all are. */
function lastAtMost(length: number, valueAt: (index: number) => number, limit: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (valueAt(middle) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
