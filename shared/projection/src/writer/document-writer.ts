import type { ReadModelName } from '@fundlens/read-models/definition';
import type { DocumentId } from '@fundlens/read-models/document';
import { sleep } from '@fundlens/runtime/backoff';
import { InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { type Erasures, marksOfAll, withErasures } from '../erasures/erasures.ts';
import { type DocumentUpdate, type EventChanges, foldDocument } from '../fold/fold.ts';
import type { DocumentStore, Swap } from './document-store.ts';
import { createSlotCache, type SlotCache } from './slot-cache.ts';
import { type Contribution, outboxOf, type Target, targetsOf } from './write-targets.ts';

/**
 * The most rounds of load, merge and swap for one batch. Each lost swap means that another writer's swap has succeeded.
 * The competing writers are the consumer groups of one process or two: more rounds than writers is plenty.
 */
export const MAX_ROUNDS = 12;

/** The longest pause before a round; the first pause is a few milliseconds. */
const MAX_PAUSE_MS = 250;

/** Exponential backoff with full jitter, so that competing writers do not collide again at once. */
export async function pauseBeforeRound(round: number): Promise<void> {
  await sleep(Math.random() * Math.min(MAX_PAUSE_MS, 2 ** (round + 1)));
}

/** Events that cannot be shown together with what their documents already hold. */
export type Rejected = Map<EventChanges, InvalidError>;

export type WriteResult = {
  readonly rejected: Rejected;
  readonly documentsWritten: number;
  /** Written documents that now have something in their outbox. */
  readonly changed: readonly ChangedDocument[];
};

/** A document whose derived data must be refreshed. */
export type ChangedDocument = {
  readonly readModel: ReadModelName;
  readonly id: DocumentId;
};

/**
 * Awaited after each step that has succeeded. A batch may take longer than the session timeout of the group, though none
 * of its steps does: the consumer sends a heartbeat after a step.
 */
export type OnStep = () => Promise<void>;

/** A no-op progress callback. */
export async function noop(): Promise<void> {
  await undefined;
}

export type DocumentWriter = ReturnType<typeof createDocumentWriter>;

type DocumentWriterOptions = {
  readonly store: DocumentStore;
  readonly pauseBeforeRound: (round: number) => Promise<void>;
  /** Required: a writer must not bring back an erased subject. */
  readonly erasures: Erasures;
  /** The one that is written. */
  readonly generation: () => number;
  /** Shared by the writers of one process. Default: every document is loaded. */
  readonly cache?: SlotCache;
  /**
   * Yields to the event loop. Called between some of the documents of a batch: a bulk import must not delay
   * revocations, heartbeats and health checks, which run on the same thread. Default: the batch does not yield.
   */
  readonly yieldToEventLoop?: () => Promise<void>;
};

/** Merging and rendering so many takes some milliseconds. The database writes them while the next ones are merged. */
const DOCUMENTS_PER_WRITE = 200;
/** Enough to keep the database busy; folded documents that are not written yet take memory. */
const MAX_WRITES_IN_FLIGHT = 4;
const DOCUMENTS_BETWEEN_YIELDS = 16;
/** Before a write, erasure marks may come from a cache of this age. After the write they are read again. */
const ERASURES_MAX_AGE_MS = 1_000;

type Updates = Map<Target, DocumentUpdate | null>;
type Round = { readonly lost: Target[]; sent: number; readonly changed: ChangedDocument[] };

/**
 * An erasure is marked first, and the eraser then looks for stored documents. So a write that the eraser does not find
 * came after the mark, and the writer sees the mark when it checks again; until then the events do not count as done. A
 * process that ends in between has not checkpointed, and the next owner of its partitions sees the mark before it writes.
 */
export function createDocumentWriter(options: DocumentWriterOptions) {
  const { erasures } = options;
  const rounds = new WriteRounds(options);

  return {
    /** Folds events in memory and writes each touched document once. Acknowledged by the majority. */
    async write(events: readonly EventChanges[], onStep: OnStep = noop): Promise<WriteResult> {
      const erased = await erasures.among(marksOfAll(events), { maxAgeMs: ERASURES_MAX_AGE_MS });
      await onStep();
      const changes = events.map((event) => withErasures(event, erased));
      return await rounds.write(changes, onStep);
    },
    /** Erases what was written of subjects that are marked by now. Until then events do not count as done. */
    async eraseMarked(events: readonly EventChanges[], onStep: OnStep = noop): Promise<WriteResult> {
      const erased = await erasures.among(marksOfAll(events));
      await onStep();
      const changes = events.map((event) => withErasures(event, erased));
      const changed = changes.filter((event, index) => event !== events[index]);
      return await rounds.write(changed, onStep);
    },
  };
}

/** Loads, folds and swaps the documents of a batch, and repeats that for the swaps that it loses. */
class WriteRounds {
  readonly #options: Required<DocumentWriterOptions>;
  /** A database that reaches the limit of an operation has too many: one at a time, and one more after each success. */
  #mostInFlight = MAX_WRITES_IN_FLIGHT;

  constructor(options: DocumentWriterOptions) {
    this.#options = { cache: createSlotCache(0), yieldToEventLoop: noop, ...options };
  }

  async write(events: readonly EventChanges[], onStep: OnStep): Promise<WriteResult> {
    const { generation, pauseBeforeRound, cache } = this.#options;
    const rejected: Rejected = new Map();
    const changed: ChangedDocument[] = [];
    let documentsWritten = 0;
    let targets = targetsOf(events, generation());
    for (let number = 0; targets.length > 0; number += 1) {
      if (number === MAX_ROUNDS) throw new RetryableError('swaps_lost', 'Other writers were faster in every round.');
      if (number > 0) await pauseBeforeRound(number);
      const clearings = cache.clearings();
      await this.#load(targets);
      await onStep();
      const round = await this.#writeRound(targets, rejected, async (collection, swaps) => {
        const lost = await this.#swap(collection, swaps, clearings);
        await onStep();
        return lost;
      });
      documentsWritten += round.sent - round.lost.length;
      changed.push(...round.changed);
      targets = round.lost;
    }
    return { rejected, documentsWritten, changed };
  }

  /** Takes documents from the cache and loads the others, in one request per collection. */
  async #load(targets: readonly Target[]): Promise<void> {
    const { store, cache } = this.#options;
    const unknown: Target[] = [];
    for (const target of targets) {
      const cached = cache.get(target.name);
      if (cached === undefined) unknown.push(target);
      else target.loaded = cached;
    }
    const byCollection = Map.groupBy(unknown, ({ collection }) => collection);
    await Promise.all(
      [...byCollection].map(async ([collection, members]) => {
        const keys = members.map(({ key }) => key);
        const loaded = await store.load(collection, keys);
        for (const target of members) target.loaded = loaded.get(target.key) ?? null;
      }),
    );
  }

  /** Folds and writes all targets once, in portions: the database writes one portion while the next is folded. */
  async #writeRound(
    targets: readonly Target[],
    rejected: Rejected,
    swapAll: (collection: string, swaps: ReadonlyMap<Swap, Target>) => Promise<Target[]>,
  ): Promise<Round> {
    const sharing = targets.filter(({ contributions }) =>
      contributions.some(({ event }) => event.documents.length > 1),
    );
    const updates = await this.#foldTogether(sharing, rejected);
    const round: Round = { lost: [], sent: 0, changed: [] };
    const failures: unknown[] = [];
    const inFlight = new Set<Promise<unknown>>();
    for (const [collection, members] of Map.groupBy(targets, (target) => target.collection)) {
      for (let start = 0; start < members.length && failures.length === 0; start += DOCUMENTS_PER_WRITE) {
        const swaps = new Map<Swap, Target>();
        for (const target of members.slice(start, start + DOCUMENTS_PER_WRITE)) {
          const known = updates.get(target);
          const update = known === undefined ? foldFitting(target, rejected) : known;
          if (update === null) continue;
          const { id, readModel, loaded } = target;
          const outbox = outboxOf(target, update);
          swaps.set({ id, loadedRevision: loaded?.revision ?? null, update, ...(outbox && { outbox }) }, target);
          if (outbox !== null) round.changed.push({ readModel: readModel.name, id });
        }
        if (swaps.size === 0) continue;
        round.sent += swaps.size;
        const sending: Promise<unknown> = swapAll(collection, swaps)
          .then((lost) => round.lost.push(...lost))
          .catch((error: unknown) => failures.push(error))
          .finally(() => inFlight.delete(sending));
        inFlight.add(sending);
        await this.#options.yieldToEventLoop();
        if (inFlight.size >= this.#mostInFlight) await Promise.race(inFlight);
      }
    }
    await Promise.all(inFlight);
    this.#mostInFlight = failures.length > 0 ? 1 : Math.min(MAX_WRITES_IN_FLIGHT, this.#mostInFlight + 1);
    if (failures.length > 0) throw failures[0];
    return round;
  }

  /**
   * Folds documents that share events before any of them is written: an event that is rejected in one document is removed
   * from all of them, because it is set aside as a whole. Only an event that no longer fits because of a concurrent write
   * of another process may have reached some of its documents already; a replay completes it.
   */
  async #foldTogether(targets: readonly Target[], rejected: Rejected): Promise<Updates> {
    for (;;) {
      const known = rejected.size;
      const updates: Updates = new Map();
      for (const [index, target] of targets.entries()) {
        if (index % DOCUMENTS_BETWEEN_YIELDS === DOCUMENTS_BETWEEN_YIELDS - 1) await this.#options.yieldToEventLoop();
        updates.set(target, foldFitting(target, rejected));
      }
      if (rejected.size === known) return updates;
    }
  }

  /** @returns the targets whose swap is lost or unknown. */
  async #swap(collection: string, swaps: ReadonlyMap<Swap, Target>, clearings: number): Promise<Target[]> {
    const { store, cache } = this.#options;
    // A database that was restored since the load may have another document at the same revision.
    if (cache.clearings() !== clearings) {
      throw new RetryableError(
        'mongodb_unavailable',
        'The connection to MongoDB was lost between a load and its write.',
      );
    }
    // Forgotten before the request: its outcome may stay unknown, and the cached state may then be wrong.
    for (const { name } of swaps.values()) cache.forget(name);
    const lost = new Set(await store.swap(collection, [...swaps.keys()]));
    const again: Target[] = [];
    for (const [sent, target] of swaps) {
      if (lost.has(sent)) {
        again.push(target);
        continue;
      }
      const { slots, slotBytes, viewsVersion } = sent.update;
      const written = { slots, slotBytes, viewsVersion, revision: (sent.loadedRevision ?? 0) + 1 };
      cache.put(target.name, written, clearings);
    }
    return again;
  }
}

/** Folds the target's events. Rejects, in log order, each event with which the document no longer fits. */
function foldFitting(target: Target, rejected: Rejected): DocumentUpdate | null {
  const open = target.contributions.filter(({ event }) => !rejected.has(event));
  try {
    return fold(target, open);
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
  }
  const fitting: Contribution[] = [];
  for (const contribution of open) {
    try {
      fold(target, [...fitting, contribution]);
      fitting.push(contribution);
    } catch (error) {
      if (!(error instanceof InvalidError)) throw error;
      rejected.set(contribution.event, error);
    }
  }
  return fold(target, fitting);
}

function fold({ readModel, loaded }: Target, contributions: readonly Contribution[]): DocumentUpdate | null {
  const changes = contributions.map(({ change }) => change);
  return foldDocument(readModel, loaded, changes);
}
