import { type Finding, lastAtMost, shifted, type Span } from '../edits.ts';
import { ARRAY, Structure } from '../index/structure.ts';
import { CELL_BEGINS } from '../index/visible-text.ts';
import { MAY_NAME, readLabel } from '../names.ts';
import { normalized } from '../normalized.ts';
import { decodeEscapes, type Escapes } from '../unfold/decoded-text.ts';
import { readFields } from './fields.ts';
import { ASKED_FOUR, asksForNumber, readProse } from './prose.ts';
import { namesOther } from './prose-words.ts';
import { Reader } from './reader.ts';

/**
 * What goes from a text without structure of its own: its tables, and its prose.
 *
 * @param about a name, a label or a question outside of the text that speaks of SSNs
 * @returns in order; two may have found the same
 */
export function readPlainText(text: string, about: string | null): readonly Finding[] {
  const plain = normalized(text);
  const tables = readTextTables(plain);
  if (tables === null && plain.includes('  ')) {
    const single = decodeEscapes(plain, SPACES);
    return readProseAndTurns(single.text, about).map(single.toOuter);
  }
  const all = readProseAndTurns(plain, about);
  if (tables === null) return all;
  const found = readFields(new Reader(tables.structure), 0, new Map()).findings;
  const taken: Span[] = [...found, ...tables.others].sort((a, b) => a.start - b.start);
  const starts = taken.map(({ start }) => start);
  const left = all.filter(({ start, end }) => (taken[lastAtMost(starts, end - 1)]?.end ?? 0) <= start);
  return [...left, ...found].sort((a, b) => a.start - b.start);
}

/** People type two spaces for one, and tags that are taken away leave them. Between digits they part columns. */
const SPACES: Escapes = { sign: /(?<=[^\s\d]) {2,}(?=\S)|(?<=\d) {2,}(?=[^\s\d])/g, textOf: () => ' ' };

function readProseAndTurns(plain: string, about: string | null): readonly Finding[] {
  return [...readProse(plain, about), ...readTurns(plain)].sort((a, b) => a.start - b.start);
}

/** Lines between a question and its answer. */
const MAX_TURNS = 4;
/** `[10:02] Ann:` */
const SPEAKER = /^[>\s]*(?:[[\d][\d/:.,\sapm\]-]{3,24})?\p{L}[\p{L}\d ]{0,20}(?:\([\d/:.,\sapm]+\))?:\s/iu;

/** Answers of few words and no other number, in lines behind one that asks for the number: a conversation. */
function readTurns(text: string): readonly Finding[] {
  const found: Finding[] = [];
  if (!text.includes('\n')) return found;
  let from = 0;
  for (const { index } of text.matchAll(MAY_HEAD)) {
    if (index < from) continue;
    from = lineEnd(text, index);
    const question = text.slice(text.lastIndexOf('\n', index) + 1, from);
    if (!asksForNumber(question)) continue;
    const asked = ASKED_FOUR.test(question) ? 'last 4 of SSN ' : 'SSN ';
    for (let turn = 0, start = from + 1; turn < MAX_TURNS && start < text.length; turn++) {
      const end = Math.min(lineEnd(text, start), start + MAX_CELL * 2);
      const line = text.slice(start, end);
      const own = line.length - line.replace(SPEAKER, '').length;
      const reply = line.slice(own);
      found.push(...shifted(readProse(asked + reply, null), start + own - asked.length));
      // It asks in its turn, or names another number.
      if (reply.includes('?') || namesOther(reply)) break;
      start = lineEnd(text, start) + 1;
    }
  }
  return found;
}

