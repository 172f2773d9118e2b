import {
  cellsOf,
  headerOf,
  isContainer,
  isPair,
  MAX_COLUMNS,
  NO_ROW,
  type SsnCell,
  type SsnHeader,
} from './table-cells.ts';
import { UNNAMED } from './key-rules.ts';
import { isGeneralLabel, type LabelReader } from './sibling-labels.ts';
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
import { hasSevenDigits } from './marks.ts';

/** Rows lie in a list or two beside the description: `result.data_array[]`, `rows[].f[]`. */
const MAX_ROW_DEPTH = 4;
/** The description lies this far below what holds the rows too: `meta.view.columns`, `manifest.schema.columns`. */
const MAX_CLIMB = 3;
/** How lists of columns, and rows whose first one describes them, are called. */
const DESCRIPTION =
  /col|field|head|name|schema|label|row|key|title|meta|attr|prop|var|desc|question|defin|feature|dimension|cell|data|value|^[cf]$/i;

/** Of a name that ends with "name" or "value", what says nothing: `displayName`, `VarCharValue`. */
const DISPLAYED = /^(?:string|varchar|formatted|userentered|display|raw|cell)?$/;
/** More than this is below no item that describes a column. */
const MAX_DESCRIBING = 64;

/** A list that describes the columns of a table: which of them are SSNs, and how many columns there are. */
type Description = {
  readonly list: number;
  readonly columns: ReadonlyMap<number, SsnHeader>;
  readonly count: number;
  found: boolean;
};

/**
 * Rule 2 for tables whose columns are described apart from their rows (`columns: [{name}]` and `rows: [[…]]`,
 * `schema.fields` and `rows[].f[].v`, `fields` and `values` column by column): the cells at the same place of lists of
 * the same length. Only cells that look like an SSN are one, so the caller asks.
 *
 * @param labels the strings that say SSN
 */
