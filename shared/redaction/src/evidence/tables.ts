import { ARRAY, OBJECT, type Structure } from '../index/structure.ts';
import type { Evidence } from '../judge.ts';
import { readName } from '../names.ts';
import { addTo } from './parts-of-fields.ts';
import type { Reader, Told } from './reader.ts';

/** Rows, cells and tables of HTML and XML. */
const ROW = /^(?:\w+:)?(?:tr|row)$/i;
const CELL = /^(?:\w+:)?(?:th|td|cell)$/i;
const TABLE = /^(?:\w+:)?(?:table|tbl)$/i;
/** How lists of columns, and rows whose first one describes them, are called. */
const DESCRIPTION =
  /col|field|head|hdr|name|schema|label|row|key|title|meta|attr|prop|var|desc|question|defin|feature|dimension|cell|data|value|^(?:[cf]|t[dhr])$/i;
/** Whose numbers stand below `["Borrower Name", "SSN"]`. */
const HEADS_NAMES = /name|borrower|applicant|client|customer|consumer|person|owner|member|employee|^id$/i;
const FIELD_NAME = /^[\w.$-]+$/;

/** Rows lie in a list or two beside the header: `result.data_array[]`, `rows[].f[]`. */
const MAX_ROW_DEPTH = 4;
/** The header lies this far below what holds the rows too: `meta.view.columns`, `manifest.schema.columns`. */
const MAX_CLIMB = 3;
/** A label in a cell that is an object, or an object in one. */
const MAX_CELL_DEPTH = 2;
/** More than this is below no cell that describes a column. */
const MAX_DESCRIBING = 64;
/** Headers that stand side by side, with rows for all of them: each row is compared with so many. */
const MAX_HEADERS = 16;
const LEAST_NUMBER = 7;

/** What a header says of its column, and where. */
type Column = { readonly evidence: Evidence; readonly label: number; readonly partOf: string | null };

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

/**
 * The cells below a header, be it a row (`["Name","SSN"]`, `<tr>`) or a list apart from the rows (`columns: [{name}]` and
 * `rows: [[…]]`, `schema.fields` and `rows[].f[].v`, `fields` and `values` column by column). Rows have as many cells as their
 * header; those that follow it directly may have others.
 *
 * @param parts takes cells of columns that are parts of one number, by row
 */
export function cellsBelowHeaders(reader: Reader, parts: Map<string, number[]>): readonly Told[] {
  return new HeaderSearch(reader, parts).cells();
}

class HeaderSearch {
  readonly #reader: Reader;
  readonly #structure: Structure;
  readonly #parts: Map<string, number[]>;
  readonly #told: Told[] = [];

  constructor(reader: Reader, parts: Map<string, number[]>) {
    this.#reader = reader;
    this.#structure = reader.structure;
    this.#parts = parts;
  }

