import { deadLetterId } from '@fundlens/read-models/dead-letter';
import type { ReadModelName, Stream } from '@fundlens/read-models/definition';
import { DASHBOARD_SOURCES, dashboardWindows } from '@fundlens/read-models/definitions';
import type { LogReader } from '@fundlens/projection/log/log-reader';
import { type ReadEventsOptions, readEvents } from '@fundlens/projection/consumer/read-events';
import type { Logs, TopicPartition, SourceRecord } from '@fundlens/projection/log/source';
import type { DocumentWriter } from '@fundlens/projection/writer/document-writer';
import type { Difference, Verify } from '../verify/verify.ts';
import { scopeOf } from '../verify/verify-selection.ts';

export type LocationRebuildResult = {
  readonly locationId: string;
  /** Documents and dashboards that were compared with the log. */
  readonly compared: number;
  /** Those that differed and do so no more. */
  readonly healed: readonly Difference[];
  /** Those that still differ: what no merge may undo. */
  readonly remaining: readonly Difference[];
  /** Those that changed all the while. */
  readonly moving: readonly string[];
  /** Open dead letters of the location that turned out valid, and are replayed. */
  readonly settledLetters: number;
  /** Partitions of which the log no longer has the beginning. */
  readonly shortened: readonly string[];
};

export type LocationRebuildOptions = ReadEventsOptions & {
  readonly topics: Readonly<Record<Stream, string>>;
  readonly logs: Logs;
  readonly reader: Pick<LogReader, 'read'>;
  readonly verify: Verify;
  /** Positions of events that are left out of what is served. */
  readonly setAside: () => Promise<ReadonlySet<string>>;
  /** Replays open dead letters of the location that are valid by now. @returns how many. */
  readonly settle: (locationId: string) => Promise<number>;
  /** Renews documents in every version that there is. */
  readonly renew: DocumentWriter;
  /** Counts the location's dashboard from all its facts, in every version that there is. */
  readonly recount: (locationId: string) => Promise<void>;
};

/** @throws InvalidError `fingerprint_differs` when this process makes other documents than those that are read. */
export type LocationRebuild = (
  locationId: string,
  models: readonly ReadModelName[],
  progress: (done: number, total: number) => void,
) => Promise<LocationRebuildResult>;

/**
 * Replays one location from the log into the versions that are read now, beside projectors and in their way: what the log
 * says is merged into the documents that differ from it, and these are rendered anew, each by one compare-and-swap. Slots
 * are raised and never lowered, so other writers lose nothing, and it may be broken off and given again.
 * For the same reason it does not remove what the log does not tell: that is named, and left to a rebuild of the model.
 */
export function createLocationRebuild(options: LocationRebuildOptions): LocationRebuild {
  const { verify, logs, reader, topics, renew, recount } = options;

  return async (locationId, models, progress) => {
    // Documents that are made otherwise differ in everything: before anything is written.
    await verify.assertComparable();
    const settledLetters = await options.settle(locationId);
    const before = await verify({ locations: [locationId] }, progress);
    const wanted = before.differences.filter(({ document }) => belongsTo(document, models));
    const names = new Set(wanted.map(({ document }) => document));
    if (names.size > 0) {
      await replay(locationId, names);
      if ([...names].some(isOfDashboard)) await recount(locationId);
    }
    const after = names.size === 0 ? before : await verify({ locations: [locationId] }, progress);
    const remaining = after.differences.filter(({ document }) => belongsTo(document, models));
    const left = new Set([...remaining.map(({ document }) => document), ...after.moving]);
    return {
      locationId,
      compared: before.compared,
      healed: wanted.filter(({ document }) => !left.has(document)),
      remaining,
      moving: after.moving.filter((document) => belongsTo(document, models)),
      settledLetters,
      shortened: after.shortened,
    };
  };

  /** Every record of the location that has a part in one of the documents, one partition after the other. */
  async function replay(locationId: string, names: ReadonlySet<string>): Promise<void> {
    const setAside = await options.setAside();
    for (const topic of Object.values(topics)) {
      for (const [partition, { first, end }] of (await logs.bounds(topic)).partitions) {
        const topicPartition = { topic, partition };
        await reader.read(topicPartition, { from: first, to: end }, (records) => {
          const own = records.filter(
            ({ key, offset }) =>
              scopeOf(key) === locationId && !setAside.has(deadLetterId({ ...topicPartition, offset })),
          );
          return take(topicPartition, own, names);
        });
      }
    }
  }

  async function take(
    topicPartition: TopicPartition,
    records: readonly SourceRecord[],
    names: ReadonlySet<string>,
  ): Promise<void> {
    const read = await readEvents(topicPartition.topic, records, options);
    if (read.failure !== null) throw read.failure.error;
    const events = read.records.flatMap((entry) => {
      if (entry.kind !== 'accepted') return [];
      const documents = entry.changes.documents.filter(({ readModel, key }) => names.has(`${readModel.name}/${key}`));
      return documents.length === 0 ? [] : [{ ...entry.changes, documents }];
    });
    if (events.length > 0) await renew(events);
  }
}

/** A dashboard belongs to each model that it is made from. */
function belongsTo(document: string, models: readonly ReadModelName[]): boolean {
  const [name] = document.split('/', 1);
  const wanted: readonly string[] = name === dashboardWindows.name ? DASHBOARD_SOURCES : [name ?? ''];
  return models.some((model) => wanted.includes(model));
}

/** What is counted again where it was healed. */
function isOfDashboard(document: string): boolean {
  return belongsTo(document, DASHBOARD_SOURCES);
}
