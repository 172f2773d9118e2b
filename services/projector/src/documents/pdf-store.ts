import { collectionName } from '@fundlens/read-models/definition';
import { creditReportPdfs, creditReports } from '@fundlens/read-models/definitions';
import { type Outbox, type StoredDocument, slotsOf } from '@fundlens/read-models/document';
import type { CreditReportFields, ReportPdfState, StoredReportPdf } from '@fundlens/read-models/report-pdf';
import { FatalError } from '@fundlens/runtime/errors';
import { Binary, type Db } from 'mongodb';
import type { Backlog } from '../jobs/sweeper.ts';
import { reportOf, reportTextIn } from '../projections/credit-reports.ts';
import { inMongo, isDuplicateKey } from '../writer/mongo-failure.ts';
import type { RenderInput } from './render-report.ts';

/** A report document, as far as its PDF is concerned. */
export type ReportToShow = {
  readonly key: string;
  readonly locationId: string;
  readonly requestId: string;
  readonly revision: number;
  /** Null when there is nothing to render: it is deleted, or nothing known is in it. */
  readonly content: { readonly digest: string; readonly input: RenderInput } | null;
};

/** What is stored of its PDF, without the bytes. */
export type PdfRecord = Omit<StoredReportPdf, '_id' | 'locationId' | 'entityId' | 'pdf'>;

/** Reports and their PDFs, as the majority of the servers has them. */
export type PdfStore = {
  /** Null when there is no such document. */
  loadReport(key: string): Promise<ReportToShow | null>;
  loadPdf(key: string): Promise<PdfRecord | null>;
  /** The bytes of one that is ready and shows this content in the current layout. */
  readyPdf(key: string, contentDigest: string): Promise<Uint8Array | null>;
  /**
   * Writes it, unless one of a later revision is there, or, but for one that is ready, one that is settled for the same
   * content and layout: somebody else was faster. `pdf` absent: the bytes stay as they are.
   */
  storePdf(report: ReportToShow, record: PdfRecord & { readonly pdf?: Uint8Array | null }): Promise<void>;
  /** The report's PDF is looked after, unless the report has changed since it was loaded. */
  settle(report: ReportToShow): Promise<void>;
  /** What waits since before `until` (epoch milliseconds), and PDFs of an earlier layout. */
  backlog(until: number): Promise<Backlog>;
  waiting(until: number, limit: number): Promise<string[]>;
};

type ReportDocument = StoredDocument &
  Partial<Outbox & CreditReportFields> & {
    readonly locationId: string;
    readonly entityId: string;
  };

const SETTLED: readonly ReportPdfState[] = ['ready', 'failed'];

export type PdfStoreOptions = {
  readonly maxTimeMs: number;
  readonly layout: number;
  /** Of reports and PDFs. */
  readonly version?: number;
};

/** `db` must read and write with majority concern: see composition-root. */
export function createPdfStore(db: Db, options: PdfStoreOptions): PdfStore {
  const { maxTimeMs: maxTimeMS, layout, version = creditReports.version } = options;
  const reports = db.collection<ReportDocument>(collectionName(creditReports.name, version));
  const pdfs = db.collection<StoredReportPdf>(collectionName(creditReportPdfs.name, version));
  // Both bounds, so that the local stand-in answers from the index too.
  const due = (until: number) => ({ dirtySince: { $gte: 0, $lte: until } });
  const outdated = { layout: { $gte: 0, $lt: layout } };

  return {
    async loadReport(key) {
      const found = await inMongo(() => reports.findOne({ _id: key }, { maxTimeMS }));
      return found === null ? null : reportToShow(found);
    },

    loadPdf: (key) =>
      inMongo(() =>
        pdfs.findOne({ _id: key }, { projection: { _id: 0, locationId: 0, entityId: 0, pdf: 0 }, maxTimeMS }),
      ),

    async readyPdf(key, contentDigest) {
      const found = await inMongo(() => pdfs.findOne({ _id: key }, { maxTimeMS }));
      const same = found?.state === 'ready' && found.contentDigest === contentDigest && found.layout === layout;
      return same ? (found.pdf?.value() ?? null) : null;
    },

    async storePdf({ key, locationId, requestId }, { pdf, ...record }) {
      const bytes = pdf === undefined ? {} : { pdf: pdf === null ? null : new Binary(pdf) };
      const { revision, contentDigest, layout: ofLayout, state } = record;
      const settled = { contentDigest, layout: ofLayout, state: { $in: SETTLED } };
      const filter = { _id: key, revision: { $gte: 0, $lte: revision }, ...(state !== 'ready' && { $nor: [settled] }) };
      const change = { $set: { locationId, entityId: requestId, ...record, ...bytes } };
      try {
        await pdfs.updateOne(filter, change, { upsert: true });
      } catch (error) {
        // What is there is not to be replaced: it is not matched, and cannot be inserted a second time.
        if (!isDuplicateKey(error)) await inMongo(() => Promise.reject(error));
      }
    },

    async settle({ key, revision }) {
      const done = { $unset: { dirtyDays: '', dirtySince: '' } } as const;
      await inMongo(() => reports.updateOne({ _id: key, revision }, done));
    },

    async backlog(until) {
      const [reportsDue, pdfsDue, oldest] = await inMongo(() =>
        Promise.all([
          reports.countDocuments(due(until), { maxTimeMS }),
          pdfs.countDocuments(outdated, { maxTimeMS }),
          reports
            .find(due(until), { projection: { dirtySince: 1 }, maxTimeMS })
            .sort({ dirtySince: 1 })
            .limit(1)
            .next(),
        ]),
      );
      return { documents: reportsDue + pdfsDue, dirtySince: oldest?.dirtySince ?? null };
    },

    async waiting(until, limit) {
      const options = { projection: { _id: 1 }, limit, maxTimeMS };
      const [reportsDue, pdfsDue] = await inMongo(() =>
        Promise.all([
          reports.find(due(until), options).sort({ dirtySince: 1 }).toArray(),
          pdfs.find(outdated, options).toArray(),
        ]),
      );
      return [...reportsDue, ...pdfsDue].slice(0, limit).map(({ _id }) => _id);
    },
  };
}

function reportToShow(document: ReportDocument): ReportToShow {
  const { _id: key, locationId, entityId: requestId, revision, slots, body, contentDigest } = document;
  const report = reportOf(slotsOf(slots));
  const base = { key, locationId, requestId, revision };
  if (report === null || !report.renderable) return { ...base, content: null };
  if (body === null || contentDigest === undefined) {
    throw new FatalError('report_without_text', 'A live report has no text or digest.');
  }
  const { pulledAt, bureaus, format } = report;
  const input = { requestId, pulledAt, bureaus, format, report: reportTextIn(body.value(), report) };
  return { ...base, content: { digest: contentDigest, input } };
}
