import { REPORT_VIEW } from '@fundlens/read-models/credit-reports/credit-reports';
import { expect, it } from 'vitest';
import { pdfDifference } from './verify-pdf.ts';
import type { PdfFigures } from './verify-store.ts';

const views = new Map([[REPORT_VIEW, Buffer.from('{}')]]);
const report = { fields: { contentDigest: 'aa', renderable: true }, views, dirty: false };
const deleted = { ...report, views: new Map() };
const ready: PdfFigures = { contentDigest: 'aa', layout: 2, state: 'ready', hasBytes: true };
const failed: PdfFigures = { ...ready, state: 'failed', hasBytes: false };
const gone: PdfFigures = { contentDigest: null, layout: 2, state: 'gone', hasBytes: false };

it.each([
  ['it is the one', report, ready, null],
  ['it could not be made', report, failed, null],
  ['there is nothing to show', { ...report, fields: { renderable: false } }, gone, null],
  ['the report is deleted and never had one', deleted, null, null],
  ['there is none', report, null, 'is missing'],
  ['its bytes are lost', report, { ...ready, hasBytes: false }, 'is missing'],
  ['it was taken for gone', report, gone, 'is missing'],
  ['it is of another report', report, { ...ready, contentDigest: 'bb' }, 'shows another content'],
  ['another report could not be shown', report, { ...failed, contentDigest: 'bb' }, 'shows another content'],
  ['it is of an earlier layout', report, { ...ready, layout: 1 }, 'has an earlier layout'],
  ['the report is deleted', deleted, ready, 'should not exist'],
  ['there never was such a report', null, ready, 'should not exist'],
])('says what differs when %s', (_, stored, pdf, part) => {
  expect(pdfDifference(stored, pdf, 2)?.part ?? null).toBe(part);
});

it('knows of what is still on its way', () => {
  const passing = (...args: Parameters<typeof pdfDifference>) => pdfDifference(...args)?.passing;
  expect(passing({ ...report, dirty: true }, null, 2)).toBe(true);
  expect(passing(report, { ...failed, state: 'trying' }, 2)).toBe(true);
  expect(passing(report, null, 2)).toBe(false);
});
