import type { ReadModelName } from '@fundlens/read-models/definition';
import { REPORT_VIEW, reportOf, reportTextIn } from '@fundlens/read-models/credit-reports/credit-reports';
import { definitionOf } from '@fundlens/read-models/definitions';
import type { DocumentContent, DocumentId, SlotChange } from '@fundlens/read-models/document';
import type { Slot } from '@fundlens/read-models/slot';
import { FatalError } from '@fundlens/runtime/errors';
import type { DocumentWriter } from '@fundlens/projection/writer/document-writer';

/** The identity that has this `_id` in the read model. */
export function documentIdOf(name: ReadModelName, key: string): DocumentId {
  const [locationId = '', entityId] = key.split(':');
  if (name === 'companies') return { kind: 'company', companyId: key };
  if (name === 'credentials') return { kind: 'credential', credentialId: key };
  if (name === 'locations') return { kind: 'location', locationId: key };
  if (entityId === undefined) throw new FatalError('unknown_key', `A document of ${name} has a key of another kind.`);
  return { kind: 'location-entity', locationId, entityId };
}

/** Merges the kept slots (`isKept`) of a document into the same document of another version. */
export async function carrySlots(
  name: ReadModelName,
  document: { readonly key: string; readonly content: DocumentContent; readonly at: number },
  { write, isKept }: { readonly write: DocumentWriter; readonly isKept: (slot: Slot) => boolean },
): Promise<void> {
  const { key, content, at } = document;
  const id = documentIdOf(name, key);
  const changes = [...content.slots]
    .filter(([, slot]) => isKept(slot))
    .map(([slot, state]): SlotChange => {
      const payload = name === 'credit_reports' ? payloadOf(content) : null;
      return { documentId: id, slot, version: state, value: state.value, ...(payload === null ? {} : { payload }) };
    });
  if (changes.length === 0) return;
  const documents = [{ readModel: definitionOf(name), id, key, changes }];
  // Not every document says which subject it is about: the caller looks again afterwards.
  await write([{ appendedAt: at, documents, subject: null }]);
}

/** The text of a report is nowhere but in its view. */
function payloadOf({ slots, views }: DocumentContent): Uint8Array | null {
  const [report, view] = [reportOf(slots), views.get(REPORT_VIEW)];
  return report === null || view === undefined ? null : reportTextIn(view, report);
}
