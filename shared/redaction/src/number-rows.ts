import { judgeLabel } from './key-rules.ts';
import type { Grouped } from './number-chains.ts';

export type NumberRows = {
  /** Whether the groups are cells of a row below a header that names none of them an SSN. */
  readonly isRow: (groups: Grouped) => boolean;
};

/** A longer line is data, or text. */
const MAX_LINE = 512;
/** A header further up is that of another table. */
const MAX_ROWS_UP = 256;
const RULE_LINE = /^[\s|+:=_*-]+$/;
/** What columns of numbers are called in reports: with single spaces a row looks like a number after words. */
const MEASURE =
  /^(?:score|util\w*|balance|bal|limit|amount|amt|total|sum|count|cnt|n|qty|quantity|price|cost|rate|apr|terms?|months?|days?|years?|age|late|open|closed|paid|due|payment|pmt|high|low|min|max|avg|mean|credit|debt|income|hits?|size|bytes|ms|time|status|code|line|page|rows?|cols?|\d{2,3})$/i;
const LEAST_MEASURES = 2;
const NAME = /^["']?\p{L}[\p{L}\d %$#().'"/_-]{0,31}$/u;
/** One word in a column of spaces. */
const WORD = /^(?:\p{L}[\p{L}%$#()./_-]{0,23}|\d{2,3})$/u;

/**
 * Three, two and four digits that are cells of a table in text: `Score Util Balance` above `712 45 6789`. Lines are
 * looked at once, from the row up to its header or to a row before.
 */
export function createNumberRows(text: string): NumberRows {
  /** Of the last row: where its line begins, and what it was. */
  let known = { at: -1, shape: '', isRow: false };
  return { isRow };

  function isRow(groups: Grouped): boolean {
    const start = lineStart(groups.start);
    const delimiter = delimiterOf(groups);
    const line = delimiter === null ? null : lineAt(start);
    if (delimiter === null || line === null || start === 0) return false;
    const count = cellsOf(line, delimiter).length;
    if (count < 3) return false;
    const shape = `${delimiter} ${count}`;
    const found = hasHeader(start, delimiter, count, shape);
    known = { at: start, shape, isRow: found };
    return found;
  }

  function hasHeader(from: number, delimiter: string, count: number, shape: string): boolean {
    let at = from;
    for (let up = 0; up < MAX_ROWS_UP && at > 0; up++) {
      at = lineStart(at - 1);
      if (at === known.at && shape === known.shape) return known.isRow;
      const line = lineAt(at);
      if (line === null || line.trim() === '') return false;
      if (RULE_LINE.test(line)) continue;
      const cells = cellsOf(line, delimiter);
      if (cells.length !== count) return false;
      if (isHeader(cells, delimiter)) return true;
      // Rows of a table, not lines of text: each has a number.
      if (!cells.some((cell) => /^[$-]?\d/.test(cell))) return false;
    }
    return false;
  }

  function lineStart(at: number): number {
    const least = Math.max(0, at - MAX_LINE);
    let start = at;
    while (start > least && text.charCodeAt(start - 1) !== NEW_LINE) start--;
    return start;
  }

  function lineAt(start: number): string | null {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, Math.min(end < 0 ? text.length : end, start + MAX_LINE));
    return line.length === MAX_LINE ? null : line;
  }
}

const NEW_LINE = 0x0a;

/** The sign that parts the cells of this row, when one sign parts all three groups. */
function delimiterOf({ first, second }: Grouped): string | null {
  const sign = first.trim();
  if (sign !== second.trim()) return null;
  if (sign !== '') return /^[,;|]$/.test(sign) ? sign : null;
  if (first.includes('\t') && second.includes('\t')) return '\t';
  return /^ {2,}$/.test(first) && /^ {2,}$/.test(second) ? '  ' : first === ' ' && second === ' ' ? ' ' : null;
}

function cellsOf(line: string, delimiter: string): readonly string[] {
  const cells = delimiter.trim() === '' && delimiter !== '\t' ? line.trim().split(SPACES[delimiter] ?? /\s+/) : null;
  return (cells ?? line.split(delimiter)).map((cell) => cell.trim());
}

const SPACES: Readonly<Record<string, RegExp>> = { ' ': /\s+/, '  ': /\s{2,}/ };

function isHeader(cells: readonly string[], delimiter: string): boolean {
  const isName = delimiter === ' ' ? WORD : NAME;
  if (!cells.every((cell) => isName.test(cell) || cell === '')) return false;
  if (cells.some((cell) => judgeLabel(cell, false) !== null && /ss|soc|tin|tax|national/i.test(cell))) return false;
  if (!cells.some((cell) => /\p{L}/u.test(cell))) return false;
  return delimiter !== ' ' || cells.filter((cell) => MEASURE.test(cell)).length >= LEAST_MEASURES;
}
