import { characterClass, LETTER } from './characters.ts';
import { judgeKey } from './key-rules.ts';
import { isPlain, mayNameSsn } from './marks.ts';
import { isNamed, keyAt, type LabelReader, namedValues } from './sibling-labels.ts';
import {
  ARRAY,
  endOf,
  entryMarks,
  hasKey,
  kindOf,
  NUMBER,
  nameOf,
  nextOf,
  OBJECT,
  parentOf,
  STRING,
  startOf,
  type Tape,
} from './tape.ts';

/** More columns of SSNs than this are no table. */
const MAX_COLUMNS = 8;
/** Rows of HTML and XML tables. */
const ROW = /^(?:\w+:)?(?:tr|row)$/i;
const CELL = /^(?:\w+:)?(?:th|td|cell)$/i;
/** Lists that are rows without being in a list of rows. */
const ROWS = /row|data|values?|cell|record|body|line|tr$/i;
const COMMA = 0x2c;
/** A header is a name; a longer cell is text. */
const MAX_HEADER = 64;
/** `meta.view.columns` beside `data`: containers around the header in which rows may follow it. */
const MAX_LEVELS_UP = 3;
/** `body: {rows: [[…]]}` */
const MAX_LEVELS_DOWN = 3;

/**
 * Rule 2 for tables and definitions: cells below a cell, or a column's definition, that says SSN (`["Name","SSN"]` or
 * `[{"name":"Name"},{"name":"SSN"}]`, then rows); numbers after such a cell in its row (`["SSN", …]`); values that stand
 * elsewhere under the id of a field that is defined as one (`{"id":"q7","title":"SSN"}` … `{"q7": …}`). Only what looks
 * like an SSN is one, so the caller asks.
 *
 * @returns entries of values
 */
