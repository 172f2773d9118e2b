import { collectionName } from '@fundlens/read-models/definition';
import { creditReports } from '@fundlens/read-models/credit-reports/credit-reports';
import { creditReportPdfs } from '@fundlens/read-models/definitions';
import { OUTBOX_FIELDS } from '@fundlens/read-models/document';
import type { StoredReportPdf } from '@fundlens/read-models/report-pdfs/report-pdf';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import { type Db, MongoBulkWriteError } from 'mongodb';

/** Of some tens of kilobytes each as a rule, and of some megabytes at most. */
const COPIED_TOGETHER = 20;
const DUPLICATE_KEY = 11_000;

type ReportDocument = {
  readonly _id: string;
  readonly revision: number;
  readonly contentDigest?: string;
  readonly dirtySince?: number;
};

export type PdfCopierOptions = { readonly maxTimeMs: number; readonly layout: number };

/**
 * Takes the PDFs that one version of the reports has over into another one, where its report shows the same content, and
 * settles these reports: a page at a time instead of six requests for each. What is not taken over stays due: what has a
 * PDF already, another content, another layout, or its bytes in an object store.
 *
 * **Order**: a page is inserted first, then its reports are read, and what none of them shows is removed. A report is erased
 * before its PDF is, so what comes in behind an erasure goes here, and what comes before it goes with it. Revision 0: any
 * event of the report replaces the copy.
 * @param pause called after each page; may throw to end the work
 */
export function createPdfCopier(db: Db, { maxTimeMs: maxTimeMS, layout }: PdfCopierOptions) {
  const pdfsOf = (version: number) => db.collection<StoredReportPdf>(collectionName(creditReportPdfs.name, version));
  const reportsOf = (version: number) => db.collection<ReportDocument>(collectionName(creditReports.name, version));

  /** @returns the copies that are new there. */
  async function insert(version: number, copies: readonly StoredReportPdf[]): Promise<readonly StoredReportPdf[]> {
    try {
      await pdfsOf(version).insertMany(copies, { ordered: false });
      return copies;
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError)) throw error;
      const failed = [error.writeErrors].flat();
      if (failed.length === 0 || failed.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
      const known = new Set(failed.map(({ index }) => index));
      return copies.filter((_, index) => !known.has(index));
    }
  }

  async function copyPage(version: number, copies: readonly StoredReportPdf[]): Promise<void> {
    const inserted = await insert(version, copies);
    const keys = inserted.map(({ _id }) => _id);
    const projection = { revision: 1, contentDigest: 1 };
    const reports = await reportsOf(version)
      .find({ _id: { $in: keys } }, { projection, maxTimeMS })
      .toArray();
    const shown = new Map(reports.map((report) => [report._id, report]));
    const isShown = ({ _id, contentDigest }: StoredReportPdf) => shown.get(_id)?.contentDigest === contentDigest;

    const strays = inserted.filter((copy) => !isShown(copy)).map(({ _id }) => _id);
    if (strays.length > 0) await pdfsOf(version).deleteMany({ _id: { $in: strays }, revision: 0, edition: 1 });
    const settled = inserted.filter(isShown).map(({ _id }) => ({
      updateOne: { filter: { _id, revision: shown.get(_id)?.revision ?? 0 }, update: { $unset: NO_OUTBOX } },
    }));
    if (settled.length > 0) await reportsOf(version).bulkWrite(settled, { ordered: false });
  }

  async function copyAll(from: number, to: number, keys: readonly string[]): Promise<void> {
    // By their keys alone: the local stand-in reads everything for any other order or range.
    const found = await pdfsOf(from)
      .find({ _id: { $in: [...keys] }, state: 'ready', layout, pdf: { $type: 'binData' } }, { maxTimeMS })
      .toArray();
    if (found.length > 0) await copyPage(to, found.map(copyOf));
  }

  return async ({ from, to }: { readonly from: number; readonly to: number }, pause: () => Promise<void>) => {
    const waiting = await mapMongoErrors(() =>
      reportsOf(to)
        .find({ dirtySince: { $gte: 0 } }, { projection: { _id: 1 }, maxTimeMS })
        .toArray(),
    );
    const keys = waiting.map(({ _id }) => _id);
    while (keys.length > 0) {
      await mapMongoErrors(() => copyAll(from, to, keys.splice(0, COPIED_TOGETHER)));
      await pause();
    }
  };
}

const NO_OUTBOX = Object.fromEntries(OUTBOX_FIELDS.map((field) => [field, true as const]));

function copyOf({ _id, locationId, entityId, contentDigest, layout, state, pdf }: StoredReportPdf): StoredReportPdf {
  return {
    ...{ _id, locationId, entityId, contentDigest, layout, state, pdf },
    revision: 0,
    attempts: 0,
    attemptedAt: null,
    reason: null,
    edition: 1,
  };
}
