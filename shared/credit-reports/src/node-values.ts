import { asList, isNode, plainName, rememberingWords, type Scalar } from './report-tree.ts';
import { calendarDateOf, centsOf, textOf } from './report-values.ts';

/** Where values may stand in nodes of a kind. */
class Place {
  readonly below = new Map<string, Place>();
  /** The values that may stand here, and the how many-th of so many places of theirs it is. */
  readonly values: { readonly index: number; readonly order: number; readonly places: number }[] = [];
  /** Which of the node above it says what that states: the lowest one that is stated. */
  rank = Number.POSITIVE_INFINITY;
  /** Whether all items count of what stands here. */
  isList = false;

  at(written: string): Place {
    const name = written.replace('[]', '');
    const place = this.below.get(name) ?? new Place();
    place.isList ||= name !== written;
    this.below.set(name, place);
    return place;
  }
}

/** The values of a kind of node, by name, and the places at which they may stand. The first place with a value counts. */
export type NodeShape<Name extends string = string> = {
  readonly root: Place;
  readonly values: { readonly [Value in Name]?: number };
};

/** @param paths of plain names, with a space between them; `.` is the node itself, `name[]` the list of which all items count. */
export function nodeShape<Name extends string>(paths: { readonly [Value in Name]?: string }): NodeShape<Name> {
  const root = new Place();
  const values: { [Value in Name]?: number } = {};
  let index = 0;
  for (const name in paths) {
    const all = paths[name]?.trim().split(/\s+/) ?? [];
    for (const [order, path] of all.entries()) {
      const place = path === '.' ? root : path.split('.').reduce((above, member) => above.at(member), root);
      if (place !== root) for (const [rank, member] of VALUE_MEMBERS.entries()) place.at(member).rank = rank;
      place.values.push({ index, order, places: all.length });
    }
    values[name] = index++;
  }
  return { root, values };
}

/** The values of one node, as they are stated. */
export class NodeValues<Name extends string> {
  readonly #shape: NodeShape<Name>;
  /** By the index of the value, and by place. */
  readonly #stated: ((Scalar | undefined)[] | undefined)[] = [];
  #items: readonly unknown[] = [];

  constructor(node: unknown, shape: NodeShape<Name>) {
    this.#shape = shape;
    this.#collect(node, shape.root, 0);
  }

  /**
   * Of a list its first item counts.
   * @returns what is stated at the place
   */
  #collect(node: unknown, place: Place, depth: number): Scalar | undefined {
    if (isScalar(node)) return this.#state(node, place);
    if (!isNode(node) || depth === MAX_DEPTH) return undefined;
    if (place.isList && this.#items.length === 0) this.#items = asList(node);
    if (Array.isArray(node)) return this.#collect(joinedCodes(node) ?? node[0], place, depth + 1);
    let [stated, rank]: [Scalar | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
    for (const member in node) {
      const name = ownName(member);
      const held = name === '' ? place : place.below.get(name);
      if (held === undefined) continue;
      const value = this.#collect(node[member], held, depth + 1);
      const own = held === place ? -1 : held.rank;
      if (value !== undefined && own < rank) [stated, rank] = [value, own];
    }
    return stated === undefined ? undefined : this.#state(stated, place);
  }

  /** What is stated empty may be stated again under another writing of its name. */
  #state(value: Scalar, place: Place): Scalar {
    for (const { index, order, places } of place.values) {
      this.#stated[index] ??= new Array<Scalar | undefined>(places);
      const stated = this.#stated[index];
      if (!isSaid(stated[order])) stated[order] = value;
    }
    return value;
  }

  /** Of the list of which all count. */
  get items(): readonly unknown[] {
    return this.#items;
  }

  #of(name: Name): (Scalar | undefined)[] | undefined {
    const index = this.#shape.values[name];
    return index === undefined ? undefined : this.#stated[index];
  }

  /** Whether something stands there, though it be empty. */
  has(name: Name): boolean {
    return this.#of(name) !== undefined;
  }

  first(name: Name): Scalar | null {
    return this.#of(name)?.find(isSaid) ?? null;
  }

  /** The statements at all of the places. */
  statements(name: Name): string[] {
    return this.#of(name)?.filter(isSaid).map(String) ?? [];
  }

  text(name: Name, maxCharacters?: number): string | null {
    return textOf(this.first(name), maxCharacters);
  }

  cents(name: Name): number | null {
    return centsOf(this.first(name));
  }

  date(name: Name): string | null {
    return calendarDateOf(this.first(name));
  }
}

const MAX_DEPTH = 6;
/** Months of a payment history. */
const MAX_CODES = 120;
/** Members that only hold more of what they stand in: the text of an element, and nodes that shapes put around values. */
const TEXT_OF_ELEMENT = new Set(['#text', '$', '$t']);
const WRAPPERS = /^credit(?:liability|score|inquiry|publicrecord)detail$|^grantedtrade$/;
/** MISMO 3 begins names with the name of what they belong to. */
const OWNER = /^credit(?:liability|score|inquiry|publicrecord)(?=.)/;
/** What a value is in, where it is stated as a node of its own: words before codes. */
const VALUE_MEMBERS = ['description', 'text', 'unparsed', 'fullname', 'abbreviation', 'symbol', 'code', 'value'];

const isSaid = (value: Scalar | undefined) => value !== undefined && value !== '';

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

const ownName = rememberingWords((member) => {
  const name = TEXT_OF_ELEMENT.has(member) ? '' : plainName(member);
  return WRAPPERS.test(name) ? '' : name.replace(OWNER, '');
});

/** A history that is written as one object per month: `[{code: "C"}, {code: "1"}]` is `C1`. */
function joinedCodes(list: readonly unknown[]): string | null {
  const codes = list.slice(0, MAX_CODES).map((item) => (isNode(item) ? item.code : null));
  const isHistory = codes.length > 1 && codes.every((code) => typeof code === 'string' && code.length === 1);
  // Equifax leaves months blank before the account was opened.
  return isHistory ? codes.join('').replaceAll(' ', '-') : null;
}
