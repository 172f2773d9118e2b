import { documentKey } from '@fundlens/read-models/document';
import { PDF_REQUESTS, type PdfRequest } from '@fundlens/read-models/report-pdfs/pdf-request';
import { isDuplicateKey, mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Collection, Db } from 'mongodb';

export type PdfRequestStore = {
  /**
   * Asks for the PDF of a report of a checked location to be made next. One that was asked for before keeps its place.
   * @throws RetryableError `mongodb_unavailable`
   */
  add(report: { readonly locationId: string; readonly requestId: string }, at: Date): Promise<void>;
};

export function createPdfRequestStore(db: Db): PdfRequestStore {
  const requests: Collection<PdfRequest> = db.collection(PDF_REQUESTS);
  return {
    add: ({ locationId, requestId }, requestedAt) =>
      mapMongoErrors(async () => {
        const _id = documentKey({ kind: 'location-entity', locationId, entityId: requestId });
        try {
          await requests.updateOne({ _id }, { $setOnInsert: { requestedAt } }, { upsert: true });
        } catch (error) {
          // Two upserts at the same time: the other one has added it.
          if (!isDuplicateKey(error)) throw error;
        }
      }),
  };
}
