import type { ReadModelDefinition, ReadModelName } from '@fundlens/read-models/definition';
import type { DocumentId, Outbox } from '@fundlens/read-models/document';
import type { Subject } from '@fundlens/read-models/erasure';
import { kindOf, NO_SLOTS } from '@fundlens/read-models/slot';
import { sleep } from '@fundlens/runtime/backoff';
import { InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { type Erasures, isAboutErased, marksOfAll, withErasures } from '../erasures/erasures.ts';
import {
  type DocumentChanges,
  type DocumentUpdate,
  foldDocument,
  type LoadedDocument,
  renewDocument,
} from '../fold/fold.ts';
import { collectionsOf, FIRST_VERSIONS, type WrittenVersions } from '../versions/written-versions.ts';
import type { DocumentStore, Swap } from './document-store.ts';
import { NO_SLOT_CACHE, type SlotCache } from './slot-cache.ts';

/**
 * Load, merge and swap are tried this often for one batch. Each lost swap means that the swap of another writer has
 * landed. The writers that race are the consumer groups of one process or two: more rounds than writers is plenty.
 */
export const MAX_ROUNDS = 12;

/** The longest wait before a further round; the first one is a few milliseconds. */
const MAX_PAUSE_MS = 250;

/** Waits up to twice as long from round to round, at random, so that racers do not meet again at once. */
export function pauseBetweenRounds(random: () => number): (round: number) => Promise<void> {
  return async (round) => {
    await sleep(random() * Math.min(MAX_PAUSE_MS, 2 ** (round + 1)));
  };
}

/** All changes of one event. Its identity names the event within a batch. */
export type EventChanges = {
  /** Epoch milliseconds at which the log took it. */
  readonly appendedAt: number;
  readonly documents: readonly DocumentChanges[];
  /** The subject of the event; null where none could ask to be erased: companies, credentials, installations. */
  readonly subject: Subject | null;
};

/** An event that cannot be shown together with what its document already holds. */
export type RejectedEvent = { readonly event: EventChanges; readonly error: InvalidError };

export type WriteResult = {
  readonly rejected: readonly RejectedEvent[];
  readonly documentsWritten: number;
  readonly swapsLost: number;
  /** Written documents that now have something in their outbox. */
  readonly changed: readonly ChangedDocument[];
};

/** A document that waits for what is made from it to be made anew. */
export type ChangedDocument = { readonly readModel: ReadModelName; readonly id: DocumentId };

/**
 * Called whenever a step has succeeded, and waited for. A batch may take longer than its consumer's group waits for a sign
 * of life, while every step of it is soon done: then the group has to hear of the steps.
 */
export type OnStep = () => Promise<void>;

/** A no-op progress callback. */
export async function noop(): Promise<void> {
  await undefined;
}

/** Folds events in memory and writes each touched document once. Acknowledged by the majority. */
export type DocumentWriter = (events: readonly EventChanges[], onStep?: OnStep) => Promise<WriteResult>;

export type DocumentWriterOptions = {
  readonly store: DocumentStore;
  readonly pauseBeforeRound: (round: number) => Promise<void>;
  /** Not an option to be left out: a writer must not bring back a subject that was erased. */
  readonly erasures: Erasures;
  /** The versions that every change is written to. */
  readonly versions?: WrittenVersions;
  /** Shared by the writers of one process. Default: every document is loaded. */
  readonly cache?: SlotCache;
  /** Writes documents also where nothing outranks what is there: see `renewDocument`. */
  readonly renew?: boolean;
  /**
   * Lets other callbacks of the thread run. Called between some of the documents of a batch: a bulk import must not delay
   * revocations, heartbeats and health checks, which run on the same thread. Default: the batch does not yield.
   */
  readonly yieldToEventLoop?: () => Promise<void>;
};

/**
 * Merging and rendering so many takes some milliseconds; then they are sent, and the database writes them while the next
 * ones are merged.
 */
const DOCUMENTS_PER_WRITE = 200;
/** Enough that the database always has something to do; what is folded and not written takes memory. */
const MAX_WRITES_IN_FLIGHT = 4;
const DOCUMENTS_BETWEEN_YIELDS = 16;
/** Marks of erasures may be known from the batch before, when that was so long ago. Writes are checked again afterwards. */
const ERASURES_MAX_AGE_MS = 1_000;

/** One document of the batch, with the events that contribute to it. */
type Target = {
  readonly readModel: ReadModelDefinition;
  readonly collection: string;
  readonly id: DocumentId;
  readonly key: string;
  contributions: Contribution[];
  loaded: LoadedDocument | null;
};
type Contribution = {
  readonly event: EventChanges;
  readonly changes: DocumentChanges['changes'];
  /** The event changes other documents, too. */
  readonly isShared: boolean;
};
type Rejections = Map<EventChanges, InvalidError>;

export function createDocumentWriter(options: DocumentWriterOptions): DocumentWriter {
  const { store, pauseBeforeRound, erasures, versions = FIRST_VERSIONS, cache = NO_SLOT_CACHE } = options;
  /** Slots that this writer has taken from the log, by document; only where documents are renewed. */
  const renewed = options.renew === true ? new Set<string>() : null;
  const yieldToEventLoop = options.yieldToEventLoop ?? noop;

  /** What is not remembered is looked up, in one request per collection. */
  async function load(targets: readonly Target[]): Promise<void> {
    const unknown: Target[] = [];
    for (const target of targets) {
      const remembered = cache.get(target.collection, target.key);
      if (remembered === undefined) unknown.push(target);
      else target.loaded = remembered;
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

  /** What the target's events change; those with which the document no longer fits are rejected, in log order. */
  function foldFitting(target: Target, rejections: Rejections): DocumentUpdate | null {
    const { readModel, loaded, contributions } = target;
    const open = contributions.filter(({ event }) => !rejections.has(event));
    const folded = (members: readonly Contribution[]) => {
      const changes = members.length === 1 ? members[0]?.changes : members.flatMap((member) => member.changes);
      if (changes === undefined || changes.length === 0) return null;
      if (renewed === null) return foldDocument(readModel, loaded, changes);
      return renewDocument(readModel, loaded, changes, (slot) => renewed.has(slotOf(target, slot)));
    };
    try {
      return folded(open);
    } catch (error) {
      if (!(error instanceof InvalidError)) throw error;
    }
    const fitting: Contribution[] = [];
    for (const contribution of open) {
      try {
        folded([...fitting, contribution]);
        fitting.push(contribution);
      } catch (error) {
        if (!(error instanceof InvalidError)) throw error;
        rejections.set(contribution.event, error);
      }
    }
    return folded(fitting);
  }

  /**
   * Folds documents that share events, before any of them is written: an event that is rejected in one document is taken
   * out of all of them, because it is set aside as a whole. Only one that no longer fits because of what another process
   * wrote meanwhile may have reached some of its documents already; a replay completes it.
   */
  async function foldTogether(targets: readonly Target[], rejections: Rejections): Promise<Updates> {
    for (;;) {
      const known = rejections.size;
      const updates: Updates = new Map();
      for (const [index, target] of targets.entries()) {
        if (index % DOCUMENTS_BETWEEN_YIELDS === DOCUMENTS_BETWEEN_YIELDS - 1) await yieldToEventLoop();
        updates.set(target, foldFitting(target, rejections));
      }
      if (rejections.size === known) return updates;
    }
  }

  function swapOf(target: Target, update: DocumentUpdate): Swap {
    const outbox = outboxOf(target, update);
    return {
      id: target.id,
      loadedRevision: target.loaded?.revision ?? null,
      update,
      ...(outbox === null ? {} : { outbox }),
    };
  }

  /** @returns the targets whose swap is lost or unknown. */
  async function writeSome(collection: string, swaps: ReadonlyMap<Swap, Target>): Promise<Target[]> {
    const generation = cache.generation();
    // Whatever comes of the request, what was remembered before may be wrong now.
    for (const { key } of swaps.values()) cache.forget(collection, key);
    const lost = new Set(await store.swap(collection, [...swaps.keys()]));
    const again: Target[] = [];
    for (const [swap, target] of swaps) {
      if (lost.has(swap)) {
        again.push(target);
        continue;
      }
      const { slots, slotBytes } = swap.update;
      for (const change of renewed === null ? [] : target.contributions.flatMap(({ changes }) => changes)) {
        renewed?.add(slotOf(target, change.slot));
      }
      const written = { slots, slotBytes, revision: (swap.loadedRevision ?? 0) + 1 };
      cache.put(collection, target.key, { document: written, generation });
    }
    return again;
  }

  /** Folds and writes all targets once, some at a time: while the database writes some, the next ones are folded. */
  async function writeRound(targets: readonly Target[], rejections: Rejections, onStep: OnStep): Promise<Round> {
    const updates = await foldTogether(targets.filter(sharesEvents), rejections);
    const round: Round = { lost: [], sent: 0, changed: [] };
    const failures: unknown[] = [];
    const inFlight = new Set<Promise<void>>();

    async function send(collection: string, swaps: ReadonlyMap<Swap, Target>): Promise<void> {
      try {
        round.lost.push(...(await writeSome(collection, swaps)));
        await onStep();
      } catch (error) {
        failures.push(error);
      }
    }

    for (const [collection, members] of Map.groupBy(targets, (target) => target.collection)) {
      for (let start = 0; start < members.length && failures.length === 0; start += DOCUMENTS_PER_WRITE) {
        const swaps = new Map<Swap, Target>();
        for (const target of members.slice(start, start + DOCUMENTS_PER_WRITE)) {
          const known = updates.get(target);
          const update = known === undefined ? foldFitting(target, rejections) : known;
          if (update === null) continue;
          const swap = swapOf(target, update);
          swaps.set(swap, target);
          if (swap.outbox !== undefined) round.changed.push({ readModel: target.readModel.name, id: target.id });
        }
        if (swaps.size === 0) continue;
        round.sent += swaps.size;
        const sending = send(collection, swaps).then(() => void inFlight.delete(sending));
        inFlight.add(sending);
        await yieldToEventLoop();
        if (inFlight.size >= MAX_WRITES_IN_FLIGHT) await Promise.race(inFlight);
      }
    }
    await Promise.all(inFlight);
    if (failures.length > 0) throw failures[0];
    return round;
  }

  async function writeEvents(events: readonly EventChanges[], onStep: OnStep): Promise<WriteResult> {
    const rejections: Rejections = new Map();
    const changed: ChangedDocument[] = [];
    let documentsWritten = 0;
    let swapsLost = 0;
    let targets = targetsOf(events, versions);
    for (let number = 0; targets.length > 0; number += 1) {
      if (number === MAX_ROUNDS) throw new RetryableError('swaps_lost', 'Other writers were faster in every round.');
      if (number > 0) await pauseBeforeRound(number);
      await load(targets);
      await onStep();
      const round = await writeRound(targets, rejections, onStep);
      documentsWritten += round.sent - round.lost.length;
      swapsLost += round.lost.length;
      changed.push(...round.changed);
      targets = round.lost;
    }
    const rejected = [...rejections].map(([event, error]) => ({ event, error }));
    return { rejected, documentsWritten, swapsLost, changed };
  }

  /**
   * An erasure is marked first and then looks for what is there. So a write that it does not find came after the mark, and
   * the writer sees the mark when it looks again; until then the events do not count as done. A process that ends in
   * between has not checkpointed, and the next owner of its partitions sees the mark before it writes.
   */
  return async (events, onStep = noop) => {
    const marks = marksOfAll(events);
    const known = await erasures.among(marks, { maxAgeMs: ERASURES_MAX_AGE_MS });
    await onStep();
    const written = await writeEvents(
      known.size === 0 ? events : events.map((event) => withErasures(event, known)),
      onStep,
    );
    const now = await erasures.among(marks);
    await onStep();
    const late =
      now.size === known.size
        ? []
        : events.filter((event) => isAboutErased(event, now) && !isAboutErased(event, known));
    if (late.length === 0) return written;
    const erased = await writeEvents(
      late.map((event) => withErasures(event, now)),
      onStep,
    );
    return {
      rejected: written.rejected,
      documentsWritten: written.documentsWritten + erased.documentsWritten,
      swapsLost: written.swapsLost + erased.swapsLost,
      changed: [...written.changed, ...erased.changed],
    };
  };
}

function slotOf({ collection, key }: Target, slot: string): string {
  return `${collection}/${key}/${slot}`;
}

type Updates = Map<Target, DocumentUpdate | null>;
type Round = { readonly lost: Target[]; sent: number; readonly changed: ChangedDocument[] };

function sharesEvents({ contributions }: Target): boolean {
  return contributions.some(({ isShared }) => isShared);
}

function targetsOf(events: readonly EventChanges[], versions: WrittenVersions): Target[] {
  const byCollection = new Map<string, Map<string, Target>>();
  const collections = new Map<ReadModelName, string[]>();
  for (const event of events) {
    for (const { readModel, id, key, changes } of event.documents) {
      const found = collections.get(readModel.name) ?? collectionsOf(versions, readModel.name);
      collections.set(readModel.name, found);
      const contribution = { event, changes, isShared: event.documents.length > 1 || found.length > 1 };
      for (const collection of found) {
        let targets = byCollection.get(collection);
        if (targets === undefined) {
          targets = new Map();
          byCollection.set(collection, targets);
        }
        const present = targets.get(key);
        if (present !== undefined) present.contributions.push(contribution);
        else targets.set(key, { readModel, collection, id, key, contributions: [contribution], loaded: null });
      }
    }
  }
  return [...byCollection.values()].flatMap((targets) => [...targets.values()]);
}

/** What the change leaves to be done; `dirtySince` is that of the first event, in the log's order of time. */
function outboxOf({ readModel, id, loaded, contributions }: Target, update: DocumentUpdate): Outbox | null {
  const rule = readModel.outbox;
  if (rule === undefined) return null;
  let concerned = false;
  for (const name of update.changedSlots) concerned ||= rule.reads.includes(kindOf(name));
  if (!concerned) return null;
  const dirtyDays = rule.days(id, loaded?.slots ?? NO_SLOTS, update.slots);
  if (dirtyDays === null) return null;
  let dirtySince = Number.POSITIVE_INFINITY;
  for (const { event } of contributions) dirtySince = Math.min(dirtySince, event.appendedAt);
  return { dirtyDays, dirtySince };
}
