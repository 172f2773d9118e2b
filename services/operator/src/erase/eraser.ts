import type { ReadModelName } from '@fundlens/read-models/definition';
import { creditReports } from '@fundlens/read-models/credit-reports/credit-reports';
import { DEAL } from '@fundlens/read-models/deals/slots';
import { dashboardWindows, definitionOf } from '@fundlens/read-models/definitions';
import { INSTALLATION } from '@fundlens/read-models/locations/locations';
import { isErased, markOf, type Subject } from '@fundlens/read-models/erasure';
import { differingParts, type ReadModelVersion, versionsOf } from '@fundlens/read-models/model-version';
import type { Projection } from '@fundlens/projection/projections/projection';
import { assertSameFingerprint, type FingerprintOf, partNames } from '@fundlens/projection/versions/fingerprint';
import type { WrittenVersions } from '@fundlens/projection/versions/written-versions';
import type { DocumentWriter } from '@fundlens/projection/writer/document-writer';
import type { EventChanges } from '@fundlens/projection/writer/event-changes';
import type { ErasureStore } from '@fundlens/projection/erasures/erasure-store';
import { erasedChange } from '@fundlens/projection/erasures/erasures';
import type { Holding, Owned, SubjectStore, Version } from './subject-store.ts';

export type EraseResult = {
  /** Documents with slots that were not erased yet. */
  readonly documents: number;
  readonly pdfs: number;
  readonly deadLetters: number;
  /** What is still there, by name; empty when the erasure is complete. */
  readonly remaining: readonly string[];
};

export type EraserOptions = {
  readonly projections: readonly Projection[];
  readonly erasures: Pick<ErasureStore, 'put'>;
  readonly store: SubjectStore;
  readonly versions: () => Promise<ReadonlyMap<ReadModelName, ReadModelVersion>>;
  /** What this process makes documents with. */
  readonly fingerprint: FingerprintOf;
  readonly writerOf: (versions: WrittenVersions) => DocumentWriter;
  readonly lookAfterPdf: (version: number, key: string) => Promise<void>;
  /** Leaves nothing of a PDF, whatever there is of its report. */
  readonly dropPdf: (version: number, key: string) => Promise<void>;
  readonly refreshDashboard: (version: number, locationId: string) => Promise<void>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
};

/** @throws InvalidError `fingerprint_differs` when this process would render what is left otherwise than it is read. */
export type Erase = (
  subject: Subject,
  how: { readonly by: string; readonly dryRun: boolean },
  progress: (documents: number) => void,
) => Promise<EraseResult>;

/** Written together; bounds memory. */
const DOCUMENTS_AT_ONCE = 200;
/** Writers that had not seen the mark may bring something back once; more passes only bound a mistake of ours. */
const MAX_PASSES = 5;
/** Models that hold nothing of a location, and nothing of a contact. */
const OF_NO_SUBJECT: ReadonlySet<ReadModelName> = new Set(['companies', 'credentials']);
const OF_LOCATION: ReadonlySet<ReadModelName> = new Set(['locations', 'deal_pipelines']);
/** Who has it installed decides on access, is nothing personal, and comes from another stream. */
const KEPT_SLOT = `${INSTALLATION}:`;
/** Of a deal that moved between contacts there is a slot of each. */
const DEAL_SLOT = `${DEAL}:`;

/**
 * Leaves of a contact or a location nothing but slots that outrank every version (design §2):
 *
 *   mark → every version's documents → dead letters → PDFs → dashboard → look again
 *
 * The mark comes first. Every writer looks for it before and after it writes, so a write that these passes do not find is
 * undone by its own writer before it counts as done; and what the log brings later, or in a rebuild, arrives erased. It may
 * be broken off at any await and given again.
 */
