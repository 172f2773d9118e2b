import { renderReportPdf } from '@fundlens/credit-reports/render-report';
import { BSON, type MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { searchable, searchOplog, withoutStreamIds } from './leak-search.ts';
import { createSsnSearch } from './ssn-search.ts';

it('of a stored PDF the pages are searched, and of everything else bytes and values', async () => {
  const report = Buffer.from(JSON.stringify({ trades: [{ customerName: 'SAMPLE BANK', balance: 4_711 }] }));
  const location = { name: null, timeZone: null };
  const pdf = renderReportPdf({ requestId: 'r', pulledAt: 0, bureaus: [], format: 'other', location, report });
  const document = { _id: 'loc-1:r', at: new Date(0), deep: [{ pdf: new BSON.Binary(pdf), count: 12 }] };
  const { stored, text } = await searchable(Buffer.from(BSON.serialize(document)));
  for (const shown of ['SAMPLE BANK', '$4,711', 'loc-1:r', '1970-01-01', '12']) expect(text).toContain(shown);
  expect(stored.byteLength).toBeLessThan(200);

  const plain = Buffer.from(BSON.serialize({ _id: 1, body: new BSON.Binary(Buffer.from('text')) }));
  expect((await searchable(plain)).stored).toBe(plain);
});

const search = createSsnSearch(new Map([['000707021', 'a planted number']]));
const command = (id: string, value: string) =>
  Buffer.from(
    ['*5', '$4', 'XADD', '$4', 'jobs', `$${id.length}`, id, '$5', 'jobId', `$${value.length}`, value, ''].join('\r\n'),
  );
const found = (log: Buffer) => search.inBytes(withoutStreamIds(log)).map(({ planted }) => planted);

it('does not take the clock of Redis for a number that it happens to have the digits of', () => {
  expect(search.inBytes(command('1795310007070-21', 'dashboard')).length).toBe(1);
  expect(found(command('1795310007070-21', 'dashboard'))).toEqual([]);
});

it.each(['000-70-7021', '000707021', '1795310007070-21 of a person'])(
  'finds a number in what a stream carries: %s',
  (value) => {
    expect(found(command('1795310001111-2', value))).toEqual(['a planted number']);
  },
);

describe('the replication log', () => {
  const options = { search, isThorough: () => true };
  const entry = (text: string) => Buffer.from(BSON.serialize({ ns: 'crm.contacts', o: { text } }));

  /** A server whose oplog has these entries. */
  function serverWith(entries: readonly Buffer[]): MongoClient {
    const oplog = { findOne: async () => entries[0] ?? null, find: () => entries };
    return { db: () => ({ collection: () => oplog }) } as unknown as MongoClient;
  }

  it('is searched where there is one', async () => {
    const leaks = [{ where: 'MongoDB oplog', planted: 'a planted number', as: expect.anything() }];
    expect(await searchOplog(serverWith([entry('000-70-7021'), entry('nothing')]), 'crm', options)).toEqual(leaks);
    expect(await searchOplog(serverWith([entry('nothing')]), 'crm', options)).toEqual([]);
  });

  it('is not taken for clean where the server keeps none', async () => {
    await expect(searchOplog(serverWith([]), 'crm', options)).rejects.toThrow('does not exist');
  });
});
