import { judgeKey, judgeLabel } from './key-rules.ts';
import { NAMED_CELL, TABLE_EDGE } from './visible-text.ts';
import { HEADS_NAMES } from './ssn-labels.ts';
import { namesOtherNumber } from './ssn-words.ts';
import { bareDigits } from './subject-numbers.ts';
import { findSpans } from './text-spans.ts';

/** Called with a cell that is a number, and its digits; null: the header says that it is another number. */
export type PushCell = (start: number, end: number, digits: string | null) => void;

const DIGIT = /[\p{Nd}]/u;
const DELIMITERS = ['\t', '|', ';', ',', '^'] as const;
/** A longer line is data. */
const MAX_HEADER_LINE = 2048;
const MAX_NAME = 64;
const MAX_COLUMNS = 16;
/** Lines in a row that are no rows of the table, such as page headings; more of them end it. */
const MAX_OTHER_LINES = 3;
/** Lines between header and rows: `----- ----`, `|---|---|`. */
const RULE_LINE = /^[\s|+:=_*-]*$/;

type Reader = { readonly text: string; readonly push: PushCell };
type Line = { readonly start: number; readonly end: number };
type Cell = { readonly start: number; readonly end: number };
/** `social` may be an income as well; `part` is one with the columns beside it; `about` tells about an SSN: `SSN verified`. */
type Says = 'ssn' | 'social' | 'taxpayer' | 'last-four' | 'part' | 'about' | 'other';
type Column = { readonly index: number; readonly from: number; readonly to: number; readonly says: Says };
type Header = {
  /** Null: columns by their places in the line. */
  readonly delimiter: string | null;
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
  if (hints.length === 0 || !/[\n\r]/.test(text)) return;
  let lastDigit = text.length - 1;
  while (lastDigit >= 0 && !DIGIT.test(text.charAt(lastDigit))) lastDigit--;
  let from = 0;
  for (const hint of hints) {
    if (hint < from) continue;
    const line = lineAround(text, hint, from);
    from = line.end;
    if (from > lastDigit) return;
    const header = line.end - line.start > MAX_HEADER_LINE ? null : readHeader(text, line);
    if (header !== null) from = readRows({ text, push }, line.end, header);
  }
}

function lineAround(text: string, at: number, from: number): Line {
  let start = at;
  while (start > from && !isLineEnd(text.charCodeAt(start - 1))) start--;
  return { start, end: endOfLine(text, at) };
}

function endOfLine(text: string, from: number): number {
  let end = from;
  while (end < text.length && !isLineEnd(text.charCodeAt(end))) end++;
  return end;
}

function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}

function readHeader(text: string, line: Line): Header | null {
  const spelled = text.slice(line.start, line.end);
  if (spelled.includes('<')) return null;
  for (const delimiter of DELIMITERS) {
    if (!spelled.includes(delimiter)) continue;
    const header = headerOf(text, cellsOf(text, line, delimiter), delimiter);
    if (header !== null) return header;
  }
  const cells = [...spelled.matchAll(/\S+(?:\s\S+)*/g)].map(({ 0: cell, index }) => ({
    start: line.start + index,
    end: line.start + index + cell.length,
  }));
  if (cells.length > 1) return headerOf(text, cells, null, line);
  const words = [...spelled.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    start: line.start + index,
    end: line.start + index + word.length,
  }));
  return headerOf(text, words, ' ') ?? headerOf(text, cells, null, line);
}

