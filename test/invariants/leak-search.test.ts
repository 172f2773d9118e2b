import { renderReportPdf } from '@fundlens/credit-reports/render-report';
import { BSON } from 'mongodb';
import { expect, it } from 'vitest';
import { searchable } from './leak-search.ts';

it('of a stored PDF the pages are searched, and of everything else bytes and values', async () => {
  const report = Buffer.from(JSON.stringify({ trades: [{ customerName: 'SAMPLE BANK', balance: 4_711 }] }));
  const pdf = await renderReportPdf({ requestId: 'r', pulledAt: 0, bureaus: [], format: 'other', report });
  const document = { _id: 'loc-1:r', at: new Date(0), deep: [{ pdf: new BSON.Binary(pdf), count: 12 }] };
  const { stored, text } = await searchable(Buffer.from(BSON.serialize(document)));
  for (const shown of ['SAMPLE BANK', '$4,711', 'loc-1:r', '1970-01-01', '12']) expect(text).toContain(shown);
  expect(stored.byteLength).toBeLessThan(200);

  const plain = Buffer.from(BSON.serialize({ _id: 1, body: new BSON.Binary(Buffer.from('text')) }));
  expect((await searchable(plain)).stored).toBe(plain);
});
