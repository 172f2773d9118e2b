import { characterClass, LETTER } from './characters.ts';
import { cellsOfDescribedColumns } from './described-columns.ts';
import { judgeKey } from './key-rules.ts';
import { cellsOfLabelledIds } from './labelled-ids.ts';
import { keyAt, type LabelReader, namedValues } from './sibling-labels.ts';
import {
  commasBetween,
  HEADS_NAMES,
  headerOf,
  isContainer,
  isPair,
  MAX_COLUMNS,
  NO_ROW,
  namesValue,
  type SsnCell,
  type SsnHeader,
} from './table-cells.ts';
import { ARRAY, endOf, hasKey, keyStart, kindOf, nameOf, nextOf, OBJECT, parentOf, STRING, startOf } from './tape.ts';

/** Rows of HTML and XML tables. */
const ROW = /^(?:\w+:)?(?:tr|row)$/i;
const CELL = /^(?:\w+:)?(?:th|td|cell)$/i;
const TABLE = /^(?:\w+:)?(?:table|tbl)$/i;
/** A list of names and their values: no header, and no rows below one. */
const PAIRS = /^dl$/i;
const PAIRED = /^d[td]$/i;
/** What the header says of the columns of SSNs, by their places. */
type Columns = ReadonlyMap<number, SsnHeader>;
/** What goes below a header: cells in these columns, of pairs those that a label may name. */
type BelowHeader = { readonly columns: Columns; readonly inPairs: boolean };
/** Lists that are rows without being in a list of rows. */
const ROWS = /row|data|values?|cell|record|body|line|tr$/i;
/** Lists that say where a field is, and head nothing. */
const PLACE = /^(?:loc(?:ation)?|(?:data|instance|key|field)?path|pointer)$/i;
/** The last four digits behind a mask of letters. */
const MASKED = /^[xX*#-]{1,12}\d{4}$/;
/** Whose number it is, or the number: a longer cell is text. */
const MAX_WORD = 64;
/** `meta.view.columns` beside `data`: containers around the header in which rows may follow it. */
const MAX_LEVELS_UP = 3;
/** `body: {rows: [[…]]}` */
const MAX_LEVELS_DOWN = 3;

/**
 * Rule 2 for tables: the cells that stand below a cell that says SSN (`["Name","SSN"]`, then rows), and the numbers after
 * such a cell in its row (`["SSN", …]`); columns described apart from their rows and answers apart from their questions
 * as well. Only what looks like an SSN is one, so the caller asks.
 *
 * @param labels the strings that say SSN
 */
export function cellsOfSsnColumns(reader: LabelReader, labels: readonly number[]): readonly SsnCell[] {
  const { tape } = reader;
  if (labels.length === 0) return [];
  const isRowName = nameMatcher(tape.names, ROW);
  const isCellName = nameMatcher(tape.names, CELL);
  const isTableName = nameMatcher(tape.names, TABLE);
  const isPairsName = nameMatcher(tape.names, PAIRS);
  const isPairedName = nameMatcher(tape.names, PAIRED);
  const cells: SsnCell[] = [];
  const seen = new Set<number>();
  for (const label of labels) {
    const row = parentOf(tape, label);
    if (hasKey(tape, label) && (row < 0 ? isCell(label) || isPairedName(nameOf(tape, label)) : isInPairs(label, row))) {
      // A part of a page, or a list of names and values: a label and its value, and no header.
      collectAfter(label, row);
      continue;
    }
    if (row < 0 || !isCell(label) || !isRow(row) || isPlace(row)) continue;
    const hasValue = collectAfter(label, row);
    const pair = pairIn(row);
    if (pair !== 'named') readTable(row, hasValue || pair === 'maybe');
  }
  for (const label of labels) collectNamedLike(label);
  return [...cells, ...cellsOfDescribedColumns(reader, labels), ...cellsOfLabelledIds(reader, labels)];

  /** `{"cs1Label": "SSN", "cs1": …}`: the member that is called like the label's stem. */
  function collectNamedLike(label: number): void {
    let named = label;
    // A text of an element, or the description of a code.
    if (keyAt(reader, named).labelOf === null || !hasKey(tape, named)) named = parentOf(tape, named);
    if (named < 0 || !hasKey(tape, named)) return;
    const stem = keyAt(reader, named).labelOf;
    const container = parentOf(tape, named);
    if (stem === null || stem === '' || container < 0) return;
    for (let member = container + 1; member < nextOf(tape, container); member = nextOf(tape, member)) {
      if (keyAt(reader, member).name !== stem || isContainer(tape, member)) continue;
      cells.push({ entry: member, row: NO_ROW, says: saidBy(label) });
    }
  }

  function saidBy(label: number): SsnHeader {
    return headerOf(reader, label) ?? 'social';
  }

  /** Whether a row of two cells is a name and its value: `named` when the elements say so. */
  function pairIn(row: number): 'named' | 'maybe' | null {
    const first = row + 1;
    const second = nextOf(tape, first);
    if (kindOf(tape, row) !== OBJECT || second >= nextOf(tape, row) || nextOf(tape, second) !== nextOf(tape, row)) {
      return null;
    }
    const [name, value] = [keyText(reader, first).toLowerCase(), keyText(reader, second).toLowerCase()];
    if (name === 'th' && value === 'td') return 'named';
    const heads = [first, second].some((cell) => HEADS_NAMES.test(scalarText(reader, cell) ?? ''));
    return heads || (name === 'th' && value === 'th') ? null : 'maybe';
  }

  function isInPairs(label: number, list: number): boolean {
    return isPairedName(nameOf(tape, label)) && hasKey(tape, list) && isPairsName(nameOf(tape, list));
  }

  /** `hasValue`: the row that has the label has its value too, so that what is below is hardly a column of it. */
  function readTable(row: number, hasValue: boolean): void {
    if (seen.has(row)) return;
    seen.add(row);
    const below = { columns: columnsOf(row, hasValue), inPairs: isPair(reader, row) };
    let before = row;
    for (let level = 0; level < MAX_LEVELS_UP; level++) {
      const around = parentOf(tape, before);
      if (around < 0 || seen.has(around)) return;
      seen.add(around);
      collect(nextOf(tape, before), nextOf(tape, around), below, 0);
      if (isTable(around)) return;
      before = around;
    }
  }

  /** An element: a header is that of its own table only. In JSON a `table` may hold the header and not the rows. */
  function isTable(entry: number): boolean {
    if (kindOf(tape, entry) !== OBJECT || !hasKey(tape, entry) || !isTableName(nameOf(tape, entry))) return false;
    return tape.text.charAt(keyStart(tape, entry) - 1) === '<';
  }

  function isCell(entry: number): boolean {
    return !hasKey(tape, entry) || isCellName(nameOf(tape, entry));
  }

  /** `path: ["body", "ssn"]` */
  function isPlace(list: number): boolean {
    return kindOf(tape, list) === ARRAY && hasKey(tape, list) && PLACE.test(keyText(reader, list));
  }

  function isRow(entry: number): boolean {
    if (entry < 0) return false;
    if (kindOf(tape, entry) === ARRAY) return true;
    return hasKey(tape, entry) && isRowName(nameOf(tape, entry));
  }

  /** Numbers behind a cell that says SSN, up to the next words; one word may say whose they are. */
  function collectAfter(label: number, row: number): boolean {
    const end = row < 0 ? tape.length : nextOf(tape, row);
    let hasValue = false;
    for (let cell = nextOf(tape, label); cell < end; cell = nextOf(tape, cell)) {
      if (isContainer(tape, cell)) return hasValue;
      const text = scalarText(reader, cell) ?? '';
      if (!MASKED.test(text) && (text === '' || characterClass(text.codePointAt(0) as number) === LETTER)) {
        if (cell === nextOf(tape, label) && judgeKey(text).whose) continue;
        return hasValue;
      }
      // Further cells may tell anything about the number in the first, and a row of values may hold a type.
      const isNamed = !hasValue && (row < 0 || label === row + 1);
      cells.push({ entry: cell, row: NO_ROW, says: isNamed ? saidBy(label) : 'social' });
      hasValue = true;
    }
    return hasValue;
  }

  function columnsOf(row: number, hasValue: boolean): Columns {
    const columns = new Map<number, SsnHeader>();
    let column = -1;
    let from = startOf(tape, row);
    for (let cell = row + 1; cell < nextOf(tape, row); cell = nextOf(tape, cell)) {
      column += cellsPassed(row, from, cell);
      from = endOf(tape, cell);
      if (columns.size === MAX_COLUMNS || kindOf(tape, cell) !== STRING) continue;
      const says = headerOf(reader, cell);
      if (says !== null) columns.set(column, hasValue ? 'social' : says);
    }
    return columns;
  }

  /** How many cells further this one is than what ends at `from`: the tape leaves out null, true and false. */
  function cellsPassed(row: number, from: number, cell: number): number {
    if (kindOf(tape, row) !== ARRAY) return 1;
    return (from === startOf(tape, row) ? 1 : 0) + commasBetween(tape, from, startOf(tape, cell));
  }

  /** The cells in these columns of the rows from `from` to `end`, and of rows in lists among them. */
  function collect(from: number, end: number, below: BelowHeader, depth: number): void {
    const { columns, inPairs } = below;
    for (let row = from; row < end; row = nextOf(tape, row)) {
      if (!isContainer(tape, row) || isTable(row)) continue;
      const first = row + 1;
      if (first >= nextOf(tape, row)) continue;
      if (depth < MAX_LEVELS_DOWN && isContainer(tape, first) && !wrapsScalar(first)) {
        collect(first, nextOf(tape, row), below, depth + 1);
        continue;
      }
      // The members of an object have names of their own.
      if (!isRow(row) || (inPairs && !namesValue(reader, row))) continue;
      // A list beside the header is a row only if its name says so: `required: ["ssn"]` heads nothing.
      if (depth === 0 && hasKey(tape, row) && !ROWS.test(keyText(reader, row))) continue;
      let column = -1;
      let before = startOf(tape, row);
      for (let cell = first; cell < nextOf(tape, row); cell = nextOf(tape, cell)) {
        column += cellsPassed(row, before, cell);
        before = endOf(tape, cell);
        const says = columns.get(column);
        if (says === undefined) continue;
        for (const value of namedValues(reader, cell)) cells.push({ entry: value, row, says });
      }
    }
  }

  /** A cell as an object: `{"v": "A"}`. */
  function wrapsScalar(entry: number): boolean {
    return kindOf(tape, entry) === OBJECT && nextOf(tape, entry) === entry + 2 && !isContainer(tape, entry + 1);
  }
}

/**
 * The values that labels of parts name, by the list that holds the pairs: `[{name: "ssn1", value: "531"}, …]`,
 * `[["ssn1", "531"], …]`.
 */
export function labelledParts(reader: LabelReader, labels: readonly number[]): readonly (readonly number[])[] {
  const { tape } = reader;
  const groups = new Map<number, number[]>();
  const seen = new Set<number>();
  for (const label of labels) {
    const container = parentOf(tape, label);
    const list = container < 0 ? -1 : parentOf(tape, container);
    if (list < 0 || seen.has(container)) continue;
    seen.add(container);
    if (headerOf(reader, label) === 'social') continue;
    const value = valueBeside(label, container);
    if (value < 0) continue;
    const group = groups.get(list);
    if (group === undefined) groups.set(list, [value]);
    else if (group.length < MAX_PAIRS) group.push(value);
  }
  return [...groups.values()];

  function valueBeside(label: number, container: number): number {
    if (!hasKey(tape, label)) {
      const value = nextOf(tape, label);
      return value < nextOf(tape, container) && !isContainer(tape, value) ? value : -1;
    }
    if (keyAt(reader, label).labelOf === null) return -1;
    let members = 0;
    for (let member = container + 1; member < nextOf(tape, container); member = nextOf(tape, member)) {
      if (++members > MAX_PAIR_MEMBERS) return -1;
      if (member !== label && !isContainer(tape, member) && keyAt(reader, member).valueOf !== null) return member;
    }
    return -1;
  }
}

/** Pairs of one list that name parts, and members of a pair. */
const MAX_PAIRS = 64;
const MAX_PAIR_MEMBERS = 16;

function keyText(reader: LabelReader, entry: number): string {
  return reader.textOf(reader.tape.names[nameOf(reader.tape, entry)] ?? '');
}

/** The text of a short value, else null. */
function scalarText({ tape, textOf }: LabelReader, entry: number): string | null {
  const length = endOf(tape, entry) - startOf(tape, entry);
  if (isContainer(tape, entry) || length > MAX_WORD) return null;
  return textOf(tape.text.slice(startOf(tape, entry), endOf(tape, entry)));
}

/** Whether names match, by their index: each is looked at once, and most never. */
function nameMatcher(names: readonly string[], expression: RegExp): (name: number) => boolean {
  const known = new Int8Array(names.length);
  return (name) => {
    if (known[name] === 0) known[name] = expression.test(names[name] ?? '') ? 1 : -1;
    return known[name] === 1;
  };
}
