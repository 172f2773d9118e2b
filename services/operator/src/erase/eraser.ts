import type { ReadModelName } from '@fundlens/read-models/definition';
import { DEAL } from '@fundlens/read-models/deals/slots';
import { dashboardWindows, definitionOf } from '@fundlens/read-models/definitions';
import type { Slot } from '@fundlens/read-models/slot';
import { INSTALLATION } from '@fundlens/read-models/locations/locations';
import { isErased, markOf, type Subject } from '@fundlens/read-models/erasure';
import { differingParts, type ReadModelVersion, versionsOf } from '@fundlens/read-models/model-version';
import type { Projection } from '@fundlens/projection/projections/projection';
import { assertSameFingerprint, type FingerprintOf, partNames } from '@fundlens/projection/versions/fingerprint';
import type { WrittenVersions } from '@fundlens/projection/versions/written-versions';
import type { DocumentWriter } from '@fundlens/projection/writer/document-writer';
import { changedAt, type LateWrites } from '@fundlens/projection/writer/late-writes';
import type { EventChanges } from '@fundlens/projection/writer/event-changes';
import type { ErasureStore } from '@fundlens/projection/erasures/erasure-store';
import { erasedChange } from '@fundlens/projection/erasures/erasures';
import type { Holding, Owned, SubjectStore, Version } from './subject-store.ts';

export type EraseResult = {
  /** Documents with slots that were not erased yet. */
  readonly documents: number;
  readonly deadLetters: number;
  /** What is still there, by name; empty when the erasure is complete. */
  readonly remaining: readonly string[];
};

