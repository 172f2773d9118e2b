import { mayNameSsn } from './marks.ts';
import type { LabelReader } from './sibling-labels.ts';
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
} from './tape.ts';

/** More columns of SSNs than this are no table. */
const MAX_COLUMNS = 8;
/** Rows of HTML and XML tables. */
const ROW = /^(?:\w+:)?(?:tr|row)$/i;
const CELL = /^(?:\w+:)?(?:th|td|cell)$/i;
const COMMA = 0x2c;
/** A header is a name; a longer cell is text. */
const MAX_HEADER = 64;

/**
 * Rule 2 for tables: the cells that stand below a cell that says SSN (`["Name","SSN"]`, then rows), and the second of
 * two cells of which the first says so (`["SSN", …]`). Only cells that look like an SSN are one, so the caller asks.
 *
 * @returns entries of cells
 */
export function cellsOfSsnColumns(reader: LabelReader): readonly number[] {
  const { tape } = reader;
  const isRowName = nameMatcher(tape.names, ROW);
  const isCellName = nameMatcher(tape.names, CELL);
  const cells: number[] = [];
  const seen = new Set<number>();
  for (let entry = 0; entry < tape.length; entry++) {
    if (kindOf(tape, entry) !== STRING) continue;
    const row = parentOf(tape, entry);
    if (row < 0 || !isRow(row) || !isCell(entry) || seen.has(row) || !saysSsn(reader, entry)) continue;
    seen.add(row);
    const columns = columnsOf(row);
    const last = lastOf(row);
    if (last.count === 2 && columns.length === 1 && columns[0] === 0) cells.push(last.entry);
    const table = parentOf(tape, row);
    if (table < 0 || seen.has(table)) continue;
    seen.add(table);
    collect(nextOf(tape, row), nextOf(tape, table), columns, 0);
    // `thead` and `tbody`, `headers` and `rows`.
    const body = parentOf(tape, table);
    if (body >= 0 && !seen.has(body)) {
      seen.add(body);
      collect(nextOf(tape, table), nextOf(tape, body), columns, 0);
    }
  }
  return cells;

  function isCell(entry: number): boolean {
    return !hasKey(tape, entry) || isCellName(nameOf(tape, entry));
  }

  function isRow(entry: number): boolean {
    if (kindOf(tape, entry) === ARRAY) return true;
    return hasKey(tape, entry) && isRowName(nameOf(tape, entry));
  }

  function columnsOf(row: number): number[] {
    const columns: number[] = [];
    let column = -1;
    let from = startOf(tape, row);
    for (let cell = row + 1; cell < nextOf(tape, row); cell = nextOf(tape, cell)) {
      column += cellsPassed(row, from, cell);
      from = endOf(tape, cell);
      if (columns.length < MAX_COLUMNS && kindOf(tape, cell) === STRING && saysSsn(reader, cell)) columns.push(column);
    }
    return columns;
  }

  /** How many cells further this one is than what ends at `from`: the tape leaves out null, true and false. */
  function cellsPassed(row: number, from: number, cell: number): number {
    if (kindOf(tape, row) !== ARRAY) return 1;
    let passed = from === startOf(tape, row) ? 1 : 0;
    for (let at = from; at < startOf(tape, cell); at++) if (tape.text.charCodeAt(at) === COMMA) passed++;
    return passed;
  }

  function lastOf(row: number): { count: number; entry: number } {
    let count = 0;
    let last = row;
    for (let cell = row + 1; cell < nextOf(tape, row); cell = nextOf(tape, cell)) {
      count++;
      last = cell;
    }
    return { count, entry: last };
  }

  /** The cells in these columns of the rows from `from` to `end`, and of rows in one list among them. */
  function collect(from: number, end: number, columns: readonly number[], depth: number): void {
    for (let row = from; row < end; row = nextOf(tape, row)) {
      if (kindOf(tape, row) !== ARRAY && kindOf(tape, row) !== OBJECT) continue;
      if (depth === 0 && row + 1 < nextOf(tape, row) && isContainer(row + 1)) {
        collect(row + 1, nextOf(tape, row), columns, 1);
        continue;
      }
      let column = -1;
      let before = startOf(tape, row);
      for (let cell = row + 1; cell < nextOf(tape, row); cell = nextOf(tape, cell)) {
        column += cellsPassed(row, before, cell);
        before = endOf(tape, cell);
        const kind = kindOf(tape, cell);
        if (columns.includes(column) && (kind === STRING || kind === NUMBER)) cells.push(cell);
      }
    }
  }

  function isContainer(entry: number): boolean {
    return kindOf(tape, entry) === ARRAY || kindOf(tape, entry) === OBJECT;
  }
}

function saysSsn(reader: LabelReader, entry: number): boolean {
  const { tape, judge } = reader;
  const length = endOf(tape, entry) - startOf(tape, entry);
  if (length < 2 || length > MAX_HEADER) return false;
  return mayNameSsn(entryMarks(tape, entry)) && judge(entry, false) === 'ssn';
}

/** Whether names match, by their index: each is looked at once, and most never. */
function nameMatcher(names: readonly string[], expression: RegExp): (name: number) => boolean {
  const known = new Int8Array(names.length);
  return (name) => {
    if (known[name] === 0) known[name] = expression.test(names[name] ?? '') ? 1 : -1;
    return known[name] === 1;
  };
}
