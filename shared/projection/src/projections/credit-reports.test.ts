import {
  creditReports as readModel,
  reportTextIn,
  STORED_REPORT,
} from '@fundlens/read-models/credit-reports/credit-reports';
import { MAX_REPORT_TEXT_BYTES } from '@fundlens/read-models/document-size';
import { newestFirst } from '@fundlens/read-models/list-key';
import { slotValue } from '@fundlens/read-models/slot';
import { deletionOf } from '@fundlens/testing/deletions';
import { creditReportStored, reportBytes, USUAL_INSTANT } from '@fundlens/testing/event-builders';
import { assumeRedacted } from '@fundlens/testing/event-identity';
import { expect, test } from 'vitest';
import { changesOf, type DocumentUpdate, foldDocument } from '../fold/fold.ts';
import { loaded, written } from '../fold/testing/document-image.ts';
import { given } from '../testing/given.ts';
import { creditReports } from './projections.ts';

const KEY = 'loc-1:request-1';

/** What `events` change of the report whose last update was `before`. */
function fold(before: DocumentUpdate | null, ...events: ReturnType<typeof creditReportStored>[]) {
  const changes = events.flatMap((event) => changesOf([creditReports], assumeRedacted(event), 0));
  return foldDocument(readModel, before && loaded(written(null, before)), changes);
}

const bytesIn = (update: DocumentUpdate | null) => update?.views.get('report') ?? null;

test('a report comes out byte for byte, after what the API says of it', () => {
  const report = '{"n": 1.10, "n": "twice", "__proto__": 12345678901234567890, "text": "\\u00e9\\ud800"}\n';
  const stored = creditReportStored({ report: reportBytes(report), pulledAt: USUAL_INSTANT });
  const shown = given(creditReports, stored)[KEY];

  expect(shown?.texts.report).toBe(
    `{"requestId":"request-1","contactId":"contact-1","pulledAt":"2026-03-01T12:00:00.000Z","bureaus":["equifax"],"renderable":false,"report":${report}}`,
  );
  expect(shown?.fields).toEqual({
    contactId: 'contact-1',
    listKey: newestFirst(USUAL_INSTANT, 'request-1'),
    contentDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
    renderable: false,
  });
});

test('the digest of the content changes with everything that its PDF shows, and with nothing else', () => {
  const digestOf = (more: Parameters<typeof creditReportStored>[0]) =>
    given(creditReports, creditReportStored(more))[more?.requestId ? `loc-1:${more.requestId}` : KEY]?.fields
      .contentDigest;
  const [usual, ...others] = [
    {},
    { requestId: 'request-2' },
    { pulledAt: USUAL_INSTANT + 1 },
    { bureaus: ['experian' as const] },
    { format: 'mismo2' as const },
    { report: reportBytes('{"trades":[]}') },
  ].map(digestOf);
  expect(new Set([usual, ...others]).size).toBe(6);
  expect(digestOf({ meta: { version: 7 } })).toBe(usual);
});

test('the text is found again in the view', () => {
  const report = '{"trades":[{"customerName":"SAMPLE BANK"}]}';
  const live = fold(null, creditReportStored({ report: reportBytes(report) }));
  const slot = live && slotValue(live.slots, STORED_REPORT);
  const bytes = bytesIn(live);
  if (!bytes || !slot) throw new Error('nothing was stored');
  expect(Buffer.from(reportTextIn(bytes, slot)).toString()).toBe(report);
});

test('the slot keeps the digest and never the text', () => {
  const content = fold(null, creditReportStored({ report: reportBytes('{"secret text":1}') }));
  expect(JSON.stringify([...(content?.slots.values() ?? [])])).not.toContain('secret text');
  expect(content?.slots.get('report')?.value).toMatchObject({
    bytes: 17,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test.each([
  ['is renderable when a known layout can be read from it, whatever its format', 'other', true],
  ['is not renderable when nothing known is in it, whatever its format', 'equifax', false],
] as const)('a report %s', (_, format, renderable) => {
  const report = reportBytes(renderable ? { trades: [{ customerName: 'SAMPLE BANK' }] } : { rows: [{ a: 1 }] });
  expect(given(creditReports, creditReportStored({ format, report }))[KEY]?.views.report).toMatchObject({ renderable });
});

test('a deleted report is not shown and keeps its version against late states', () => {
  const report = creditReportStored();
  const deleted = fold(fold(null, report), deletionOf(report));
  if (deleted === null) throw new Error('nothing was stored');
  expect(bytesIn(deleted)).toBeNull();
  expect([...deleted.fields.values()]).toEqual([undefined, undefined, undefined, undefined]);
  expect(given(creditReports, report, deletionOf(report))[KEY]).toEqual({ fields: {}, views: {}, texts: {} });
  expect(fold(deleted, report)).toBeNull();
});

test('a report above the limit is an invalid event', () => {
  const report = new Uint8Array(MAX_REPORT_TEXT_BYTES + 1);
  expect(() => fold(null, creditReportStored({ report }))).toThrow(
    expect.objectContaining({ kind: 'invalid', code: 'document_too_large' }),
  );
});
