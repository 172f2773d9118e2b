import { MAX_REPORT_TEXT_BYTES } from '@fundlens/read-models/document-size';
import { newestFirst } from '@fundlens/read-models/list-key';
import { creditReportStored, reportBytes, USUAL_INSTANT } from '@fundlens/testing/event-builders';
import { assumeRedacted } from '@fundlens/testing/event-identity';
import { expect, test } from 'vitest';
import { changesOf } from '../fold/fold.ts';
import { given } from '../testing/given.ts';
import { creditReports } from './projections.ts';

const KEY = 'loc-1:request-1';

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

test('the slot keeps the digest and never the text', () => {
  const [change] = changesOf(
    [creditReports],
    assumeRedacted(creditReportStored({ report: reportBytes('{"text":1}') })),
    0,
  );
  expect(change?.value).toMatchObject({ bytes: 10, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(JSON.stringify(change?.value)).not.toContain('text');
});

test('a report above the limit is an invalid event', () => {
  const report = new Uint8Array(MAX_REPORT_TEXT_BYTES + 1);
  expect(() => given(creditReports, creditReportStored({ report }))).toThrow(
    expect.objectContaining({ kind: 'invalid', code: 'document_too_large' }),
  );
});
