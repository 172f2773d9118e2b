import { ARRAY, OBJECT, type Structure } from '../index/structure.ts';
import type { Evidence } from '../judge.ts';
import { readName } from '../names.ts';
import type { Reader } from './reader.ts';

/** Rows and tables of HTML and XML. */
const ROW = /^(?:\w+:)?(?:tr|row)$/i;
const TABLE = /^(?:\w+:)?(?:table|tbl)$/i;
/** How lists of columns, and rows whose first one describes them, are called. */
const DESCRIPTION =
  /col|field|head|hdr|name|schema|label|row|key|title|meta|attr|prop|var|desc|question|defin|feature|dimension|cell|data|value|^(?:[cf]|t[dhr])$/i;
/** Whose numbers stand below `["Borrower Name", "SSN"]`; beside any other name a label is a value of a pair. */
const HEADS_NAMES = /name|borrower|applicant|client|customer|consumer|person|owner|member|employee|^id$/i;
const FIELD_NAME = /^[\w.$-]+$/;

/** The header lies this far below what holds the rows too: `meta.view.columns`, `manifest.schema.columns`; so do rows. */
const MAX_CLIMB = 4;
/** A label in a cell that is an object, or an object in one. */
const MAX_CELL_DEPTH = 2;
/** More than this is below no cell that describes a column. */
const MAX_DESCRIBING = 64;
const LEAST_NUMBER = 7;

/** What a header says of its column, and where. */
type Column = { readonly evidence: Evidence; readonly label: number };

/** A row (`["Name","SSN"]`, `<tr>`) or a list apart from the rows (`columns: [{name}]`) that says what stands in columns. */
export type Header = {
  readonly row: number;
  readonly columns: ReadonlyMap<number, Column>;
  readonly count: number;
  /** The labels are its cells, and not in them. */
  readonly isPlain: boolean;
};

export function headersOf(reader: Reader): readonly Header[] {
  const rows = new Set(reader.labels.map((label) => rowAround(reader, label)));
  const headers = [...rows].flatMap((row) => headerIn(reader, row) ?? []);
  // Of rows that say the same of the same columns (`["Ann", "", "need SSN"]`) the first is a header for all.
  const alike = Map.groupBy(headers, (header) => saidIn(reader.structure, header));
  return [...alike.values()].flatMap(([first]) => first ?? []);
}

/** What `isBelow` and the columns make of a header, besides its place. */
function saidIn(structure: Structure, { row, columns, count, isPlain }: Header): string {
  const said = [...columns].map(([at, { evidence }]) => [at, evidence]);
  const place = [structure.parentOf(row), structure.kindOf(row), structure.nameOf(row)];
  return JSON.stringify([place, count, isPlain, said, headsNames(structure, row)]);
}

/** What a label says of its column. */
function columnAt(reader: Reader, entry: number): Column | null {
  const label = reader.labelOf(entry);
  if (label === null || label === 'other') return null;
  const text = reader.textOf(entry);
  const { says, flags } = readName(text);
  // A field's name is judged as names of members are; words are a sentence.
  if (label === 'about' && !(FIELD_NAME.test(text) && says === 'likely' && !flags)) return null;
  return { evidence: label === 'about' ? 'likely' : label, label: entry };
}

function isElement(structure: Structure, entry: number, called: RegExp): boolean {
  return structure.isMarkup && called.test(structure.keyOf(entry));
}

/** The row of which a label, or what holds it, is a cell; -1: none. */
function rowAround({ structure }: Reader, label: number): number {
  let cell = label;
  for (let up = 0; up <= MAX_CELL_DEPTH && cell >= 0; up++) {
    const outer = structure.parentOf(cell);
    if (structure.kindOf(outer) === ARRAY || isElement(structure, outer, ROW)) return outer;
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
  const spelled = cells.map((cell) => (structure.isScalar(cell) ? structure.spelling(cell, MAX_DESCRIBING) : ''));
  const isPair = !isList && cells.length === 2 && !spelled.some((text) => HEADS_NAMES.test(text));
  if (isPair && cells.map((cell) => structure.keyOf(cell).toLowerCase()).join(' ') === 'th td') return null;
  const ofBusiness = spelled.map(readName).some(({ factOf, owner }) => factOf === 'business' || owner === 'business');
  const columns = new Map<number, Column>();
  for (const [at, cell] of cells.entries()) {
    const said = columnSaid(reader, cell);
    if (said === 'number') return null;
    if (said !== null && !(ofBusiness && said.evidence === 'taxpayer'))
      columns.set(at, isPair ? { ...said, evidence: 'likely' } : said);
  }
  return { row, columns, count: cells.length, isPlain };
}

/** What a header's cell says of its column; what holds numbers is no header. */
function columnSaid(reader: Reader, cell: number): Column | 'number' | null {
  let said: Column | null = null;
  const end = Math.min(reader.structure.nextOf(cell), cell + MAX_DESCRIBING);
  for (let inner = cell; inner < end; inner++) {
    if (reader.holdsDigits(inner, LEAST_NUMBER)) return 'number';
    said ??= columnAt(reader, inner);
  }
  return said;
}

/** Whether a row is one of the header's table: as wide as it. */
export function isBelow({ structure }: Reader, header: Header, row: number): boolean {
  if (row === header.row || structure.kindOf(row) !== structure.kindOf(header.row)) return false;
  let around = structure.parentOf(header.row);
  for (let climb = 1; row < around || row >= structure.nextOf(around); climb++, around = structure.parentOf(around))
    if (climb > MAX_CLIMB || structure.parentOf(around) < 0 || isElement(structure, around, TABLE)) return false;
  const parent = structure.parentOf(header.row);
  // A list of tables, unless its items hold rows under one name: `Rows[].Data[]`.
  const isApart = structure.kindOf(around) === ARRAY && around !== parent;
  if (isApart && structure.nameOf(row) !== structure.nameOf(header.row)) return false;
  let isInList = false;
  for (let up = structure.parentOf(row), depth = 0; ; up = structure.parentOf(up), depth++) {
    isInList ||= structure.kindOf(up) === ARRAY;
    if (up === around) break;
    if (depth === MAX_CLIMB) return false;
  }
  if (structure.kindOf(row) === OBJECT) return row > header.row;
  if (!isInList && !header.isPlain) return false;
  if (structure.membersOf(row, header.count + 1).length !== header.count) return false;
  const isPair = header.count === 2 && structure.kindOf(parent) === ARRAY && !header.columns.has(0);
  return !isPair || mayBeCells(structure, header.row, row);
}

/** Of a list of pairs (`[["type", "SSN"], ["value", "…"]]`) only a pair that names a value is below another. */
function mayBeCells(structure: Structure, header: number, row: number): boolean {
  const name = readName(structure.spelling(row + 1, MAX_DESCRIBING));
  return headsNames(structure, header) || (row > header && name.valueOf !== null && name.other === null && !name.isId);
}

function headsNames(structure: Structure, header: number): boolean {
  return !structure.isScalar(header + 1) || HEADS_NAMES.test(structure.spelling(header + 1, MAX_DESCRIBING));
}