export function cellsOfSsnColumns(reader: LabelReader): readonly number[] {
  const { tape } = reader;
  const isRowName = nameMatcher(tape.names, ROW);
  const isCellName = nameMatcher(tape.names, CELL);
  const cells: number[] = [];
  const seen = new Set<number>();
  const aliases = new Aliases();
  for (let entry = 0; entry < tape.length; entry++) {
    if (kindOf(tape, entry) !== STRING) continue;
    const parent = parentOf(tape, entry);
    if (parent < 0 || !saysSsn(reader, entry)) continue;
    if (hasKey(tape, entry) && !isCell(entry)) {
      const definition = define(entry);
      if (definition >= 0 && isRow(parentOf(tape, definition))) readTable(parentOf(tape, definition));
    } else if (isRow(parent)) {
      collectAfter(entry, parent);
      readTable(parent);
    }
  }
  if (!aliases.isEmpty()) collectAliases(reader, aliases, cells);
  return cells;

  /** Takes the names under which the value of a definition may stand; its container, if that is a column's. */
  function define(entry: number): number {
    const container = parentOf(tape, entry);
    if (keyAt(reader, entry).labelOf === null) {
      aliases.add(keyText(reader, entry), container);
      return -1;
    }
    for (let member = container + 1; member < nextOf(tape, container); member = nextOf(tape, member)) {
      if (member === entry || !hasKey(tape, member) || !ALIAS_NAME.test(keyText(reader, member))) continue;
      const text = scalarText(reader, member);
      if (text !== null) aliases.add(text, container);
    }
    if (hasKey(tape, container) && /\d/.test(keyText(reader, container))) {
      aliases.add(keyText(reader, container), container);
    }
    return container;
  }

  function readTable(row: number): void {
    if (seen.has(row)) return;
    seen.add(row);
    const columns = columnsOf(row);
    let before = row;
    for (let level = 0; level < MAX_LEVELS_UP; level++) {
      const around = parentOf(tape, before);
      if (around < 0 || seen.has(around)) return;
      seen.add(around);
      collect(nextOf(tape, before), nextOf(tape, around), columns, 0);
      before = around;
    }
  }

  function isCell(entry: number): boolean {
    return !hasKey(tape, entry) || isCellName(nameOf(tape, entry));
  }

  function isRow(entry: number): boolean {
    if (entry < 0) return false;
    if (kindOf(tape, entry) === ARRAY) return true;
    return hasKey(tape, entry) && isRowName(nameOf(tape, entry));
  }

  /** Numbers behind a cell that says SSN, up to the next words; one word may say whose they are. */
  function collectAfter(label: number, row: number): void {
    for (let cell = nextOf(tape, label); cell < nextOf(tape, row); cell = nextOf(tape, cell)) {
      if (!isScalar(tape, cell)) return;
      const text = scalarText(reader, cell) ?? '';
      if (text === '' || characterClass(text.codePointAt(0) as number) === LETTER) {
        if (cell === nextOf(tape, label) && judgeKey(text).whose) continue;
        return;
      }
      cells.push(cell);
    }
  }

  function columnsOf(row: number): number[] {
    const columns: number[] = [];
    let column = -1;
    let from = startOf(tape, row);
    for (let cell = row + 1; cell < nextOf(tape, row); cell = nextOf(tape, cell)) {
      column += cellsPassed(row, from, cell);
      from = endOf(tape, cell);
      if (columns.length < MAX_COLUMNS && isHeader(cell)) columns.push(column);
    }
    return columns;
  }

  function isHeader(cell: number): boolean {
    if (kindOf(tape, cell) === STRING) return saysSsn(reader, cell);
    if (kindOf(tape, cell) !== OBJECT) return false;
    for (let member = cell + 1; member < nextOf(tape, cell); member = nextOf(tape, member)) {
      const isLabel = kindOf(tape, member) === STRING && keyAt(reader, member).labelOf !== null;
      if (isLabel && saysSsn(reader, member)) return true;
    }
    return false;
  }

  /** How many cells further this one is than what ends at `from`: the tape leaves out null, true and false. */
  function cellsPassed(row: number, from: number, cell: number): number {
    if (kindOf(tape, row) !== ARRAY) return 1;
    let passed = from === startOf(tape, row) ? 1 : 0;
    for (let at = from; at < startOf(tape, cell); at++) if (tape.text.charCodeAt(at) === COMMA) passed++;
    return passed;
  }

  /** The cells in these columns of the rows from `from` to `end`, and of rows in lists among them. */
  function collect(from: number, end: number, columns: readonly number[], depth: number): void {
    for (let row = from; row < end; row = nextOf(tape, row)) {
      if (isScalar(tape, row)) continue;
      const first = row + 1;
      if (first >= nextOf(tape, row)) continue;
      if (depth < MAX_LEVELS_DOWN && !isScalar(tape, first) && !wrapsScalar(first)) {
        collect(first, nextOf(tape, row), columns, depth + 1);
        continue;
      }
      // A list beside the header is a row only if its name says so: `required: ["ssn"]` heads nothing.
      if (depth === 0 && hasKey(tape, row) && !ROWS.test(keyText(reader, row))) continue;
      let column = -1;
      let before = startOf(tape, row);
      for (let cell = first; cell < nextOf(tape, row); cell = nextOf(tape, cell)) {
        column += cellsPassed(row, before, cell);
        before = endOf(tape, cell);
        if (!columns.includes(column)) continue;
        for (const value of namedValues(reader, cell)) cells.push(value);
      }
    }
  }

  /** A cell as an object: `{"v": "A"}`. */
  function wrapsScalar(entry: number): boolean {
    return kindOf(tape, entry) === OBJECT && nextOf(tape, entry) === entry + 2 && isScalar(tape, entry + 1);
  }
}

/** How a definition calls the name under which its value stands. */
const ALIAS_NAME =
  /^(?:\w*_?id|\w*key|\w*field(?:_?name)?|name|accessor|data_?index|data|prop(?:erty)?|column|ref|slug|code|variable|alias|var|_id|@id)$/i;
const MAX_ALIAS = 64;
/** Numbers this short are the ids of many things. */
const SMALL_NUMBER = /^\d{1,5}$/;

/** Names under which values of fields stand that are defined as SSNs, and where each is defined. */
class Aliases {
  readonly #containers = new Map<string, number>();

