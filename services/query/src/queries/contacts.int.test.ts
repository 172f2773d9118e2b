import { randomUUID } from 'node:crypto';
import { contacts } from '@fundlens/read-models/contacts/contacts';
import { modelVersion } from '@fundlens/read-models/definition';
import { readModels } from '@fundlens/read-models/definitions';
import { ensureReadModels } from '@fundlens/read-models/store';
import { Binary, type Db, type Filter, MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testStack } from '../testing/stack.ts';
import { type ContactQueries, createContactQueries } from './contacts.ts';
import { createReadModels } from './model-versions-store.ts';

/** Terms and words of documents as no writer leaves them, so that each condition decides alone. */
const stored = {
  both: { terms: ['w:mar', 'w:lop', 't:vip'], words: ['maria', 'lopez'] },
  // Two words on either side of the range: only together would they satisfy it.
  around: { terms: ['w:mar', 'w:lop'], words: ['marha', 'marja', 'lopey', 'loq'] },
  exact: { terms: ['w:mar', 'w:lop'], words: ['mari', 'lope'] },
  last: { terms: ['w:mar', 'w:lop'], words: ['mari\u{2fa1d}\u{2fa1d}', 'lopezz'] },
  oneTerm: { terms: ['w:mar'], words: ['maria', 'lopez'] },
  noTerm: { terms: [], words: ['maria', 'lopez'] },
  noWords: { terms: ['w:mar', 'w:lop'], words: [] },
  ideographs: { terms: ['w:李小龙', 'w:mar'], words: ['李小龙王', 'mari'] },
};
type Name = keyof typeof stored;

const searches: readonly (readonly [asked: readonly string[], found: readonly Name[]])[] = [
  [['w:mar'], ['both', 'around', 'exact', 'last', 'oneTerm', 'noWords', 'ideographs']],
  [['w:mari'], ['both', 'exact', 'last', 'oneTerm', 'ideographs']],
  [
    ['w:mari', 'w:mar'],
    ['both', 'exact', 'last', 'oneTerm', 'ideographs'],
  ],
  [
    ['w:lope', 'w:mari'],
    ['both', 'exact', 'last'],
  ],
  [['w:lope', 'w:mari', 't:vip'], ['both']],
  [['w:lop', 'w:mar', 't:vip'], ['both']],
  [['w:mari', 't:vip'], ['both']],
  [['w:李小龙王'], ['ideographs']],
  [['w:李小龙王', 'w:mari'], ['ideographs']],
  [['w:李小龙三'], []],
  [['w:marz', 'w:lope'], []],
];

const WAITED_FOR = new AbortController().signal;

let client: MongoClient;
let db: Db;
let queries: ContactQueries;

beforeAll(async () => {
  const { mongodbUrl, mongodbStandIn } = testStack();
  client = new MongoClient(mongodbUrl);
  db = client.db(`contacts_${randomUUID().slice(0, 8)}`);
  await ensureReadModels(db, readModels, { standInIndexes: mongodbStandIn });
  queries = createContactQueries(createReadModels(db, { monotonic: () => performance.now() }));
  const views = { contact: new Binary(Buffer.from('{}')) };
  const documents = Object.entries(stored).flatMap(([name, fields], index) =>
    ['l1', 'l2'].map((locationId) => ({
      _id: `${locationId}:${name}` as never,
      ...{ locationId, listKey: `${index}:${name}`, ...fields, views },
    })),
  );
  await db.collection(modelVersion(contacts)).insertMany(documents);
});
afterAll(async () => {
  await db.dropDatabase();
  await client.close();
});

describe('a search', () => {
  it.each(searches)('for %j finds %j', async (asked, expected) => {
    const { entries, next } = await queries.list(
      { locationId: 'l1', terms: asked, include: [], updatedSince: null },
      { after: null, limit: 500 },
      WAITED_FOR,
    );
    expect(entries.map(({ id }) => id)).toEqual(expected.map((name) => `l1:${name}`));
    expect(next).toBeNull();
  });

  it.each(searches)('for %j in pages of one finds each once', async (asked, expected) => {
    const found: string[] = [];
    let after: string | null = null;
    do {
      const page = await queries.list(
        { locationId: 'l1', terms: asked, include: [], updatedSince: null },
        { after, limit: 1 },
        WAITED_FOR,
      );
      found.push(...page.entries.map(({ id }) => id));
      after = page.next;
    } while (after !== null);
    expect(found).toEqual(expected.map((name) => `l1:${name}`));
  });
});

describe('the database', () => {
  const range = (from: string) => ({ $elemMatch: { $gte: from, $lt: `${from}\u{10ffff}` } });

  it.each<readonly [string, Filter<object>, readonly Name[]]>([
    ['one range', { terms: 'w:mar', words: range('mari') }, ['both', 'exact', 'last', 'oneTerm', 'ideographs']],
    [
      'several ranges',
      { terms: 'w:mar', words: { $all: [range('mari'), range('lopez')] } },
      ['both', 'last', 'oneTerm'],
    ],
    ['several terms', { terms: { $all: ['w:lop', 'w:mar'] }, words: range('mari') }, ['both', 'exact', 'last']],
    [
      'both',
      { terms: { $all: ['w:lop', 'w:mar'] }, words: { $all: [range('mari'), range('lopez')] } },
      ['both', 'last'],
    ],
  ])('answers an equality beside %s in one filter as in two stages', async (_, conditions, expected) => {
    const documents = db.collection(modelVersion(contacts));
    const tenant = { locationId: 'l1', listKey: { $gt: '0', $lt: '9' } };
    const sort = { listKey: 1 } as const;
    const found = await documents.find({ ...tenant, ...conditions }, { sort }).toArray();
    const stages = [{ $match: tenant }, { $match: conditions }, { $sort: sort }];
    const staged = await documents.aggregate(stages).toArray();
    expect(found.map(({ _id }) => String(_id))).toEqual(expected.map((name) => `l1:${name}`));
    expect(staged).toEqual(found);
  });
});
