import type { Stream } from '@fundlens/contracts/event-definition';
import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import type { SourceRecord } from '../log/source.ts';
import { type Scanned, type ScanLimits, type ScanOptions, type ScanRange, scanBackwards } from './backward-scan.ts';
import { type EntityKey, readEntityKey } from './entity-pattern.ts';
import type { ExplainStore } from './explain-store.ts';
import { type FoundRecord, FoundRecords } from './found-records.ts';
import type { ScanPlanOptions, Since } from './scan-plan.ts';
import type { ReadEventsOptions } from '../consumer/read-events.ts';

export type EventSearchOptions = ScanPlanOptions &
  ReadEventsOptions &
  Pick<ScanOptions, 'reader' | 'monotonic' | 'progress'> & {
    readonly store: Pick<ExplainStore, 'deadLettersOfEvent'>;
    readonly topics: Readonly<Record<Stream, string>>;
    readonly limits: ScanLimits;
  };

/** Where an event is; `entity` null: its key may not be shown. */
export type EventFound = {
  readonly entity: EntityKey | null;
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
};

export type EventSearch = {
  readonly found: EventFound | null;
  readonly scanned: readonly Scanned[];
  readonly records: number;
};

/**
 * Looks for an event by its id, first among the dead letters, then in all partitions backwards. No store names the key of
 * an event by its id, so this reads records: those whose bytes hold the id are decoded.
 */
export async function searchEvent(eventId: string, since: Since, options: EventSearchOptions): Promise<EventSearch> {
  const [deadLetter] = await options.store.deadLettersOfEvent(eventId);
  if (deadLetter !== undefined) {
    const found = deadLetter.entity === null ? await keptFrom(deadLetter, options) : deadLetter;
    const { entity, topic, partition, offset } = found;
    return { found: { entity, topic, partition, offset }, scanned: [], records: 0 };
  }
  const records = new FoundRecords(options);
  const holds = holdsText(eventId);
  let found: FoundRecord | null = null;
  const scanned = await scanBackwards(await rangesSince(since, options), {
    ...options,
    async take(topicPartition, chunk) {
      const kept = await records.take(topicPartition, chunk, holds);
      if (kept > 0) found ??= records.all().find(({ read }) => idOf(read) === eventId.toLowerCase()) ?? null;
      return 0;
    },
    isDone: () => found !== null,
  });
  const at = found as FoundRecord | null;
  return { found: at === null ? null : placeOf(at), scanned, records: records.read };
}

/** The dead letter shows no key. If its event is valid by now, its ids are, too. */
async function keptFrom({ topic, partition, offset }: DeadLetter, options: EventSearchOptions): Promise<EventFound> {
  const records = new FoundRecords(options);
  const log = (await options.logs.bounds(topic)).partitions.get(partition);
  if (log !== undefined && log.first <= offset && offset < log.stable) {
    await options.reader.read({ topic, partition }, { from: offset, to: offset + 1 }, async (read) => {
      await records.take({ topic, partition }, read, () => true);
    });
  }
  const [record] = records.all();
  return record?.read.kind === 'accepted' ? placeOf(record) : { entity: null, topic, partition, offset };
}

async function rangesSince({ instant }: Since, { topics, logs, timeIndex }: ScanPlanOptions): Promise<ScanRange[]> {
  const ranges: ScanRange[] = [];
  for (const topic of Object.values(topics)) {
    const from = await timeIndex.offsetsAt(topic, instant);
    for (const [partition, { first, stable }] of (await logs.bounds(topic)).partitions) {
      const floor = Math.min(stable, Math.max(first, from.get(partition) ?? first));
      ranges.push({
        topicPartition: { topic, partition },
        ...{ floor, end: stable },
        floorIs: floor === first ? 'beginning' : 'since',
        needed: stable,
      });
    }
  }
  return ranges;
}

/** Publishers write a UUID in either case. */
function holdsText(eventId: string): (record: SourceRecord) => boolean {
  const spellings = [eventId.toLowerCase(), eventId.toUpperCase()].map((text) => Buffer.from(text));
  return ({ value }) => value !== null && spellings.some((spelling) => value.includes(spelling));
}

function idOf(read: FoundRecord['read']): string | null {
  if (read.kind === 'accepted') return read.eventId;
  return read.kind === 'rejected' ? (read.rejection.seen?.eventId ?? null) : null;
}

function placeOf({ topic, partition, read }: FoundRecord): EventFound {
  const { key, offset } = read.record;
  return { entity: key === null ? null : readEntityKey(key.toString('utf8')), topic, partition, offset };
}
