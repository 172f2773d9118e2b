import { OF_NO_LOCATION, type ReadModelName } from '@fundlens/read-models/definition';
import { DEAL } from '@fundlens/read-models/deals/slots';
import { dashboardWindows, definitionOf } from '@fundlens/read-models/definitions';
import type { Slot } from '@fundlens/read-models/slot';
import { INSTALLATION } from '@fundlens/read-models/locations/locations';
import { isErased, markOf, type Subject } from '@fundlens/read-models/erasure';
import type { Fingerprint, GenerationPointer } from '@fundlens/read-models/generation';
import type { Projection } from '@fundlens/projection/projections/projection';
import { fingerprintDifference, writableGenerations } from '@fundlens/projection/generations/fingerprint';
import type { DocumentWriter } from '@fundlens/projection/writer/document-writer';
import { changedAt, type LateWrites } from '@fundlens/projection/writer/late-writes';
import type { EventChanges } from '@fundlens/projection/writer/event-changes';
import type { ErasureStore } from '@fundlens/projection/erasures/erasure-store';
import { erasedChange } from '@fundlens/projection/erasures/erasures';
import type { Holding, Owned, SubjectStore, ModelDocuments } from './subject-store.ts';

export type EraseResult = {
  /** Documents with slots that were not erased yet. */
  readonly documents: number;
  readonly deadLetters: number;
  /** What is still there, by name; empty when the erasure is complete. */
  readonly remaining: readonly string[];
};

type EraserOptions = {
  readonly projections: readonly Projection[];
  readonly erasures: Pick<ErasureStore, 'put' | 'done'>;
  readonly store: SubjectStore;
  readonly pointer: () => Promise<GenerationPointer>;
  /** What this process makes documents with. */
  readonly fingerprint: Fingerprint;
  readonly writerOf: (generation: number) => DocumentWriter;
  readonly late: LateWrites;
  /** MongoDB's clock, epoch milliseconds. */
  readonly now: () => Promise<number>;
  readonly refreshDashboard: (generation: number, locationId: string) => Promise<void>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
};

/** @throws InvalidError `fingerprint_differs` when this process makes documents otherwise than the active ones. */
export type Erase = (
  subject: Subject,
  how: { readonly by: string; readonly dryRun: boolean },
  progress: (documents: number) => void,
) => Promise<EraseResult>;

/** Written together; bounds memory. */
const DOCUMENTS_AT_ONCE = 200;
/** Writers that had not seen the mark may write a document once more; further passes only limit the effect of a bug. */
const MAX_PASSES = 5;
/** Models without documents of a contact. */
const OF_LOCATION: ReadonlySet<ReadModelName> = new Set(['locations', 'deal_pipelines']);
/** An installation decides on access, is not personal data and comes from another stream. */
const KEPT_SLOT = `${INSTALLATION}:`;
/** A deal that moved between contacts has a slot for each of them. */
const DEAL_SLOT = `${DEAL}:`;

/**
 * Erases a contact or a location: what stays are slots that outrank every version (design §2):
 *
 *   mark → every generation's documents → dead letters → dashboard → check → done
 *
 * The mark comes first. Every writer reads the marks before and after it writes, so a write that these passes do not find
 * is undone by its own writer before it counts as done; later events of the log, also in a rebuild, are written erased. An
 * erasure may be interrupted at any await and repeated.
 */
export function createEraser(options: EraserOptions): Erase {
  return async (subject, { by, dryRun }, progress) => {
    const erasure = new SubjectErasure(options, subject, generationsIn(await options.pointer(), subject, options));
    return dryRun ? await erasure.preview() : await erasure.erase(by, progress);
  };
}

class SubjectErasure {
  readonly #options: EraserOptions;
  readonly #subject: Subject;
  readonly #in: SubjectGenerations;
  /** By MongoDB's clock. */
  #startedAt = Number.NEGATIVE_INFINITY;

  constructor(options: EraserOptions, subject: Subject, generations: SubjectGenerations) {
    this.#options = options;
    this.#subject = subject;
    this.#in = generations;
  }

