import { creditReports } from '@fundlens/read-models/credit-reports/credit-reports';
import { collectionName, type ReadModelName } from '@fundlens/read-models/definition';
import { creditReportPdfs } from '@fundlens/read-models/definitions';
import { type ReadModelVersion, versionsOf } from '@fundlens/read-models/model-version';
import type { PdfObjects } from '@fundlens/read-models/report-pdfs/pdf-object-store';
import type { StoredReportPdf } from '@fundlens/read-models/report-pdfs/report-pdf';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Backlog } from '@fundlens/runtime/sweeper';
import type { Db } from 'mongodb';

export type DroppedPdfsOptions = {
  readonly objects: PdfObjects;
  readonly versions: () => Promise<ReadonlyMap<ReadModelName, ReadModelVersion>>;
  readonly maxTimeMs: number;
};

/** What is left of dropped versions, for a sweeper. Keys are `<version> <key of the report>`. */
export type DroppedPdfs = {
  backlog(): Promise<Backlog>;
  waiting(limit: number): Promise<readonly string[]>;
  work(key: string): Promise<void>;
};

/**
 * Takes the PDFs of dropped versions away, each with its objects first: only the documents know their keys. Empty
 * collections are then dropped as those of other models are.
 */
export function createDroppedPdfs(db: Db, options: DroppedPdfsOptions): DroppedPdfs {
  const { objects, versions, maxTimeMs: maxTimeMS } = options;
  const pdfsOf = (version: number) => db.collection<StoredReportPdf>(collectionName(creditReportPdfs.name, version));

  async function keys(limit: number): Promise<string[]> {
    const reports = (await versions()).get(creditReports.name);
    const found: string[] = [];
    for (const { version, state } of reports === undefined ? [] : versionsOf(reports)) {
      if (state !== 'dropped' || version === reports?.active || found.length === limit) continue;
      const some = { projection: { _id: 1 }, limit: limit - found.length, maxTimeMS };
      const left = await mapMongoErrors(() => pdfsOf(version).find({}, some).toArray());
      found.push(...left.map(({ _id }) => `${version} ${_id}`));
    }
    return found;
  }

  return {
    waiting: keys,

    async backlog() {
      return { documents: (await keys(1)).length, dirtySince: null };
    },

    async work(key) {
      const [version = ''] = key.split(' ', 1);
      const pdfs = pdfsOf(Number(version));
      const _id = key.slice(version.length + 1);
      const found = await mapMongoErrors(() => pdfs.findOne({ _id }, { projection: { pdf: 0 }, maxTimeMS }));
      if (found === null) return;
      const { object, pendingObjects = [], deadObjects = [] } = found;
      const left = [...(object ? [object.key] : []), ...pendingObjects.map((pending) => pending.key), ...deadObjects];
      for (const gone of left) await objects.remove(gone);
      // A process that is still putting one finds its key gone from here, and removes it.
      await mapMongoErrors(() => pdfs.deleteOne({ _id }));
    },
  };
}
