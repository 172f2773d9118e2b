import { setImmediate } from 'node:timers/promises';
import { modelVersion } from '@fundlens/read-models/definition';
import { NO_SLOTS, compareSlots, type Slot } from '@fundlens/read-models/slot';
import { failureKind, RetryableError } from '@fundlens/runtime/errors';
import { assumeRedacted } from '@fundlens/testing/event-identity';
import { deliveryOf, history } from '@fundlens/testing/history-arbitraries';
import { propertyRuns, propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { NO_ERASURES } from '../erasures/testing/no-erasures.ts';
import { changesOf } from '../fold/fold.ts';
import { referenceFold } from '../fold/testing/reference-fold.ts';
import { contentIn, loaded } from '../fold/testing/document-image.ts';
import type { TypedEvent } from '../projections/projection.ts';
import { projections } from '../projections/registry.ts';
import { differences } from '../testing/stored-documents.ts';
import { createDocumentWriter } from './document-writer.ts';
import { createSlotCache, type SlotCache } from './slot-cache.ts';
import { type DoneWrite, MemoryDocuments, type Network, type RequestFate } from './testing/memory-documents.ts';

/**
 * Several processes write the same documents, each with slots in memory that may be out of date: some stand still for long,
 * some hear nothing of what they wrote, some have room for almost nothing. Whatever they do, the documents end as the plain
 * fold of the events, and no write is made by a change that was outranked.
 */

/** For a machine that is busy with other things: how long a run takes is not what is tested. */
vi.setConfig({ testTimeout: 600_000 });

const run = propertySeed();
const HISTORIES = propertyRuns(50);
const MAX_WRITERS = 4;
/** None, one document or a few, about half of them, all. */
const CACHE_BYTES = [0, 1_500, 20_000, 1_000_000] as const;

const readModelOf = new Map(projections.map(({ readModel }) => [modelVersion(readModel), readModel]));

/** Makes every choice of a run, so that a run can be repeated and made smaller. */
type Choices = { readonly below: (count: number) => number; readonly oneIn: (count: number) => boolean };

/** A writer waits here for its turn. `fail`: what it waits for never comes; absent where that cannot be. */
type Waiting = { readonly writer: number; readonly go: () => void; readonly fail?: (error: unknown) => void };

const seen = { remembered: 0, lost: 0, unknown: 0, thawed: 0, restored: 0 };

const delivered = history
  .map((events): TypedEvent[] => events.map((event) => assumeRedacted(event)))
  .chain((events) =>
    fc.record({
      events: fc.constant(events),
      batches: deliveryOf(events),
      again: deliveryOf(events),
      stream: fc.infiniteStream(fc.nat()),
      writers: fc.integer({ min: 2, max: MAX_WRITERS }),
    }),
  );

function choicesOf(stream: Iterator<number>): Choices {
  const below = (count: number) => Number(stream.next().value) % count;
  return { below, oneIn: (count) => below(count) === 0 };
}

const batchOf = (events: readonly TypedEvent[]) =>
  events.map((event) => ({
    appendedAt: event.event.meta.occurredAt,
    documents: changesOf(projections, event, 0),
    subject: null,
  }));

/** Holds of every single write: the guard, and what is remembered, let nothing else through. */
function checkWrite({ collection, swap, before, after }: DoneWrite): void {
  const { update, outbox } = swap;
  const present = loaded(before)?.slots ?? NO_SLOTS;
  const stored = loaded(after);
  expect(update.changedSlots.size, 'a write changes something').toBeGreaterThan(0);
  for (const name of update.changedSlots) {
    const earlier = present.get(name);
    if (earlier !== undefined) expect(compareSlots(update.slots.get(name) as Slot, earlier)).toBeGreaterThan(0);
  }
  // Of the revision that it changes, the writer knew exactly what is stored.
  expect([...update.slots].toSorted(byName)).toEqual([...(stored?.slots ?? [])].toSorted(byName));
  const days = readModelOf.get(collection)?.outbox?.days(swap.id, present, update.slots) ?? null;
  expect(outbox?.dirtyDays ?? null, `outbox of ${collection}`).toEqual(days);
}

const byName = ([a]: [string, Slot], [b]: [string, Slot]) => (a < b ? -1 : 1);

class World {
  readonly documents = new MemoryDocuments(checkWrite);
  readonly #choices: Choices;
  readonly #caches: SlotCache[];
  readonly #frozen = new Set<number>();
  #waiting: Waiting[] = [];
  #backups = [this.documents.backUp()];
  /** How often it may still be put back from a backup. */
  restores: number;

  constructor(choices: Choices, { writers, restores }: { readonly writers: number; readonly restores: number }) {
    this.#choices = choices;
    this.restores = restores;
    this.#caches = Array.from({ length: writers }, () =>
      counted(createSlotCache(CACHE_BYTES[choices.below(CACHE_BYTES.length)])),
    );
  }

  /** Gives each batch to one writer or two, and lets all of them write until they are done. */
  async deliver(batches: readonly (readonly TypedEvent[])[]): Promise<void> {
    const { below, oneIn } = this.#choices;
    const ofWriters = this.#caches.map((): (readonly TypedEvent[])[] => []);
    for (const batch of batches) {
      for (let owners = oneIn(3) ? 2 : 1; owners > 0; owners -= 1) ofWriters[below(ofWriters.length)]?.push(batch);
    }
    let ended = 0;
    const failures: unknown[] = [];
    for (const [writer, ofWriter] of ofWriters.entries()) {
      this.#write(writer, ofWriter)
        .catch((error: unknown) => failures.push(error))
        .finally(() => {
          ended += 1;
        });
    }
    for (;;) {
      await setImmediate();
      if (failures.length > 0) throw failures[0];
      if (ended === ofWriters.length) return;
      this.#happen();
      this.#step();
    }
  }

  async #write(writer: number, batches: readonly (readonly TypedEvent[])[]): Promise<void> {
    const write = createDocumentWriter({
      store: this.documents.store(this.#networkOf(writer)),
      cache: this.#caches[writer] as SlotCache,
      erasures: NO_ERASURES,
      pauseBeforeRound: () => this.#turn(writer),
      yieldToEventLoop: () => this.#turn(writer),
    });
    for (const batch of batches) {
      for (let done = false; !done; ) {
        try {
          const { swapsLost } = await write(batchOf(batch));
          seen.lost += swapsLost;
          done = true;
        } catch (error) {
          if (failureKind(error) !== 'retryable') throw error;
          seen.unknown += 1;
        }
      }
    }
  }

  #turn(writer: number): Promise<void> {
    return new Promise((go) => this.#waiting.push({ writer, go }));
  }

  #networkOf(writer: number): Network {
    const { below, oneIn } = this.#choices;
    const fates: readonly RequestFate[] = ['refused', 'answer lost', 'some done, answer lost'];
    return {
      // A write that was acknowledged before the connection broke may be heard of afterwards. Nothing else may.
      travel: (request, leg) =>
        new Promise((go, fail) =>
          this.#waiting.push({ writer, go, ...(request === 'swap' && leg === 'back' ? {} : { fail }) }),
        ),
      fateOf: () => fates[below(fates.length * 6)] ?? 'answered',
      isDone: () => oneIn(2),
    };
  }

  #step(): void {
    let ready = this.#waiting.filter(({ writer }) => !this.#frozen.has(writer));
    if (ready.length === 0) {
      this.#frozen.clear();
      ready = this.#waiting;
    }
    const chosen = ready[this.#choices.below(ready.length)];
    if (chosen === undefined) return;
    this.#waiting = this.#waiting.filter((waiting) => waiting !== chosen);
    chosen.go();
  }

  /** What happens between two steps. */
  #happen(): void {
    const { below, oneIn } = this.#choices;
    if (oneIn(15)) this.#frozen.add(below(this.#caches.length));
    if (oneIn(60) && this.#frozen.delete(below(this.#caches.length))) seen.thawed += 1;
    if (oneIn(60)) this.#caches[below(this.#caches.length)]?.clear();
    if (oneIn(20)) this.#backups.push(this.documents.backUp());
    if (this.restores > 0 && oneIn(80)) this.#restore();
  }

  /** The database is another than before: every connection to the one before is broken, and every process hears of it. */
  #restore(): void {
    this.restores -= 1;
    seen.restored += 1;
    this.documents.restore(this.#backups[this.#choices.below(this.#backups.length)] ?? new Map());
    const broken = this.#waiting.filter(({ fail }) => fail !== undefined);
    this.#waiting = this.#waiting.filter(({ fail }) => fail === undefined);
    for (const cache of this.#caches) cache.clear();
    for (const { fail } of broken) fail?.(new RetryableError('mongodb_unavailable', 'The connection is broken.'));
  }

  differences(events: readonly TypedEvent[]): string[] {
    const stored = [...this.documents.images].map(([name, image]) => {
      const slash = name.indexOf('/');
      const model = readModelOf.get(name.slice(0, slash));
      return [`${model?.name}${name.slice(slash)}`, contentIn(image)] as const;
    });
    return differences(new Map(stored), referenceFold(events));
  }
}

