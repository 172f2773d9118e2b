import { lastAtMost } from '../ascending-numbers.ts';
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
const LEAST_NUMBER = 7;
/** So many rows are compared with headers, per entry of the structure: hostile headers all see all rows. */
const MAX_WORK = 32;

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
};

/**
 * The cells below a header, be it a row (`["Name","SSN"]`, `<tr>`) or a list apart from the rows (`columns: [{name}]` and
 * `rows: [[…]]`, `schema.fields` and `rows[].f[].v`, `fields` and `values` column by column). Rows have as many cells as their
 * header; those that follow it directly may have others.
 *
 * @param parts takes cells of columns that are parts of one number, by row
 */
export function cellsBelowHeaders(reader: Reader, parts: Map<string, number[]>): readonly Told[] {
  const { structure } = reader;
  const labels = reader.labels.filter((entry) => columnAt(reader, entry) !== null);
  const headers = [...new Set(labels.map((entry) => rowAround(reader, entry)))].flatMap(
    (row) => headerIn(reader, row) ?? [],
  );
  if (headers.length === 0) return [];
  const rows = structure.entries().filter((entry) => isRow(structure, entry));
  const told: Told[] = [];
  let work = MAX_WORK * structure.length;
  for (const header of headers) {
    const isList = structure.kindOf(header.row) === ARRAY;
    let around = structure.parentOf(header.row);
    for (let climb = 0; climb <= MAX_CLIMB && around >= 0; climb++) {
      let hasRows = false;
      const end = structure.nextOf(around);
      for (let at = lastAtMost(rows, around) + 1; (rows[at] ?? end) < end && work > 0; at++, work--)
        if (takeRow(header, rows[at] as number, around)) hasRows = true;
      const outer = structure.parentOf(around);
      if (isList ? hasRows || structure.kindOf(around) === ARRAY : isElement(structure, around, TABLE)) break;
      // A list of tables, unless its items hold rows under one name.
      if (isList && outer >= 0 && structure.kindOf(outer) === ARRAY && climb > 0) break;
      around = outer;
    }
  }
  return told;

  function takeRow(header: Header, row: number, around: number): boolean {
    const place = placeIn(structure, row, around);
    if (place === null || !isBelow(reader, header, row)) return false;
    let hasTaken = false;
    for (const [at, cell] of structure.membersOf(row).entries()) {
      const said = header.columns.get(at);
      if (said === undefined) continue;
      const isColumn = structure.kindOf(cell) === ARRAY;
      // `labels: […], values: […]`
      const isApart = place === 'apart' && !header.isPlain;
      if (!isColumn && isApart && structure.kindOf(row) !== OBJECT) continue;
      const items = isColumn ? structure.membersOf(cell) : [cell];
      // A list of as many items as there are columns is a row; of another length it may be a column.
      if (isColumn && items.length === header.count) continue;
      hasTaken ||= items.length > 0;
      for (const item of items) takeCell(item, isColumn ? -1 : row, said);
    }
    return hasTaken;
  }

  function takeCell(cell: number, row: number, { evidence, label, partOf }: Column): void {
    const because = `column ${reader.shown(label)}`;
    const isObject = reader.isObject(cell);
    for (const entry of isObject ? structure.membersOf(cell) : [cell]) {
      if (isObject && (!structure.isScalar(entry) || reader.nameOf(entry).other !== null)) continue;
      if (partOf !== null && row >= 0) addTo(parts, `row ${row} ${partOf}`, entry);
      if (partOf === null || row < 0 || evidence === 'last-four') told.push({ entry, evidence, because });
    }
  }
}

/** What a label says of its column. */
function columnAt(reader: Reader, entry: number): Column | null {
  const label = reader.labelOf(entry);
  if (label === null || label === 'employer' || label === 'other') return null;
  const text = reader.textOf(entry);
  const { says, flags, owner, partOf } = readName(text);
  const told = { label: entry, partOf };
  if (label === 'taxpayer') return owner === 'business' ? null : { ...told, evidence: 'taxpayer' };
  // A field's name is judged as names of members are; words are a sentence.
  if (label === 'about')
    return FIELD_NAME.test(text) && says === 'about' && !flags ? { ...told, evidence: 'about' } : null;
  if (label === 'part' || (partOf !== null && label !== 'last-four')) return { ...told, evidence: 'about' };
  return { ...told, evidence: label === 'card' ? 'sure' : label };
}

function isElement(structure: Structure, entry: number, called: RegExp): boolean {
  return structure.isMarkup && called.test(structure.keyOf(entry));
}

function isRow(structure: Structure, entry: number): boolean {
  return structure.kindOf(entry) === ARRAY || (structure.isContainer(entry) && isElement(structure, entry, ROW));
}

/** The row of which a label, or what holds it, is a cell; -1: none. */
function rowAround({ structure }: Reader, label: number): number {
  let cell = label;
  for (let up = 0; up <= MAX_CELL_DEPTH && cell >= 0; up++) {
    const outer = structure.parentOf(cell);
    if (outer >= 0 && isRow(structure, outer))
      return structure.kindOf(outer) === ARRAY || isElement(structure, cell, CELL) ? outer : -1;
    cell = outer;
  }
  return -1;
}

