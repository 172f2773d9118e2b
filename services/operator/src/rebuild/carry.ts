import type { ReadModelName } from '@fundlens/read-models/definition';
import { REPORT_VIEW, reportOf, reportTextIn } from '@fundlens/read-models/credit-reports/credit-reports';
import { definitionOf } from '@fundlens/read-models/definitions';
import type { DocumentContent, DocumentId, SlotChange } from '@fundlens/read-models/document';
import { changeTimeOf, type Slot } from '@fundlens/read-models/slot';
import { FatalError } from '@fundlens/runtime/errors';
import type { DocumentWriter } from '@fundlens/projection/writer/document-writer';
import type { EventChanges } from '@fundlens/projection/writer/event-changes';
import { hash } from 'node:crypto';

/** The identity that has this `_id` in the read model. */
export function documentIdOf(name: ReadModelName, key: string): DocumentId {
  const [locationId = '', entityId] = key.split(':');
  if (name === 'companies') return { kind: 'company', companyId: key };
  if (name === 'credentials') return { kind: 'credential', credentialId: key };
  if (name === 'locations') return { kind: 'location', locationId: key };
  if (entityId === undefined) throw new FatalError('unknown_key', `A document of ${name} has a key of another kind.`);
  return { kind: 'location-entity', locationId, entityId };
}

/** A document whose slots are copied to another version. `content` needs slots, and of a report its view. */
type CarriedDocument = {
  readonly key: string;
  readonly content: Pick<DocumentContent, 'slots' | 'views'>;
  /** Epoch milliseconds. */
  readonly at: number;
};

/** Merges the kept slots (`isKept`) of a document into the same document of another version. */
export async function carrySlots(
  name: ReadModelName,
  document: CarriedDocument,
  { write, isKept }: { readonly write: DocumentWriter; readonly isKept: (slot: Slot) => boolean },
): Promise<void> {
  const event = slotsAsEvent(name, document, isKept);
  if (event !== null) await write([event]);
}

/**
 * The kept slots of the document as an event for another version; null: there are none. Not every document names its
 * subject: the caller checks for erasures after it has written.
 */
export function slotsAsEvent(
  name: ReadModelName,
  { key, content, at }: CarriedDocument,
  isKept: (slot: Slot) => boolean = () => true,
): EventChanges | null {
  const id = documentIdOf(name, key);
  const changes = [...content.slots]
    .filter(([, slot]) => isKept(slot))
    .map(([slot, state]): SlotChange => {
      const payload = name === 'credit_reports' ? payloadOf(content) : null;
      const time = changeTimeOf(state);
      return {
        ...{ documentId: id, slot, version: state, value: state.value },
        ...(time !== null && { time }),
        ...(payload !== null && { payload }),
      };
    });
  if (changes.length === 0) return null;
  return { appendedAt: at, documents: [{ readModel: definitionOf(name), id, key, changes }], subject: null };
}

/** Only the view of a report has its text. @throws FatalError `report_text_lost` when it is not the slot's. */
function payloadOf({ slots, views }: CarriedDocument['content']): Uint8Array | null {
  const [report, view] = [reportOf(slots), views.get(REPORT_VIEW)];
  if (report === null) return null;
  const text = view === undefined ? null : reportTextIn(view, report);
  if (text === null || hash('sha256', text) !== report.sha256) {
    throw new FatalError('report_text_lost', 'The view of a stored report does not hold the text that its slot names.');
  }
  return text;
}
