import { randomUUID } from 'node:crypto';
import { stackAddresses } from '@fundlens/contracts/testing/stack';
import { type Db, MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createListedIdsStore, ensureListedIds } from './listed-ids-store.ts';
import { FIRST_PLACE, type ListingPlace, listingPlaceSchema } from './listing-page.ts';
import { createWalkStore, WALKS } from './walk-store.ts';

const NAME = { purpose: 'backfill', locationId: 'loc-1' } as const;
const FIRST = { first: FIRST_PLACE, again: false };
const LEASE_MS = 1_000;
const SECOND_PLACE: ListingPlace = { kind: 'contact', cursor: { searchAfter: [1_700_000_000_000, 'contact-9'] } };

let mongo: MongoClient;
let db: Db;
let now = 0;

beforeEach(() => {
  const { mongodbUrl } = stackAddresses() as unknown as { mongodbUrl: string };
  mongo = new MongoClient(mongodbUrl);
  db = mongo.db(`walks_${randomUUID().slice(0, 8)}`);
  now = 1_000_000;
});

afterEach(async () => {
  await db.dropDatabase();
  await mongo.close();
});

function records(owner: string) {
  const options = { placeSchema: listingPlaceSchema, owner, clock: () => now, maxTimeMs: 3_000, leaseMs: LEASE_MS };
  return createWalkStore(db, options);
}

async function claim(store: ReturnType<typeof records>) {
  const claimed = await store.claim(NAME, FIRST);
  if (claimed === null) throw new Error('the walk is not claimed');
  return claimed;
}

describe('walks', () => {
  test('one process works on a location; another one goes on when that one has ended without a word', async () => {
    const [one, other] = [records('one'), records('other')];
    const claimed = await claim(one);
    await one.save(claimed, { place: SECOND_PLACE, tally: { contact: { published: 3 } } });
    expect(await other.claim(NAME, FIRST)).toBeNull();
    now += LEASE_MS;
    expect(await other.claim(NAME, FIRST)).toMatchObject({
      startedAt: 1_000_000,
      state: { place: SECOND_PLACE, tally: { contact: { published: 3 } } },
    });
    await expect(one.save(claimed, { place: null, tally: {} })).rejects.toMatchObject({ code: 'walk_lost' });
  });

  test('a renewal keeps the claim', async () => {
    const claimed = await claim(records('one'));
    now += LEASE_MS - 1;
    await records('one').renew(claimed);
    now += 2;
    expect(await records('other').claim(NAME, FIRST)).toBeNull();
  });

  test('a finished walk begins anew when it is claimed again; its end stays known until then', async () => {
    const store = records('one');
    const claimed = await claim(store);
    now += 500;
    await store.save(claimed, { place: null, tally: { contact: { published: 1 } } });
    await store.release(claimed, null);
    const ends = { startedAt: 1_000_000, finishedAt: 1_000_500, completeAsOf: 1_000_000, failure: null };
    expect(await store.summaries('backfill')).toMatchObject([ends]);
    now += 500;
    expect(await store.claim(NAME, FIRST)).toMatchObject({
      startedAt: 1_001_000,
      state: { place: FIRST_PLACE, tally: {} },
    });
    expect(await store.summaries('backfill')).toMatchObject([{ completeAsOf: 1_000_000, finishedAt: null }]);
    expect(await store.summaries('sweep')).toEqual([]);
  });

  test('begun again: not resumed', async () => {
    const store = records('one');
    const claimed = await claim(store);
    await store.save(claimed, { place: SECOND_PLACE, tally: {} });
    await store.release(claimed, 'crm_unavailable');
    expect(await store.summaries('backfill')).toMatchObject([{ failure: 'crm_unavailable', completeAsOf: null }]);
    expect(await store.claim(NAME, { ...FIRST, again: true })).toMatchObject({ state: { place: FIRST_PLACE } });
  });

  test('of twenty processes one gets the claim', async () => {
    const claims = await Promise.all(Array.from({ length: 20 }, (_, n) => records(`process-${n}`).claim(NAME, FIRST)));
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
  });

  test('a place of another version is a fatal error, not a walk from anywhere', async () => {
    const store = records('one');
    const claimed = await claim(store);
    await store.save(claimed, { place: SECOND_PLACE, tally: {} });
    await store.release(claimed, null);
    await db.collection(WALKS).updateOne({}, { $set: { place: { kind: 'tasks' } } });
    await expect(store.claim(NAME, FIRST)).rejects.toMatchObject({ kind: 'fatal', code: 'walk_record' });
  });
});

describe('what a listing has shown', () => {
  test('is found among others, by run, location and kind; earlier runs are forgotten', async () => {
    await ensureListedIds(db);
    const ids = createListedIdsStore(db, { maxTimeMs: 3_000 });
    const [earlier, run] = [
      { locationId: 'loc-1', startedAt: 1 },
      { locationId: 'loc-1', startedAt: 2 },
    ];
    await ids.add(earlier, 'contact', ['a', 'b', 'c']);
    for (let again = 0; again < 2; again += 1) await ids.add(run, 'contact', ['a', 'b']);
    await ids.add(run, 'opportunity', ['d']);
    await ids.add({ locationId: 'loc-2', startedAt: 2 }, 'contact', ['c']);
    expect([...(await ids.among(run, 'contact', ['a', 'c', 'd']))]).toEqual(['a']);
    expect([...(await ids.among(run, 'contact', []))]).toEqual([]);
    await ids.forget('loc-1', 2);
    expect([...(await ids.among(earlier, 'contact', ['a', 'b', 'c']))]).toEqual([]);
    expect([...(await ids.among(run, 'contact', ['a', 'b', 'c']))].toSorted()).toEqual(['a', 'b']);
    expect([...(await ids.among({ locationId: 'loc-2', startedAt: 2 }, 'contact', ['c']))]).toEqual(['c']);
  });
});
