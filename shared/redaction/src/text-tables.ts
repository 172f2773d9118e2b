import { judgeKey, judgeLabel } from './key-rules.ts';
import type { Grouped } from './number-chains.ts';
import { HEADS_NAMES } from './ssn-labels.ts';
import { ORDERS } from './ssn-parts.ts';
import { namesOtherNumber } from './ssn-words.ts';
import { bareDigits } from './subject-numbers.ts';
import { findSpans } from './text-spans.ts';
import { NAMED_CELL, TABLE_EDGE } from './visible-text.ts';

/** Called with a cell that is a number, and its digits; null: the header says that it is another number. */
export type PushCell = (start: number, end: number, digits: string | null) => void;

/** What parts cells: one of the signs, one space between words, or the alignment with the names. */
type Delimiter = '\t' | '|' | ';' | ',' | '^' | ' ' | '  ';
const WORDS = ' ';
const ALIGNED = '  ';
const SIGNS: readonly Delimiter[] = ['\t', '|', ';', ',', '^'];
const CELLS: Readonly<Record<string, RegExp>> = { [WORDS]: /\S+/g, [ALIGNED]: /\S+(?:\s\S+)*/g };
/** A longer line is data. */
const MAX_LINE = 2048;
const MAX_NAME = 64;
const MAX_COLUMNS = 16;
/** Lines in a row that are no rows of the table, such as page headings; more of them end it. */
const MAX_OTHER_LINES = 3;
/** Lines between header and rows: `----- ----`, `|---|---|`. */
const RULE_LINE = /^[\s|+:=_*-]*$/;

type Reader = { readonly text: string; readonly push: PushCell };
/** A line, or a cell of one. */
type TextRange = { readonly start: number; readonly end: number };
/** `social` may be an income as well; `part` is one with the columns beside it; `about` tells about an SSN: `SSN verified`. */
type Says = 'ssn' | 'social' | 'taxpayer' | 'last-four' | 'part' | 'about' | 'other';
/** What stands from the end of the name before to the beginning of the next one, counted in the line, is below a name. */
type Column = { readonly index: number; readonly from: number; readonly to: number; readonly says: Says };
type Header = {
  readonly delimiter: Delimiter;
  readonly count: number;
  readonly columns: readonly Column[];
  /** Not, as two cells may be, a name and its value. */
  readonly isHeader: boolean;
};

/**
 * Rule 5 for tables in text (CSV, tabs, bars, columns of spaces): the numbers below a header that says SSN, however far
 * down. Linear: each line is looked at as a header and as a row at most once.
 *
 * @param hints where a word about SSNs may begin, ascending
 */
export function findTableCells(text: string, hints: readonly number[], push: PushCell): void {
  if (!/[\n\r]/.test(text)) return;
  let from = 0;
  for (const hint of hints) {
    if (hint < from) continue;
    const line = { start: lineStart(text, hint, from), end: lineEnd(text, hint) };
    const header = readHeader(text, line);
    from = header === null ? line.end : readRows({ text, push }, line.end, header);
  }
}

function lineStart(text: string, at: number, least: number): number {
  let start = at;
  while (start > least && !isLineEnd(text.charCodeAt(start - 1))) start--;
  return start;
}

function lineEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && !isLineEnd(text.charCodeAt(end))) end++;
  return end;
}

function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}

/** The text of a range, up to a length. */
function spelled(text: string, { start, end }: TextRange, most: number): string {
  return text.slice(start, Math.min(end, start + most));
}

function readHeader(text: string, line: TextRange): Header | null {
  if (line.end - line.start > MAX_LINE) return null;
  const names = text.slice(line.start, line.end);
  if (names.includes('<')) return null;
  const bySpaces = cellsOf(text, line, ALIGNED).length > 1 ? [ALIGNED] : [WORDS, ALIGNED];
  for (const delimiter of [...SIGNS.filter((sign) => names.includes(sign)), ...bySpaces] as const) {
    const header = headerOf(text, line, delimiter as Delimiter);
    if (header !== null) return header;
  }
  return null;
}

