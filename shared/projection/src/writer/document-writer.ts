import type { ReadModelName } from '@fundlens/read-models/definition';
import type { DocumentId, Outbox } from '@fundlens/read-models/document';
import type { Subject } from '@fundlens/read-models/erasure';
import type { Slots } from '@fundlens/read-models/slot';
import { sleep } from '@fundlens/runtime/backoff';
import { InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { type Erasures, isAboutErased, marksOfAll, withErasures } from '../erasures/erasures.ts';
import {
  type DocumentChanges,
  type DocumentContent,
  foldDocument,
  type LoadedDocument,
  renewDocument,
} from '../fold/fold.ts';
import type { Projection } from '../projections/projection.ts';
import { collectionsOf, FIRST_VERSIONS, type WrittenVersions } from '../versions/written-versions.ts';
import type { DocumentStore, Swap } from './document-store.ts';
import { createKeyedMutex, type KeyedMutex } from '@fundlens/runtime/keyed-mutex';

/**
 * Load, merge and swap are tried this often for one batch. Each lost swap means that somebody else's has landed, and
 * those who race are the partitions of one process or two: more rounds than racers is plenty.
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

/** All changes of one event. */
export type EventChanges = {
  /** Names the event within its partition. */
  readonly offset: number;
  /** Epoch milliseconds at which the log took it. */
  readonly appendedAt: number;
  readonly documents: readonly DocumentChanges[];
  /** Whom it is about; null where nobody could ask to be erased: companies, credentials, installations. */
  readonly subject: Subject | null;
};

/** An event that cannot be shown together with what its document already holds. */
export type Unfit = { readonly offset: number; readonly error: InvalidError };

export type WriteResult = {
  readonly unfit: readonly Unfit[];
  readonly documentsWritten: number;
  readonly swapsLost: number;
  /** Written documents that now have something in their outbox. */
  readonly dirtied: readonly ChangedDocument[];
};

/** A document that waits for what is made from it to be made anew. */
export type ChangedDocument = { readonly readModel: ReadModelName; readonly id: DocumentId };

/**
 * Told whenever a step has succeeded, and waited for. A batch may take longer than its consumer's group waits for a sign
 * of life, while every step of it is soon done: then the group has to hear of the steps.
 */
export type OnStep = () => Promise<void>;

/** For whom nobody waits. */
export async function nobody(): Promise<undefined> {
  return undefined;
}

/** Folds the events of one batch in memory and writes each touched document once. Acknowledged by the majority. */
export type DocumentWriter = (events: readonly EventChanges[], onStep?: OnStep) => Promise<WriteResult>;

/** One document of the batch, with what each event contributes to it. */
type Target = {
  readonly projection: Projection;
  readonly collection: string;
  readonly id: DocumentId;
  readonly key: string;
  contributions: readonly Contribution[];
  loaded: LoadedDocument | null;
};
type Contribution = Pick<EventChanges, 'offset' | 'appendedAt'> & Pick<DocumentChanges, 'changes'>;

export type DocumentWriterOptions = {
  readonly store: DocumentStore;
  readonly pauseBeforeRound: (round: number) => Promise<void>;
  /** Not an option to be left out: whoever writes documents must not bring back who was erased. */
  readonly erasures: Erasures;
  /** The versions that every change is written to. */
  readonly versions?: WrittenVersions;
  /** Shared by the writers of one process. */
  readonly turns?: KeyedMutex;
  /** Writes documents also where nothing outranks what is there: see `renewDocument`. */
  readonly renew?: boolean;
  /**
   * Lets everybody else on the thread have a turn. Called between some of the documents of a batch: a bulk import must not
   * keep a revocation, a heartbeat or a health check waiting. By default nobody has one.
   */
  readonly yieldToEventLoop?: () => Promise<void>;
};

/** Merging and rendering so many takes a few milliseconds; several partitions may do it between two turns of the others. */
const DOCUMENTS_BETWEEN_TURNS = 16;

export function createDocumentWriter(options: DocumentWriterOptions): DocumentWriter {
  const { store, pauseBeforeRound, erasures, versions = FIRST_VERSIONS, turns = createKeyedMutex() } = options;
  const fold = options.renew === true ? renewDocument : foldDocument;
  const yieldToEventLoop = options.yieldToEventLoop ?? (async () => undefined);

  async function writeAll(touched: readonly Target[], onStep: OnStep): Promise<WriteResult> {
    const unfit = new Map<number, InvalidError>();
    let documentsWritten = 0;
    let swapsLost = 0;
    const dirtied: ChangedDocument[] = [];
    let targets = touched;
    for (let round = 0; targets.length > 0; round += 1) {
      if (round === MAX_ROUNDS) throw new RetryableError('swaps_lost', 'Other writers were faster in every round.');
      if (round > 0) await pauseBeforeRound(round);
      await load(store, targets);
      await onStep();
      const swaps = await foldAll(targets, unfit, { fold, yieldToEventLoop });
      targets = await swapAll(store, swaps, dirtied);
      await onStep();
      documentsWritten += swaps.size - targets.length;
      swapsLost += targets.length;
    }
    return { unfit: [...unfit].map(([offset, error]) => ({ offset, error })), documentsWritten, swapsLost, dirtied };
  }

  function writeEvents(events: readonly EventChanges[], onStep: OnStep): Promise<WriteResult> {
    const targets = targetsOf(events, versions);
    return turns(targets.map(nameOf), () => writeAll(targets, onStep));
  }

  /**
   * An erasure is marked first and then looks for what is there. So a write that it does not find came after the mark, and
   * whoever has written sees the mark when it looks again; until then the events do not count as done. A process that
   * ends in between has not checkpointed, and whoever takes its place sees the mark before it writes.
   */
  return async (events, onStep = nobody) => {
    const marks = marksOfAll(events);
    const known = await erasures.among(marks);
    await onStep();
    const written = await writeEvents(
      events.map((event) => withErasures(event, known)),
      onStep,
    );
    const now = await erasures.among(marks);
    await onStep();
    const late = events.filter((event) => isAboutErased(event, now) && !isAboutErased(event, known));
    if (late.length === 0) return written;
    const erased = await writeEvents(
      late.map((event) => withErasures(event, now)),
      onStep,
    );
    return {
      unfit: written.unfit,
      documentsWritten: written.documentsWritten + erased.documentsWritten,
      swapsLost: written.swapsLost + erased.swapsLost,
      dirtied: [...written.dirtied, ...erased.dirtied],
    };
  };
}

/** One name per document, whatever its collection. */
function nameOf({ collection, key }: { readonly collection: string; readonly key: string }): string {
  return `${collection}/${key}`;
}

function targetsOf(events: readonly EventChanges[], versions: WrittenVersions): Target[] {
  const targets = new Map<string, Target & { contributions: Contribution[] }>();
  for (const { offset, appendedAt, documents } of events) {
    for (const { projection, id, key, changes } of documents) {
      const contribution = { offset, appendedAt, changes };
      for (const collection of collectionsOf(versions, projection.readModel.name)) {
        const name = nameOf({ collection, key });
        const present = targets.get(name);
        if (present !== undefined) present.contributions.push(contribution);
        else targets.set(name, { projection, collection, id, key, contributions: [contribution], loaded: null });
      }
    }
  }
  return [...targets.values()];
}

async function load(store: DocumentStore, targets: readonly Target[]): Promise<void> {
  const perCollection = Map.groupBy(targets, ({ collection }) => collection);
  await Promise.all(
    [...perCollection].map(async ([collection, members]) => {
      const loaded = await store.load(
        collection,
        members.map(({ key }) => key),
      );
      for (const target of members) target.loaded = loaded.get(target.key) ?? null;
    }),
  );
}

/**
 * The new content of every document that changes. An event that is unfit in one document is taken out of all of them
 * before anything is written: it is set aside as a whole. Only one that becomes unfit because of what somebody else wrote
 * in the meantime may have reached some of its documents already; a replay completes it.
 */
async function foldAll(
  targets: readonly Target[],
  unfit: Map<number, InvalidError>,
  { fold, yieldToEventLoop }: { readonly fold: Fold; readonly yieldToEventLoop: () => Promise<void> },
): Promise<Map<Target, DocumentContent>> {
  const contents = new Map<Target, DocumentContent>();
  let open: readonly Target[] = targets;
  while (open.length > 0) {
    const found = new Map<number, InvalidError>();
    for (const [index, target] of open.entries()) {
      if (index > 0 && index % DOCUMENTS_BETWEEN_TURNS === 0) await yieldToEventLoop();
      contents.delete(target);
      const content = foldOrFindUnfit(target, found, fold);
      if (content !== null) contents.set(target, content);
    }
    for (const [offset, error] of found) unfit.set(offset, error);
    open = found.size === 0 ? [] : targets.filter((target) => withoutEvents(target, found));
  }
  return contents;
}

/** Takes the events out of the target; tells whether it had any of them. */
function withoutEvents(target: Target, events: ReadonlyMap<number, unknown>): boolean {
  const kept = target.contributions.filter(({ offset }) => !events.has(offset));
  const changed = kept.length < target.contributions.length;
  target.contributions = kept;
  return changed;
}

function foldOrFindUnfit(target: Target, unfit: Map<number, InvalidError>, fold: Fold): DocumentContent | null {
  try {
    return folded(target, target.contributions, fold);
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
    for (const found of unfitContributions(target, fold)) unfit.set(found.offset, found.error);
    return null;
  }
}

/** Adds one event after the other in log order; those with which the document no longer fits are unfit. */
function unfitContributions(target: Target, fold: Fold): Unfit[] {
  const accepted: Contribution[] = [];
  const unfit: Unfit[] = [];
  for (const contribution of target.contributions) {
    try {
      folded(target, [...accepted, contribution], fold);
      accepted.push(contribution);
    } catch (error) {
      if (!(error instanceof InvalidError)) throw error;
      unfit.push({ offset: contribution.offset, error });
    }
  }
  return unfit;
}

type Fold = typeof foldDocument;

function folded(
  { loaded, projection }: Target,
  contributions: readonly Contribution[],
  fold: Fold,
): DocumentContent | null {
  const changes = contributions.flatMap((contribution) => contribution.changes);
  return changes.length === 0 ? null : fold(loaded, changes, projection);
}

const NO_SLOTS: Slots = new Map();

/** What was to be done already stays so; `dirtySince` is that of the first event, in the log's order of time. */
function outboxOf({ id, loaded, projection, contributions }: Target, { slots }: DocumentContent): Outbox | undefined {
  const added = projection.outbox?.(id, loaded?.slots ?? NO_SLOTS, slots) ?? null;
  if (added === null) return loaded?.outbox;
  const dirtyDays = new Set([...(loaded?.outbox?.dirtyDays ?? []), ...added]);
  const dirtySince = contributions.reduce(
    (first, { appendedAt }) => Math.min(first, appendedAt),
    loaded?.outbox?.dirtySince ?? Number.POSITIVE_INFINITY,
  );
  return { dirtyDays: [...dirtyDays].sort((a, b) => a - b), dirtySince };
}

/** Writes all documents; returns the targets whose swap is lost or unknown. */
async function swapAll(
  store: DocumentStore,
  contents: ReadonlyMap<Target, DocumentContent>,
  dirtied: ChangedDocument[],
): Promise<Target[]> {
  const perCollection = Map.groupBy(contents.keys(), ({ collection }) => collection);
  const again = await Promise.all(
    [...perCollection].map(async ([collection, members]) => {
      const targets = new Map<Swap, Target>();
      for (const target of members) {
        const content = contents.get(target);
        if (content === undefined) continue;
        const outbox = outboxOf(target, content);
        const loadedRevision = target.loaded?.revision ?? null;
        targets.set({ id: target.id, loadedRevision, content, ...(outbox && { outbox }) }, target);
        if (outbox !== undefined) dirtied.push({ readModel: target.projection.readModel.name, id: target.id });
      }
      const lost = await store.swap(collection, [...targets.keys()]);
      return lost.flatMap((swap) => targets.get(swap) ?? []);
    }),
  );
  return again.flat();
}