function headerOf(text: string, cells: readonly Cell[], delimiter: string | null, line?: Line): Header | null {
  const names = cells.map(({ start, end }) => (end - start > MAX_NAME ? '' : text.slice(start, end)));
  const ofBusiness = names.some((name) => {
    const key = judgeKey(name);
    return key.namesBusiness || key.about === 'business';
  });
  const columns: Column[] = [];
  const filled = names.filter((name) => name !== '').length;
  // A row of a name and its value heads nothing.
  if (filled === 2 && text.slice(cells[0]?.start, cells.at(-1)?.start).includes(NAMED_CELL)) return null;
  let found = false;
  // A line of prose about SSNs has commas too.
  const isTitled = delimiter !== ' ' && names.length > 1 && names.every((name) => COLUMN_NAME.test(name));
  for (const [index, name] of names.entries()) {
    const said = says(name) ?? (judgeKey(name).other ? 'other' : null);
    if (said === null || (said === 'taxpayer' && ofBusiness) || columns.length === MAX_COLUMNS) continue;
    const from = (cells[index - 1]?.end ?? line?.start ?? 0) - (line?.start ?? 0);
    const to = (cells[index + 1]?.start ?? Number.POSITIVE_INFINITY) - (line?.start ?? 0);
    columns.push({ index, from, to, says: said });
    found ||= said !== 'other' && (said !== 'about' || isTitled);
  }
  if (!found) return null;
  return {
    delimiter,
    count: cells.length,
    columns,
    isHeader: filled !== 2 || names.some((name) => HEADS_NAMES.test(name)),
  };
}

