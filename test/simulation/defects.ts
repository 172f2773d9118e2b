import { partitionKey } from '@fundlens/projection/log/source';
import { advanceOf } from '@fundlens/projection/consumer/commit';
import type { Advance } from '@fundlens/projection/writer/checkpoint-store';
import type { DocumentStore, Swap } from '@fundlens/projection/writer/document-store';
import type { SlotCache } from '@fundlens/projection/writer/slot-cache';
import type { Checkpoint } from '@fundlens/read-models/checkpoint';
import { documentKey } from '@fundlens/read-models/document';
import type { Slot, Slots } from '@fundlens/read-models/slot';
import type { Defect } from './simulated-projector.ts';

/**
 * Mistakes that the design forbids, each put around one of the projector's own parts. None of them shows while nothing
 * goes wrong; a simulator that does not find them proves nothing.
 */

/** More than any location of a simulated world has. */
const ALL = 100_000;
const cachesOfWorlds = new WeakMap<object, SlotCache>();

export const defects: readonly Defect[] = [
  {
    // A later writer overwrites what the other has written meanwhile.
    name: 'no guard in the swap',
    documents: (store) => ({
      load: store.load,
      async swap(collection, swaps) {
        let open = swaps;
        while (open.length > 0) {
          const present = await store.load(
            collection,
            open.map(({ id }) => documentKey(id)),
          );
          const forced = open.map((swap) => ({
            ...swap,
            loadedRevision: present.get(documentKey(swap.id))?.revision ?? null,
          }));
          open = await store.swap(collection, forced);
        }
        return [];
      },
    }),
  },
  {
    // A crash between the two loses the events.
    name: 'checkpoint before write',
    commit: (commit, checkpoints) => ({
      async store(batches, onStep) {
        await checkpoints.advance(batches.flatMap((batch) => unguarded(advanceOf(batch)) ?? []));
        await commit.store(batches, onStep);
      },
    }),
  },
  {
    // A change that came after the count is taken for counted.
    name: 'dirtyDays cleared without the revision check',
    windows: (store) => ({
      ...store,
      async clear(documents) {
        const keys = new Set(documents.map(({ key }) => key));
        for (const locationId of await store.dirtyLocations(ALL)) {
          const dirty = await store.dirtyDocuments(locationId, ALL);
          await store.clear(dirty.filter(({ key }) => keys.has(key)));
        }
      },
    }),
  },
  {
    // Which of two equal versions is kept depends on which came first.
    name: 'ties unresolved',
    documents: (store) => {
      const seen = new Map<string, Slots>();
      const others = withSwaps(store, (swap, collection) => {
        const before = seen.get(`${collection}/${documentKey(swap.id)}`);
        const { slots, changedSlots } = swap.update;
        return [...changedSlots].every((name) => isEqualVersion(before?.get(name), slots.get(name))) ? null : swap;
      });
      return {
        ...others,
        async load(collection, keys) {
          const loaded = await store.load(collection, keys);
          for (const [key, { slots }] of loaded) seen.set(`${collection}/${key}`, slots);
          return loaded;
        },
      };
    },
  },
  {
    // What Kafka has of the group knows nothing of the state of the database.
    name: "resume from Kafka's offset instead of the checkpoint",
    resume: (checkpoints, { broker, groupOf }) => ({
      async load(topics) {
        const stored = await checkpoints.load(topics);
        return stored.map((checkpoint): Checkpoint => {
          const committed = broker.committed(groupOf(checkpoint.topic), checkpoint);
          return { ...checkpoint, nextOffset: committed ?? checkpoint.nextOffset };
        });
      },
    }),
  },
  {
    // The writer is told before the majority has it, and goes on to its checkpoint.
    name: 'writes acknowledged by the primary alone',
    acknowledged: 'primary',
  },
  {
    // What is found in place is not written again, though it may be rolled back.
    name: 'reads of what may be rolled back',
    from: 40,
    // The primary has to step down between the look and the checkpoint, with a write before of which no writer was told.
    shownBy: {
      weights: { 'step down': 8, replicate: 0, away: 0, restore: 0 },
      calls: { refused: 0, lost: 0.2, partial: 0.1 },
      faultRate: 0.05,
    },
    database: (database) => ({
      onPrimary: (collection, id) => database.onPrimary(collection, id),
      ofMajority: (collection) => database.ofPrimary(collection),
      put: (collection, id, document) => database.put(collection, id, document),
    }),
  },
  {
    // A later refresh overwrites the count of one that has seen more.
    name: 'no guard in the swap of windows',
    from: 45,
    windows: (store) => ({
      ...store,
      async swapWindow(locationId, document) {
        for (;;) {
          const present = await store.loadWindow(locationId);
          if (await store.swapWindow(locationId, document, present?.revision ?? null)) return true;
        }
      },
    }),
  },
  {
    // A crash between the two leaves the window without what was cleared.
    name: 'dirtyDays cleared before the window is written',
    windows: (store) => {
      const read = new Map<string, Awaited<ReturnType<typeof store.dirtyDocuments>>>();
      return {
        ...store,
        async dirtyDocuments(locationId, limit) {
          const dirty = await store.dirtyDocuments(locationId, limit);
          read.set(locationId, dirty);
          return dirty;
        },
        async swapWindow(locationId, document, revision) {
          await store.clear(read.get(locationId) ?? []);
          return await store.swapWindow(locationId, document, revision);
        },
      };
    },
  },
  {
    // What a store could not take now is left behind.
    name: 'dead letters that cannot be stored are dropped',
    from: 16,
    shownBy: { calls: { refused: 0.1, lost: 0, partial: 0 } },
    deadLetters: (store) => ({
      ...store,
      store: (deadLetters) => store.store(deadLetters).catch(() => undefined),
    }),
  },
  {
    // A batch that failed counts as taken.
    name: 'a failed batch is skipped',
    commit: (commit) => ({
      store: (batches, onStep) => commit.store(batches, onStep).catch(() => undefined),
    }),
  },
  {
    // After a failure the partition goes on behind what failed, which looks like a gap that the log has left.
    name: 'a seek forgotten',
    source(source) {
      const delivered = new Map<string, number>();
      return {
        ...source,
        start: (handlers) =>
          source.start({
            ...handlers,
            onAssigned(topicPartitions) {
              delivered.clear();
              handlers.onAssigned(topicPartitions);
            },
            async onBatch(batch, control) {
              delivered.set(partitionKey(batch), batch.nextOffset);
              return await handlers.onBatch(batch, control);
            },
          }),
        deliverFrom: (topicPartition, offset) =>
          source.deliverFrom(topicPartition, delivered.get(partitionKey(topicPartition)) ?? offset),
      };
    },
  },
  {
    // What was read before the partition was taken away, or behind a batch that failed, is committed all the same.
    name: 'a queue kept after a revocation',
    read: (read) => (batch, onStep) => read({ ...batch, isOver: () => false }, onStep),
  },
  {
    // The next chunk is committed though this one is not, and may fail yet.
    name: 'a commit overtaken',
    commit: (commit, checkpoints) => ({
      async store(batches, onStep) {
        commit.store(batches, onStep).catch(() => undefined);
      },
      async acknowledge(stored) {
        await checkpoints.advance(stored.flatMap((reading) => advanceOf(reading) ?? []));
      },
    }),
  },
  {
    // A process whose clock is ahead says what it cannot know yet.
    name: 'as of by the clock of the process',
    now: (now, clock) => async () => {
      await now();
      return clock();
    },
  },
  {
    // What was acknowledged behind an open transaction is said to be there.
    name: 'the last stable offset taken for the end of the log',
    logs: (logs) => ({
      async bounds(topic) {
        const bounds = await logs.bounds(topic);
        return new Map([...bounds].map(([at, log]) => [at, { ...log, end: log.stable }]));
      },
    }),
  },
  {
    // What a request brings is believed before it is known what came of it.
    name: 'cache put before the write is acknowledged',
    documents: (store, cache) => ({
      load: store.load,
      async swap(collection, swaps) {
        const clearings = cache.clearings();
        for (const { id, loadedRevision, update } of swaps) {
          const { slots, slotBytes, viewsVersion } = update;
          const document = { slots, slotBytes, viewsVersion, revision: (loadedRevision ?? 0) + 1 };
          cache.put(`${collection}/${documentKey(id)}`, document, clearings);
        }
        return await store.swap(collection, swaps);
      },
    }),
  },
  {
    // What was remembered of the document loses the next swap too, and every one after it.
    name: 'cache not forgotten after a lost or unknown swap',
    cache: (cache) => ({ ...cache, forget: () => undefined }),
  },
  {
    // A backup has less than what is remembered.
    name: 'a cache that survives a restore from backup',
    shownBy: { weights: { restore: 6 }, cacheBytes: 32 * 1_024 * 1_024 },
    cache(cache, world) {
      const first = cachesOfWorlds.get(world) ?? cache;
      cachesOfWorlds.set(world, first);
      return first;
    },
  },
  {
    // Days that are not counted yet are forgotten.
    name: 'outbox replaced instead of added',
    mergeOutbox: (_present, brought) => brought,
  },
  {
    // A batch that only waits for its turn counts as written.
    name: "one partition's checkpoint advanced with another's batch",
    commit: (commit, checkpoints) => ({
      async store(batches, onStep) {
        for (const batch of batches) {
          await commit.store([batch], onStep);
          await checkpoints.advance(batches.flatMap((one) => advanceOf(one) ?? []));
        }
      },
    }),
  },
  {
    // Views and fields show what the slots do not hold.
    name: 'partial update without changed slots',
    documents: (store) =>
      withSwaps(store, (swap) => ({ ...swap, update: { ...swap.update, changedSlots: new Set<string>() } })),
  },
  {
    // A deleted entity stays in lists and answers.
    name: 'partial update that removes nothing',
    documents: (store) =>
      withSwaps(store, (swap) => {
        const views = new Map([...swap.update.views].filter(([, bytes]) => bytes !== null));
        const fields = new Map([...swap.update.fields].filter(([, value]) => value !== undefined));
        return { ...swap, update: { ...swap.update, views, fields } };
      }),
  },
];

/** The checkpoint that is expected would tell of the mistake before it does harm. */
function unguarded(advance: Advance | null): Advance | null {
  return advance && { ...advance, checkpoint: null };
}

function isEqualVersion(a: Slot | undefined, b: Slot | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return a.epoch === b.epoch && a.version === b.version && a.occurredAt === b.occurredAt && a.eventId === b.eventId;
}

/** The store, given other swaps than those that it is asked for; null counts as written. */
function withSwaps(store: DocumentStore, change: (swap: Swap, collection: string) => Swap | null): DocumentStore {
  return {
    load: store.load,
    async swap(collection, swaps) {
      const asked = new Map<Swap, Swap>();
      for (const swap of swaps) {
        const changed = change(swap, collection);
        if (changed !== null) asked.set(changed, swap);
      }
      if (asked.size === 0) return [];
      const lost = await store.swap(collection, [...asked.keys()]);
      return lost.flatMap((changed) => asked.get(changed) ?? []);
    },
  };
}
