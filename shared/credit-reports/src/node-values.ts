import { isNode, plainName, rememberingNames, type Scalar } from './report-tree.ts';
import { calendarDateOf, centsOf, textOf } from './report-values.ts';

/** Where a value may stand in nodes of a kind. */
class Place {
  readonly below = new Map<string, Place>();
  /** Where what is stated here is kept. Null where no value stands. */
  slot: number | null = null;
  /** Which of the node above it says what that states: the lowest one that is stated. */
  rank = Number.POSITIVE_INFINITY;

  at(name: string): Place {
    const place = this.below.get(name) ?? new Place();
    this.below.set(name, place);
    return place;
  }
}

/** The values of a kind of node, by name: the slots of the places at which they may stand. The first with a value counts. */
export type NodeShape<Name extends string = string> = {
  readonly root: Place;
  readonly size: number;
  readonly slots: { readonly [Value in Name]?: readonly number[] };
};

/** @param paths of plain names, with a space between them; `.` is the node itself. */
export function nodeShape<Name extends string>(paths: { readonly [Value in Name]?: string }): NodeShape<Name> {
  const root = new Place();
  const places: Place[] = [];
  const slotOf = (path: string) => {
    const place = path === '.' ? root : path.split('.').reduce((above, name) => above.at(name), root);
    if (place !== root) for (const [rank, member] of VALUE_MEMBERS.entries()) place.at(member).rank = rank;
    place.slot ??= places.push(place) - 1;
    return place.slot;
  };
  const slots: { [Value in Name]?: readonly number[] } = {};
  for (const name in paths) slots[name] = paths[name]?.trim().split(/\s+/).map(slotOf) ?? [];
  return { root, size: places.length, slots };
}

/** The values of one node, as they are stated. */
export class NodeValues<Name extends string> {
  readonly #shape: NodeShape<Name>;
  /** By slot. */
  readonly #stated: (Scalar | undefined)[];

  constructor(node: unknown, shape: NodeShape<Name>) {
    this.#shape = shape;
    this.#stated = new Array<Scalar | undefined>(shape.size);
    this.#collect(node, shape.root, 0);
  }

  /**
   * Of a list its first item counts.
   * @returns what is stated at the place
   */
  #collect(node: unknown, place: Place, depth: number): Scalar | undefined {
    if (isScalar(node)) return this.#state(node, place);
    if (!isNode(node) || depth === MAX_DEPTH) return undefined;
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
  #state(value: Scalar, { slot }: Place): Scalar {
    if (slot === null) return value;
    const before = this.#stated[slot];
    if (before !== undefined && before !== '') return before;
    this.#stated[slot] = value;
    return value;
  }

  /** Whether something stands there, though it be empty. */
  has(name: Name): boolean {
    return this.#shape.slots[name]?.some((slot) => this.#stated[slot] !== undefined) ?? false;
  }

  first(name: Name): Scalar | null {
    for (const slot of this.#shape.slots[name] ?? []) {
      const value = this.#stated[slot];
      if (value !== undefined && value !== '') return value;
    }
    return null;
  }

  /** The statements at all of the places. */
  statements(name: Name): string[] {
    const stated = (this.#shape.slots[name] ?? []).map((slot) => this.#stated[slot] ?? '');
    return stated.filter((value) => value !== '').map(String);
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
const VALUE_MEMBERS = ['description', 'text', 'unparsed', 'fullname', 'abbreviation', 'symbol', 'code'];

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

const ownName = rememberingNames((member) => {
  const name = TEXT_OF_ELEMENT.has(member) ? '' : plainName(member);
  return WRAPPERS.test(name) ? '' : name.replace(OWNER, '');
});

/** A history that is written as one object per month: `[{code: "C"}, {code: "1"}]` is `C1`. */
function joinedCodes(list: readonly unknown[]): string | null {
  const codes = list.slice(0, MAX_CODES).map((item) => (isNode(item) ? item.code : null));
  const isHistory = codes.length > 1 && codes.every((code) => typeof code === 'string' && code.length === 1);
  return isHistory ? codes.join('') : null;
}
