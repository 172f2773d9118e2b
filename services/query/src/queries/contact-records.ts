import { findEntity } from './documents.ts';
import type { ReadModels } from './model-versions-store.ts';

/** The read models that have one document per contact: what the funding platform knows of it. */
export type ContactRecord = 'credit_summaries' | 'underwriting_results' | 'funding_plans' | 'next_steps';

export type ContactRecordQueries = {
  /** Its JSON, empty lists and all; null when neither the contact nor anything in it lives. */
  find(record: ContactRecord, locationId: string, contactId: string): Promise<Uint8Array | null>;
};

export function createContactRecordQueries(readModels: ReadModels): ContactRecordQueries {
  return {
    async find(record, locationId, contactId) {
      const documents = await readModels.collection(record);
      return (await findEntity(documents, { locationId, entityId: contactId }))?.body ?? null;
    },
  };
}