export function createEraser(options: EraserOptions): Erase {
  const { projections, store, clock } = options;

  return async (subject, { by, dryRun }, progress) => {
    const { usable, foreign, droppedReports } = versionsIn(await options.versions(), subject);
    const scope = async () => ({ usable, droppedReports, subject, owned: await store.children(usable, subject) });

    if (dryRun) {
      const within = await scope();
      const documents = await count(within);
      const [pdfs, deadLetters] = [await pdfsLeft(within), await store.countDeadLetters(subject)];
      return { documents, pdfs: pdfs.length, deadLetters, remaining: foreign };
    }

    await options.erasures.put({ _id: markOf(subject), at: clock(), by });
    let documents = 0;
    for (let pass = 0; pass < MAX_PASSES; pass += 1) {
      const erased = await erasePass(await scope(), (more) => progress(documents + more));
      documents += erased;
      if (erased === 0) break;
    }
    const deadLetters = await store.eraseDeadLetters(subject, { at: clock(), by, because: 'erased' });
    const within = await scope();
    const pdfs = await pdfsLeft(within);
    for (const { version, key } of pdfs) {
      if (!droppedReports.includes(version)) await options.lookAfterPdf(version, key);
    }
    for (const { version, key } of await pdfsLeft(within)) await options.dropPdf(version, key);
    for (const version of dashboardsIn(usable)) await options.refreshDashboard(version, subject.locationId);
    return { documents, pdfs: pdfs.length, deadLetters, remaining: [...foreign, ...(await remaining(await scope()))] };
  };

  type Scope = {
    readonly usable: readonly Version[];
    readonly droppedReports: readonly number[];
    readonly subject: Subject;
    readonly owned: Owned;
  };

  async function* unerased({ usable, subject, owned }: Scope): AsyncGenerator<{ version: Version; found: Holding }> {
    for (const version of usable) {
      for await (const found of store.holdings(version, subject, owned)) {
        if (slotsToErase(found, subject).length > 0) yield { version, found };
      }
    }
  }

  async function count(scope: Scope): Promise<number> {
    let documents = 0;
    for await (const _ of unerased(scope)) documents += 1;
    return documents;
  }

  async function erasePass(scope: Scope, progress: (documents: number) => void): Promise<number> {
    let documents = 0;
    let waiting: { version: Version; found: Holding }[] = [];
    const flush = async () => {
      for (const [version, group] of Map.groupBy(waiting, (entry) => entry.version)) {
        const events = group.map(({ found }) => erasureOf(version, found, scope.subject));
        await options.writerOf(new Map([[version.name, [version.version]]]))(events);
      }
      documents += waiting.length;
      waiting = [];
      progress(documents);
    };
    for await (const entry of unerased(scope)) {
      waiting.push(entry);
      if (waiting.length === DOCUMENTS_AT_ONCE) await flush();
    }
    if (waiting.length > 0) await flush();
    return documents;
  }

  function erasureOf({ name }: Version, { id, key, slots }: Holding, subject: Subject): EventChanges {
    const readModel = definitionOf(name);
    const changes = slotsToErase({ slots }, subject).map((slot) => erasedChange({ documentId: id, slot }));
    // Without a subject: the changes are erasures already.
    return { appendedAt: clock(), documents: [{ readModel, id, key, changes }], subject: null };
  }

  async function pdfsLeft(scope: Scope): Promise<{ version: number; key: string }[]> {
    const { usable, droppedReports, subject, owned } = scope;
    const current = usable.filter(({ name }) => name === creditReports.name).map(({ version }) => version);
    // What is stored of a dropped version goes by and by; what is to be erased is not left to that.
    const found = [...current, ...droppedReports].map(async (version) =>
      (await store.pdfs(version, subject, owned)).map((key) => ({ version, key })),
    );
    return (await Promise.all(found)).flat();
  }

  async function remaining(scope: Scope): Promise<string[]> {
    const found: string[] = [];
    for await (const { version, found: holding } of unerased(scope)) found.push(`${version.name}/${holding.key}`);
    for (const { key } of await pdfsLeft(scope)) found.push(`credit_report_pdfs/${key}`);
    if ((await store.countDeadLetters(scope.subject)) > 0) found.push('dead_letters');
    for (const version of scope.usable) {
      if ((await store.uncounted(version, scope.subject, scope.owned)) > 0) found.push(dashboardWindows.name);
    }
    return [...new Set(found)];
  }

  /**
   * What is read must be made as this process makes it. Of the other versions, those that are made otherwise (a rebuild's,
   * or the one before) are left to the command that makes them so, and named.
   */
  function versionsIn(known: ReadonlyMap<ReadModelName, ReadModelVersion>, { contactId }: Subject) {
    const usable: Version[] = [];
    const foreign: string[] = [];
    const droppedReports: number[] = [];
    const holding = projections
      .map(({ readModel }) => readModel)
      .filter(({ name }) => !OF_NO_SUBJECT.has(name) && (contactId === null || !OF_LOCATION.has(name)));
    assertSameFingerprint(known, holding, options.fingerprint);
    for (const readModel of holding) {
      const { name } = readModel;
      const model = known.get(name);
      for (const found of model === undefined ? [] : versionsOf(model)) {
        const { version, state } = found;
        if (state === 'dropped' && name === creditReports.name) droppedReports.push(version);
        if (state === 'dropped') continue;
        const parts = differingParts(found, options.fingerprint(readModel));
        if (parts.length === 0) usable.push({ name, version });
        else foreign.push(`${name} version ${version}: made with another fingerprint: ${partNames(parts)}`);
      }
    }
    return { usable, foreign, droppedReports };
  }
}

/** Names of the slots that hold, or could still come to hold, something of the subject. */
function slotsToErase({ slots }: Pick<Holding, 'slots'>, { contactId }: Subject): string[] {
  return [...slots].flatMap(([name, slot]) => {
    if (name.startsWith(KEPT_SLOT) || isErased(slot)) return [];
    const ofOther = contactId !== null && name.startsWith(DEAL_SLOT) && name !== `${DEAL_SLOT}${contactId}`;
    return ofOther ? [] : [name];
  });
}

/** Versions of the dashboards: those of what they are made from. */
function dashboardsIn(versions: readonly Version[]): number[] {
  return versions.filter(({ name }) => name === dashboardWindows.madeFrom).map(({ version }) => version);
}
