import { plainName, rememberingNames, type Scalar } from './report-tree.ts';
import { calendarDateOf, centsOf, textOf } from './report-values.ts';

/** Where a value may stand in nodes of a kind. */
class Place {
  readonly below = new Map<string, Place>();
  isValue = false;

  at(name: string): Place {
    const known = this.below.get(name);
    if (known !== undefined) return known;
    const place = new Place();
    this.below.set(name, place);
    return place;
  }
}

/** The values of a kind of node, by name: the places at which they may stand. The first with a value counts. */
export type NodeShape<Name extends string = string> = {
  readonly root: Place;
  readonly values: { readonly [Value in Name]?: readonly Place[] };
};

/** @param paths of plain names, with a space between them; `.` is the node itself. */
export function nodeShape<Name extends string>(paths: { readonly [Value in Name]?: string }): NodeShape<Name> {
  const root = new Place();
  const placeOf = (path: string) => {
    const place = path === '.' ? root : path.split('.').reduce((above, name) => above.at(name), root);
    place.isValue = true;
    if (place !== root) for (const member of VALUE_MEMBERS) place.at(member).isValue = true;
    return place;
  };
  const values: { [Value in Name]?: readonly Place[] } = {};
  for (const name in paths) values[name] = paths[name]?.trim().split(/\s+/).map(placeOf) ?? [];
  return { root, values };
}

/** The values of one node, as they are stated. */
export class NodeValues<Name extends string> {
  readonly #shape: NodeShape<Name>;
  readonly #stated = new Map<Place, Scalar>();

  constructor(node: unknown, shape: NodeShape<Name>) {
    this.#shape = shape;
    this.#collect(node, shape.root, 0);
  }

  /** Of a list its first item counts. */
  #collect(node: unknown, place: Place, depth: number): void {
    if (node === null || typeof node !== 'object') {
      // What is stated empty may be stated again under another writing of its name.
      if (place.isValue && isScalar(node) && (this.#stated.get(place) ?? '') === '') this.#stated.set(place, node);
    } else if (depth === MAX_DEPTH) return;
    else if (Array.isArray(node)) this.#collect(joinedCodes(node) ?? node[0], place, depth + 1);
    else {
      for (const [member, value] of Object.entries(node)) {
        const name = ownName(member);
        const held = name === '' ? place : place.below.get(name);
        if (held !== undefined) this.#collect(value, held, depth + 1);
      }
      if (!place.isValue || place === this.#shape.root || this.#stated.has(place)) return;
      const members = VALUE_MEMBERS.flatMap((name) => place.below.get(name) ?? []);
      const stated = members.find((member) => this.#stated.has(member));
      if (stated !== undefined) this.#stated.set(place, this.#stated.get(stated) ?? '');
    }
  }

  /** Whether something stands there, though it be empty. */
  has(name: Name): boolean {
    return this.#shape.values[name]?.some((place) => this.#stated.has(place)) ?? false;
  }

  first(name: Name): Scalar | null {
    for (const place of this.#shape.values[name] ?? []) {
      const value = this.#stated.get(place) ?? '';
      if (value !== '') return value;
    }
    return null;
  }

  /** The statements at all of the places. */
  statements(name: Name): string[] {
    return (this.#shape.values[name] ?? [])
      .map((place) => String(this.#stated.get(place) ?? ''))
      .filter((text) => text !== '');
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
  if (list.length < 2) return null;
  const codes: string[] = [];
  for (const item of list.slice(0, MAX_CODES)) {
    const code = item !== null && typeof item === 'object' && 'code' in item ? item.code : null;
    if (typeof code !== 'string' || code.length !== 1) return null;
    codes.push(code);
  }
  return codes.join('');
}
