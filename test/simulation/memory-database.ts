/** Documents by collection and `_id`. A stored document is not changed any more. */
type Collections = Map<string, Map<string, unknown>>;

/** One write, as the log of a replica set keeps it: what the document was after it. */
type Write = { readonly collection: string; readonly id: string; readonly document: unknown };

/** Told of every write before it is done; throws when that write must never happen. */
export type WriteWatch = (write: {
  readonly collection: string;
  readonly id: string;
  readonly before: unknown;
  readonly after: unknown;
}) => void;

/** What a store sees of it. */
export type Database = Pick<MemoryDatabase, 'onPrimary' | 'ofMajority' | 'put'>;

/** Everything that the majority had at one time. */
export type Backup = { readonly collections: Collections };

/**
 * What a replica set is to its clients, as far as the stores of the projector depend on it: a write is done on the primary
 * at once and guards see it, but readers of the majority see it, and its writer is told, only when it is replicated; a
 * primary that steps down takes what was not replicated with it.
 */
export class MemoryDatabase {
  #primary: Collections = new Map();
  #majority: Collections = new Map();
  #unreplicated: Write[] = [];
  /** How many writes the majority has. */
  #replicated = 0;
  #term = 0;
  /** Of each term that is over, how many writes had reached the majority by its end. */
  readonly #kept = new Map<number, number>();
  readonly #watch: WriteWatch;

  constructor(watch: WriteWatch = () => undefined) {
    this.#watch = watch;
  }

  /** The document as guards see it. */
  onPrimary<T>(collection: string, id: string): T | undefined {
    return this.#primary.get(collection)?.get(id) as T | undefined;
  }

  /** The collection as readers with majority concern see it. */
  ofMajority<T>(collection: string): ReadonlyMap<string, T> {
    return (this.#majority.get(collection) ?? new Map()) as ReadonlyMap<string, T>;
  }

  /** The collection as the primary has it now, which may be rolled back. */
  ofPrimary<T>(collection: string): ReadonlyMap<string, T> {
    return (this.#primary.get(collection) ?? new Map()) as ReadonlyMap<string, T>;
  }

  put(collection: string, id: string, document: unknown): void {
    this.#watch({ collection, id, before: this.onPrimary(collection, id), after: document });
    entry(this.#primary, collection).set(id, document);
    this.#unreplicated.push({ collection, id, document });
  }

  /** Names the state of the primary now, for `replicate`. */
  position(): Position {
    return { term: this.#term, writes: this.#replicated + this.#unreplicated.length };
  }

  /** Brings the majority up to the position, or to all that the primary has. False when the position was lost. */
  replicate(to: Position = this.position()): boolean {
    if (to.term !== this.#term) return to.writes <= (this.#kept.get(to.term) ?? 0);
    const arrived = this.#unreplicated.splice(0, Math.max(0, to.writes - this.#replicated));
    for (const { collection, id, document } of arrived) entry(this.#majority, collection).set(id, document);
    this.#replicated += arrived.length;
    return true;
  }

  /** The primary steps down: whatever the majority did not have yet is rolled back. */
  stepDown(): void {
    for (const { collection, id } of this.#unreplicated) {
      const kept = this.#majority.get(collection)?.get(id);
      if (kept === undefined) this.#primary.get(collection)?.delete(id);
      else entry(this.#primary, collection).set(id, kept);
    }
    this.#endTerm();
  }

  backUp(): Backup {
    return { collections: copied(this.#majority) };
  }

  restore({ collections }: Backup): void {
    this.#primary = copied(collections);
    this.#majority = copied(collections);
    this.#endTerm();
  }

  #endTerm(): void {
    this.#kept.set(this.#term, this.#replicated);
    this.#unreplicated = [];
    this.#term += 1;
  }
}

export type Position = { readonly term: number; readonly writes: number };

function entry(collections: Collections, name: string): Map<string, unknown> {
  const present = collections.get(name);
  if (present !== undefined) return present;
  const made = new Map<string, unknown>();
  collections.set(name, made);
  return made;
}

function copied(collections: Collections): Collections {
  return new Map([...collections].map(([name, documents]) => [name, new Map(documents)]));
}
