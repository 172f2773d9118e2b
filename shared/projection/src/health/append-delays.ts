import { partitionKey, type TopicPartition } from '../log/source.ts';

/** Two windows: the least of the last 30 to 60 seconds. */
const WINDOW_MS = 30_000;

type Least = TopicPartition & { readonly delayMs: number };

/**
 * The least delay between a record's append and its arrival, by partition: in a partition that keeps up, what remains is the
 * difference between the broker's clock and this one. `/changes` goes by append times.
 */
export class AppendDelays {
  readonly #clock: () => number;
  #startedAt: number;
  #before = new Map<string, Least>();
  #now = new Map<string, Least>();

  /** @param clock epoch milliseconds. */
  constructor(clock: () => number) {
    this.#clock = clock;
    this.#startedAt = clock();
  }

  /** A batch was taken from the log: its last record waited least. */
  arrived({ topic, partition }: TopicPartition, records: readonly { readonly appendedAt: number }[]): void {
    const newest = records.at(-1);
    if (newest === undefined) return;
    this.#turn();
    const key = partitionKey({ topic, partition });
    const delayMs = this.#clock() - newest.appendedAt;
    const known = this.#now.get(key);
    if (known === undefined || delayMs < known.delayMs) this.#now.set(key, { topic, partition, delayMs });
  }

  /** Partitions without a record in the last minute are left out. */
  least(): Least[] {
    this.#turn();
    const keys = new Set([...this.#before.keys(), ...this.#now.keys()]);
    return [...keys].flatMap((key) => {
      const both = [this.#before.get(key), this.#now.get(key)].filter((found) => found !== undefined);
      return both.sort((left, right) => left.delayMs - right.delayMs).slice(0, 1);
    });
  }

  #turn(): void {
    const now = this.#clock();
    const age = now - this.#startedAt;
    if (age >= 0 && age < WINDOW_MS) return;
    this.#before = age >= 0 && age < 2 * WINDOW_MS ? this.#now : new Map();
    this.#now = new Map();
    this.#startedAt = now;
  }
}
