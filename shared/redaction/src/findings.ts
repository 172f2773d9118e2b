import { lastAtMost } from './ascending-numbers.ts';
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
};

/** A terminal shows a path in two lines at most. */
const MAX_PATH = 160;
/** Names of fields are words; what is longer is data. */
const MAX_NAME = 48;

/**
 * One finding per edit of a text that was read. Only the redact command pays for the paths.
 *
 * @param edits of the text, in order and disjoint
 */
export function findingsOf(reading: Reading, edits: readonly Edit[], subjects: SubjectNumbers): readonly Finding[] {
  const pathOf = pathFinder(reading, edits, subjects);
  const lineOf = lineCounter(reading.text);
  const shown = new Map<string, string>();
  return edits.map((edit) => {
    const path = pathOf(edit) ?? `line ${lineOf(edit.start)}`;
    const clean = shown.get(path) ?? printable(redactText(path, subjects), MAX_PATH);
    shown.set(path, clean);
    return { rule: edit.rule, path: clean };
  });
}

type PathOf = (edit: Edit) => string | null;

/** Tells the path to an edit, in a text or in what is nested there; null in text without structure. */
function pathFinder(reading: Reading, edits: readonly Edit[], subjects: SubjectNumbers): PathOf {
  const { text, json, nested } = reading;
  const tokens = json ?? (looksLikeXml(text) ? readXml(text) : null);
  const ownPathOf = tokens === null ? () => null : pathInTokens(tokens, edits);
  const inner = nested
    .flatMap(({ decoded, reading: innerReading, aboutSsn }) => {
      const innerEdits = findEdits(innerReading, subjects, aboutSsn);
      const pathOf = innerEdits.length === 0 ? () => null : pathFinder(innerReading, innerEdits, subjects);
      return innerEdits.map((edit) => ({ ...decoded.toOuter(edit), path: pathOf(edit) }));
    })
    .sort((a, b) => a.start - b.start);
  const starts = inner.map(({ start }) => start);
  return (edit) => {
    const own = ownPathOf(edit);
    const last = inner[lastAtMost(starts, edit.end - 1)];
    if (last === undefined || last.end <= edit.start) return own;
    return own === null || last.path === null ? (own ?? last.path) : `${own} > ${last.path}`;
  };
}

function pathInTokens(tokens: TokenIndex, edits: readonly Edit[]): PathOf {
  const begins = Array.from({ length: tokens.length }, (_, entry) =>
    tokens.hasKey(entry) ? tokens.keyStart(entry) : tokens.startOf(entry),
  );
  const starts = edits.map(({ start }) => start);
  /** A name that was itself rewritten is not shown. */
  const nameOf = (entry: number): string => {
    const last = edits[lastAtMost(starts, tokens.keyEnd(entry) - 1)];
    if (last !== undefined && last.end > tokens.keyStart(entry)) return SSN_REPLACEMENT;
    return printable(redactText(tokens.keyOf(entry)), MAX_NAME);
  };
  return ({ start }) => {
    let path = '';
    let entry = lastAtMost(begins, start);
    while (entry >= 0 && tokens.endOf(entry) < start) entry = tokens.parentOf(entry);
    for (; entry >= 0; entry = tokens.parentOf(entry)) {
      const parent = tokens.parentOf(entry);
      const isItem = parent >= 0 && tokens.kindOf(parent) === ARRAY;
      if (!tokens.hasKey(entry) && !isItem) continue;
      const separator = path === '' || path.startsWith('[') ? '' : '.';
      path = `${tokens.hasKey(entry) ? nameOf(entry) : '[]'}${separator}${path}`;
    }
    return path === '' ? null : path;
  };
}

/** Nothing that moves a terminal's cursor or hides in it. */
function printable(text: string, length: number): string {
  const shown = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
  return shown.length <= length ? shown : `${shown.slice(0, length - 1)}…`;
}

/** Tells the lines of positions that ascend. */
function lineCounter(text: string): (position: number) => number {
  let line = 1;
  let from = 0;
  return (position) => {
    for (let end = text.indexOf('\n', from); end >= 0 && end < position; end = text.indexOf('\n', from)) {
      line++;
      from = end + 1;
    }
    return line;
  };
}
