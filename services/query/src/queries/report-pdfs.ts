import { documentKey } from '@fundlens/read-models/document';
import type { PdfObjects } from '@fundlens/read-models/report-pdfs/pdf-object-store';
import type { PdfObject, ReportPdfState } from '@fundlens/read-models/report-pdfs/report-pdf';
import { FatalError } from '@fundlens/runtime/errors';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Collection, Filter } from 'mongodb';
import { MAX_TIME_MS } from './documents.ts';
import type { ReadModelDocument, ReadModels } from './model-versions-store.ts';
import { findReport, type ReportSelector } from './report-selector.ts';

/** A report that is not deleted, and the state of its PDF. */
export type ReportPdf = {
  readonly requestId: string;
  readonly contentDigest: string;
  readonly renderable: boolean;
  /** `pending`: not rendered yet from this content. */
  readonly pdf: 'ready' | 'failed' | 'pending';
};

export type ReportPdfQueries = {
  /** Null when there is no such report. */
  find(locationId: string, selector: ReportSelector): Promise<ReportPdf | null>;
  /** The PDF of exactly this content; null when the report is missing, has changed, or has none. */
  read(report: { locationId: string; requestId: string; contentDigest: string }): Promise<Uint8Array | null>;
};

/** Per read of the object store; below the request deadline with the queries around it. */
export const PDF_OBJECT_MS = 3_000;
/** During the read, a PDF may be replaced by one with another layout. */
const MAX_ATTEMPTS = 3;

const REPORT_FIELDS = { entityId: 1, contentDigest: 1, renderable: 1 } as const;

/** @param objects the object store; null: PDFs are in MongoDB only. */
export function createReportPdfQueries(readModels: ReadModels, objects: PdfObjects | null): ReportPdfQueries {
  async function reportOf(locationId: string, selector: ReportSelector): Promise<ReadModelDocument | null> {
    const reports = await readModels.collection('credit_reports');
    return findReport(reports, { locationId, ...selector }, { fields: REPORT_FIELDS, maxTimeMS: MAX_TIME_MS });
  }

  /** The stored PDF of exactly this content, with these fields. */
  async function findPdf(
    { locationId, requestId, contentDigest }: { locationId: string; requestId: string; contentDigest: string },
    fields: Readonly<Record<string, 1>>,
  ): Promise<ReadModelDocument | null> {
    const pdfs = await readModels.collection('credit_report_pdfs');
    const projection = { locationId: 1, contentDigest: 1, state: 1, ...fields } as const;
    const found = await findOne(pdfs, { locationId, requestId }, projection);
    return found?.contentDigest === contentDigest ? found : null;
  }

  return {
    async find(locationId, selector) {
      const report = await reportOf(locationId, selector);
      // A deleted report has no fields.
      if (typeof report?.contentDigest !== 'string') return null;
      const { contentDigest } = report;
      const requestId = String(report.entityId);
      const renderable = report.renderable === true;
      const stored = renderable ? await findPdf({ locationId, requestId, contentDigest }, {}) : null;
      const state = stored?.state as ReportPdfState | undefined;
      return { requestId, contentDigest, renderable, pdf: state === 'ready' || state === 'failed' ? state : 'pending' };
    },

    async read({ locationId, requestId, contentDigest }) {
      const report = await reportOf(locationId, { requestId, contactId: null });
      if (report?.contentDigest !== contentDigest) return null;
      let missing: string | null = null;
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const stored = await findPdf({ locationId, requestId, contentDigest }, { pdf: 1, object: 1 });
        if (stored?.state !== 'ready') return null;
        const object = stored.object as PdfObject | null | undefined;
        if (!object) return stored.pdf instanceof Uint8Array ? stored.pdf : null;
        if (object.key === missing) break;
        const pdf = await objectsOrFail().get(object);
        if (pdf !== null) return pdf;
        // Replaced meanwhile, or lost.
        missing = object.key;
      }
      throw new FatalError('pdf_object_missing', 'There is nothing under the key of a PDF.');
    },
  };

  function objectsOrFail(): PdfObjects {
    if (objects !== null) return objects;
    throw new FatalError('object_store_missing', 'The PDF is in an object store: name it (S3_…).');
  }
}

/** By identity, which begins with the checked location; what is found must carry it too. */
function findOne(
  collection: Collection<ReadModelDocument>,
  { locationId, requestId }: { locationId: string; requestId: string },
  projection: Readonly<Record<string, 1>>,
): Promise<ReadModelDocument | null> {
  const _id = documentKey({ kind: 'location-entity', locationId, entityId: requestId });
  const filter: Filter<ReadModelDocument> = { _id };
  return mapMongoErrors(async () => {
    const found = await collection.findOne(filter, { projection, promoteBuffers: true, maxTimeMS: MAX_TIME_MS });
    return found !== null && found._id === _id && found.locationId === locationId ? found : null;
  });
}
