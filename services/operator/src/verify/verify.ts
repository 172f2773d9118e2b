import { hash } from 'node:crypto';
import { documentDifference } from '@fundlens/projection/fold/document-difference';
import { contentOf } from '@fundlens/projection/fold/fold';
import { writableGenerations } from '@fundlens/projection/generations/fingerprint';
import { projections } from '@fundlens/projection/projections/projections';
import { contentIn } from '@fundlens/projection/writer/stored-content';
import { REPORT_VIEW, reportTextIn, STORED_REPORT } from '@fundlens/read-models/credit-reports/credit-reports';
import { OF_NO_LOCATION } from '@fundlens/read-models/definition';
import { dashboardWindows } from '@fundlens/read-models/definitions';
import type { DocumentContent } from '@fundlens/read-models/document';
import { slotValue } from '@fundlens/read-models/slot';
import { type Compared, compareDocuments, portionsOf } from '../comparison.ts';
import type { System } from '../composition-root.ts';
import { storedDocuments } from '../documents-store.ts';
import { caughtUp } from '../log-progress.ts';
import { openLogRecomputation, type Recomputed } from './log-recomputation.ts';
import { windowDifference } from './window-difference.ts';

export type VerifyResult = Awaited<ReturnType<typeof verify>>;

/**
 * Recomputes the documents of a location from the log, as far as the generation that readers use has come, and compares. It
 * reads the whole log and decodes only the records of the location. Before each further round it reads on to the checkpoints.
 * @throws InvalidError `fingerprint_differs`
 */
export async function verify(system: System, locationId: string, progress: (done: number, total: number) => void) {
  const pointer = await system.generations.pointer();
  writableGenerations(pointer, system.fingerprint);
  const generation = pointer.active;
  const log = await openLogRecomputation(system, { generation, locationId });
  const names = projections.map(({ readModel }) => readModel.name).filter((name) => !OF_NO_LOCATION.has(name));
  const whole = names.map((name) => ({ name, chosen: { locationId } }));
  const windows = system.windowStoreOf(generation);
  const window = `${dashboardWindows.name}/${locationId}`;

  await log.readOn(progress);
  const { documents, ...found } = await compareDocuments({
    compared,
    async caughtUp() {
      // A projector may have stored documents and wait for MongoDB before it stores their checkpoint.
      const isCaughtUp = await caughtUp(system, [generation]);
      await log.readOn(progress);
      return isCaughtUp;
    },
  });
  return {
    location: locationId,
    /** Records that were decoded and folded. */
    events: log.events(),
    /** Documents and windows that were compared. */
    compared: documents,
    ...found,
    /** Partitions of which the log no longer has the beginning: documents from there cannot be recomputed. */
    shortened: log.shortened,
  };

  async function* compared(only: readonly string[] | null): AsyncGenerator<Compared> {
    const seen = new Set([window]);
    for (const { name, chosen } of only === null ? whole : portionsOf(only)) {
      if (name === dashboardWindows.name) continue;
      for await (const stored of storedDocuments(system.db, { name, generation }, chosen)) {
        const document = `${name}/${stored._id}`;
        seen.add(document);
        const expected = log.documents.get(document);
        const part = expected === undefined ? 'should not exist' : partThatDiffers(expected, contentIn(stored));
        yield { document, part, revisions: String(stored.revision) };
      }
    }
    for (const document of only ?? log.documents.keys()) {
      const expected = log.documents.get(document);
      if (seen.has(document) || expected === undefined) continue;
      yield { document, part: 'is missing', revisions: '-' };
    }
    if (only !== null && !only.includes(window)) return;
    // In this order: the window has counted every document that is not dirty afterwards.
    const stored = await windows.loadWindow(locationId);
    const isDirty = (await windows.dirtyDocuments(locationId, 1)).length > 0;
    const part = windowDifference(stored?.document ?? null, log.documents, locationId);
    yield isDirty
      ? { document: window, part: 'waits for its refresh', revisions: null }
      : { document: window, part, revisions: String(stored?.revision ?? '-') };
  }
}

function partThatDiffers({ readModel, id, slots }: Recomputed, stored: DocumentContent): string | null {
  const report = readModel.name === 'credit_reports' ? slotValue(slots, STORED_REPORT) : null;
  if (report === null) return documentDifference(stored, contentOf(readModel, { id, slots }));
  // The text is in the view alone: what the log says of it is its digest.
  const payload = reportTextIn(stored.views.get(REPORT_VIEW) ?? new Uint8Array(), report);
  if (hash('sha256', payload) !== report.sha256) return `view ${REPORT_VIEW} differs`;
  return documentDifference(stored, contentOf(readModel, { id, slots, payload }));
}
