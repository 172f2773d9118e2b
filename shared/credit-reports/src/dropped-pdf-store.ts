import { collectionName, type ReadModelName } from '@fundlens/read-models/definition';
import { creditReportPdfs, creditReports } from '@fundlens/read-models/definitions';
import { type ReadModelVersion, versionsOf } from '@fundlens/read-models/model-version';
import type { PdfObjects } from '@fundlens/read-models/report-pdfs/pdf-object-store';
import type { StoredReportPdf } from '@fundlens/read-models/report-pdfs/report-pdf';
import type { Db } from 'mongodb';
import type { VersionWork } from '@fundlens/projection/versions/per-version';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';

export type DroppedPdfsOptions = {
  readonly objects: PdfObjects;
  readonly versions: () => Promise<ReadonlyMap<ReadModelName, ReadModelVersion>>;
  readonly maxTimeMs: number;
};

/**
 * Takes the PDFs of dropped versions away, each with its objects first: nobody else knows their keys. Empty collections
 * are then dropped as those of other models are. Keys are `<version> <key of the report>`.
 */
export function createDroppedPdfs(db: Db, options: DroppedPdfsOptions): VersionWork {
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
      // Whoever is still putting one finds its key gone from here, and removes it.
      await mapMongoErrors(() => pdfs.deleteOne({ _id }));
    },
  };
}
