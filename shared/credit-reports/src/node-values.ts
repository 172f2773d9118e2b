import { type Leaves, leavesAt, type PathTree, pathTree, type Scalar } from './report-tree.ts';
import { calendarDateOf, centsOf, textOf } from './report-values.ts';

/** The values of a kind of node, by name: the paths at which they may stand. The first that leads to a value counts. */
export type NodeShape<Name extends string> = {
  readonly paths: Readonly<Record<Name, readonly string[]>>;
  readonly tree: PathTree;
};

export function nodeShape<const Name extends string>(paths: Record<Name, readonly string[]>): NodeShape<Name> {
  return { paths, tree: pathTree(Object.values<readonly string[]>(paths).flat()) };
}

/** Reads the values of one node, and keeps what their types do not hold. */
export class NodeValues<Name extends string> {
  readonly #shape: NodeShape<Name>;
  readonly #leaves: Leaves;
  #asStated: Record<string, string> | null = null;

  constructor(node: unknown, shape: NodeShape<Name>) {
    this.#shape = shape;
    this.#leaves = leavesAt(node, shape.tree);
  }

  /** What has been read so far and is no typed value. */
  get asStated(): Readonly<Record<string, string>> | null {
    return this.#asStated;
  }

  /** Whether something stands there, though it be empty. */
  has(name: Name): boolean {
    return this.#shape.paths[name].some((path) => this.#leaves.has(path));
  }

  first(name: Name): Scalar | null {
    return this.#all(name)[0] ?? null;
  }

  /** The statements at all of the paths. */
  statements(name: Name): string[] {
    return this.#all(name).map(String);
  }

  #all(name: Name): Scalar[] {
    return this.#shape.paths[name].flatMap((path) => {
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