  cells(): readonly Told[] {
    let open = this.#headers();
    // Each container is searched for all its headers at once, to a fixed depth: the time stays linear.
    for (let climb = 0; climb <= MAX_CLIMB && open.length > 0; climb++) {
      for (const [around, inside] of Map.groupBy(open, (header) => header.around))
        this.#search(around, inside.slice(0, MAX_HEADERS), 0, this.#structure.kindOf(around) === ARRAY);
      open = open.filter((header) => this.#climbs(header));
    }
    return this.#told;
  }

  #headers(): Header[] {
    const rows = new Set<number>();
    for (const entry of this.#reader.labels) if (this.#columnAt(entry) !== null) rows.add(this.#rowAround(entry));
    return [...rows].flatMap((row) => (row < 0 ? [] : (this.#headerIn(row) ?? [])));
  }

  /** What a label says of its column. */
  #columnAt(entry: number): Column | null {
    const label = this.#reader.labelOf(entry);
    if (label === null || label === 'employer' || label === 'other') return null;
    const text = this.#reader.textOf(entry);
    const { says, flags, owner, partOf } = readName(text);
    const told = { label: entry, partOf };
    if (label === 'taxpayer') return owner === 'business' ? null : { ...told, evidence: 'taxpayer' };
    // A field's name is judged as names of members are; words are a sentence.
    if (label === 'about')
      return FIELD_NAME.test(text) && says === 'about' && !flags ? { ...told, evidence: 'about' } : null;
    if (label === 'part' || (partOf !== null && label !== 'last-four')) return { ...told, evidence: 'about' };
    return { ...told, evidence: label === 'card' ? 'sure' : label };
  }

  #isElement(entry: number, called: RegExp): boolean {
    return this.#structure.isMarkup && called.test(this.#structure.keyOf(entry));
  }

  #isRow(entry: number): boolean {
    return entry >= 0 && (this.#structure.kindOf(entry) === ARRAY || this.#isElement(entry, ROW));
  }

  /** The row of which a label, or what holds it, is a cell; -1: none. */
  #rowAround(label: number): number {
    let cell = label;
    for (let up = 0; up <= MAX_CELL_DEPTH && cell >= 0; up++) {
      const outer = this.#structure.parentOf(cell);
      if (this.#isRow(outer))
        return this.#structure.kindOf(outer) === ARRAY || this.#isElement(cell, CELL) ? outer : -1;
      cell = outer;
    }
    return -1;
  }

  #headerIn(row: number): Header | null {
    const structure = this.#structure;
    const around = structure.parentOf(row);
    const isList = structure.kindOf(row) === ARRAY;
    if (around < 0 || (isList && structure.hasKey(row) && !DESCRIPTION.test(structure.keyOf(row)))) return null;
    const cells = structure.membersOf(row);
    const isPlain = cells.some((cell) => this.#columnAt(cell) !== null);
    if (cells.length === 1 && isList && !structure.hasKey(row) && !isPlain) return null;
    const pair = isList ? null : this.#elementPair(cells);
    if (pair === 'named') return null;
    const columns = new Map<number, Column>();
    const ofBusiness = cells.some((cell) => this.#namesBusiness(cell));
    for (const [at, cell] of cells.entries()) {
      const said = this.#columnSaid(cell);
      if (said === 'number') return null;
      if (said !== null && !(ofBusiness && said.evidence === 'taxpayer'))
        columns.set(at, pair === 'maybe' ? { ...said, evidence: 'likely' } : said);
    }
    return {
      row,
      columns,
      count: cells.length,
      isPlain,
      inPairs: isList && this.#isPair(row, cells),
      around,
      hasRows: false,
    };
  }

  /** Whether an element's row of two cells is a name and its value: `named` when the elements say so. */
  #elementPair(cells: readonly number[]): 'named' | 'maybe' | null {
    if (cells.length !== 2) return null;
    const names = cells.map((cell) => this.#structure.keyOf(cell).toLowerCase()).join(' ');
    if (names === 'th td') return 'named';
    const heads = cells.some((cell) => HEADS_NAMES.test(this.#structure.spelling(cell, 64)));
    return names === 'th th' || heads ? null : 'maybe';
  }

  /** Whether a row is one of a list of pairs of a name and a value (`[["type", "SSN"], ["value", "…"]]`) and no header. */
  #isPair(row: number, [first, second, third]: readonly number[]): boolean {
    const list = this.#structure.parentOf(row);
    if (this.#structure.kindOf(list) !== ARRAY || first === undefined || second === undefined || third !== undefined)
      return false;
    if (!this.#structure.isScalar(first) || this.#columnAt(first) !== null) return false;
    const name = this.#structure.spelling(first, 64);
    return !HEADS_NAMES.test(name) && (row !== list + 1 || readName(name).labelOf === '');
  }

  /** What a header's cell says of its column; what holds numbers is no header. */
  #columnSaid(cell: number): Column | 'number' | null {
    let said: Column | null = null;
    const end = Math.min(Math.max(cell + 1, this.#structure.nextOf(cell)), cell + MAX_DESCRIBING);
    for (let inner = cell; inner < end; inner++) {
      if (this.#reader.holdsDigits(inner, LEAST_NUMBER)) return 'number';
      said ??= this.#columnAt(inner);
    }
    return said;
  }

  #namesBusiness(cell: number): boolean {
    if (!this.#structure.isScalar(cell)) return false;
    const { factOf, owner } = readName(this.#structure.spelling(cell, 64));
    return factOf === 'business' || owner === 'business';
  }

  /** To the next container; a list of tables ends the search, unless its items hold rows under one name. */
  #climbs(header: Header): boolean {
    const structure = this.#structure;
    const { around, row } = header;
    const isList = structure.kindOf(row) === ARRAY;
    if (isList ? header.hasRows || structure.kindOf(around) === ARRAY : this.#isElement(around, TABLE)) return false;
    header.around = structure.parentOf(around);
    if (header.around < 0) return false;
    return !isList || structure.kindOf(header.around) !== ARRAY || around === structure.parentOf(row);
  }

  #search(container: number, headers: readonly Header[], depth: number, inList: boolean): void {
    const structure = this.#structure;
    for (const child of structure.membersOf(container)) {
      if (!structure.isContainer(child) || this.#isElement(child, TABLE)) continue;
      if (this.#isRow(child)) this.#takeRow(child, headers, inList);
      if (depth < MAX_ROW_DEPTH) this.#search(child, headers, depth + 1, inList || structure.kindOf(child) === ARRAY);
    }
  }

  #takeRow(row: number, headers: readonly Header[], inList: boolean): void {
    const structure = this.#structure;
    const cells = structure.membersOf(row);
    for (const header of headers) {
      if (!this.#isBelow(header, row, cells.length)) continue;
      for (const [at, cell] of cells.entries()) {
        const said = header.columns.get(at);
        if (said === undefined) continue;
        if (structure.kindOf(cell) === ARRAY) this.#takeColumn(cell, said, header);
        else if (inList || structure.kindOf(row) === OBJECT) this.#takeCell(cell, row, said, header);
      }
    }
  }

  #isBelow(header: Header, row: number, count: number): boolean {
    const structure = this.#structure;
    if (row === header.row || structure.kindOf(row) !== structure.kindOf(header.row)) return false;
    if (structure.kindOf(row) === OBJECT) return row > header.row;
    if (header.inPairs && (row < header.row || !this.#namesValue(row))) return false;
    if (count === header.count) return this.#isOfSameTable(header, row);
    return (
      header.isPlain &&
      row > header.row &&
      !structure.hasKey(row) &&
      structure.parentOf(row) === structure.parentOf(header.row)
    );
  }

  /** Whether the first cell of a pair names what a label may be about. */
  #namesValue(row: number): boolean {
    const name = readName(this.#structure.spelling(row + 1, 64));
    return name.valueOf !== null && name.other === null && !name.isId;
  }

  /** Beyond a list, only a row of the same name belongs to the header: `Rows[].Data[]`. */
  #isOfSameTable(header: Header, row: number): boolean {
    const structure = this.#structure;
    const around = structure.parentOf(header.row);
    if (structure.kindOf(around) === ARRAY || (row > around && row < structure.nextOf(around))) return true;
    const beyond = structure.parentOf(around);
    return beyond < 0 || structure.kindOf(beyond) !== ARRAY || structure.nameOf(row) === structure.nameOf(header.row);
  }

  /** A list of as many items as there are columns is a row; of another length it may be a column. */
  #takeColumn(list: number, said: Column, header: Header): void {
    const items = this.#structure.membersOf(list);
    if (items.length === header.count) return;
    for (const item of items) this.#takeCell(item, -1, said, header);
  }

  #takeCell(cell: number, row: number, { evidence, label, partOf }: Column, header: Header): void {
    const structure = this.#structure;
    header.hasRows = true;
    const because = `column ${this.#reader.shown(label)}`;
    const isObject = structure.kindOf(cell) === OBJECT;
    for (const entry of isObject ? structure.membersOf(cell) : [cell]) {
      if (isObject && (!structure.isScalar(entry) || this.#reader.nameOf(entry).other !== null)) continue;
      if (partOf !== null && row >= 0) addTo(this.#parts, `row ${row} ${partOf}`, entry);
      if (partOf === null || row < 0 || evidence === 'last-four') this.#told.push({ entry, evidence, because });
    }
  }
}