const COLUMN_NAME = /^(?:[\p{L}_#?]+(?:[ _-][\p{L}_#?]+){0,2})?$/u;

/** Cells repeat: what was judged last is kept. */
const MAX_REMEMBERED = 512;
const remembered = new Map<string, Says | null>();

function says(name: string): Says | null {
  if (findSpans(name).hints.length === 0) return null;
  const known = remembered.get(name);
  if (known !== undefined) return known;
  const judgement = judge(name);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(name, judgement);
  return judgement;
}

function judge(name: string): Says | null {
  const judgement = judgeLabel(name.replace(/^[\s"'*#|]+|[\s"'*|:]+$/g, ''), false);
  if (judgement === 'card') return 'ssn';
  return judgement === 'employer' || judgement === 'other' ? null : judgement;
}

const QUOTE = 0x22;

/** The cells of a line, without quotes; a delimiter within quotes is none. */
function cellsOf(text: string, { start, end }: Line, delimiter: string): readonly Cell[] {
  const sign = delimiter.charCodeAt(0);
  const cells: Cell[] = [];
  let from = start;
  let isQuoted = false;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isQuoted = !isQuoted;
    if (code !== sign || isQuoted) continue;
    cells.push(trimmed(text, from, at));
    from = at + 1;
  }
  cells.push(trimmed(text, from, end));
  return cells;
}

function trimmed(text: string, from: number, to: number): Cell {
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
  let others = 0;
  let at = from;
  while (at < text.length && others < MAX_OTHER_LINES) {
    const start = at + 1;
    const end = endOfLine(text, start);
    at = end;
    if (end === start + 1 && text.charAt(start) === TABLE_EDGE) return at;
    if (end <= start || RULE_LINE.test(text.slice(start, Math.min(end, start + MAX_HEADER_LINE)))) continue;
    const isRow = (header.delimiter === null ? readPlaces : readCells)(reader, { start, end }, header);
    others = isRow ? 0 : others + 1;
    if (!isRow && header.count === 1 && namesOtherNumber(text.slice(start, Math.min(end, start + MAX_NAME)))) return at;
  }
  return at;
}

/** A row with a delimiter; where it has more or fewer cells than the header, the column may have moved that far. */
function readCells(reader: Reader, { start, end }: Line, header: Header): boolean {
  const { text } = reader;
  const delimiter = header.delimiter as string;
  const isWords = delimiter === ' ';
  const cells = isWords
    ? [...text.slice(start, end).matchAll(/\S+/g)].map(({ 0: word, index }) =>
        trimmed(text, start + index, start + index + word.length),
      )
    : cellsOf(text, { start, end }, delimiter);
  if (isWords && namesOtherNumber(text.slice(start, Math.min(end, start + MAX_NAME)))) return false;
  if (isWords && cells.length === 1) return take(reader, cells[0] as Cell, 'ssn', true);
  if (isWords && cells.length !== header.count) return readEdges(reader, { start, end }, header);
  if (cells.length < 2 && header.count > 1) return false;
  const moved = cells.length - header.count;
  if (moved === 0) spareOthers(reader, cells, header);
  const ofEmployer =
    header.columns.some(({ says: said }) => said === 'taxpayer') &&
    cells.some((cell) => cell.end - cell.start <= MAX_NAME && EMPLOYER_TYPE.test(text.slice(cell.start, cell.end)));
  for (const { index, says: said } of header.columns) {
    const first = Math.max(0, Math.min(index, index + moved));
    const last = Math.min(cells.length - 1, Math.max(index, index + moved));
    const is = said === 'taxpayer' && ofEmployer ? 'other' : said;
    for (let i = first; i <= last; i++) {
      if (moved === 0 && header.isHeader && !isWords && takeLastFour(reader, cells[i] as Cell, said)) continue;
      take(reader, cells[i] as Cell, is, moved === 0);
    }
  }
  if (moved === 0) takeParts(reader, cells, header);
  return true;
}

/** How many digits each of several columns of one number has. */
const PARTS: readonly (readonly number[])[] = [
  [3, 2, 4],
  [5, 4],
  [1, 1, 1, 1, 1, 1, 1, 1, 1],
];

/** A number in columns of its parts: `ssn_area,ssn_group,ssn_serial`. */
function takeParts({ text, push }: Reader, cells: readonly Cell[], { columns }: Header): void {
  const ofSsn = columns
    .filter(({ says: said }) => said === 'ssn' || said === 'last-four' || said === 'part')
    .map(({ index }) => cells[index] as Cell);
  if (ofSsn.length < 2) return;
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

/** The type of a taxpayer's number in another cell of its row. */
const EMPLOYER_TYPE = /^(?:f?ein|employer\s?identification\s?number)$/i;
const AT_START = /^\s*(\d{9}|\d{3}[ -]\d{2}[ -]\d{4})(?!\S)/;
const AT_END = /(?<!\S)(\d{9}|\d{3}[ -]\d{2}[ -]\d{4})\s*$/;
/** A name of this many words ends the header. */
const MAX_NAME_WORDS = 3;

/** Words of another number than the header's: its first name is still above the first, its last above the last. */
function readEdges(reader: Reader, { start, end }: Line, { columns, count }: Header): boolean {
  if (end - start > MAX_HEADER_LINE) return false;
  const line = reader.text.slice(start, end);
  const ofSsn = columns.filter(({ says: said }) => said === 'ssn' || said === 'social');
  const edge = ofSsn.some(({ index }) => index === 0)
    ? AT_START
    : ofSsn.some(({ index }) => index >= count - MAX_NAME_WORDS)
      ? AT_END
      : null;
  const number = edge?.exec(line)?.[1];
  if (number === undefined) return false;
  const from = start + line.indexOf(number);
  return take(reader, { start: from, end: from + number.length }, 'ssn', true);
}

/** A number in a column that is not of SSNs is none because of the header, if the row keeps the header's order. */
function spareOthers(reader: Reader, cells: readonly Cell[], { columns, delimiter }: Header): void {
  const ofSsn = columns.filter(({ says: said }) => said !== 'other');
  for (const { index, says: said } of ofSsn) {
    const { start, end } = cells[index] as Cell;
    const cell = reader.text.slice(start, Math.min(end, start + MAX_CELL + 1));
    if (end - start > MAX_CELL || !(delimiter === ' ' ? NUMBER_OR_MASK.test(cell) : fits(cell, said))) return;
  }
  const isOfSsn = new Set(ofSsn.map(({ index }) => index));
  for (const [index, cell] of cells.entries()) if (!isOfSsn.has(index)) spare(reader, cell);
}

function spare({ text, push }: Reader, { start, end }: Cell): void {
  if (end - start <= MAX_CELL && NINE_DIGITS.test(text.slice(start, end))) push(start, end, null);
}

/** What stands in a column of SSNs: a number, a mask or nothing. */
const NO_NAME = /^(?:[^\p{L}]|x|n\/?a|none|null|unknown)*$/iu;
/** What stands in a column that tells about an SSN. */
const FLAG =
  /^(?:[-–—✓✔✗]?|[yntfx01]|yes|no|true|false|ok|pass(?:ed)?|fail(?:ed)?|(?:no[ -]?)?match(?:ed|es)?|mismatch|(?:un|not )?verified|(?:in|not )?valid|n\/?a|none|null|unknown|pending|on file|missing|\d{1,2}|[\d/-]{8,10})$/i;

/** Whether a cell keeps the header's order. */
function fits(cell: string, said: Says): boolean {
  return said === 'about' ? FLAG.test(cell) && !/\d{9}|\d{3}-\d\d-/.test(cell) : NO_NAME.test(cell);
}

/** What does so where words may be prose. */
const NUMBER_OR_MASK = /^(?:[xX*#•-]+|[\d-]{7,11})$/;
const NINE_DIGITS = /^\d{3}\D?\d{2}\D?\d{4}$/;

/** A row without delimiter: what stands below the header, as far as its neighbours. */
function readPlaces(reader: Reader, { start, end }: Line, header: Header): boolean {
  const { text } = reader;
  if (header.count === 1) return take(reader, trimmed(text, start, end), (header.columns[0] as Column).says, true);
  const ofSsn = header.columns.filter(({ says: said }) => said !== 'other');
  const words = [...text.slice(start, end).matchAll(/\S+(?:\s\S+)*/g)];
  const elsewhere: Cell[] = [];
  const placed: Cell[] = [];
  let isRow = false;
  let keepsOrder = true;
  // As many cells as names, and no name where a number should be: each stands for the name at its place.
  const inOrder =
    words.length === header.count &&
    ofSsn.every((column) => fits((words[column.index]?.[0] ?? '').slice(0, MAX_CELL), column.says));
  for (const [place, { 0: word, index }] of words.entries()) {
    const cell = trimmed(text, start + index, start + index + word.length);
    const isBelow = ({ index: named, from, to }: Column): boolean =>
      inOrder ? named === place : index + word.length > from && index < to;
    if (index > 0) isRow = true;
    placed.push(cell);
    for (const column of header.columns) {
      if (isBelow(column) && !(header.isHeader && takeLastFour(reader, cell, column.says)))
        take(reader, cell, column.says, true);
    }
    // What is wider than the place belongs to the name before or after.
    const isWithin = ({ from, to }: Column): boolean => index >= from && index + word.length <= to;
    const within = ofSsn.find(isWithin);
    if (within !== undefined) keepsOrder &&= fits(word.slice(0, MAX_CELL), within.says);
    else if (!ofSsn.some(isBelow)) elsewhere.push(cell);
  }
  if (inOrder) takeParts(reader, placed, header);
  if (keepsOrder && isRow) for (const cell of elsewhere) spare(reader, cell);
  return isRow;
}

const MAX_CELL = 24;
const ZIP_FORM = /^\d{5}-\d{4}$/;
const EMPLOYER_FORM = /^\d{2}\s?\p{Pd}\s?\d{7}$/u;

/** The last four digits, plain or behind signs of a mask. */
const LAST_FOUR = /^[\s('xX*#•●.…\p{Pd}]{0,16}(\d{4})[\s)]{0,4}$/u;

function takeLastFour({ text, push }: Reader, { start, end }: Cell, said: Says): boolean {
  if ((said !== 'ssn' && said !== 'last-four') || end - start > MAX_CELL) return false;
  const digits = LAST_FOUR.exec(text.slice(start, end))?.[1];
  if (digits === undefined) return false;
  push(start, end, digits);
  return true;
}

/** Nine digits, or seven and eight in one group, that have lost their leading zeros. */
function take({ text, push }: Reader, { start, end }: Cell, said: Says, isSure: boolean): boolean {
  if (end - start > MAX_CELL) return false;
  const cell = text.slice(start, end);
  const digits = bareDigits(cell);
  if (digits === null || digits === '') return false;
  if (said === 'about' || said === 'part') return true;
  const isShort = said === 'last-four' ? digits.length === 4 : digits.length >= 7 && /^\d+$/.test(cell);
  if (digits.length !== 9 && !(isShort && digits.length < 9)) return false;
  if (said === 'other') {
    if (isSure) push(start, end, null);
    return true;
  }
  if (said === 'taxpayer' && EMPLOYER_FORM.test(cell)) return false;
  if (!isSure && ZIP_FORM.test(cell)) return false;
  push(start, end, digits);
  return true;
}