type EraserOptions = {
  readonly projections: readonly Projection[];
  readonly erasures: Pick<ErasureStore, 'put'>;
  readonly store: SubjectStore;
  readonly versions: () => Promise<ReadonlyMap<ReadModelName, ReadModelVersion>>;
  /** What this process makes documents with. */
  readonly fingerprint: FingerprintOf;
  readonly writerOf: (versions: WrittenVersions) => DocumentWriter;
  readonly late: LateWrites;
  /** MongoDB's clock, epoch milliseconds. */
  readonly now: () => Promise<number>;
  readonly refreshDashboard: (version: number, locationId: string) => Promise<void>;
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
/** Models without documents of a location, and models without documents of a contact. */
const OF_NO_SUBJECT: ReadonlySet<ReadModelName> = new Set(['companies', 'credentials']);
const OF_LOCATION: ReadonlySet<ReadModelName> = new Set(['locations', 'deal_pipelines']);
/** An installation decides on access, is not personal data and comes from another stream. */
const KEPT_SLOT = `${INSTALLATION}:`;
/** A deal that moved between contacts has a slot for each of them. */
const DEAL_SLOT = `${DEAL}:`;

/**
 * Erases a contact or a location: what stays are slots that outrank every version (design §2):
 *
 *   mark → every version's documents → dead letters → dashboard → check
 *
 * The mark comes first. Every writer reads the marks before and after it writes, so a write that these passes do not find
 * is undone by its own writer before it counts as done; later events of the log, also in a rebuild, are written erased. An
 * erasure may be interrupted at any await and repeated.
 */
export function createEraser(options: EraserOptions): Erase {
  return async (subject, { by, dryRun }, progress) => {
    const versions = versionsIn(await options.versions(), subject, options);
    const erasure = new SubjectErasure(options, subject, versions);
    return dryRun ? await erasure.preview() : await erasure.erase(by, progress);
  };
}

class SubjectErasure {
  readonly #options: EraserOptions;
  readonly #subject: Subject;
  readonly #versions: SubjectVersions;
  /** By MongoDB's clock. */
  #startedAt = Number.NEGATIVE_INFINITY;

  constructor(options: EraserOptions, subject: Subject, versions: SubjectVersions) {
    this.#options = options;
    this.#subject = subject;
    this.#versions = versions;
  }

  /** What an erasure would erase. */
  async preview(): Promise<EraseResult> {
    const owned = await this.#owned();
    let documents = 0;
    for await (const { found } of this.#unerased(owned)) if (hasUnerased(found, this.#subject)) documents += 1;
    const deadLetters = await this.#options.store.countDeadLetters(this.#subject);
    return { documents, deadLetters, remaining: this.#versions.foreign };
  }

  async erase(by: string, progress: (documents: number) => void): Promise<EraseResult> {
    const { store, erasures, clock, now, refreshDashboard } = this.#options;
    const { counted, foreign } = this.#versions;
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
    for (const version of dashboardsIn(counted)) await refreshDashboard(version, subject.locationId);
    return { documents, deadLetters, remaining: [...foreign, ...(await this.#remaining())] };
  }

  /** Read again before each step: other writers may add reports and deals meanwhile. */
  #owned(): Promise<Owned> {
    return this.#options.store.children(this.#versions.usable, this.#subject);
  }

  async *#unerased(owned: Owned): AsyncGenerator<{ version: Version; found: Holding }> {
    for (const version of this.#versions.usable) {
      for await (const found of this.#options.store.holdings(version, this.#subject, owned)) {
        if (this.#slotsToErase(found).length > 0) yield { version, found };
      }
    }
  }

  /** @returns the documents that were written, and those of them that had something to erase. */
  async #erasePass(progress: (documents: number) => void): Promise<{ written: number; erased: number }> {
    let written = 0;
    let erased = 0;
    let waiting: { version: Version; found: Holding }[] = [];
    const flush = async () => {
      await this.#options.late(async (time) => {
        for (const [name, group] of Map.groupBy(waiting, ({ version }) => version.name)) {
          const events = group.map(({ found }) => changedAt(this.#erasureOf(name, found), time));
          // Into every version, also into one that has not come to these events yet: it would show their erasure at the
          // time of the events, which clients may have passed by then.
          await this.#options.writerOf(new Map([[name, this.#usableOf(name)]]))(events);
        }
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

  #usableOf(wanted: ReadModelName): number[] {
    return this.#versions.usable.filter(({ name }) => name === wanted).map(({ version }) => version);
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
    for (const version of this.#versions.counted) {
      if ((await store.uncounted(version, this.#subject, owned)) > 0) found.push(dashboardWindows.name);
    }
    return [...new Set(found)];
  }
}

type SubjectVersions = {
  /** Made with the fingerprint of this process. */
  readonly usable: readonly Version[];
  /** Those whose dashboards are counted here: what a rebuild builds has no indexes yet, and it counts that itself. */
  readonly counted: readonly Version[];
  /** Made with another fingerprint, by name. */
  readonly foreign: readonly string[];
};

/**
 * The versions that hold documents of a subject. Versions that another process made otherwise (a rebuild's, or the one
 * before) are named and left to the command with their fingerprint.
 * @throws InvalidError `fingerprint_differs` when a version that readers use was made otherwise.
 */
function versionsIn(
  known: ReadonlyMap<ReadModelName, ReadModelVersion>,
  { contactId }: Subject,
  { projections, fingerprint }: Pick<EraserOptions, 'projections' | 'fingerprint'>,
): SubjectVersions {
  const usable: Version[] = [];
  const counted: Version[] = [];
  const foreign: string[] = [];
  const holding = projections
    .map(({ readModel }) => readModel)
    .filter(({ name }) => !OF_NO_SUBJECT.has(name) && (contactId === null || !OF_LOCATION.has(name)));
  assertSameFingerprint(known, holding, fingerprint);
  for (const readModel of holding) {
    const { name } = readModel;
    const model = known.get(name);
    for (const found of model === undefined ? [] : versionsOf(model)) {
      const { version, state } = found;
      if (state === 'dropped') continue;
      const parts = differingParts(found, fingerprint(readModel));
      if (parts.length === 0) usable.push({ name, version });
      else foreign.push(`${name} version ${version}: made with another fingerprint: ${partNames(parts)}`);
      if (parts.length === 0 && state !== 'building') counted.push({ name, version });
    }
  }
  return { usable, counted, foreign };
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

/** Dashboards have the versions of the contacts. */
function dashboardsIn(versions: readonly Version[]): number[] {
  return versions.filter(({ name }) => name === dashboardWindows.madeFrom).map(({ version }) => version);
}
