import { judgeKey, type KeyJudgement } from './key-rules.ts';
import { hasFourDigits } from './marks.ts';
import type { LabelReader } from './sibling-labels.ts';
import { cellsOf, NO_ROW, type SsnCell } from './table-cells.ts';
import {
  ARRAY,
  endOf,
  entryMarks,
  hasKey,
  kindOf,
  nameOf,
  NUMBER,
  nextOf,
  OBJECT,
  parentOf,
  STRING,
  startOf,
} from './tape.ts';

/** How programs call the text of a query. */
const QUERY = /^(?:sql|query|statement|stmt|text|command|querytext|commandtext|sqltext|operation|prepared)$/;
/** A longer query is looked at so far. */
const MAX_QUERY = 4096;
/** Columns that are asked for by a number are few. */
const MAX_PLACES = 256;
const MAX_MEMBERS = 64;
const HINT = /ss|soc|tin|tax/i;

const PLACE = String.raw`\$\d{1,4}|\$[A-Za-z_]\w{0,63}|\?\d{0,4}|[:@]\w{1,64}|%s|%\([A-Za-z_]\w{0,63}\)s`;
/** `p.ssn = $1`, `ssn in (?, ?)`, `ssn: $s` */
const COMPARED = new RegExp(
  String.raw`([A-Za-z_]\w{0,63})["\x60\]]?\s{0,4}(?:=|<>|!=|:(?!:)|\blike\b|\bin\b)\s{0,4}\(?\s{0,4}((?:${PLACE})(?:\s{0,4},\s{0,4}(?:${PLACE})){0,32})`,
  'gi',
);
const INSERTED = /\(([^()]{1,2048})\)\s{0,4}values\s{0,4}\(([^()]{1,2048})\)/i;
const ANY_PLACE = new RegExp(PLACE, 'g');

/** Places of a query that stand for an SSN: by their index among the parameters, or by name. */
type Places = { readonly indexes: ReadonlySet<number>; readonly names: ReadonlySet<string> };

/**
 * Rule 2 for queries whose parameters stand beside them: `{sql: "… where ssn = $1", params: ["…"]}`, `{query:
 * "query($s: String) { p(ssn: $s) }", variables: {s: "…"}}`. Only values that look like an SSN are one.
 */
export function queryParameters(reader: LabelReader): readonly SsnCell[] {
  const { tape, keys, textOf } = reader;
  const isQuery = keys.map(({ name }) => QUERY.test(name));
  if (!isQuery.includes(true)) return [];
  const cells: SsnCell[] = [];
  for (let entry = 0; entry < tape.length; entry++) {
    if (kindOf(tape, entry) !== STRING || !hasKey(tape, entry) || isQuery[nameOf(tape, entry)] !== true) continue;
    const object = parentOf(tape, entry);
    if (object < 0 || kindOf(tape, object) !== OBJECT) continue;
    const start = startOf(tape, entry);
    const spelling = tape.text.slice(start, Math.min(endOf(tape, entry), start + MAX_QUERY));
    if (!/[$?:@%]/.test(spelling) || !HINT.test(spelling)) continue;
    const places = placesOf(textOf(spelling));
    if (places !== null) takeBeside(object, places);
  }
  return cells;

  function takeBeside(object: number, { indexes, names }: Places): void {
    let members = 0;
    for (let member = object + 1; member < nextOf(tape, object); member = nextOf(tape, member)) {
      if (++members > MAX_MEMBERS) return;
      if (kindOf(tape, member) === ARRAY) {
        if (indexes.size === 0) continue;
        for (const { entry, column } of cellsOf(tape, member).items) if (indexes.has(column)) take(entry);
      } else if (kindOf(tape, member) === OBJECT) {
        for (let value = member + 1; value < nextOf(tape, member); value = nextOf(tape, value)) {
          if (names.has(tape.names[nameOf(tape, value)] ?? '')) take(value);
        }
      }
    }
  }

  function take(entry: number): void {
    const isNumber = kindOf(tape, entry) === NUMBER;
    if (isNumber || (kindOf(tape, entry) === STRING && hasFourDigits(entryMarks(tape, entry)))) {
      cells.push({ entry, row: NO_ROW, says: 'social' });
    }
  }
}

function placesOf(query: string): Places | null {
  const indexes = new Set<number>();
  const names = new Set<string>();
  /** Where each `?` and `%s` stands: these are counted. */
  const counted = [...query.matchAll(/\?(?!\d)|%s/g)].map(({ index }) => index);
  const add = (place: string, at: number): void => {
    if (indexes.size + names.size >= MAX_PLACES) return;
    if (place === '?' || place === '%s') indexes.add(counted.indexOf(at));
    else if (/^[$?]\d/.test(place)) indexes.add(Number(place.slice(1)) - 1);
    else if (/^:\d/.test(place)) {
      // By their places, or under their numbers as names.
      indexes.add(Number(place.slice(1)) - 1);
      names.add(place.slice(1));
    } else names.add(place.replace(/^(?:%\(|[$:@])|\)s$/g, '')).add(place);
  };
  const addAll = (list: string, from: number): void => {
    for (const { 0: place, index } of list.matchAll(ANY_PLACE)) add(place, from + index);
  };
  for (const match of query.matchAll(COMPARED)) {
    const [all, column = '', list = ''] = match;
    if (saysSsn(judgeKey(column))) addAll(list, match.index + all.length - list.length);
  }
  const inserted = INSERTED.exec(query);
  if (inserted !== null) {
    const [all, columns = '', values = ''] = inserted;
    const named = columns.split(',').map((column) => saysSsn(judgeKey(column.replace(/[\s"`[\]]/g, ''))));
    let at = inserted.index + all.length - 1 - values.length;
    for (const [index, value] of values.split(',').entries()) {
      if (named[index] === true) addAll(value, at);
      at += value.length + 1;
    }
  }
  return indexes.size + names.size === 0 ? null : { indexes, names };
}

function saysSsn({ says, lastFour }: KeyJudgement): boolean {
  return (says === 'ssn' || says === 'taxpayer') && !lastFour;
}