export function cellsOfDescribedColumns(reader: LabelReader, labels: readonly number[]): readonly SsnCell[] {
  const { tape, keys } = reader;
  const cells: SsnCell[] = [];
  let open = descriptions();
  const ancestors = new Map(open.map((description) => [description, parentOf(tape, description.list)]));
  // Each container is searched for all descriptions at once, to a fixed depth: the time stays linear.
  for (let climb = 0; climb <= MAX_CLIMB && open.length > 0; climb++) {
    const wanted = new Map<number, Description[]>();
    for (const description of open) {
      const ancestor = ancestors.get(description) ?? -1;
      const others = wanted.get(ancestor);
      if (others === undefined) wanted.set(ancestor, [description]);
      else others.push(description);
    }
    for (const [ancestor, descriptions] of wanted) {
      if (ancestor >= 0) search(ancestor, byCount(descriptions), 0, kindOf(tape, ancestor) === ARRAY);
    }
    open = open.filter((description) => !description.found && climbs(description));
  }
  return cells;

  /** To the next container; a list of tables ends the search, unless its items hold rows under one name. */
  function climbs(description: Description): boolean {
    const ancestor = ancestors.get(description) ?? -1;
    if (ancestor < 0 || kindOf(tape, ancestor) === ARRAY) return false;
    const next = parentOf(tape, ancestor);
    if (next >= 0 && kindOf(tape, next) === ARRAY && ancestor !== parentOf(tape, description.list)) return false;
    ancestors.set(description, next);
    return next >= 0;
  }

  function descriptions(): Description[] {
    const mayDescribe = keys.map(
      (key) =>
        (key.labelOf !== null && (isGeneralLabel(key.labelOf) || DISPLAYED.test(key.labelOf))) ||
        (key.valueOf !== null && DISPLAYED.test(key.valueOf)),
    );
    const found: Description[] = [];
    const seen = new Set<number>();
    for (const label of labels) {
      const name = nameOf(tape, label);
      if (name >= 0 && mayDescribe[name] !== true) continue;
      const list = listAround(label);
      if (list < 0 || seen.has(list)) continue;
      seen.add(list);
      const description = describe(list, mayDescribe);
      if (description !== null) found.push(description);
    }
    return found;
  }

  /** The list of which the entry, or the object around it (or one more), is an item; -1 when there is none. */
  function listAround(entry: number): number {
    let outer = parentOf(tape, entry);
    for (let up = 0; up < 2 && outer >= 0 && kindOf(tape, outer) === OBJECT; up++) outer = parentOf(tape, outer);
    return outer >= 0 && kindOf(tape, outer) === ARRAY ? outer : -1;
  }

  function describe(list: number, mayDescribe: readonly boolean[]): Description | null {
    if (hasKey(tape, list) && !DESCRIPTION.test(tape.names[nameOf(tape, list)] as string)) return null;
    if (isPair(reader, list)) return null;
    const columns = new Map<number, SsnHeader>();
    const { count, items } = cellsOf(tape, list);
    for (const { entry, column } of items) {
      const end = Math.min(Math.max(entry + 1, nextOf(tape, entry)), entry + MAX_DESCRIBING);
      let says: SsnHeader | null = null;
      for (let inner = entry; inner < end; inner++) {
        const kind = kindOf(tape, inner);
        // What holds numbers is a list of values.
        if (kind === NUMBER && endOf(tape, inner) - startOf(tape, inner) >= 7) return null;
        if (kind !== STRING) continue;
        if (hasSevenDigits(entryMarks(tape, inner)) && !mayBeLabel(inner)) return null;
        const name = nameOf(tape, inner);
        if (name < 0 || mayDescribe[name] === true) says ??= headerOf(reader, inner);
      }
      if (says !== null && columns.size < MAX_COLUMNS) columns.set(column, says);
    }
    if (columns.size === 0 || (count === 1 && !hasKey(tape, list))) return null;
    return { list, columns, count, found: false };
  }

  /** An id or a sentence has digits and letters; a number has none. */
  function mayBeLabel(entry: number): boolean {
    return /[A-Za-z]{2}/.test(tape.text.slice(startOf(tape, entry), endOf(tape, entry)));
  }

  function search(
    container: number,
    wanted: ReadonlyMap<number, readonly Description[]>,
    depth: number,
    inList: boolean,
  ): void {
    for (let child = container + 1; child < nextOf(tape, container); child = nextOf(tape, child)) {
      if (!isContainer(tape, child)) continue;
      const isList = kindOf(tape, child) === ARRAY;
      if (isList) takeRow(child, wanted, inList);
      if (depth < MAX_ROW_DEPTH) search(child, wanted, depth + 1, inList || isList);
    }
  }

  function takeRow(row: number, wanted: ReadonlyMap<number, readonly Description[]>, inList: boolean): void {
    if (row + 1 >= nextOf(tape, row)) return;
    const { count, items } = cellsOf(tape, row);
    for (const description of wanted.get(count) ?? []) {
      if (description.list === row || !isOfSameTable(description, row)) continue;
      for (const { entry, column } of items) {
        const says = description.columns.get(column);
        if (says === undefined) continue;
        if (kindOf(tape, entry) === ARRAY) takeColumn(entry, says, description);
        else if (inList) takeCell(entry, row, says, description);
      }
    }
  }

  /** Beyond a list, only a row of the same name belongs to the description: `Rows[].Data[]`. */
  function isOfSameTable({ list }: Description, row: number): boolean {
    const ancestor = parentOf(tape, list);
    if (kindOf(tape, ancestor) === ARRAY || (row > ancestor && row < nextOf(tape, ancestor))) return true;
    const beyond = parentOf(tape, ancestor);
    if (beyond < 0 || kindOf(tape, beyond) !== ARRAY) return true;
    return nameOf(tape, row) === nameOf(tape, list);
  }

  /** A list of as many items as there are columns is a row; of another length it may be a column. */
  function takeColumn(list: number, says: SsnHeader, description: Description): void {
    const { count, items } = cellsOf(tape, list);
    if (count === description.count) return;
    for (const { entry } of items) takeCell(entry, NO_ROW, says, description);
  }

  function takeCell(cell: number, row: number, says: SsnHeader, description: Description): void {
    description.found = true;
    if (kindOf(tape, cell) !== OBJECT) {
      cells.push({ entry: cell, row, says });
      return;
    }
    for (let member = cell + 1; member < nextOf(tape, cell); member = nextOf(tape, member)) {
      const isValue = !isContainer(tape, member) && !(keys[nameOf(tape, member)] ?? UNNAMED).other;
      if (isValue) cells.push({ entry: member, row, says });
    }
  }
}

function byCount(descriptions: readonly Description[]): ReadonlyMap<number, readonly Description[]> {
  const found = new Map<number, Description[]>();
  for (const description of descriptions) {
    const others = found.get(description.count);
    if (others === undefined) found.set(description.count, [description]);
    else if (others.length < MAX_COLUMNS) others.push(description);
  }
  return found;
}
