import type { ReadModelName } from '@fundlens/read-models/definition';
import type { DocumentId, FactSource, SlotChange } from '@fundlens/read-models/document';
import type { Slot } from '@fundlens/read-models/slot';
import { FatalError } from '@fundlens/runtime/errors';
import { reportOf, reportTextIn } from '@fundlens/projection/projections/credit-reports';
import type { DocumentContent } from '@fundlens/projection/fold/fold';
import { projectionOf } from '@fundlens/projection/projections/registry';
import type { DocumentWriter } from '@fundlens/projection/writer/document-writer';

/** The identity that has this `_id` in the read model. */
export function documentIdOf(name: ReadModelName, key: string): DocumentId {
  const [first = '', second, ...rest] = key.split(':');
  if (name === 'companies') return { kind: 'company', companyId: key };
  if (name === 'credentials') return { kind: 'credential', credentialId: key };
  if (name === 'locations') return { kind: 'location', locationId: key };
  if (second === undefined) throw new FatalError('unknown_key', `A document of ${name} has a key of another kind.`);
  if (name === 'dashboard_facts') {
    return { kind: 'fact-source', locationId: first, source: second as FactSource, ids: rest };
  }
  return { kind: 'location-entity', locationId: first, entityId: second };
}

/** Merges those slots of a document that `isKept` into the same document of another version. */
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
  const documents = [{ projection: projectionOf(name), id, key, changes }];
  // Whom it is about cannot be told from every document: the caller looks again afterwards.
  await write([{ offset: 0, appendedAt: at, documents, subject: null }]);
}

/** The text of a report is nowhere but in its body. */
function payloadOf({ slots, body }: DocumentContent): Uint8Array | null {
  const report = reportOf(slots);
  return report === null || body === null ? null : reportTextIn(body, report);
}