  /** What an erasure would erase. */
  async preview(): Promise<EraseResult> {
    const owned = await this.#owned();
    let documents = 0;
    for await (const { found } of this.#unerased(owned)) if (hasUnerased(found, this.#subject)) documents += 1;
    const deadLetters = await this.#options.store.countDeadLetters(this.#subject);
    return { documents, deadLetters, remaining: this.#in.foreign };
  }

  async erase(by: string, progress: (documents: number) => void): Promise<EraseResult> {
    const { store, erasures, clock, now, refreshDashboard } = this.#options;
    const { writable, foreign } = this.#in;
    const subject = this.#subject;
    this.#startedAt = await now();
    await erasures.put({ _id: markOf(subject), at: clock(), by });
    let documents = 0;
    for (let pass = 0; pass < MAX_PASSES; pass += 1) {
      const { written, erased } = await this.#erasePass((more) => progress(documents + more));
      documents += erased;
      if (written === 0) break;
    }
    const deadLetters = await store.eraseDeadLetters(subject, { at: clock(), by, because: 'erased' });
    for (const generation of writable) await refreshDashboard(generation, subject.locationId);
    const remaining = await this.#remaining();
    if (remaining.length === 0) await erasures.done(markOf(subject), writable, clock());
    return { documents, deadLetters, remaining: [...foreign, ...remaining] };
  }

  /** Read again before each step: other writers may add reports and deals meanwhile. */
  #owned(): Promise<Owned> {
    return this.#options.store.children(this.#in.documents, this.#subject);
  }

  async *#unerased(owned: Owned): AsyncGenerator<{ version: ModelDocuments; found: Holding }> {
    for (const version of this.#in.documents) {
      for await (const found of this.#options.store.holdings(version, this.#subject, owned)) {
        if (this.#slotsToErase(found).length > 0) yield { version, found };
      }
    }
  }

  /** @returns the documents that were written, and those of them that had something to erase. */
  async #erasePass(progress: (documents: number) => void): Promise<{ written: number; erased: number }> {
    let written = 0;
    let erased = 0;
    let waiting: { version: ModelDocuments; found: Holding }[] = [];
    const flush = async () => {
      await this.#options.late(async (time) => {
        // Into every generation, also into one that has not come to these events yet: it would show their erasure at the
        // time of the events, which clients may have passed by then.
        const events = waiting.map(({ version, found }) => changedAt(this.#erasureOf(version.name, found), time));
        for (const generation of this.#in.writable) await this.#options.writerOf(generation)(events);
      });
      written += waiting.length;
      erased += waiting.filter(({ found }) => hasUnerased(found, this.#subject)).length;
      waiting = [];
      progress(erased);
    };
    for await (const entry of this.#unerased(await this.#owned())) {
      waiting.push(entry);
      if (waiting.length === DOCUMENTS_AT_ONCE) await flush();
    }
    if (waiting.length > 0) await flush();
    return { written, erased };
  }

  /**
   * Slots that are not erased, and those that `/changes` may never show: the writer has erased them at the time of an
   * event, or a command that ended before it was done. A slot whose time lies ahead was written in time.
   */
  #slotsToErase(holding: Pick<Holding, 'slots'>): string[] {
    return ownSlots(holding, this.#subject).flatMap(([name, slot]) => {
      const { at, late } = slot;
      const isTold = at === undefined || (late === true && at > this.#startedAt);
      return isErased(slot) && isTold ? [] : [name];
    });
  }

  #erasureOf(name: ReadModelName, { id, key, slots }: Holding): EventChanges {
    const readModel = definitionOf(name);
    const changes = this.#slotsToErase({ slots }).map((slot) => erasedChange({ documentId: id, slot }));
    // Without a subject: the changes are erasures already.
    return { appendedAt: this.#options.clock(), documents: [{ readModel, id, key, changes }], subject: null };
  }

  async #remaining(): Promise<string[]> {
    const { store } = this.#options;
    const owned = await this.#owned();
    const found: string[] = [];
    for await (const { version, found: holding } of this.#unerased(owned)) found.push(`${version.name}/${holding.key}`);
    if ((await store.countDeadLetters(this.#subject)) > 0) found.push('dead_letters');
    for (const version of this.#in.documents) {
      if ((await store.uncounted(version, this.#subject, owned)) > 0) found.push(dashboardWindows.name);
    }
    return [...new Set(found)];
  }
}

type SubjectGenerations = {
  /** Made with the fingerprint of this process. */
  readonly writable: readonly number[];
  /** The models of those that hold documents of the subject. */
  readonly documents: readonly ModelDocuments[];
  /** Made with another fingerprint, in words: left to the command with theirs. */
  readonly foreign: readonly string[];
};

/** @throws InvalidError `fingerprint_differs` when the generation that readers use was made otherwise. */
function generationsIn(
  pointer: GenerationPointer,
  { contactId }: Subject,
  { projections, fingerprint }: Pick<EraserOptions, 'projections' | 'fingerprint'>,
): SubjectGenerations {
  const writable = writableGenerations(pointer, fingerprint);
  const names = projections
    .map(({ readModel }) => readModel.name)
    .filter((name) => !OF_NO_LOCATION.has(name) && (contactId === null || !OF_LOCATION.has(name)));
  return {
    writable,
    documents: writable.flatMap((generation) => names.map((name) => ({ name, generation }))),
    foreign: pointer.generations.flatMap(({ number, fingerprint: made }) => {
      const difference = fingerprintDifference(made, fingerprint);
      return difference === null ? [] : [`generation ${number}: made otherwise: ${difference}`];
    }),
  };
}

/** The slots that hold, or could still come to hold, something of the subject. */
function ownSlots({ slots }: Pick<Holding, 'slots'>, { contactId }: Subject): [string, Slot][] {
  return [...slots].filter(([name]) => {
    if (name.startsWith(KEPT_SLOT)) return false;
    return contactId === null || !name.startsWith(DEAL_SLOT) || name === `${DEAL_SLOT}${contactId}`;
  });
}

function hasUnerased(holding: Pick<Holding, 'slots'>, subject: Subject): boolean {
  return ownSlots(holding, subject).some(([, slot]) => !isErased(slot));
}
