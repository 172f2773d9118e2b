import { cellsOf, holdsNumber } from './row-cells.ts';
import { keyAt, type LabelReader } from './sibling-labels.ts';
import { HEADS_NAMES, isPair, NO_ROW, namesValue, type SsnCell, type SsnHeader, type SsnLabels } from './ssn-labels.ts';
import { ARRAY, OBJECT, type TokenIndex } from './token-index.ts';

/** Rows of HTML and XML tables. */
const ROW = /^(?:\w+:)?(?:tr|row)$/i;
const CELL = /^(?:\w+:)?(?:th|td|cell)$/i;
const TABLE = /^(?:\w+:)?(?:table|tbl)$/i;
/** How lists of columns, and rows whose first one describes them, are called. */
const DESCRIPTION =
  /col|field|head|hdr|name|schema|label|row|key|title|meta|attr|prop|var|desc|question|defin|feature|dimension|cell|data|value|^(?:[cf]|t[dhr])$/i;

/** Rows lie in a list or two beside the header: `result.data_array[]`, `rows[].f[]`. */
const MAX_ROW_DEPTH = 4;
/** The header lies this far below what holds the rows too: `meta.view.columns`, `manifest.schema.columns`. */
const MAX_CLIMB = 3;
/** A label in a cell that is an object, or an object in one. */
const MAX_CELL_DEPTH = 2;
/** More than this is below no cell that describes a column. */
const MAX_DESCRIBING = 64;
/** More columns of SSNs than this are no table. */
const MAX_COLUMNS = 8;
/** Headers that stand side by side, with rows for all of them: each row is compared with so many. */
const MAX_HEADERS = 16;

/** What a header says of its column, and where. */
type Column = { readonly says: SsnHeader; readonly label: number };

/** A row of a table, or a list, that says which columns are SSNs. */
type Header = {
  readonly row: number;
  readonly columns: ReadonlyMap<number, Column>;
  readonly count: number;
  /** The labels are its cells, and not in them. */
  readonly isPlain: boolean;
  /** One of a list of pairs: says what another pair's value is. */
  readonly inPairs: boolean;
  /** The container in which rows are looked for. */
  around: number;
  hasRows: boolean;
};

/** An element's row, or a JSON list. */
export function isRow(tokens: TokenIndex, entry: number): boolean {
  return entry >= 0 && (tokens.kindOf(entry) === ARRAY || isElement(tokens, entry, ROW));
}

export function isCell(tokens: TokenIndex, entry: number): boolean {
  return !tokens.hasKey(entry) || isElement(tokens, entry, CELL);
}

function isElement(tokens: TokenIndex, entry: number, called: RegExp): boolean {
  return tokens.hasKey(entry) && called.test(tokens.keyOf(entry));
}

/** An element: a header is that of its own table only. In JSON a `table` may hold the header and not the rows. */
function isTable(tokens: TokenIndex, entry: number): boolean {
  return isElement(tokens, entry, TABLE) && tokens.text.charAt(tokens.keyStart(entry) - 1) === '<';
}

/**
 * Rule 2 for tables: the cells below a header, be it a row (`["Name","SSN"]`, `<tr>`) or a list apart from the rows
 * (`columns: [{name}]` and `rows: [[…]]`, `schema.fields` and `rows[].f[].v`, `fields` and `values` column by column).
 * Rows have as many cells as their header; those that follow it directly may have others. Only cells that look like an
 * SSN are one, so the caller asks.
 */
export function cellsBelowHeaders(reader: LabelReader, labels: SsnLabels): readonly SsnCell[] {
  return new HeaderSearch(reader, labels).cellsBelow();
}

class HeaderSearch {
  readonly #reader: LabelReader;
  readonly #tokens: TokenIndex;
  readonly #labels: SsnLabels;
  readonly #cells: SsnCell[] = [];

  constructor(reader: LabelReader, labels: SsnLabels) {
    this.#reader = reader;
    this.#tokens = reader.tokens;
    this.#labels = labels;
  }

