import { createPdfCopier } from '@fundlens/credit-reports/pdf-copy-store';
import { openScratchDatabase } from '@fundlens/projection/testing/scratch-database';
import type { StoredReportPdf } from '@fundlens/read-models/report-pdfs/report-pdf';
import { Binary } from 'mongodb';
import { expect, it } from 'vitest';

const LAYOUT = 7;
const [FROM, TO] = [3, 4];

const scratch = await openScratchDatabase({ prepared: false });
const { db } = scratch;
const pdfsOf = (version: number) => db.collection<StoredReportPdf>(`credit_report_pdfs_v${version}`);
const reports = db.collection<{ _id: string; revision: number; contentDigest?: string; dirtySince?: number }>(
  `credit_reports_v${TO}`,
);

function pdf(_id: string, change: Partial<StoredReportPdf> = {}): StoredReportPdf {
  const [locationId = '', entityId = ''] = _id.split(':');
  return {
    ...{ _id, locationId, entityId, revision: 5, contentDigest: `digest of ${_id}`, layout: LAYOUT, state: 'ready' },
    ...{ attempts: 1, attemptedAt: null, reason: null, pdf: new Binary(Buffer.from(`PDF of ${_id}`)), edition: 3 },
    ...change,
  };
}

const report = (_id: string, contentDigest: string | undefined = `digest of ${_id}`) => ({
  ...{ _id, revision: 2, dirtySince: 1_000 },
  ...(contentDigest !== undefined && { contentDigest }),
});

it('takes over what shows the same content and settles its report; all else stays due, without a trace of it', async () => {
  const other = pdf('l:there', { contentDigest: 'newer', revision: 9 });
  await pdfsOf(FROM).insertMany([
    ...Array.from({ length: 250 }, (_, n) => pdf(`l:same-${String(n).padStart(3, '0')}`)),
    pdf('l:changed'),
    pdf('l:erased'),
    pdf('l:unknown'),
    pdf('l:there'),
    pdf('l:failed', { state: 'failed', pdf: null }),
    pdf('l:old', { layout: LAYOUT - 1 }),
    pdf('l:object', { pdf: null, object: { key: 'a/b.pdf', sha256: 'x', bytes: 1 } }),
  ]);
  await pdfsOf(TO).insertOne(other);
  await reports.insertMany([
    ...Array.from({ length: 250 }, (_, n) => report(`l:same-${String(n).padStart(3, '0')}`)),
    report('l:changed', 'another digest'),
    { _id: 'l:erased', revision: 3, dirtySince: 1_000 },
    ...['there', 'failed', 'old', 'object'].map((name) => report(`l:${name}`)),
  ]);

  let pages = 0;
  const copy = createPdfCopier(db, { maxTimeMs: 5_000, layout: LAYOUT });
  const pause = async () => {
    pages += 1;
  };
  await copy({ from: FROM, to: TO }, pause);
  expect(pages).toBe(13);

  const copied = await pdfsOf(TO)
    .find({}, { sort: { _id: 1 } })
    .toArray();
  expect(copied.map(({ _id }) => _id)).toHaveLength(251);
  expect(copied.find(({ _id }) => _id === 'l:there')).toEqual(other);
  expect(copied[0]).toEqual(pdf('l:same-000', { revision: 0, attempts: 0, edition: 1 }));
  const due = await reports.find({ dirtySince: { $exists: true } }, { sort: { _id: 1 } }).toArray();
  expect(due.map(({ _id }) => _id)).toEqual(['l:changed', 'l:erased', 'l:failed', 'l:object', 'l:old', 'l:there']);

  await copy({ from: FROM, to: TO }, pause);
  expect(await pdfsOf(TO).countDocuments()).toBe(251);
  await scratch.close();
});
