import type { Finding } from '../edits.ts';
import { readLabel, readName } from '../names.ts';
import { inName, WHOSE } from '../vocabulary.ts';
import { namesOther } from './prose-words.ts';

/** A part of a text, end exclusive. */
export type Span = { readonly start: number; readonly end: number };

/** What parts cells: one of the signs, one space between words, or the alignment with the names. */
type Delimiter = '\t' | '|' | ';' | ',' | '^' | ' ' | '  ';
const WORDS = ' ';
const ALIGNED = '  ';
const SIGNS: readonly Delimiter[] = ['\t', '|', ';', ',', '^'];
const CELLS: Readonly<Record<string, RegExp>> = { [WORDS]: /\S+/g, [ALIGNED]: /\S+(?:\s\S+)*/g };
/** A longer line is data. */
const MAX_LINE = 2048;
const MAX_NAME = 64;
const MAX_CELL = 24;
const MAX_COLUMNS = 16;
/** Lines that are no rows of the table, such as page headings; more of them end it. */
const MAX_OTHER_LINES = 3;
/** Lines between header and rows: `----- ----`, `|---|---|`. */
const RULE_LINE = /^[\s|+:=_*-]*$/;
/** A line of its own where a table of a page begins or ends: a header is that of its own table only. */
export const TABLE_EDGE = '\u001d';
/** Stands at the beginning of a cell right after one that names it (`<th>…</th><td>`). */
export const NAMED_CELL = '\v';

/** `social` may be an income as well; `part` is one with the columns beside it; `about` tells about an SSN: `SSN verified`. */
type Says = 'ssn' | 'social' | 'taxpayer' | 'last-four' | 'part' | 'about' | 'other';
/** What stands from the end of the name before to the beginning of the next one, counted in the line, is below a name. */
type Column = {
  readonly index: number;
  readonly from: number;
  readonly to: number;
  readonly says: Says;
  readonly name: string;
};
type Header = {
  readonly delimiter: Delimiter;
  readonly count: number;
  readonly columns: readonly Column[];
  /** Not, as two cells may be, a name and its value. */
  readonly isHeader: boolean;
  /** A row of a table that was markup. */
  readonly isOfPage: boolean;
};

/** May begin a word about SSNs. */
const HINT = /[sS](?:[sS]|[oO][cC]|[eE][cCgG]|[._ ][sS])|[tT](?:[iI][nN]|[aA][xX])|[nN][aA][tT][iI]/g;

/**
 * Tables in a text (CSV, tabs, bars, columns of spaces): the numbers below a header that says SSN, however far down, and cells
 * which are other numbers by their column. Each line is looked at as a header and as a row at most once.
 *
 * @param text as `normalized` gives it
 */
