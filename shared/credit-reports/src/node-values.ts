import { plainName, type Scalar } from './report-tree.ts';
import { calendarDateOf, centsOf, textOf } from './report-values.ts';

/** The values of a kind of node, by name: the paths of plain names at which they may stand. The first with a value counts. */
export type NodeShape<Name extends string = string> = { readonly [Value in Name]?: readonly string[] };

/** Reads the values of one node, and keeps what their types do not hold. */
export class NodeValues<Name extends string> {
  readonly #shape: NodeShape<Name>;
  readonly #leaves = new Map<string, Scalar>();
  #asStated: Record<string, string> | null = null;

  constructor(node: unknown, shape: NodeShape<Name>) {
    this.#shape = shape;
    collect(node, { leaves: this.#leaves, path: '', depth: 0 });
  }

  /** What has been read so far and is no typed value. */
  get asStated(): Readonly<Record<string, string>> | null {
    return this.#asStated;
  }

  /** Whether something stands there, though it be empty. */
  has(name: Name): boolean {
    return (this.#shape[name] ?? []).some((path) => this.#leaves.has(path));
  }

  first(name: Name): Scalar | null {
    return this.#all(name)[0] ?? null;
  }

  /** The statements at all of the paths. */
  statements(name: Name): string[] {
    return this.#all(name).map(String);
  }

  #all(name: Name): Scalar[] {
    return (this.#shape[name] ?? []).flatMap((path) => {
      const value = this.#leaves.get(path) ?? '';
      return value === '' ? [] : [value];
    });
  }

  text(name: Name, maxCharacters?: number): string | null {
    return textOf(this.first(name), maxCharacters);
  }

  cents(name: Name): number | null {
    const value = this.first(name);
    const cents = centsOf(value);
    // A credit balance owes nothing, but it is stated.
    if (cents === null || (cents === 0 && String(value).includes('-'))) this.#keep(name);
    return cents;
  }

  /** @param last a date behind it is none. */
  date(name: Name, last: string | null = null): string | null {
    const date = calendarDateOf(this.first(name));
    if (date !== null && (last === null || date <= last)) return date;
    this.#keep(name);
    return null;
  }

  #keep(name: Name): void {
    const stated = this.text(name);
    if (stated !== null) this.#asStated = { ...this.#asStated, [name]: stated };
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

type Place = { readonly leaves: Map<string, Scalar>; readonly path: string; readonly depth: number };

/** Of a list its first item counts. */
function collect(node: unknown, { leaves, path, depth }: Place): void {
  if (node === null || typeof node !== 'object') {
    // What is stated empty may be stated again under another writing of its name.
    if (isScalar(node) && (leaves.get(path) ?? '') === '') leaves.set(path, node);
  } else if (Array.isArray(node)) {
    if (depth < MAX_DEPTH) collect(joinedCodes(node) ?? node[0], { leaves, path, depth: depth + 1 });
  } else if (depth < MAX_DEPTH) {
    for (const [member, value] of Object.entries(node)) {
      collect(value, { leaves, path: pathOf(path, ownName(member)), depth: depth + 1 });
    }
    const stated = VALUE_MEMBERS.map((member) => leaves.get(pathOf(path, member))).find((value) => value !== undefined);
    if (stated !== undefined && path !== '' && !leaves.has(path)) leaves.set(path, stated);
  }
}

function pathOf(path: string, name: string): string {
  return path === '' || name === '' ? path + name : `${path}.${name}`;
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function ownName(member: string): string {
  const name = TEXT_OF_ELEMENT.has(member) ? '' : plainName(member);
  return WRAPPERS.test(name) ? '' : name.replace(OWNER, '');
}

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
