import { firstOf, type Leaves, leavesAt, type PathTree, type Scalar } from '../report-tree.ts';
import { calendarDateOf, centsOf } from '../report-values.ts';
import type { AsStated } from './credit-file.ts';

export type Paths = readonly string[];

/** Longer than a name, a number or a history of ten years. */
const MAX_CHARACTERS = 300;

/** Reads the values of one row, and keeps what their types do not hold. */
export class RowValues {
  readonly leaves: Leaves;
  #asStated: Record<string, string> | null = null;

  constructor(node: unknown, tree: PathTree) {
    this.leaves = leavesAt(node, tree);
  }

  /** What has been read so far and is no typed value. */
  get asStated(): AsStated {
    return this.#asStated;
  }

  text(paths: Paths): string | null {
    const value = firstOf(this.leaves, paths);
    return value === null ? null : shortened(value).trim() || null;
  }

  /** @param name of the value in the row */
  cents(name: string, paths: Paths): number | null {
    const value = firstOf(this.leaves, paths);
    const cents = centsOf(value);
    // A credit balance owes nothing, but it is stated.
    if (value !== null && (cents === null || (cents === 0 && String(value).includes('-')))) this.keep(name, value);
    return cents;
  }

  /** @param name of the value in the row. @param last a date behind it is none. */
  date(name: string, paths: Paths, last: string | null = null): string | null {
    const value = firstOf(this.leaves, paths);
    const date = calendarDateOf(value);
    if (date !== null && (last === null || date <= last)) return date;
    if (value !== null) this.keep(name, value);
    return null;
  }

  /** The statements at all of the paths. */
  statements(paths: Paths): string[] {
    const stated: string[] = [];
    for (const path of paths) {
      const value = this.leaves.get(path);
      if (value !== undefined) stated.push(String(value));
    }
    return stated;
  }

  private keep(name: string, value: Scalar): void {
    this.#asStated ??= {};
    this.#asStated[name] = shortened(value);
  }
}

function shortened(value: Scalar): string {
  return String(value).slice(0, MAX_CHARACTERS);
}
