import { PDF_REQUESTS, type PdfRequest } from '@fundlens/read-models/report-pdfs/pdf-request';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db } from 'mongodb';

/** Reports whose PDF a client waits for. */
export type PdfRequests = {
  /**
   * The key of the report that has been asked for the longest, which no other process gets then; null without any.
   * @throws RetryableError `mongodb_unavailable`
   */
  take(): Promise<string | null>;
};

export function createPdfRequests(db: Db, { maxTimeMs: maxTimeMS }: { readonly maxTimeMs: number }): PdfRequests {
  const requests = db.collection<PdfRequest>(PDF_REQUESTS);
  return {
    take: () =>
      mapMongoErrors(async () => {
        const taken = await requests.findOneAndDelete(
          {},
          { sort: { requestedAt: 1 }, projection: { _id: 1 }, maxTimeMS },
        );
        return taken?._id ?? null;
      }),
  };
}
