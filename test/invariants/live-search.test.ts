import { BSON, type MongoClient, MongoNetworkError, MongoServerError } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { leaksInOplog, OPLOG, type Searched, searchVerdict, withoutStreamIds } from './live-search.ts';
import { createSsnSearch } from './ssn-search.ts';

const search = createSsnSearch(new Map([['000707021', 'a number of the demo']]));
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
    expect(found(command('1795310001111-2', value))).toEqual(['a number of the demo']);
  },
);

describe('the replication log', () => {
  const planted = createSsnSearch(new Map([['912470123', 'a number of the demo']]));
  const entry = (text: string) => Buffer.from(BSON.serialize({ ns: 'crm.contacts', o: { text } }));

  /** A server whose oplog has these entries, or fails. */
  function serverWith(entries: readonly Buffer[], error?: Error): MongoClient {
    const oplog = {
      findOne: async () => {
        if (error !== undefined) throw error;
        return entries[0] === undefined ? null : BSON.deserialize(entries[0]);
      },
      find: () => entries,
    };
    return { db: () => ({ collection: () => oplog }) } as unknown as MongoClient;
  }

  it('is searched where there is one', async () => {
    const searched = await leaksInOplog(serverWith([entry('912-47-0123'), entry('nothing')]), ['crm'], planted);
    const leaks = [{ where: 'MongoDB oplog', planted: 'a number of the demo', as: expect.anything() }];
    expect(searched).toEqual({ place: OPLOG, items: 2, leaks });
    const ofNothing = await leaksInOplog(serverWith([entry('nothing')]), [], planted);
    expect(ofNothing).toEqual({ place: OPLOG, items: 0, leaks: [] });
  });

  it.each([
    ['the server keeps none', undefined, /does not exist/],
    ['the user may not read it', new MongoServerError({ code: 13, codeName: 'Unauthorized' }), /Unauthorized/],
    ['the server forbids it', new MongoServerError({ code: 8_000 }), /8000/],
  ])('is said to be not searched when %s', async (_, error, reason) => {
    const searched = await leaksInOplog(serverWith([], error), ['crm'], planted);
    expect(searched).toMatchObject({ items: 0, leaks: [], notSearched: expect.stringMatching(reason) });
  });

  it('is no place to end quietly when the server is away', async () => {
    const away = new MongoNetworkError('connection closed');
    await expect(leaksInOplog(serverWith([], away), ['crm'], planted)).rejects.toThrow(away);
  });
});

it('a search is clean where all was searched and nothing was found, and only there', () => {
  const clean: Searched = { place: 'Redis', items: 1, leaks: [] };
  const leaking = { ...clean, leaks: [{ where: 'Redis', planted: 'demo contact-1', as: 'digits' }] };
  const absent = { ...clean, notSearched: 'it does not exist' };
  const statuses = [[clean], [clean, absent], [clean, leaking], [leaking, absent]].map(
    (all) => searchVerdict(all).status,
  );
  expect(statuses).toEqual([0, 3, 1, 1]);
  expect(searchVerdict([absent]).lines).toEqual(['NOT SEARCHED  Redis: it does not exist']);
  expect(searchVerdict([leaking]).lines).toEqual(['FOUND  Redis: 1', '         Redis: demo contact-1 (digits)']);
});
