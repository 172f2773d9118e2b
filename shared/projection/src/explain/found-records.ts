import { compareSlots, type Slot } from '@fundlens/read-models/slot';
import { type ReadEventsOptions, type ReadRecord, readEvents } from '../consumer/read-events.ts';
import { slotOf } from '../fold/fold.ts';
import { partitionKey, type SourceRecord, type TopicPartition } from '../log/source.ts';

export type FoundRecord = TopicPartition & { readonly read: ReadRecord };

/**
 * The records of some entities, as far as the log was read. Kept without values and without texts of reports: what is left
 * of a record is what its slots hold.
 */
export class FoundRecords {
  readonly #options: ReadEventsOptions;
  readonly #found = new Map<string, FoundRecord>();
  /** Records that were delivered, of whichever entity. */
  read = 0;

  constructor(options: ReadEventsOptions) {
    this.#options = options;
  }

  /** @returns how many of `records` are kept. @throws when they cannot be read now. */
  async take(
    topicPartition: TopicPartition,
    records: readonly SourceRecord[],
    wants: (record: SourceRecord) => boolean,
  ): Promise<number> {
    this.read += records.length;
    const wanted = records.filter(wants);
    const { records: read, failure } = await readEvents(topicPartition.topic, wanted, this.#options);
    if (failure !== null) throw failure.error;
    const { topic, partition } = topicPartition;
    for (const entry of read) {
      const name = `${partitionKey(topicPartition)}:${entry.record.offset}`;
      this.#found.set(name, { topic, partition, read: withoutBytes(entry) });
    }
    return read.length;
  }

  /** In the order of the logs. */
  all(): FoundRecord[] {
    return [...this.#found.values()].sort(
      (a, b) => compare(a.topic, b.topic) || a.partition - b.partition || a.read.record.offset - b.read.record.offset,
    );
  }

  /** Whether a record that brought this state to the slot was found. */
  has(document: string, name: string, state: Slot): boolean {
    return [...this.#found.values()].some(({ read }) => {
      if (read.kind !== 'accepted') return false;
      return read.changes.documents.some(
        ({ readModel, key, changes }) =>
          `${readModel.name}/${key}` === document &&
          changes.some((change) => change.slot === name && compareSlots(slotOf(readModel, change), state) === 0),
      );
    });
  }
}

function withoutBytes(entry: ReadRecord): ReadRecord {
  // A compaction marker is told by its kind; the value of any other is not needed again.
  const record = { ...entry.record, value: null };
  if (entry.kind === 'rejected') return { ...entry, record, rejection: { ...entry.rejection, record, payload: null } };
  if (entry.kind === 'skipped') return { ...entry, record };
  const documents = entry.changes.documents.map((document) => ({
    ...document,
    changes: document.changes.map(({ payload: _, ...change }) => change),
  }));
  return { ...entry, record, changes: { ...entry.changes, documents } };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