const COLUMN_NAME = /^(?:[\p{L}_#?]+(?:[ _-][\p{L}_#?]+){0,2})?$/u;

function headerOf(text: string, line: TextRange, delimiter: Delimiter): Header | null {
  const cells = cellsOf(text, line, delimiter);
  const names = cells.map(({ start, end }) => (end - start > MAX_NAME ? '' : text.slice(start, end)));
  const ofBusiness = names.map((name) => judgeKey(name)).some((key) => key.namesBusiness || key.about === 'business');
  const columns: Column[] = [];
  const filled = names.filter((name) => name !== '').length;
  // A row of a name and its value heads nothing.
  if (filled === 2 && text.slice(cells[0]?.start, cells.at(-1)?.start).includes(NAMED_CELL)) return null;
  // A line of prose about SSNs has commas too.
  const isTitled = delimiter !== WORDS && names.length > 1 && names.every((name) => COLUMN_NAME.test(name));
  for (const [index, name] of names.entries()) {
    const said = says(name);
    if (said === null || (said === 'taxpayer' && ofBusiness) || columns.length === MAX_COLUMNS) continue;
    const from = (cells[index - 1]?.end ?? line.start) - line.start;
    const to = (cells[index + 1]?.start ?? Number.POSITIVE_INFINITY) - line.start;
    columns.push({ index, from, to, says: said });
  }
  if (!columns.some(({ says: said }) => said !== 'other' && (said !== 'about' || isTitled))) return null;
  const isHeader = filled !== 2 || names.some((name) => HEADS_NAMES.test(name));
  return { delimiter, count: cells.length, columns, isHeader };
}

function says(name: string): Says | null {
  const isHint = findSpans(name).hints.length > 0;
  const judgement = isHint ? judgeLabel(name.replace(/^[\s"'*#|]+|[\s"'*|:]+$/g, ''), false) : null;
  if (judgement === 'card') return 'ssn';
  if (judgement !== null && judgement !== 'employer' && judgement !== 'other') return judgement;
  return judgeKey(name).other ? 'other' : null;
}

const QUOTE = 0x22;

/** The cells of a line, without quotes; a delimiter within quotes is none. */
function cellsOf(text: string, { start, end }: TextRange, delimiter: Delimiter): readonly TextRange[] {
  const bySpaces = CELLS[delimiter];
  if (bySpaces !== undefined) {
    const cells = [...text.slice(start, end).matchAll(bySpaces)];
    return cells.map(({ 0: cell, index }) => trimmed(text, start + index, start + index + cell.length));
  }
  const cells: TextRange[] = [];
  let from = start;
  let isQuoted = false;
  for (let at = start; at < end; at++) {
    if (text.charCodeAt(at) === QUOTE) isQuoted = !isQuoted;
    if (isQuoted || text.charAt(at) !== delimiter) continue;
    cells.push(trimmed(text, from, at));
    from = at + 1;
  }
  cells.push(trimmed(text, from, end));
  return cells;
}

function trimmed(text: string, from: number, to: number): TextRange {
  let start = from;
  let end = to;
  while (start < end && isEdge(text.charCodeAt(start))) start++;
  while (end > start && isEdge(text.charCodeAt(end - 1))) end--;
  return { start, end };
}

/** Spaces, quotes and the equals sign with which spreadsheets keep zeros. */
function isEdge(code: number): boolean {
  return code <= 0x20 || code === 0xfeff || code === QUOTE || code === 0x27 || code === 0x3d || code === 0xa0;
}

/** @returns where the table ends */
function readRows(reader: Reader, from: number, header: Header): number {
  const { text } = reader;
  const read = header.delimiter === ALIGNED ? readAligned : header.delimiter === WORDS ? readWords : readCells;
  let others = 0;
  let at = from;
  while (at < text.length && others < MAX_OTHER_LINES) {
    const line = { start: at + 1, end: lineEnd(text, at + 1) };
    at = line.end;
    if (text.slice(line.start, at) === TABLE_EDGE) return at;
    if (RULE_LINE.test(spelled(text, line, MAX_LINE))) continue;
    const isRow = read(reader, line, header, cellsOf(text, line, header.delimiter));
    others = isRow ? 0 : others + 1;
    if (!isRow && header.count === 1 && namesOtherNumber(spelled(text, line, MAX_NAME))) return at;
  }
  return at;
}

/** The type of a taxpayer's number in another cell of its row. */
const EMPLOYER_TYPE = /^(?:f?ein|employer\s?identification\s?number)$/i;

/** A row with a delimiter; where it has more or fewer cells than the header, the column may have moved that far. */
function readCells(reader: Reader, _: TextRange, header: Header, cells: readonly TextRange[]): boolean {
  if (cells.length < 2 && header.count > 1) return false;
  const moved = cells.length - header.count;
  if (moved === 0) spareOthers(reader, cells, header);
  const ofEmployer = cells.some((cell) => EMPLOYER_TYPE.test(spelled(reader.text, cell, MAX_NAME)));
  for (const { index, says: said } of header.columns) {
    const first = Math.max(0, Math.min(index, index + moved));
    const last = Math.min(cells.length - 1, Math.max(index, index + moved));
    const is = said === 'taxpayer' && ofEmployer ? 'other' : said;
    for (const cell of cells.slice(first, last + 1)) {
      if (moved !== 0 || !header.isHeader || header.delimiter === WORDS || !takeLastFour(reader, cell, said))
        take(reader, cell, is, moved === 0);
    }
  }
  if (moved === 0) takeParts(reader, cells, header);
  return true;
}

const AT_START = /^\s*(\d{9}|\d{3}[ -]\d{2}[ -]\d{4})(?!\S)/;
const AT_END = /(?<!\S)(\d{9}|\d{3}[ -]\d{2}[ -]\d{4})\s*$/;
/** A name of this many words ends the header. */
const MAX_NAME_WORDS = 3;

/** Words of another number than the header's: its first name is still above the first, its last above the last. */
function readWords(reader: Reader, line: TextRange, header: Header, cells: readonly TextRange[]): boolean {
  const { text } = reader;
  const { columns, count } = header;
  if (namesOtherNumber(spelled(text, line, MAX_NAME))) return false;
  if (cells.length === 1) return take(reader, cells[0] as TextRange, 'ssn', true);
  if (cells.length === count) return readCells(reader, line, header, cells);
  const ofSsn = columns.filter(({ says: said }) => said === 'ssn' || said === 'social');
  const isFirst = ofSsn.some(({ index }) => index === 0);
  if (line.end - line.start > MAX_LINE || !(isFirst || ofSsn.some(({ index }) => index >= count - MAX_NAME_WORDS)))
    return false;
  const number = (isFirst ? AT_START : AT_END).exec(text.slice(line.start, line.end))?.[1];
  if (number === undefined) return false;
  const start = text.indexOf(number, line.start);
  return take(reader, { start, end: start + number.length }, 'ssn', true);
}

/** A row without delimiter: what stands below the header, as far as its neighbours. */
function readAligned(reader: Reader, line: TextRange, header: Header, cells: readonly TextRange[]): boolean {
  const { text } = reader;
  const { columns, count, isHeader } = header;
  if (count === 1) return take(reader, trimmed(text, line.start, line.end), (columns[0] as Column).says, true);
  const ofSsn = columns.filter(({ says: said }) => said !== 'other');
  const fitsBelow = (cell: TextRange | undefined, column: Column): boolean =>
    fits(cell === undefined ? '' : spelled(text, cell, MAX_CELL), column.says);
  // As many cells as names, and no name where a number should be: each stands for the name at its index.
  const inOrder = cells.length === count && ofSsn.every((column) => fitsBelow(cells[column.index], column));
  const elsewhere: TextRange[] = [];
  let keepsOrder = true;
  for (const [position, cell] of cells.entries()) {
    const [start, end] = [cell.start - line.start, cell.end - line.start];
    const isBelow = ({ index, from, to }: Column): boolean => (inOrder ? index === position : end > from && start < to);
    for (const column of columns.filter(isBelow)) {
      if (!isHeader || !takeLastFour(reader, cell, column.says)) take(reader, cell, column.says, true);
    }
    // What is wider than its column belongs to the name before or after.
    const within = ofSsn.find(({ from, to }) => start >= from && end <= to);
    if (within !== undefined) keepsOrder &&= fitsBelow(cell, within);
    else if (!ofSsn.some(isBelow)) elsewhere.push(cell);
  }
  if (inOrder) takeParts(reader, cells, header);
  const isRow = cells.some(({ start }) => start > line.start);
  if (keepsOrder && isRow) for (const cell of elsewhere) spare(reader, cell);
  return isRow;
}

/** How many digits each of several columns of one number has. */
const PARTS: readonly (readonly number[])[] = [...ORDERS, [1, 1, 1, 1, 1, 1, 1, 1, 1]];

/** A number in columns of its parts: `ssn_area,ssn_group,ssn_serial`. */
function takeParts({ text, push }: Reader, cells: readonly TextRange[], { columns }: Header): void {
  const ofSsn = columns
    .filter(({ says: said }) => said === 'ssn' || said === 'last-four' || said === 'part')
    .map(({ index }) => cells[index] as TextRange);
  const digits = ofSsn.map(({ start, end }) => (end - start > MAX_CELL ? null : bareDigits(text.slice(start, end))));
  for (let from = 0; from < ofSsn.length; ) {
    const parts = PARTS.find((lengths) => lengths.every((length, i) => digits[from + i]?.length === length));
    const to = from + (parts?.length ?? 1);
    const number = digits.slice(from, to).join('');
    // Nine flags are none.
    if (parts !== undefined && new Set(number).size > 2) {
      for (const { start, end } of ofSsn.slice(from, to)) push(start, end, number);
    }
    from = to;
  }
}

/** A number in a column that is not of SSNs is none because of the header, if the row keeps the header's order. */
function spareOthers(reader: Reader, cells: readonly TextRange[], { columns, delimiter }: Header): void {
  const ofSsn = columns.filter(({ says: said }) => said !== 'other');
  const keepsOrder = ofSsn.every(({ index, says: said }) => {
    const cell = spelled(reader.text, cells[index] as TextRange, MAX_CELL + 1);
    return cell.length <= MAX_CELL && (delimiter === WORDS ? NUMBER_OR_MASK.test(cell) : fits(cell, said));
  });
  if (!keepsOrder) return;
  for (const [position, cell] of cells.entries()) {
    if (!ofSsn.some(({ index }) => index === position)) spare(reader, cell);
  }
}

function spare({ text, push }: Reader, { start, end }: TextRange): void {
  if (NINE_DIGITS.test(text.slice(start, Math.min(end, start + MAX_CELL)))) push(start, end, null);
}

/** What stands in a column of SSNs: a number, a mask or nothing. */
const NO_NAME = /^(?:[^\p{L}]|x|n\/?a|none|null|unknown)*$/iu;
/** What stands in a column that tells about an SSN. */
const FLAG =
  /^(?:[-–—✓✔✗]?|[yntfx01]|yes|no|true|false|ok|pass(?:ed)?|fail(?:ed)?|(?:no[ -]?)?match(?:ed|es)?|mismatch|(?:un|not )?verified|(?:in|not )?valid|n\/?a|none|null|unknown|pending|on file|missing|\d{1,2}|(?!\d{9}|\d{3}-\d\d-)[\d/-]{8,10})$/i;
/** What stands in a column of SSNs where words may be prose. */
const NUMBER_OR_MASK = /^(?:[xX*#•-]+|[\d-]{7,11})$/;
const NINE_DIGITS = /^\d{3}\D?\d{2}\D?\d{4}$/;

/** Whether a cell keeps the header's order. */
function fits(cell: string, said: Says): boolean {
  return (said === 'about' ? FLAG : NO_NAME).test(cell);
}

const MAX_CELL = 24;
const ZIP_FORM = /^\d{5}-\d{4}$/;
const EMPLOYER_FORM = /^\d{2}\s?\p{Pd}\s?\d{7}$/u;

/** The last four digits, plain or behind signs of a mask. */
const LAST_FOUR = /^[\s('xX*#•●.…\p{Pd}]{0,16}(\d{4})[\s)]{0,4}$/u;

function takeLastFour({ text, push }: Reader, cell: TextRange, said: Says): boolean {
  if (said !== 'ssn' && said !== 'last-four') return false;
  const digits = LAST_FOUR.exec(spelled(text, cell, MAX_CELL + 1))?.[1];
  if (digits !== undefined) push(cell.start, cell.end, digits);
  return digits !== undefined;
}

/** Nine digits, or seven and eight in one group, that have lost their leading zeros. */
function take({ text, push }: Reader, { start, end }: TextRange, said: Says, isSure: boolean): boolean {
  if (end - start > MAX_CELL) return false;
  const cell = text.slice(start, end);
  const digits = bareDigits(cell);
  if (digits === null || digits === '') return false;
  if (said === 'about' || said === 'part') return true;
  const isShort = said === 'last-four' ? digits.length === 4 : digits.length >= 7 && /^\d+$/.test(cell);
  if (digits.length !== 9 && !(isShort && digits.length < 9)) return false;
  if (said === 'taxpayer' && EMPLOYER_FORM.test(cell)) return false;
  if (!isSure && (said === 'other' || ZIP_FORM.test(cell))) return false;
  push(start, end, said === 'other' ? null : digits);
  return true;
}

export type NumberRows = {
  /** Whether the groups are cells of a row below a header that names none of them an SSN. */
  readonly isRow: (groups: Grouped) => boolean;
};

/** A longer row is text. */
const MAX_ROW = 512;
/** A header further up is that of another table. */
const MAX_ROWS_UP = 256;
/** What columns of numbers are called in reports: with single spaces a row looks like a number after words. */
const MEASURE =
  /^(?:score|util\w*|balance|bal|limit|amount|amt|total|sum|count|cnt|n|qty|quantity|price|cost|rate|apr|terms?|months?|days?|years?|age|late|open|closed|paid|due|payment|pmt|high|low|min|max|avg|mean|credit|debt|income|hits?|size|bytes|ms|time|status|code|line|page|rows?|cols?|\d{2,3})$/i;
const LEAST_MEASURES = 2;
const NAME = /^(?:\p{L}[\p{L}\d %$#().'"/_-]{0,31})?$/u;
/** One word in a column of spaces. */
const WORD = /^(?:\p{L}[\p{L}%$#()./_-]{0,23}|\d{2,3})$/u;

/**
 * The other side of the rule: three, two and four digits that are cells of a table whose header says something else:
 * `Score Util Balance` above `712 45 6789`. Lines are looked at once, from the row up to its header or to a row before.
 */
export function createNumberRows(text: string): NumberRows {
  /** Of the last row: where its line begins, and what it was. */
  let known = { at: -1, shape: '', isRow: false };
  const startOf = (at: number): number => lineStart(text, at, Math.max(0, at - MAX_ROW));

  /** The cells of the line that begins here; none where it is longer than a row, or empty. */
  function rowAt(start: number, delimiter: Delimiter): readonly string[] {
    const end = text.indexOf('\n', start);
    const line = { start, end: end < 0 ? text.length : end };
    if (line.end - start >= MAX_ROW) return [];
    return cellsOf(text, line, delimiter).map((cell) => text.slice(cell.start, cell.end));
  }

  function hasHeader(from: number, delimiter: Delimiter, count: number, shape: string): boolean {
    let at = from;
    for (let up = 0; up < MAX_ROWS_UP && at > 0; up++) {
      at = startOf(at - 1);
      if (at === known.at && shape === known.shape) return known.isRow;
      const cells = rowAt(at, delimiter);
      if (cells.length > 0 && cells.every((cell) => cell !== '' && RULE_LINE.test(cell))) continue;
      if (cells.length !== count) return false;
      if (isOtherHeader(cells, delimiter)) return true;
      // Rows of a table, not lines of text: each has a number.
      if (!cells.some((cell) => /^[$-]?\d/.test(cell))) return false;
    }
    return false;
  }

  return {
    isRow: (groups) => {
      const delimiter = delimiterOf(groups);
      const at = startOf(groups.start);
      const count = delimiter === null ? 0 : rowAt(at, delimiter).length;
      if (delimiter === null || count < 3) return false;
      const shape = `${delimiter} ${count}`;
      known = { at, shape, isRow: hasHeader(at, delimiter, count, shape) };
      return known.isRow;
    },
  };
}

/** The sign that parts the cells of this row, when one sign parts all three groups. */
function delimiterOf({ first, second }: Grouped): Delimiter | null {
  const sign = first.trim();
  if (sign !== second.trim()) return null;
  if (sign !== '') return /^[,;|]$/.test(sign) ? (sign as Delimiter) : null;
  if (first.includes('\t') && second.includes('\t')) return '\t';
  if (first === ' ' && second === ' ') return WORDS;
  return /^ {2,}$/.test(first) && /^ {2,}$/.test(second) ? ALIGNED : null;
}

function isOtherHeader(cells: readonly string[], delimiter: Delimiter): boolean {
  const isName = delimiter === WORDS ? WORD : NAME;
  if (!cells.every((cell) => isName.test(cell)) || !/\p{L}/u.test(cells.join(''))) return false;
  if (cells.some((cell) => judgeLabel(cell, false) !== null && /ss|soc|tin|tax|national/i.test(cell))) return false;
  return delimiter !== WORDS || cells.filter((cell) => MEASURE.test(cell)).length >= LEAST_MEASURES;
}