/** What parts cells: one of the signs, more than one space, or one between words. */
type Delimiter = RegExp;
const SIGNS: readonly Delimiter[] = [/\t/g, /\|/g, /;/g, /,/g];
const ALIGNED: Delimiter = /(?<=\S) {2,}(?=\S)/g;
const WORDS: Delimiter = /(?<=\S) (?=\S)/g;
const QUOTED = /"[^"\n]*"/g;
/** A longer line is data: exports have hundreds of columns. */
const MAX_LINE = 65_536;
const MAX_CELL = 64;
/** Columns of spaces: each cell is compared with each name. */
const MAX_COLUMNS = 64;
/** Lines that are no rows of the table, such as page headings; more of them end it. */
const MAX_OTHER_LINES = 3;
const MAY_HEAD = new RegExp(MAY_NAME, 'gi');
/** What stands in a column of SSNs, or of what tells about one: a number, a mask, a flag or nothing. */
const FITS =
  /^(?:[^\p{L}]|x|n\/?a|none|null|unknown)*$|^(?:[yntf]|yes|no|true|false|ok|pass(?:ed)?|fail(?:ed)?|(?:no[ -]?|mis)?match(?:ed|es)?|(?:un|not )?verified|(?:in|not )?valid|pending|on file|missing)$/iu;
const NINE_DIGITS = /^\d{3}\D?\d{2}\D?\d{4}$/;
const NUMBER = /^\W{0,2}(?:\d[\d .()-]{5,14}|(?!19|20)\d{4})\W?$/;

type Header = { readonly cells: readonly Span[]; readonly delimiter: Delimiter; readonly columns: readonly number[] };

type TextTables = {
  /** Lists of rows, which are lists of cells. */
  readonly structure: Structure;
  /** Cells of nine digits which are other numbers by their column. */
  readonly others: readonly Span[];
};

/**
 * The tables of a text of which a column is about SSNs (CSV, tabs, bars, columns of spaces), as a structure like that of JSON.
 * Each line is looked at as a header and as a row at most once.
 */
