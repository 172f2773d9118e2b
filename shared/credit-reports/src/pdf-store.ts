import {
  creditReports,
  REPORT_VIEW,
  reportOf,
  reportTextIn,
} from '@fundlens/read-models/credit-reports/credit-reports';
import { collectionName } from '@fundlens/read-models/definition';
import { creditReportPdfs } from '@fundlens/read-models/definitions';
import { OUTBOX_FIELDS, type Outbox, type StoredDocument, slotsOf } from '@fundlens/read-models/document';
import type { PdfObjects } from '@fundlens/read-models/report-pdfs/pdf-object-store';
import type { CreditReportFields, PdfObject, StoredReportPdf } from '@fundlens/read-models/report-pdfs/report-pdf';
import { FatalError, RetryableError } from '@fundlens/runtime/errors';
import { isDuplicateKey, mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Backlog } from '@fundlens/runtime/sweeper';
import { Binary, type Collection, type Db, type Filter, type UpdateFilter } from 'mongodb';
import { createLocationProfiles } from './location-profile-store.ts';
import type { LocationProfile } from './report-content.ts';
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

/** What is stored of its PDF, without the bytes and where they are. */
export type PdfRecord = Omit<
  StoredReportPdf,
  '_id' | 'locationId' | 'entityId' | 'pdf' | 'object' | 'pendingObjects' | 'deadObjects' | 'edition'
>;