function headerIn(reader: Reader, row: number): Header | null {
  const { structure } = reader;
  if (row < 0 || structure.parentOf(row) < 0) return null;
  const isList = structure.kindOf(row) === ARRAY;
  if (isList && structure.hasKey(row) && !DESCRIPTION.test(structure.keyOf(row))) return null;
  const cells = structure.membersOf(row);
  const isPlain = cells.some((cell) => columnAt(reader, cell) !== null);
  if (cells.length === 1 && isList && !structure.hasKey(row) && !isPlain) return null;
  const pair = isList ? null : elementPair(structure, cells);
  if (pair === 'named') return null;
  const columns = new Map<number, Column>();
  const ofBusiness = cells.some((cell) => {
    const { factOf, owner } = readName(structure.isScalar(cell) ? structure.spelling(cell, 64) : '');
    return factOf === 'business' || owner === 'business';
  });
  for (const [at, cell] of cells.entries()) {
    const said = columnSaid(reader, cell);
    if (said === 'number') return null;
    if (said !== null && !(ofBusiness && said.evidence === 'taxpayer'))
      columns.set(at, pair === 'maybe' ? { ...said, evidence: 'likely' } : said);
  }
  return { row, columns, count: cells.length, isPlain, inPairs: isList && isPair(reader, row, cells) };
}

/** Whether an element's row of two cells is a name and its value: `named` when the elements say so. */
function elementPair(structure: Structure, cells: readonly number[]): 'named' | 'maybe' | null {
  if (cells.length !== 2) return null;
  const names = cells.map((cell) => structure.keyOf(cell).toLowerCase()).join(' ');
  if (names === 'th td') return 'named';
  const heads = cells.some((cell) => HEADS_NAMES.test(structure.spelling(cell, 64)));
  return names === 'th th' || heads ? null : 'maybe';
}

/** Whether a row is one of a list of pairs of a name and a value (`[["type", "SSN"], ["value", "…"]]`) and no header. */
function isPair(reader: Reader, row: number, [first, second, third]: readonly number[]): boolean {
  const { structure } = reader;
  const list = structure.parentOf(row);
  if (structure.kindOf(list) !== ARRAY || first === undefined || second === undefined || third !== undefined)
    return false;
  if (!structure.isScalar(first) || columnAt(reader, first) !== null) return false;
  const name = structure.spelling(first, 64);
  return !HEADS_NAMES.test(name) && (row !== list + 1 || readName(name).labelOf === '');
}

/** What a header's cell says of its column; what holds numbers is no header. */
function columnSaid(reader: Reader, cell: number): Column | 'number' | null {
  let said: Column | null = null;
  const end = Math.min(Math.max(cell + 1, reader.structure.nextOf(cell)), cell + MAX_DESCRIBING);
  for (let inner = cell; inner < end; inner++) {
    if (reader.holdsDigits(inner, LEAST_NUMBER)) return 'number';
    said ??= columnAt(reader, inner);
  }
  return said;
}

/** Whether a row lies in a container not too deep, and in no table within it; null: it does not. */
function placeIn(structure: Structure, row: number, around: number): 'in a list' | 'apart' | null {
  let isInList = false;
  for (let up = 0, outer = structure.parentOf(row); up <= MAX_ROW_DEPTH; up++, outer = structure.parentOf(outer)) {
    isInList ||= structure.kindOf(outer) === ARRAY;
    if (outer === around) return isInList ? 'in a list' : 'apart';
    if (isElement(structure, outer, TABLE)) return null;
  }
  return null;
}

function isBelow({ structure }: Reader, header: Header, row: number): boolean {
  if (row === header.row || structure.kindOf(row) !== structure.kindOf(header.row)) return false;
  if (structure.kindOf(row) === OBJECT) return row > header.row;
  if (header.inPairs && (row < header.row || !namesValue(structure, row))) return false;
  if (structure.membersOf(row, header.count + 1).length === header.count) return isOfSameTable(structure, header, row);
  const isNext = row > header.row && structure.parentOf(row) === structure.parentOf(header.row);
  return header.isPlain && isNext && !structure.hasKey(row);
}

/** Whether the first cell of a pair names what a label may be about. */
function namesValue(structure: Structure, row: number): boolean {
  const name = readName(structure.spelling(row + 1, 64));
  return name.valueOf !== null && name.other === null && !name.isId;
}

/** Beyond a list, only a row of the same name belongs to the header: `Rows[].Data[]`. */
function isOfSameTable(structure: Structure, header: Header, row: number): boolean {
  const around = structure.parentOf(header.row);
  if (structure.kindOf(around) === ARRAY || (row > around && row < structure.nextOf(around))) return true;
  const beyond = structure.parentOf(around);
  return beyond < 0 || structure.kindOf(beyond) !== ARRAY || structure.nameOf(row) === structure.nameOf(header.row);
}