function readTextTables(text: string): TextTables | null {
  if (!text.includes('\n')) return null;
  const structure = new Structure(text, 'plain');
  const others: Span[] = [];
  let from = 0;
  for (const { index } of text.matchAll(MAY_HEAD)) {
    if (index < from) continue;
    const line = { start: Math.max(text.lastIndexOf('\n', index) + 1, from), end: lineEnd(text, index) };
    const header = headerIn(text, line);
    from = header === null ? line.end : addTable(structure, header, line.end, others);
  }
  const hasRows = structure.membersOf(-1).some((table) => structure.membersOf(table, 2).length > 1);
  return hasRows ? { structure, others } : null;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function headerIn(text: string, line: Span): Header | null {
  if (text.slice(line.start, line.end).includes(CELL_BEGINS)) return null;
  for (const delimiter of [...SIGNS, ALIGNED, WORDS]) {
    const cells = cellsOf(text, line, delimiter);
    if (cells.length < 2 || (cells.length > MAX_COLUMNS && !SIGNS.includes(delimiter))) continue;
    // A number is no name.
    if (cells.some((cell) => NUMBER.test(nameIn(text, cell)))) continue;
    const columns = [...cells.keys()].filter((at) => isAboutSsn(nameIn(text, cells[at] as Span)));
    if (columns.length > 0) return { cells, delimiter, columns };
  }
  return null;
}

function nameIn(text: string, { start, end }: Span): string {
  return end - start > MAX_CELL ? '' : text.slice(start, end);
}

function isAboutSsn(name: string): boolean {
  const label = readLabel(name);
  return label !== null && label !== 'other';
}

/** The cells of a line, without quotes; a delimiter within quotes is none. */
function cellsOf(text: string, { start, end }: Span, delimiter: Delimiter): readonly Span[] {
  const line = text.slice(start, Math.min(end, start + MAX_LINE));
  const plain = line.includes('"') ? line.replace(QUOTED, (quoted) => '"'.repeat(quoted.length)) : line;
  const cells: Span[] = [];
  let from = 0;
  for (const { 0: sign, index } of [...plain.matchAll(delimiter), { 0: '', index: line.length }]) {
    cells.push(trimmed(text, start + from, start + index));
    from = index + sign.length;
  }
  return cells;
}

/** Without spaces, quotes and the equals sign with which spreadsheets keep zeros. */
const CONTENT = /[^\s"'=\u200b\ufeff](?:.*[^\s"'=\u200b\ufeff])?/;

function trimmed(text: string, from: number, to: number): Span {
  const { 0: content = '', index = 0 } = CONTENT.exec(text.slice(from, to)) ?? {};
  return { start: from + index, end: from + index + content.length };
}

/** @returns where the table ends */
function addTable(structure: Structure, header: Header, from: number, others: Span[]): number {
  const { text } = structure;
  const table = structure.add(ARRAY, -1, from, from);
  addRow(structure, table, header.cells);
  let skipped = 0;
  let at = from;
  while (at < text.length && skipped < MAX_OTHER_LINES) {
    const line = { start: at + 1, end: lineEnd(text, at + 1) };
    at = line.end;
    const row = rowIn(text, line, header);
    skipped = row === null ? skipped + 1 : 0;
    if (row === null) continue;
    addRow(structure, table, row);
    const fits = header.columns.every((column) => FITS.test(nameIn(text, row[column] as Span)));
    if (fits && !row.some((cell) => isAboutSsn(nameIn(text, cell))))
      others.push(...row.filter((cell, i) => !header.columns.includes(i) && NINE_DIGITS.test(nameIn(text, cell))));
  }
  structure.close(table, at);
  return at;
}

function addRow(structure: Structure, table: number, cells: readonly Span[]): void {
  const row = structure.add(ARRAY, table, cells[0]?.start ?? 0, cells[0]?.start ?? 0);
  for (const { start, end } of cells) structure.addString(row, start, end);
  structure.close(row, cells.at(-1)?.end ?? 0);
}

/** The cells of a row, one for each name of the header; null when the line is no row. */
function rowIn(text: string, line: Span, { cells: names, delimiter, columns }: Header): readonly Span[] | null {
  const cells = cellsOf(text, line, delimiter);
  // A line of words, of which the next may say something else.
  if (delimiter === WORDS && namesOther(text.slice(line.start, Math.min(line.end, line.start + MAX_CELL)))) return null;
  if (cells.length === names.length) return cells;
  if (delimiter === WORDS) return rowOfWords(text, line, names, columns);
  if (cells.length < 2) return null;
  if (delimiter === ALIGNED) return rowBelow(line, cells, names);
  // A comma in a name: the column has moved as far.
  const moved = cells.length - names.length;
  return names.map((_, at) => {
    const other = columns.includes(at) ? cells[at + moved] : undefined;
    if (other !== undefined && NUMBER.test(nameIn(text, other))) return other;
    return cells[at] ?? { start: line.end, end: line.end };
  });
}

const AT_START = /(?<=^\s*)(?:\d{9}|\d{3}[ -]\d{2}[ -]\d{4})(?!\S)/;
const AMONG_WORDS = /(?<!\S)\d{9}(?=\s+\S)|(?<=^\s*)\d{9}(?=\s*$)/;
const AT_END = /(?<!\S)(?:\d{9}|\d{3}[ -]\d{2}[ -]\d{4})(?=\s*$)/;

/** Words of another number than the header's: its first name is still above the first, its last above the last. */
function rowOfWords(
  text: string,
  line: Span,
  names: readonly Span[],
  [column = 0]: readonly number[],
): readonly Span[] | null {
  const words = text.slice(line.start, Math.min(line.end, line.start + MAX_LINE));
  const number = (column === 0 ? AT_START : names[column + 1] === undefined ? AT_END : AMONG_WORDS).exec(words);
  if (number === null || namesOther(words.slice(Math.max(0, number.index - MAX_CELL), number.index))) return null;
  const start = line.start + number.index;
  return names.map((_, at) =>
    at === column ? { start, end: start + number[0].length } : { start: line.end, end: line.end },
  );
}

/** A row without delimiter: each cell stands below the name that is nearest. */
function rowBelow(line: Span, cells: readonly Span[], names: readonly Span[]): readonly Span[] {
  const first = names[0]?.start ?? 0;
  const distance = (cell: Span, name: Span): number => {
    const [start, end] = [cell.start - line.start, cell.end - line.start];
    return (
      Math.max(0, name.start - first - end, start - (name.end - first)) +
      Math.abs(start - (name.start - first)) / MAX_LINE
    );
  };
  const row: Span[] = names.map(() => ({ start: line.end, end: line.end }));
  for (const cell of cells) {
    const distances = names.map((name) => distance(cell, name));
    row[distances.indexOf(Math.min(...distances))] = cell;
  }
  return row;
}
