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
  /** Documents that differed and were repaired. */
  readonly healed: readonly Difference[];
  /** Documents that still differ, which no merge can repair. */
  readonly remaining: readonly Difference[];
  /** Documents that changed between all rounds. */
  readonly moving: readonly string[];
  /** Open dead letters of the location that were valid and are replayed. */
  readonly settledLetters: number;
  /** Partitions of which the log no longer has the beginning. */
  readonly shortened: readonly string[];
};

type LocationRebuildOptions = ReadEventsOptions & {
  readonly topics: Readonly<Record<Stream, string>>;
  readonly logs: Logs;
  readonly reader: Pick<LogReader, 'read'>;
  readonly verify: Verify;
  /** Ids of dead letters whose events are not in the served documents. */
  readonly setAside: () => Promise<ReadonlySet<string>>;
  /** Replays open dead letters of the location that are now valid. @returns how many. */
  readonly settle: (locationId: string) => Promise<number>;
  /** Renews documents in every version. */
  readonly renew: DocumentWriter;
  /** Counts the location's dashboard from all its facts, in every version. */
  readonly recount: (locationId: string) => Promise<void>;
};

/** @throws InvalidError `fingerprint_differs` when this process makes documents otherwise than the active ones. */
export type LocationRebuild = (
  locationId: string,
  models: readonly ReadModelName[],
  progress: (done: number, total: number) => void,
) => Promise<LocationRebuildResult>;

/**
 * Replays one location from the log into the active versions, while projectors run. Documents that differ from the log are
 * merged with it and rendered, each by one compare-and-swap. A slot's version never decreases, so concurrent writes are
 * kept, and the rebuild may be interrupted and repeated. For the same reason it does not remove documents and slots that
 * the log does not have: it names them, and a rebuild of the model removes them.
 */
export function createLocationRebuild(options: LocationRebuildOptions): LocationRebuild {
  const { verify, logs, reader, topics, renew, recount } = options;

  return async (locationId, models, progress) => {
    // Checked before the first write: documents that are made otherwise all differ.
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

  /** Every record of the location that changes one of the documents, one partition after the other. */
  async function replay(locationId: string, names: ReadonlySet<string>): Promise<void> {
    const setAside = await options.setAside();
    for (const topic of Object.values(topics)) {
      for (const [partition, { first, stable }] of (await logs.bounds(topic)).partitions) {
        const topicPartition = { topic, partition };
        await reader.read(topicPartition, { from: first, to: stable }, (records) => {
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

/** A dashboard belongs to each of its source models. */
function belongsTo(document: string, models: readonly ReadModelName[]): boolean {
  const [name] = document.split('/', 1);
  const wanted: readonly string[] = name === dashboardWindows.name ? DASHBOARD_SOURCES : [name ?? ''];
  return models.some((model) => wanted.includes(model));
}

/** What is counted again where it was healed. */
function isOfDashboard(document: string): boolean {
  return belongsTo(document, DASHBOARD_SOURCES);
}