function counted(cache: SlotCache): SlotCache {
  return {
    ...cache,
    get(collection, key) {
      const found = cache.get(collection, key);
      if (found !== undefined) seen.remembered += 1;
      return found;
    },
  };
}

test('writers that remember, race, stand still and repeat end in the plain fold, and write nothing that is outranked', async () => {
  await fc.assert(
    fc.asyncProperty(delivered, async ({ events, batches, stream, writers }) => {
      const world = new World(choicesOf(stream), { writers, restores: 0 });
      await world.deliver(batches);
      expect(world.differences(events)).toEqual([]);
    }),
    { ...run, numRuns: HISTORIES },
  );
  const { restored: _, ...happened } = seen;
  for (const [what, times] of Object.entries(happened)) expect(times, what).toBeGreaterThan(HISTORIES / 10);
});

test('what is remembered does not outlive the database that it was true of', async () => {
  await fc.assert(
    fc.asyncProperty(delivered, async ({ events, batches, again, stream, writers }) => {
      const world = new World(choicesOf(stream), { writers, restores: 3 });
      await world.deliver(batches);
      world.restores = 0;
      // From the checkpoints of the backup: what came after it comes again.
      await world.deliver(again);
      expect(world.differences(events)).toEqual([]);
    }),
    { ...run, numRuns: HISTORIES },
  );
  expect(seen.restored).toBeGreaterThan(HISTORIES / 2);
});