/** Reports and their PDFs, as the majority of the servers has them. */
export type PdfStore = {
  /** Null when there is no such document. */
  loadReport(key: string): Promise<ReportToShow | null>;
  loadPdf(key: string): Promise<PdfRecord | null>;
  /** The bytes of one that is ready and shows this content in the current layout, unless they cannot be had now. */
  readyPdf(key: string, contentDigest: string): Promise<Uint8Array | null>;
  /**
   * Writes it, unless one of a later revision is there, or, but for one that is ready, one that is settled for the same
   * content and layout: another process was faster. `pdf` absent: the bytes stay as they are.
   */
  storePdf(report: ReportToShow, record: PdfRecord & { readonly pdf?: Uint8Array | null }): Promise<void>;
  /**
   * Removes objects of this PDF that nothing shows any more. False: another is perhaps being put, and has to be looked
   * for again before the PDF is settled.
   */
  tidyObjects(key: string): Promise<boolean>;
  /** Leaves nothing of a PDF whose report is not there. */
  drop(key: string): Promise<void>;
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

const EMPTY_OUTBOX: UpdateFilter<ReportDocument> = {
  $unset: Object.fromEntries(OUTBOX_FIELDS.map((field) => [field, true] as const)),
};

const RECORD_FIELDS = {
  _id: 0,
  locationId: 0,
  entityId: 0,
  pdf: 0,
  object: 0,
  pendingObjects: 0,
  deadObjects: 0,
  edition: 0,
} as const;

/**
 * An object that is being put is left alone for so long: several times what the put and the write behind it may take.
 * A put that takes longer is retried; repeating it is harmless.
 */
export const PUT_GRACE_MS = 60_000;
/** One operation of the object store; with the writes around it far below the grace. */
export const PDF_OBJECT_MS = 10_000;
/** Writers of one PDF that pass each other by. */
const MAX_ROUNDS = 5;

export type PdfStoreOptions = {
  readonly maxTimeMs: number;
  readonly layout: number;
  /** Of reports and PDFs. */
  readonly version?: number;
  /** Where bytes are beside MongoDB; null: nowhere. */
  readonly objects?: PdfObjects | null;
  /** Whether new ones are put there. */
  readonly putObjects?: boolean;
  /** Epoch milliseconds; only for objects. */
  readonly clock?: () => number;
};

type Written = PdfRecord & { readonly pdf?: Binary | null; readonly object?: PdfObject };

/** What is read of a PDF before it is changed. */
const GUARD_FIELDS = {
  edition: 1,
  revision: 1,
  contentDigest: 1,
  layout: 1,
  state: 1,
  object: 1,
  pendingObjects: 1,
  deadObjects: 1,
} as const;
type Guarded = Pick<StoredReportPdf, keyof typeof GUARD_FIELDS>;

/**
 * Reports and PDFs in MongoDB, the bytes of PDFs perhaps in an object store. **Invariant**: what is or may come to be
 * under a key there is named by the document, as `object`, pending or dead, from before it is put until it is removed;
 * and only a pending key becomes `object`. So a crash leaves nothing that is not found again, nothing in use is removed,
 * and no list of the store is ever read:
 *
 *   key pending → object put → `object`, its predecessor dead → the dead removed
 *
 * `db` must read and write with majority concern: see composition-root.
 */
export function createPdfStore(db: Db, options: PdfStoreOptions): PdfStore {
  const { maxTimeMs: maxTimeMS, layout, version = creditReports.version } = options;
  const { objects = null, putObjects = false } = options;
  const reports = db.collection<ReportDocument>(collectionName(creditReports.name, version));
  const pdfs = db.collection<StoredReportPdf>(collectionName(creditReportPdfs.name, version));
  const profileOf = createLocationProfiles(db, options);
  const guarded = new GuardedPdfs(pdfs, options);
  const queue = new WaitingPdfs(reports, pdfs, options);

  return {
    async loadReport(key) {
      const found = await mapMongoErrors(() => reports.findOne({ _id: key }, { maxTimeMS }));
      return found === null ? null : await reportToShow(found, profileOf);
    },

    loadPdf: (key) => mapMongoErrors(() => pdfs.findOne({ _id: key }, { projection: RECORD_FIELDS, maxTimeMS })),

    async readyPdf(key, contentDigest) {
      const found = await mapMongoErrors(() => pdfs.findOne({ _id: key }, { maxTimeMS }));
      const same = found?.state === 'ready' && found.contentDigest === contentDigest && found.layout === layout;
      if (!same) return null;
      if (!found.object) return found.pdf?.value() ?? null;
      // Whatever is wrong with the object or its store, the report can be rendered again.
      return (await objects?.get(found.object).catch(() => null)) ?? null;
    },

    async storePdf(report, { pdf, ...record }) {
      if (pdf && objects !== null && putObjects) await guarded.storeObject(objects, report, { ...record, pdf });
      else if (pdf === undefined) await guarded.write(report, record);
      else await guarded.write(report, { ...record, pdf: pdf === null ? null : new Binary(pdf) });
    },

    tidyObjects: (key) => guarded.tidyObjects(key),

    drop: (key) => guarded.drop(key),

    async settle({ key, revision }) {
      await mapMongoErrors(() => reports.updateOne({ _id: key, revision }, EMPTY_OUTBOX));
    },

    backlog: (until) => queue.backlog(until),
    waiting: (until, limit) => queue.waiting(until, limit),
  };
}

/** Documents of PDFs, changed only as they were read, and the objects that they name. */
class GuardedPdfs {
  readonly #pdfs: Collection<StoredReportPdf>;
  readonly #maxTimeMS: number;
  readonly #objects: PdfObjects | null;
  readonly #clock: () => number;

  constructor(pdfs: Collection<StoredReportPdf>, { maxTimeMs, objects = null, clock = Date.now }: PdfStoreOptions) {
    this.#pdfs = pdfs;
    this.#maxTimeMS = maxTimeMs;
    this.#objects = objects;
    this.#clock = clock;
  }

  #read(key: string): Promise<Guarded | null> {
    const options = { projection: GUARD_FIELDS, maxTimeMS: this.#maxTimeMS };
    return mapMongoErrors<Guarded | null>(() => this.#pdfs.findOne({ _id: key }, options));
  }

  /**
   * Changes what was read (null: inserts what was not there), unless another process has changed it since: then false. The
   * filter names the edition alone, whatever was decided by: the stand-in scans for anything that its index has not.
   */
  async #swap(
    key: string,
    before: Guarded | null,
    { $set, $push, $pull }: UpdateFilter<StoredReportPdf>,
  ): Promise<boolean> {
    const edition = before === null ? 0 : (before.edition ?? { $exists: false });
    const change = { ...($set && { $set }), ...($push && { $push }), ...($pull && { $pull }), $inc: { edition: 1 } };
    try {
      const { matchedCount, upsertedCount } = await this.#pdfs.updateOne({ _id: key, edition }, change, {
        upsert: before === null,
      });
      return matchedCount + upsertedCount > 0;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      return await mapMongoErrors(() => Promise.reject(error));
    }
  }

  /** @param round reads, and swaps; null: another process was faster, and it is read again */
  async #untilSwapped<T>(key: string, round: (before: Guarded | null) => Promise<T | null>): Promise<T> {
    for (let left = MAX_ROUNDS; left > 0; left -= 1) {
      const done = await round(await this.#read(key));
      if (done !== null) return done;
    }
    throw new RetryableError('pdf_contended', 'Others keep replacing this PDF.');
  }

  /** What leads from `before` to the change: what was shown is dead from then on. */
  #leaving(before: PdfObject | null | undefined): UpdateFilter<StoredReportPdf> {
    if (!before) return {};
    if (this.#objects === null)
      throw new FatalError('object_store_missing', 'The PDF is in an object store: name it (S3_…).');
    return { $push: { deadObjects: before.key } };
  }

  /** The rule of `storePdf`. @param pending the key that `object` of the change has to be known by. */
  write({ key, locationId, requestId }: ReportToShow, written: Written, pending?: string): Promise<boolean> {
    const fields = { locationId, entityId: requestId, ...written };
    return this.#untilSwapped(key, async (before) => {
      if (before !== null && !givesWay(before, written)) return false;
      if (pending !== undefined && !before?.pendingObjects?.some((known) => known.key === pending)) return false;
      const replaced = written.pdf === undefined ? null : before?.object;
      const swapped = await this.#swap(key, before, {
        $set: { ...fields, ...(replaced && written.object === undefined && { object: null }) },
        ...this.#leaving(replaced),
        ...(pending !== undefined && { $pull: { pendingObjects: { key: pending } } }),
      });
      return swapped || null;
    });
  }

  async storeObject(store: PdfObjects, report: ReportToShow, { pdf, ...record }: PdfRecord & { pdf: Uint8Array }) {
    const { key, locationId, requestId } = report;
    // What is left of earlier attempts goes first: an outage must not let them grow without end.
    await this.tidyObjects(key);
    const objectKey = store.newKey(this.#pdfs.collectionName, key);
    const begun = { ...record, state: 'trying' as const, locationId, entityId: requestId, pdf: null };
    const pendingObjects = { key: objectKey, since: this.#clock() };
    const isCurrent = await this.#untilSwapped(key, async (before) => {
      // Of a report that has changed since, nothing is put: the process that settled that one would not look for it.
      if (before !== null && before.revision > record.revision) return false;
      return (
        (await this.#swap(key, before, { $push: { pendingObjects }, ...(before === null && { $set: begun }) })) || null
      );
    });
    if (!isCurrent) return;
    const object = await store.put(objectKey, pdf);
    if (await this.write(report, { ...record, pdf: null, object }, objectKey)) return;
    // Another process was faster, or has given it up: only this one knows for certain that it is there by now.
    await store.remove(objectKey);
    await this.#forget(key, { pendingObjects: { key: objectKey } });
  }

  /** What is taken out here decides nothing by its content, only by being there: no edition of its own. */
  #forget(key: string, $pull: NonNullable<UpdateFilter<StoredReportPdf>['$pull']>): Promise<unknown> {
    return mapMongoErrors(() => this.#pdfs.updateOne({ _id: key }, { $pull }));
  }

  async tidyObjects(key: string): Promise<boolean> {
    if (this.#objects === null) return true;
    const found = await this.#untilSwapped(key, async (before) => {
      const { pendingObjects = [], deadObjects = [] } = before ?? {};
      const late = pendingObjects.flatMap((pending) =>
        pending.since + PUT_GRACE_MS <= this.#clock() ? [pending.key] : [],
      );
      const done = { dead: [...deadObjects, ...late], left: pendingObjects.length - late.length };
      if (late.length === 0) return done;
      const change = { $pull: { pendingObjects: { key: { $in: late } } }, $push: { deadObjects: { $each: late } } };
      return (await this.#swap(key, before, change)) ? done : null;
    });
    for (const gone of found.dead) {
      await this.#objects.remove(gone);
      await this.#forget(key, { deadObjects: gone });
    }
    return found.left === 0;
  }

  async drop(key: string): Promise<void> {
    const gone = { pdf: null, state: 'gone' as const, contentDigest: null, reason: null };
    const isThere = await this.#untilSwapped(key, async (before) => {
      if (before === null) return false;
      const $set = { ...gone, ...(before.object && { object: null }) };
      return (await this.#swap(key, before, { $set, ...this.#leaving(before.object) })) || null;
    });
    if (isThere) await this.tidyObjects(key);
  }
}

