import { digitsOf } from './characters.ts';
import { createDecidingWords } from './deciding-words.ts';
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
  /** The words that decided: `typeCode: SSN`; of a rule without words what decided instead; null: not found again. */
  readonly because: string | null;
};

/** A terminal shows a path in two lines at most. */
const MAX_PATH = 160;
/** Names of fields are words; what is longer is data. */
const MAX_NAME = 48;

/**
 * One finding per edit of a text that was read. For people: paths and words are worked out here and only here, so that
 * only the redact command pays for them.
 *
 * @param edits of the text, in order and disjoint
 */
export function findingsOf(reading: Reading, edits: readonly Edit[], subjects: SubjectNumbers): readonly Finding[] {
  const positionOf = positionFinder(reading, edits, subjects);
  const clean = new Map<string, string>();
  const cleaned = (text: string): string => {
    const known = clean.get(text);
    if (known !== undefined) return known;
    const result = redactText(text, subjects);
    clean.set(text, result);
    return result;
  };
  const lineOf = lineFinder(reading.text);
  const found = edits.map((edit) => {
    const { path, because, digits } = positionOf(edit);
    const where = printable(cleaned(path ?? `line ${lineOf(edit.start)}`), MAX_PATH);
    return { rule: edit.rule, path: where, because: because && printable(masked(cleaned(because)), MAX_NAME), digits };
  });
  const names = new Map<number, string>();
  for (const { rule, path, digits } of found) {
    if (rule !== 'subject' && digits >= LEAST_NUMBER && !names.has(digits))
      names.set(digits, `named by ${rule} at ${lastPart(path, MAX_NAME - 24)}`);
  }
  return found.map(({ digits, ...finding }) =>
    finding.rule === 'subject' ? { ...finding, because: names.get(digits) ?? finding.because } : finding,
  );
}

/** Seven digits: a number that lost its zeros. */
const LEAST_NUMBER = 1_000_000;

/** Where an edit lies and why it was made, in a text or in what is nested there. */
type EditPosition = { readonly path: string | null; readonly because: string | null; readonly digits: number };

function positionFinder(
  reading: Reading,
  edits: readonly Edit[],
  subjects: SubjectNumbers,
): (edit: Edit) => EditPosition {
  const { text, json } = reading;
  const tokens = json ?? (looksLikeXml(text) ? readXml(text) : null);
  const inner = innerPositions(reading, subjects);
  const becauseOf = createDecidingWords(reading, tokens, (start, end) => shownPart(text, [start, end], edits));
  return (edit) => {
    const entry = tokens === null ? -1 : entryAt(tokens, edit.start);
    const own = tokens === null ? null : pathTo(tokens, entry, edits);
    const digits = Number(digitsOf(text.slice(edit.start, edit.end)));
    const last = inner[lastAtMost(inner.length, (index) => (inner[index] as NestedPosition).start, edit.end - 1)];
    if (last === undefined || last.end <= edit.start) return { path: own, because: becauseOf(edit, entry), digits };
    const path = own === null || last.path === null ? (own ?? last.path) : `${own} > ${last.path}`;
    // What was found in both texts goes by the rule of the outer one.
    const isInner = last.rule === edit.rule && last.because !== null;
    return { path, because: isInner ? last.because : becauseOf(edit, entry), digits: last.digits };
  };
}

type NestedPosition = EditPosition & Pick<Edit, 'start' | 'end' | 'rule'>;

/** What was found in nested texts, by where the outer text spells it. */
function innerPositions({ nested }: Reading, subjects: SubjectNumbers): readonly NestedPosition[] {
  const positions = nested.flatMap(({ decoded, reading, aboutSsn }) => {
    const edits = findEdits(reading, subjects, aboutSsn);
    if (edits.length === 0) return [];
    const positionOf = positionFinder(reading, edits, subjects);
    return edits.map((edit) => {
      const { start, end, rule } = decoded.toOuter(edit);
      return { ...positionOf(edit), start, end, rule };
    });
  });
  return positions.sort((a, b) => a.start - b.start);
}

function pathTo(tokens: TokenIndex, from: number, edits: readonly Edit[]): string | null {
  let path = '';
  for (let entry = from; entry >= 0; entry = tokens.parentOf(entry)) {
    const parent = tokens.parentOf(entry);
    if (tokens.hasKey(entry))
      path = joined(shownPart(tokens.text, [tokens.keyStart(entry), tokens.keyEnd(entry)], edits), path);
    else if (parent >= 0 && tokens.kindOf(parent) === ARRAY) path = joined('[]', path);
  }
  return path === '' ? null : path;
}

function joined(step: string, rest: string): string {
  return rest === '' || rest.startsWith('[') ? `${step}${rest}` : `${step}.${rest}`;
}

/** The innermost entry that a position lies in, or in the name of; -1 when there is none. */
function entryAt(tokens: TokenIndex, position: number): number {
  let entry = lastAtMost(tokens.length, (index) => beginOf(tokens, index), position);
  while (entry >= 0 && tokens.endOf(entry) < position) entry = tokens.parentOf(entry);
  return entry;
}

function beginOf(tokens: TokenIndex, entry: number): number {
  return tokens.hasKey(entry) ? tokens.keyStart(entry) : tokens.startOf(entry);
}

/** A name or words; such as were themselves rewritten are not shown. */
function shownPart(text: string, [start, end]: readonly [number, number], edits: readonly Edit[]): string {
  const last = lastAtMost(edits.length, (index) => (edits[index] as Edit).start, end - 1);
  if (last >= 0 && (edits[last] as Edit).end > start) return SSN_REPLACEMENT;
  return printable(redactText(text.slice(start, end)), MAX_NAME);
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