  add(name: string, container: number): void {
    if (name === '' || name.length > MAX_ALIAS) return;
    // "number", "value" and the like name everything.
    const key = judgeKey(name);
    if (key.says !== 'none' || key.other || key.labelOf === '' || key.valueOf === '') return;
    this.#containers.set(name, container);
  }

  isEmpty(): boolean {
    return this.#containers.size === 0;
  }

  /** Where the field of this name is defined, or undefined. */
  containerOf(name: string): number | undefined {
    return this.#containers.get(name);
  }
}

/** Values under the names, and beside members that refer to them (`{"questionId":"q7","answer": …}`). */
function collectAliases(reader: LabelReader, aliases: Aliases, cells: number[]): void {
  const { tape } = reader;
  const definedAt = tape.names.map((name) => aliases.containerOf(reader.textOf(name)));
  const mayRefer = tape.names.map((name) => ALIAS_NAME.test(reader.textOf(name)));
  const referred = new Set<number>();
  for (let entry = 0; entry < tape.length; entry++) {
    if (!hasKey(tape, entry)) continue;
    const container = parentOf(tape, entry);
    const defined = definedAt[nameOf(tape, entry)];
    if (defined !== undefined && defined !== container) {
      for (const value of namedValues(reader, entry)) cells.push(value);
    }
    if (mayRefer[nameOf(tape, entry)] !== true || referred.has(container)) continue;
    const text = scalarText(reader, entry);
    const definition = text === null ? undefined : aliases.containerOf(text);
    if (text === null || definition === undefined || definition === container) continue;
    if (SMALL_NUMBER.test(text) && /^_?id$/i.test(keyText(reader, entry))) continue;
    referred.add(container);
    for (let member = container + 1; member < nextOf(tape, container); member = nextOf(tape, member)) {
      if (member === entry || !isNamed(keyAt(reader, member))) continue;
      for (const value of namedValues(reader, member)) cells.push(value);
    }
  }
}

function isScalar(tape: Tape, entry: number): boolean {
  return kindOf(tape, entry) === STRING || kindOf(tape, entry) === NUMBER;
}

function keyText(reader: LabelReader, entry: number): string {
  return reader.textOf(reader.tape.names[nameOf(reader.tape, entry)] ?? '');
}

/** The text of a short value, else null. */
function scalarText({ tape, textOf }: LabelReader, entry: number): string | null {
  const length = endOf(tape, entry) - startOf(tape, entry);
  if (!isScalar(tape, entry) || length > MAX_ALIAS) return null;
  return textOf(tape.text.slice(startOf(tape, entry), endOf(tape, entry)));
}

function saysSsn(reader: LabelReader, entry: number): boolean {
  const { tape, judge } = reader;
  const start = startOf(tape, entry);
  const end = endOf(tape, entry);
  if (end - start < 2 || end - start > MAX_HEADER) return false;
  const marks = entryMarks(tape, entry);
  if (!mayNameSsn(marks) || (isPlain(marks) && !hasLettersOfSsn(tape.text, start, end))) return false;
  const judgement = judge(entry, false);
  return judgement === 'ssn' || judgement === 'social';
}

/** Whether a text has two letters S, "so" or "ti": all names of SSNs do. A cheap look before the judgement. */
function hasLettersOfSsn(text: string, start: number, end: number): boolean {
  let count = 0;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i) | 0x20;
    if (code === 0x74) {
      if ((text.charCodeAt(i + 1) | 0x20) === 0x69) return true;
    } else if (code === 0x73 && (++count > 1 || (text.charCodeAt(i + 1) | 0x20) === 0x6f)) return true;
  }
  return false;
}

/** Whether names match, by their index: each is looked at once, and most never. */
function nameMatcher(names: readonly string[], expression: RegExp): (name: number) => boolean {
  const known = new Int8Array(names.length);
  return (name) => {
    if (known[name] === 0) known[name] = expression.test(names[name] ?? '') ? 1 : -1;
    return known[name] === 1;
  };
}
