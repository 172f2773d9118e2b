import { createRefresher } from '@fundlens/dashboards/refresher';
import { erasedChange } from '@fundlens/projection/erasures/erasures';
import { fingerprintDifference, writableGenerations } from '@fundlens/projection/generations/fingerprint';
import type { EventChanges } from '@fundlens/projection/fold/fold';
import { changedAt } from '@fundlens/projection/writer/late-writes';
import { DEAL } from '@fundlens/read-models/deals/deals';
import { definitionOf } from '@fundlens/read-models/definitions';
import { isErased, markOf, type Subject } from '@fundlens/read-models/erasure';
import { INSTALLATION } from '@fundlens/read-models/locations/locations';
import type { Slot } from '@fundlens/read-models/slot';
import type { System } from '../composition-root.ts';
import { countDeadLetters, eraseDeadLetters, type Holding, holdingsOf } from './subject-store.ts';

export type EraseResult = {
  /** Documents with slots that were not erased yet. */
  readonly documents: number;
  readonly deadLetters: number;
  /** What is still there, by name; empty when the erasure is complete. */
  readonly remaining: readonly string[];
};

/** Written together; bounds memory. */
const DOCUMENTS_AT_ONCE = 200;
/** Writers that had not seen the mark may write a document once more; further passes only limit the effect of a bug. */
const MAX_PASSES = 5;

/**
 * Erases a contact or a location: what stays are slots that outrank every version (design §2):
 *
 *   mark → dead letters → every generation's documents, until a pass finds nothing → dashboards → done
 *
 * The mark comes first. Every writer reads the marks before and after it writes, so a write that these passes do not find
 * is undone by its own writer before it counts as done; later events of the log, also in a rebuild, are written erased. An
 * erasure may be interrupted at any await and repeated.
 * @param how `dryRun`: counts what an erasure would erase, and changes nothing.
 * @throws InvalidError `fingerprint_differs` when this process makes documents otherwise than the active ones.
 */
export async function erase(
  system: System,
  subject: Subject,
  how: { readonly by: string; readonly dryRun: boolean; readonly progress: (documents: number) => void },
): Promise<EraseResult> {
  const { by, dryRun, progress } = how;
  const { db, erasures, clock, windowStoreOf } = system;
  const pointer = await system.generations.pointer();
  const writable = writableGenerations(pointer, system.fingerprint);
  const foreign = pointer.generations.flatMap(({ number, fingerprint }) => {
    const difference = fingerprintDifference(fingerprint, system.fingerprint);
    return difference === null ? [] : [`generation ${number}: made otherwise: ${difference}`];
  });
  const startedAt = await system.now();
  if (dryRun) {
    const documents = await passOver(system, { subject, writable, startedAt }, null);
    return { documents: documents.personal, deadLetters: await countDeadLetters(db, subject), remaining: foreign };
  }

  await erasures.put({ _id: markOf(subject), at: clock(), by });
  const deadLetters = await eraseDeadLetters(db, subject, { at: clock(), by, because: 'erased' });
  let documents = 0;
  let left: readonly string[] = [];
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const { names, personal } = await passOver(system, { subject, writable, startedAt }, progress);
    documents += personal;
    left = names;
    if (names.length === 0) break;
  }
  for (const generation of writable) {
    await createRefresher({ ...system, store: windowStoreOf(generation) })(subject.locationId);
  }
  const remaining = [...left, ...((await countDeadLetters(db, subject)) > 0 ? ['dead_letters'] : [])];
  if (remaining.length === 0) await erasures.done(markOf(subject), writable, clock());
  return { documents, deadLetters, remaining: [...foreign, ...remaining] };
}

/**
 * Erases what is found; `progress` null: finds it only. `startedAt` is by MongoDB's clock.
 * @returns the names of what was found, and how many of them held something of the subject.
 */
async function passOver(
  system: System,
  pass: { readonly subject: Subject; readonly writable: readonly number[]; readonly startedAt: number },
  progress: ((documents: number) => void) | null,
): Promise<{ readonly names: readonly string[]; readonly personal: number }> {
  const { subject, writable, startedAt } = pass;
  const names = new Set<string>();
  let personal = 0;
  let waiting: EventChanges[] = [];
  const flush = async (generation: number) => {
    const { write } = system.writerOf(generation);
    await system.late((time) => write(waiting.map((event) => changedAt(event, time))));
    waiting = [];
  };
  for (const generation of writable) {
    for await (const holding of holdingsOf(system.db, generation, subject)) {
      const own = ownSlots(holding, subject);
      const slots = own.filter(([, slot]) => !isErased(slot) || !isTold(slot, startedAt));
      if (slots.length === 0) continue;
      names.add(`${holding.name}/${holding.key}`);
      if (own.some(([, slot]) => !isErased(slot))) personal += 1;
      if (progress === null) continue;
      waiting.push(erasureOf(holding, slots, system.clock()));
      if (waiting.length === DOCUMENTS_AT_ONCE) await flush(generation);
      progress(personal);
    }
    if (waiting.length > 0) await flush(generation);
  }
  return { names: [...names], personal };
}

/** An installation decides on access, is not personal data and comes from another stream. */
const KEPT_SLOT = `${INSTALLATION}:`;
/** A deal that moved between contacts has a slot for each of them. */
const DEAL_SLOT = `${DEAL}:`;

/** The slots that hold, or could still come to hold, something of the subject. */
function ownSlots({ slots }: Holding, { contactId }: Subject): [string, Slot][] {
  return [...slots].filter(([name]) => {
    if (name.startsWith(KEPT_SLOT)) return false;
    return contactId === null || !name.startsWith(DEAL_SLOT) || name === `${DEAL_SLOT}${contactId}`;
  });
}

/**
 * `/changes` may never show a slot that its writer has erased at the time of an event, or a command that ended before it was
 * done. One whose time lies ahead was written in time.
 */
function isTold({ at, late }: Slot, startedAt: number): boolean {
  return at === undefined || (late === true && at > startedAt);
}

function erasureOf(
  { name, id }: Holding,
  slots: readonly (readonly [string, Slot])[],
  appendedAt: number,
): EventChanges {
  const readModel = definitionOf(name);
  // Without a subject: the changes are erasures already.
  const documents = slots.map(([slot, version]) => {
    return { readModel, ...erasedChange({ documentId: id, slot, version }) };
  });
  return { appendedAt, documents, subject: null };
}
