import { type Checkpoint, checkpointId } from '@fundlens/read-models/checkpoint';
import { collectionName, type Stream } from '@fundlens/read-models/definition';
import { definitionOf } from '@fundlens/read-models/definitions';
import type { Logs, TopicPartition } from '@fundlens/projection/log/source';
import type { CheckpointStore } from '@fundlens/projection/writer/checkpoint-store';
import type { RebuiltModel } from '@fundlens/read-models/rebuild-run';

type BarriersOptions = {
  readonly models: readonly RebuiltModel[];
  readonly topics: Readonly<Record<Stream, string>>;
  readonly logs: Logs;
  readonly checkpoints: Pick<CheckpointStore, 'load'>;
  /** Waits a moment. @throws when the process has to leave the run. */
  readonly pause: () => Promise<void>;
  /** Milliseconds that only grow. */
  readonly monotonic: () => number;
};

/** Waits for the checkpoints of the new and of the active versions. */
export type Barriers = {
  /** Until the new versions have everything that can be read of the logs at the call. */
  rebuiltPasses(): Promise<void>;
  /** The same for the active versions; false when that takes longer than `limitMs`. */
  readPasses(limitMs: number): Promise<boolean>;
  /** Until the new versions are, in every partition, where the active ones were at most a second ago. */
  rebuiltPastRead(): Promise<void>;
  /** Events that the slowest of the new versions has, and all events. */
  progress(): Promise<{ readonly events: number; readonly total: number }>;
};

type Version = 'from' | 'to';
type Target = TopicPartition & { readonly model: RebuiltModel; readonly offset: number };

/** Checkpoints of the active versions are loaded again after this time. */
const SNAPSHOT_MS = 1_000;

export function createBarriers(options: BarriersOptions): Barriers {
  const { models, topics, logs, checkpoints, pause, monotonic } = options;
  const streams = [...new Set(models.flatMap(({ name }) => definitionOf(name).streams))];
  const used = streams.map((stream) => topics[stream]);

  function topicsOf({ name }: RebuiltModel): string[] {
    return definitionOf(name).streams.map((stream) => topics[stream]);
  }

  /** How far every log of a model can be read. */
  async function ends(): Promise<Target[]> {
    const bounds = await Promise.all(used.map(async (topic) => ({ topic, found: await logs.bounds(topic) })));
    return bounds.flatMap(({ topic, found }) =>
      models
        .filter((model) => topicsOf(model).includes(topic))
        .flatMap((model) =>
          [...found.partitions].map(([partition, { stable }]) => ({ topic, partition, model, offset: stable })),
        ),
    );
  }

  async function stored(): Promise<ReadonlyMap<string, Checkpoint>> {
    return new Map((await checkpoints.load(used)).map((checkpoint) => [checkpoint._id, checkpoint]));
  }

  function offsetOf(found: ReadonlyMap<string, Checkpoint>, { model, topic, partition }: Target, version: Version) {
    const name = collectionName(model.name, model[version]);
    return found.get(checkpointId({ model: name, topic, partition }))?.nextOffset ?? null;
  }

  /** @returns whether the checkpoints reached the targets within `limitMs`. */
  async function waitFor(targets: readonly Target[], version: Version, limitMs: number): Promise<boolean> {
    const began = monotonic();
    for (;;) {
      const found = await stored();
      if (targets.every((target) => (offsetOf(found, target, version) ?? -1) >= target.offset)) return true;
      if (monotonic() - began > limitMs) return false;
      await pause();
    }
  }

  return {
    async rebuiltPasses() {
      await waitFor(await ends(), 'to', Number.POSITIVE_INFINITY);
    },

    readPasses: async (limitMs) => waitFor(await ends(), 'from', limitMs),

    async rebuiltPastRead() {
      for (;;) {
        const logEnds = await ends();
        const found = await stored();
        const targets = logEnds.map((end) => ({ ...end, offset: offsetOf(found, end, 'from') ?? 0 }));
        if (await waitFor(targets, 'to', SNAPSHOT_MS)) return;
      }
    },

    async progress() {
      const found = await stored();
      let [events, total] = [0, 0];
      for (const topic of used) {
        for (const [partition, { first, stable }] of (await logs.bounds(topic)).partitions) {
          const changed = models.filter((model) => topicsOf(model).includes(topic));
          const offsets = changed.map(
            (model) => offsetOf(found, { model, topic, partition, offset: 0 }, 'to') ?? first,
          );
          events += Math.max(0, Math.min(...offsets) - first);
          total += stable - first;
        }
      }
      return { events, total };
    },
  };
}