export function readTextTables(text: string): {
  readonly findings: readonly Finding[];
  readonly others: readonly Span[];
} {
  const reader = new TableReader(text);
  let from = 0;
  if (text.includes('\n')) {
    for (const { index } of text.matchAll(HINT)) {
      if (index < from) continue;
      const line = { start: Math.max(text.lastIndexOf('\n', index) + 1, from), end: lineEnd(text, index) };
      const header = readHeader(text, line);
      from = header === null ? line.end : reader.readRows(line.end, header);
    }
  }
  return reader;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function spelled(text: string, { start, end }: Span, most: number): string {
  return text.slice(start, Math.min(end, start + most));
}

function readHeader(text: string, line: Span): Header | null {
  if (line.end - line.start > MAX_LINE) return null;
  const names = text.slice(line.start, line.end);
  if (names.includes('<')) return null;
  const bySpaces = cellsOf(text, line, ALIGNED).length > 1 ? [ALIGNED] : [WORDS, ALIGNED];
  for (const delimiter of [...SIGNS.filter((sign) => names.includes(sign)), ...bySpaces] as Delimiter[]) {
    const header = headerOf(text, line, delimiter);
    if (header !== null) return header;
  }
  return null;
}

const COLUMN_NAME = /^(?:[\p{L}_#?]+(?:[ _-][\p{L}_#?]+){0,2})?$/u;
/** Whose numbers stand below `["Borrower Name", "SSN"]`. */
const HEADS_NAMES = new RegExp(
  `name|borrower|applicant|client|customer|consumer|person|owner|member|employee|^id$|^${inName(WHOSE)}$`,
  'i',
);

function headerOf(text: string, line: Span, delimiter: Delimiter): Header | null {
  const cells = cellsOf(text, line, delimiter);
  const names = cells.map(({ start, end }) => (end - start > MAX_NAME ? '' : text.slice(start, end)));
  const filled = names.filter((name) => name !== '').length;
  // A row of a name and its value heads nothing.
  if (filled === 2 && text.slice(cells[0]?.start, cells.at(-1)?.start).includes(NAMED_CELL)) return null;
  const ofBusiness = names.map(readName).some(({ factOf, owner }) => factOf === 'business' || owner === 'business');
  // A line of prose about SSNs has commas too.
  const isTitled = delimiter !== WORDS && names.length > 1 && names.every((name) => COLUMN_NAME.test(name));
  const columns: Column[] = [];
  for (const [index, name] of names.entries()) {
    const said = saysOf(name);
    if (said === null || (said === 'taxpayer' && ofBusiness) || columns.length === MAX_COLUMNS) continue;
    const from = (cells[index - 1]?.end ?? line.start) - line.start;
    const to = (cells[index + 1]?.start ?? Number.POSITIVE_INFINITY) - line.start;
    columns.push({ index, from, to, says: said, name });
  }
  if (!columns.some(({ says }) => says !== 'other' && (says !== 'about' || isTitled))) return null;
  const isHeader = filled !== 2 || names.some((name) => HEADS_NAMES.test(name));
  return { delimiter, count: cells.length, columns, isHeader, isOfPage: text.charAt(line.start) === '\t' };
}

function saysOf(name: string): Says | null {
  switch (readLabel(name.replace(/^[\s"'*#|]+|[\s"'*|:]+$/g, ''))) {
    case 'sure':
    case 'card':
      return 'ssn';
    case 'likely':
      return 'social';
    case 'taxpayer':
      return 'taxpayer';
    case 'last-four':
      return 'last-four';
    case 'part':
      return 'part';
    case 'about':
      return 'about';
    default:
      return readName(name).other === null ? null : 'other';
  }
}

const QUOTE = '"';

/** The cells of a line, without quotes; a delimiter within quotes is none. */
function cellsOf(text: string, { start, end }: Span, delimiter: Delimiter): readonly Span[] {
  const bySpaces = CELLS[delimiter];
  if (bySpaces !== undefined) {
    const cells = [...text.slice(start, end).matchAll(bySpaces)];
    return cells.map(({ 0: cell, index }) => trimmed(text, start + index, start + index + cell.length));
  }
  const cells: Span[] = [];
  let from = start;
  let isQuoted = false;
  for (let at = start; at < end; at++) {
    if (text.charAt(at) === QUOTE) isQuoted = !isQuoted;
    if (isQuoted || text.charAt(at) !== delimiter) continue;
    cells.push(trimmed(text, from, at));
    from = at + 1;
  }
  cells.push(trimmed(text, from, end));
  return cells;
}

/** Spaces, quotes and the equals sign with which spreadsheets keep zeros. */
const EDGE = /[\s"'=\u200b\ufeff]/;

function trimmed(text: string, from: number, to: number): Span {
  let start = from;
  let end = to;
  while (start < end && EDGE.test(text.charAt(start))) start++;
  while (end > start && EDGE.test(text.charAt(end - 1))) end--;
  return { start, end };
}

/** The type of a taxpayer's number in another cell of its row. */
const EMPLOYER_TYPE = /^(?:f?ein|employer\s?identification\s?number)$/i;
const AT_START = /^\s*(\d{9}|\d{3}[ -]\d{2}[ -]\d{4})(?!\S)/;
const AT_END = /(?<!\S)(\d{9}|\d{3}[ -]\d{2}[ -]\d{4})\s*$/;
/** A name of this many words ends the header. */
const MAX_NAME_WORDS = 3;
/** How many digits each of several columns of one number has. */
const PARTS = [
  [3, 2, 4],
  [5, 4],
  [1, 1, 1, 1, 1, 1, 1, 1, 1],
] as const;

/** What stands in a column of SSNs: a number, a mask or nothing; where words may be prose, no word at all. */
const NO_NAME = /^(?:[^\p{L}]|x|n\/?a|none|null|unknown)*$/iu;
const NUMBER_OR_MASK = /^(?:[xX*#•-]+|[\d-]{7,11})$/;
/** What stands in a column that tells about an SSN. */
const FLAG =
  /^(?:[-–—✓✔✗]?|[yntfx01]|yes|no|true|false|ok|pass(?:ed)?|fail(?:ed)?|(?:no[ -]?)?match(?:ed|es)?|mismatch|(?:un|not )?verified|(?:in|not )?valid|n\/?a|none|null|unknown|pending|on file|missing|\d{1,2}|(?!\d{9}|\d{3}-\d\d-)[\d/-]{8,10})$/i;
const NINE_DIGITS = /^\d{3}\D?\d{2}\D?\d{4}$/;
const ZIP_FORM = /^\d{5}-\d{4}$/;
const EMPLOYER_FORM = /^\d{2}\s?-\s?\d{7}$/;
/** The last four digits, plain or behind signs of a mask. */
const LAST_FOUR = /^[\s('xX*#•●.…-]{0,16}(\d{4})[\s)]{0,4}$/;

/** The digits of a cell without letters. */
function bareDigits(cell: string): string {
  return /\p{L}/u.test(cell) ? '' : cell.replace(/\D/g, '');
}

class TableReader {
  readonly findings: Finding[] = [];
  readonly others: Span[] = [];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** @returns where the table ends */
  readRows(from: number, header: Header): number {
    const text = this.#text;
    let others = 0;
    let at = from;
    while (at < text.length && others < MAX_OTHER_LINES) {
      const line = { start: at + 1, end: lineEnd(text, at + 1) };
      at = line.end;
      const start = spelled(text, line, MAX_LINE);
      if (start.startsWith(TABLE_EDGE)) return at;
      if (RULE_LINE.test(start)) continue;
      const isRow = this.#readRow(line, header, cellsOf(text, line, header.delimiter));
      others = isRow ? 0 : others + 1;
      if (!isRow && header.count === 1 && namesOther(start.slice(0, MAX_NAME))) return at;
    }
    return at;
  }

  #readRow(line: Span, header: Header, cells: readonly Span[]): boolean {
    if (header.delimiter === ALIGNED) return this.#readAligned(line, header, cells);
    return header.delimiter === WORDS ? this.#readWords(line, header, cells) : this.#readCells(line, header, cells);
  }

  /** A row with a delimiter; where it has more or fewer cells than the header, the column may have moved that far. */
  #readCells(line: Span, header: Header, cells: readonly Span[]): boolean {
    if (cells.length < 2 && header.count > 1) return false;
    // All rows of a page's table begin so, and no line within a cell does.
    if (header.isOfPage && this.#text.charAt(line.start) !== '\t') return false;
    const moved = cells.length - header.count;
    if (moved === 0) this.#spareOthers(cells, header);
    const ofEmployer = cells.some((cell) => EMPLOYER_TYPE.test(spelled(this.#text, cell, MAX_NAME)));
    for (const column of header.columns) {
      const first = Math.max(0, Math.min(column.index, column.index + moved));
      const last = Math.min(cells.length - 1, Math.max(column.index, column.index + moved));
      const is = column.says === 'taxpayer' && ofEmployer ? { ...column, says: 'other' as const } : column;
      for (const cell of cells.slice(first, last + 1)) {
        if (moved !== 0 || !header.isHeader || header.delimiter === WORDS || !this.#takeLastFour(cell, column))
          this.#take(cell, is, moved === 0);
      }
    }
    if (moved === 0) this.#takeParts(cells, header);
    return true;
  }

  /** Words of another number than the header's: its first name is still above the first, its last above the last. */
  #readWords(line: Span, header: Header, cells: readonly Span[]): boolean {
    const { columns, count } = header;
    if (namesOther(spelled(this.#text, line, MAX_NAME))) return false;
    const ofSsn = columns.filter(({ says }) => says === 'ssn' || says === 'social');
    if (cells.length === 1) return this.#take(cells[0] as Span, { ...(columns[0] as Column), says: 'ssn' }, true);
    if (cells.length === count) return this.#readCells(line, header, cells);
    const column = ofSsn.find(({ index }) => index === 0) ?? ofSsn.find(({ index }) => index >= count - MAX_NAME_WORDS);
    if (line.end - line.start > MAX_LINE || column === undefined) return false;
    const number = (column.index === 0 ? AT_START : AT_END).exec(this.#text.slice(line.start, line.end))?.[1];
    if (number === undefined) return false;
    const start = this.#text.indexOf(number, line.start);
    return this.#take({ start, end: start + number.length }, column, true);
  }

  /** A row without delimiter: what stands below the header, as far as its neighbours. */
  #readAligned(line: Span, header: Header, cells: readonly Span[]): boolean {
    const { columns, count, isHeader } = header;
    if (count === 1) return this.#take(trimmed(this.#text, line.start, line.end), columns[0] as Column, true);
    const ofSsn = columns.filter(({ says }) => says !== 'other');
    const fitsBelow = (cell: Span | undefined, column: Column): boolean =>
      fits(cell === undefined ? '' : spelled(this.#text, cell, MAX_CELL), column.says);
    // As many cells as names, and no name where a number should be: each stands for the name at its index.
    const inOrder = cells.length === count && ofSsn.every((column) => fitsBelow(cells[column.index], column));
    const elsewhere: Span[] = [];
    let keepsOrder = true;
    for (const [position, cell] of cells.entries()) {
      const [start, end] = [cell.start - line.start, cell.end - line.start];
      const isBelow = ({ index, from, to }: Column): boolean =>
        inOrder ? index === position : end > from && start < to;
      for (const column of columns.filter(isBelow)) {
        if (!isHeader || !this.#takeLastFour(cell, column)) this.#take(cell, column, true);
      }
      // What is wider than its column belongs to the name before or after.
      const within = ofSsn.find(({ from, to }) => start >= from && end <= to);
      if (within !== undefined) keepsOrder &&= fitsBelow(cell, within);
      else if (!ofSsn.some(isBelow)) elsewhere.push(cell);
    }
    if (inOrder) this.#takeParts(cells, header);
    const isRow = cells.some(({ start }) => start > line.start);
    if (keepsOrder && isRow) for (const cell of elsewhere) this.#spare(cell);
    return isRow;
  }

  /** A number in a column that is not of SSNs is none because of the header, if the row keeps the header's order. */
  #spareOthers(cells: readonly Span[], { columns, delimiter }: Header): void {
    const ofSsn = columns.filter(({ says }) => says !== 'other');
    const keepsOrder = ofSsn.every(({ index, says }) => {
      const cell = spelled(this.#text, cells[index] as Span, MAX_CELL + 1);
      return cell.length <= MAX_CELL && (delimiter === WORDS ? NUMBER_OR_MASK.test(cell) : fits(cell, says));
    });
    if (!keepsOrder) return;
    for (const [position, cell] of cells.entries()) {
      if (!ofSsn.some(({ index }) => index === position)) this.#spare(cell);
    }
  }

  #spare(cell: Span): void {
    if (NINE_DIGITS.test(spelled(this.#text, cell, MAX_CELL))) this.others.push(cell);
  }

  /** A number in columns of its parts: `ssn_area,ssn_group,ssn_serial`. */
  #takeParts(cells: readonly Span[], { columns }: Header): void {
    const ofSsn = columns.filter(({ says }) => says === 'ssn' || says === 'last-four' || says === 'part');
    const digits = ofSsn.map(({ index }) => bareDigits(spelled(this.#text, cells[index] as Span, MAX_CELL)));
    for (let from = 0; from < ofSsn.length; ) {
      const parts = PARTS.find((lengths) => lengths.every((length, i) => digits[from + i]?.length === length));
      const to = from + (parts?.length ?? 1);
      const number = digits.slice(from, to).join('');
      // Nine flags are none.
      if (parts !== undefined && new Set(number).size > 2) {
        for (const { index, name } of ofSsn.slice(from, to)) this.#find(cells[index] as Span, number, name);
      }
      from = to;
    }
  }

  #takeLastFour(cell: Span, { says, name }: Column): boolean {
    if (says !== 'ssn' && says !== 'last-four') return false;
    if (!LAST_FOUR.test(spelled(this.#text, cell, MAX_CELL + 1))) return false;
    this.#find(cell, null, name);
    return true;
  }

  /** Nine digits, or seven and eight in one group, that have lost their leading zeros. */
  #take(cell: Span, { says, name }: Column, isSure: boolean): boolean {
    if (cell.end - cell.start > MAX_CELL) return false;
    const spelling = this.#text.slice(cell.start, cell.end);
    const digits = bareDigits(spelling);
    if (digits === '') return false;
    if (says === 'about' || says === 'part') return true;
    const isShort = says === 'last-four' ? digits.length === 4 : digits.length >= 7 && /^\d+$/.test(spelling);
    if (digits.length !== 9 && !(isShort && digits.length < 9)) return false;
    if (says === 'taxpayer' && EMPLOYER_FORM.test(spelling)) return false;
    if (!isSure && (says === 'other' || ZIP_FORM.test(spelling))) return false;
    if (says === 'other') this.others.push(cell);
    else this.#find(cell, digits.length === 4 ? null : digits, name);
    return true;
  }

  #find({ start, end }: Span, digits: string | null, name: string): void {
    this.findings.push({ start, end, digits, rule: 'context', because: name });
  }
}

/** Whether a cell keeps the header's order. */
function fits(cell: string, said: Says): boolean {
  return (said === 'about' ? FLAG : NO_NAME).test(cell);
}

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
 * The other side: three, two and four digits that are cells of a table whose header says something else (`Score Util Balance`
 * above `712 45 6789`). Lines are looked at once, from the row up to its header or to a row before.
 */
export class NumberRows {
  readonly #text: string;
  /** Of the last row: where its line begins, and what it was. */
  #known = { at: -1, shape: '', isRow: false };

  constructor(text: string) {
    this.#text = text;
  }

  has({ start, end }: Span): boolean {
    const delimiter = delimiterOf(this.#text.slice(start, end));
    if (delimiter === null) return false;
    const at = this.#startOf(start);
    const count = this.#rowAt(at, delimiter).length;
    if (count < 3) return false;
    const shape = `${delimiter} ${count}`;
    this.#known = { at, shape, isRow: this.#hasHeader(at, delimiter, count, shape) };
    return this.#known.isRow;
  }

  #startOf(at: number): number {
    const least = Math.max(0, at - MAX_ROW);
    return Math.max(least, this.#text.lastIndexOf('\n', at - 1) + 1);
  }

  /** The cells of the line that begins here; none where it is longer than a row, or empty. */
  #rowAt(start: number, delimiter: Delimiter): readonly string[] {
    const line = { start, end: lineEnd(this.#text, start) };
    if (line.end - start >= MAX_ROW) return [];
    return cellsOf(this.#text, line, delimiter).map((cell) => this.#text.slice(cell.start, cell.end));
  }

  #hasHeader(from: number, delimiter: Delimiter, count: number, shape: string): boolean {
    let at = from;
    for (let up = 0; up < MAX_ROWS_UP && at > 0; up++) {
      at = this.#startOf(at - 1);
      if (at === this.#known.at && shape === this.#known.shape) return this.#known.isRow;
      const cells = this.#rowAt(at, delimiter);
      if (cells.length > 0 && cells.every((cell) => cell !== '' && RULE_LINE.test(cell))) continue;
      if (cells.length !== count) return false;
      if (isOtherHeader(cells, delimiter)) return true;
      // Rows of a table, not lines of text: each has a number.
      if (!cells.some((cell) => /^[$-]?\d/.test(cell))) return false;
    }
    return false;
  }
}

/** The sign that parts the cells of a row, when one sign parts all three groups. */
function delimiterOf(groups: string): Delimiter | null {
  const [, first, second] = /^\d{3}(\D+)\d\d(\D+)\d{4}$/.exec(groups) ?? [];
  if (first === undefined || second === undefined || first.trim() !== second.trim()) return null;
  const sign = first.trim();
  if (sign !== '') return /^[,;|]$/.test(sign) ? (sign as Delimiter) : null;
  if (first.includes('\t') && second.includes('\t')) return '\t';
  if (first === ' ' && second === ' ') return WORDS;
  return /^ {2,}$/.test(first) && /^ {2,}$/.test(second) ? ALIGNED : null;
}

function isOtherHeader(cells: readonly string[], delimiter: Delimiter): boolean {
  const isName = delimiter === WORDS ? WORD : NAME;
  if (!cells.every((cell) => isName.test(cell)) || !/\p{L}/u.test(cells.join(''))) return false;
  if (cells.some((cell) => (saysOf(cell) ?? 'other') !== 'other')) return false;
  return delimiter !== WORDS || cells.filter((cell) => MEASURE.test(cell)).length >= LEAST_MEASURES;
}