  cellsBelow(): readonly SsnCell[] {
    let open = this.#headers();
    // Each container is searched for all its headers at once, to a fixed depth: the time stays linear.
    for (let climb = 0; climb <= MAX_CLIMB && open.length > 0; climb++) {
      for (const [around, inside] of Map.groupBy(open, (header) => header.around)) {
        this.#search(around, inside.slice(0, MAX_HEADERS), 0, this.#tokens.kindOf(around) === ARRAY);
      }
      open = open.filter((header) => this.#climbs(header));
    }
    return this.#cells;
  }

  #headers(): Header[] {
    const rows = new Set([...this.#labels.keys()].map((label) => this.#rowAround(label)));
    return [...rows].flatMap((row) => (row < 0 ? [] : (this.#headerIn(row) ?? [])));
  }

  /** The row of which a label, or what holds it, is a cell; -1: none. */
  #rowAround(label: number): number {
    const tokens = this.#tokens;
    let cell = label;
    for (let up = 0; up <= MAX_CELL_DEPTH && cell >= 0; up++) {
      const outer = tokens.parentOf(cell);
      if (isRow(tokens, outer)) return tokens.kindOf(outer) === ARRAY || isCell(tokens, cell) ? outer : -1;
      cell = outer;
    }
    return -1;
  }

  #headerIn(row: number): Header | null {
    const tokens = this.#tokens;
    const around = tokens.parentOf(row);
    const isList = tokens.kindOf(row) === ARRAY;
    if (around < 0 || (isList && tokens.hasKey(row) && !DESCRIPTION.test(tokens.keyOf(row)))) return null;
    const isPlain = tokens.membersOf(row).some((cell) => this.#labels.has(cell));
    const { count, cells: heads } = cellsOf(tokens, row);
    if (count === 1 && isList && !tokens.hasKey(row) && !isPlain) return null;
    const pair = isList ? null : this.#elementPair(row);
    if (pair === 'named') return null;
    const columns = new Map<number, Column>();
    for (const { entry, column } of heads) {
      const said = this.#columnSaid(entry);
      if (said === 'number') return null;
      if (said !== null && columns.size < MAX_COLUMNS)
        columns.set(column, pair === 'maybe' ? { ...said, says: 'social' } : said);
    }
    return { row, columns, count, isPlain, inPairs: isPair(this.#reader, this.#labels, row), around, hasRows: false };
  }

  /** Whether an element's row of two cells is a name and its value: `named` when the elements say so. */
  #elementPair(row: number): 'named' | 'maybe' | null {
    const tokens = this.#tokens;
    const pair = tokens.membersOf(row, 3);
    if (pair.length !== 2) return null;
    const names = pair.map((cell) => (tokens.hasKey(cell) ? tokens.keyOf(cell).toLowerCase() : '')).join(' ');
    if (names === 'th td') return 'named';
    return names === 'th th' || pair.some((cell) => HEADS_NAMES.test(tokens.spelling(cell, 64))) ? null : 'maybe';
  }

  /** What a header's cell says of its column; what holds numbers is no header. */
  #columnSaid(cell: number): Column | 'number' | null {
    const tokens = this.#tokens;
    let said: Column | null = null;
    const end = Math.min(Math.max(cell + 1, tokens.nextOf(cell)), cell + MAX_DESCRIBING);
    for (let inner = cell; inner < end; inner++) {
      if (holdsNumber(tokens, inner)) return 'number';
      const says = this.#labels.get(inner);
      if (says !== undefined) said ??= { says, label: inner };
    }
    return said;
  }

  /** To the next container; a list of tables ends the search, unless its items hold rows under one name. */
  #climbs(header: Header): boolean {
    const tokens = this.#tokens;
    const { around, row } = header;
    const isList = tokens.kindOf(row) === ARRAY;
    if (isList ? header.hasRows || tokens.kindOf(around) === ARRAY : isTable(tokens, around)) return false;
    header.around = tokens.parentOf(around);
    if (header.around < 0) return false;
    return !isList || tokens.kindOf(header.around) !== ARRAY || around === tokens.parentOf(row);
  }

  #search(container: number, headers: readonly Header[], depth: number, inList: boolean): void {
    const tokens = this.#tokens;
    for (const child of tokens.membersOf(container)) {
      if (!tokens.isContainer(child) || isTable(tokens, child)) continue;
      if (isRow(tokens, child)) this.#takeRow(child, headers, inList);
      if (depth < MAX_ROW_DEPTH) this.#search(child, headers, depth + 1, inList || tokens.kindOf(child) === ARRAY);
    }
  }

  #takeRow(row: number, headers: readonly Header[], inList: boolean): void {
    const tokens = this.#tokens;
    const { count, cells: items } = cellsOf(tokens, row);
    for (const header of headers) {
      if (!this.#isBelow(header, row, count)) continue;
      for (const { entry, column } of items) {
        const said = header.columns.get(column);
        if (said === undefined) continue;
        if (tokens.kindOf(entry) === ARRAY) this.#takeColumn(entry, said, header);
        else if (inList || tokens.kindOf(row) === OBJECT) this.#takeCell(entry, row, said, header);
      }
    }
  }

  #isBelow(header: Header, row: number, count: number): boolean {
    const tokens = this.#tokens;
    if (row === header.row || tokens.kindOf(row) !== tokens.kindOf(header.row)) return false;
    if (tokens.kindOf(row) === OBJECT) return row > header.row;
    if (header.inPairs && (row < header.row || !namesValue(this.#reader, row))) return false;
    if (count === header.count) return this.#isOfSameTable(header, row);
    return (
      header.isPlain && row > header.row && !tokens.hasKey(row) && tokens.parentOf(row) === tokens.parentOf(header.row)
    );
  }

  /** Beyond a list, only a row of the same name belongs to the header: `Rows[].Data[]`. */
  #isOfSameTable(header: Header, row: number): boolean {
    const tokens = this.#tokens;
    const around = tokens.parentOf(header.row);
    if (tokens.kindOf(around) === ARRAY || (row > around && row < tokens.nextOf(around))) return true;
    const beyond = tokens.parentOf(around);
    return beyond < 0 || tokens.kindOf(beyond) !== ARRAY || tokens.nameOf(row) === tokens.nameOf(header.row);
  }

  /** A list of as many items as there are columns is a row; of another length it may be a column. */
  #takeColumn(list: number, said: Column, header: Header): void {
    const { count, cells: items } = cellsOf(this.#tokens, list);
    if (count === header.count) return;
    for (const { entry } of items) this.#takeCell(entry, NO_ROW, said, header);
  }

  #takeCell(cell: number, row: number, said: Column, header: Header): void {
    const tokens = this.#tokens;
    header.hasRows = true;
    const isObject = tokens.kindOf(cell) === OBJECT;
    for (const value of isObject ? tokens.membersOf(cell) : [cell]) {
      if (!isObject || (tokens.isScalar(value) && !keyAt(this.#reader, value).other))
        this.#cells.push({ entry: value, row, ...said });
    }
  }
}
