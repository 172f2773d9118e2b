import { deadLetterId } from '@fundlens/read-models/dead-letter';
import type { Stream } from '@fundlens/read-models/definition';
import { type ReadEventsOptions, readEvents } from '@fundlens/projection/consumer/read-events';
import { type Erasures, marksOfAll, withErasures } from '@fundlens/projection/erasures/erasures';
import { createRecomputation, type Recomputation } from '@fundlens/projection/fold/recomputation';
import type { LogReader } from '@fundlens/projection/log/log-reader';
import type { Logs, SourceRecord, TopicPartition } from '@fundlens/projection/log/source';
import type { VerifyStore } from './verify-store.ts';

export type LogRecomputationOptions = ReadEventsOptions & {
  readonly topics: Readonly<Record<Stream, string>>;
  readonly logs: Logs;
  readonly reader: Pick<LogReader, 'read'>;
  readonly store: Pick<VerifyStore, 'checkpoints' | 'setAside'>;
  readonly erasures: Erasures;
};

/** A partition, and how far it is recomputed. */
type ReadPartition = {
  readonly topicPartition: TopicPartition;
  readonly first: number;
  next: number;
};

/** At most so many partitions are read at a time: as many as the reader reads concurrently. */
const PARTITIONS_AT_ONCE = 4;

/** The documents of a location, recomputed from the log as far as the checkpoints of a generation. */
export class LogRecomputation {
  readonly #options: LogRecomputationOptions;
  readonly #locationId: string;
  readonly #partitions: readonly ReadPartition[];
  readonly documents: Recomputation = createRecomputation();
  /** Records that were decoded and folded. */
  events = 0;

  private constructor(options: LogRecomputationOptions, locationId: string, partitions: readonly ReadPartition[]) {
    this.#options = options;
    this.#locationId = locationId;
    this.#partitions = partitions;
  }

  static async begin(options: LogRecomputationOptions, locationId: string): Promise<LogRecomputation> {
    const partitions: ReadPartition[] = [];
    for (const topic of Object.values(options.topics)) {
      for (const [partition, { first }] of (await options.logs.bounds(topic)).partitions) {
        partitions.push({ topicPartition: { topic, partition }, first, next: first });
      }
    }
    return new LogRecomputation(options, locationId, partitions);
  }

  /** Partitions of which the log no longer has the beginning. */
  shortened(): TopicPartition[] {
    return this.#partitions.filter(({ first }) => first > 0).map(({ topicPartition }) => topicPartition);
  }

  /** Reads on to the checkpoints. */
  async readOn(progress: (done: number, total: number) => void): Promise<void> {
    const { store, reader } = this.#options;
    const setAside = await store.setAside();
    const checkpoints = await store.checkpoints();
    const ranges = this.#partitions.map((at) => {
      const reached = checkpoints.find(
        ({ topic, partition }) => topic === at.topicPartition.topic && partition === at.topicPartition.partition,
      );
      return { at, from: at.next, to: Math.max(at.next, reached?.nextOffset ?? at.next) };
    });
    const total = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
    let done = 0;
    await concurrently(ranges, PARTITIONS_AT_ONCE, async ({ at, from, to }) => {
      await reader.read(at.topicPartition, { from, to }, async (records) => {
        await this.#fold(at.topicPartition, records, setAside);
        done += records.length;
        progress(done, total);
      });
      at.next = to;
    });
  }

  async #fold(
    topicPartition: TopicPartition,
    records: readonly SourceRecord[],
    setAside: ReadonlySet<string>,
  ): Promise<void> {
    const own = records.filter(
      ({ key, offset }) =>
        locationOf(key) === this.#locationId && !setAside.has(deadLetterId({ ...topicPartition, offset })),
    );
    const read = await readEvents(topicPartition.topic, own, this.#options);
    if (read.failure !== null) throw read.failure.error;
    const accepted = read.records.flatMap((entry) => (entry.kind === 'accepted' ? [entry.changes] : []));
    const erased = await this.#options.erasures.among(marksOfAll(accepted));
    for (const changes of accepted) this.documents.add(withErasures(changes, erased).documents);
    this.events += read.records.length;
  }
}

/** `<entity>:<location>:<id>…`: what belongs to no location has another scope there. */
function locationOf(key: Buffer | null): string | undefined {
  return key?.toString('utf8').split(':')[1];
}

async function concurrently<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