/** What waits to be settled: reports that are due, and PDFs of an earlier layout. */
class WaitingPdfs {
  readonly #reports: Collection<ReportDocument>;
  readonly #pdfs: Collection<StoredReportPdf>;
  readonly #outdated: Filter<StoredReportPdf>;
  readonly #maxTimeMS: number;

  constructor(
    reports: Collection<ReportDocument>,
    pdfs: Collection<StoredReportPdf>,
    { layout, maxTimeMs }: PdfStoreOptions,
  ) {
    this.#reports = reports;
    this.#pdfs = pdfs;
    this.#outdated = { layout: { $gte: 0, $lt: layout } };
    this.#maxTimeMS = maxTimeMs;
  }

  // Two looks, which find empty ranges of two indexes when nothing waits.
  async backlog(until: number): Promise<Backlog> {
    const [[reportsDue], pdfsDue] = await mapMongoErrors(() =>
      Promise.all([
        this.#reports
          .aggregate<{ documents: number; dirtySince: number }>(
            [
              { $match: due(until) },
              { $group: { _id: null, documents: { $sum: 1 }, dirtySince: { $min: '$dirtySince' } } },
            ],
            { maxTimeMS: this.#maxTimeMS },
          )
          .toArray(),
        this.#pdfs.countDocuments(this.#outdated, { maxTimeMS: this.#maxTimeMS }),
      ]),
    );
    return { documents: (reportsDue?.documents ?? 0) + pdfsDue, dirtySince: reportsDue?.dirtySince ?? null };
  }

  async waiting(until: number, limit: number): Promise<string[]> {
    const options = { projection: { _id: 1 }, limit, maxTimeMS: this.#maxTimeMS };
    const [reportsDue, pdfsDue] = await mapMongoErrors(() =>
      Promise.all([
        this.#reports.find(due(until), options).sort({ dirtySince: 1 }).toArray(),
        this.#pdfs.find(this.#outdated, options).toArray(),
      ]),
    );
    return [...reportsDue, ...pdfsDue].slice(0, limit).map(({ _id }) => _id);
  }
}

/** Both bounds, so that the local stand-in answers from the index too. */
function due(until: number): Filter<ReportDocument> {
  return { dirtySince: { $gte: 0, $lte: until } };
}

/** Whether what is there is to be replaced: see `storePdf`. */
function givesWay(before: Guarded, { revision, contentDigest, layout, state }: PdfRecord): boolean {
  if (before.revision > revision) return false;
  const isSettled = before.state === 'ready' || before.state === 'failed';
  return state === 'ready' || !isSettled || before.contentDigest !== contentDigest || before.layout !== layout;
}

async function reportToShow(
  document: ReportDocument,
  profileOf: (locationId: string) => Promise<LocationProfile>,
): Promise<ReportToShow> {
  const { _id: key, locationId, entityId: requestId, revision, slots, views, contentDigest } = document;
  const report = reportOf(slotsOf(slots));
  const base = { key, locationId, requestId, revision };
  if (report === null || !report.renderable) return { ...base, content: null };
  const view = views[REPORT_VIEW]?.value();
  if (view === undefined || contentDigest === undefined) {
    throw new FatalError('report_without_text', 'A live report has no text or digest.');
  }
  const { pulledAt, bureaus, format } = report;
  const location = await profileOf(locationId);
  const input = { requestId, pulledAt, bureaus, format, location, report: reportTextIn(view, report) };
  return { ...base, content: { digest: contentDigest, input } };
}
