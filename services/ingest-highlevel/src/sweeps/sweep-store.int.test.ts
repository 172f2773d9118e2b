import { randomUUID } from 'node:crypto';
import { stackAddresses } from '@fundlens/contracts/testing/stack';
import { type Db, MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FIRST_PLACE, type SweepPlace } from './sweep-place.ts';
import { createSweepStore, SWEEP_LEASE_MS, SWEEPS, sweepOf, wantSweep } from './sweep-store.ts';

const LOCATION = 'loc-1';
const SECOND_PLACE: SweepPlace = {
  ...{ part: 'listing', kind: 'contact' },
  cursor: { searchAfter: [1_700_000_000_000, 'contact-9'] },
};

let mongo: MongoClient;
let db: Db;
let now = 0;

beforeEach(() => {
  const { mongodbUrl } = stackAddresses() as unknown as { mongodbUrl: string };
  mongo = new MongoClient(mongodbUrl);
  db = mongo.db(`sweeps_${randomUUID().slice(0, 8)}`);
  now = 1_000_000;
});

afterEach(async () => {
  await db.dropDatabase();
  await mongo.close();
});

const records = (owner: string) => createSweepStore(db, { owner, clock: () => now, maxTimeMs: 3_000 });

async function claim(store: ReturnType<typeof records>) {
  await store.register(LOCATION);
  const claimed = await store.claim(LOCATION);
  if (claimed === null) throw new Error('the sweep is not claimed');
  return claimed;
}

describe('sweeps', () => {
  test('one process works on a location; another one goes on when that one has ended without a word', async () => {
    const [one, other] = [records('one'), records('other')];
    const claimed = await claim(one);
    await one.save(claimed, SECOND_PLACE);
    expect(await other.claim(LOCATION)).toBeNull();
    now += SWEEP_LEASE_MS;
    expect(await other.claim(LOCATION)).toMatchObject({ startedAt: 1_000_000, place: SECOND_PLACE });
    await expect(one.save(claimed, null)).rejects.toMatchObject({ code: 'sweep_lost' });
  });

  test('a renewal keeps the claim', async () => {
    const claimed = await claim(records('one'));
    now += SWEEP_LEASE_MS - 1;
    await records('one').renew(claimed);
    now += 2;
    expect(await records('other').claim(LOCATION)).toBeNull();
  });

  test('a finished sweep begins anew when it is claimed again; its end stays known until then', async () => {
    const store = records('one');
    const claimed = await claim(store);
    now += 500;
    await store.save(claimed, null);
    await store.release(claimed, null);
    expect(await store.all()).toMatchObject([{ completeAsOf: 1_000_000, failure: null, place: null }]);
    now += 500;
    expect(await store.claim(LOCATION)).toMatchObject({ startedAt: 1_001_000, place: FIRST_PLACE });
    expect(await store.all()).toMatchObject([{ completeAsOf: 1_000_000, place: FIRST_PLACE }]);
  });

  test('one that is asked for while another is under way begins when that one has finished', async () => {
    const store = records('one');
    const claimed = await claim(store);
    await store.release(claimed, 'crm_unavailable');
    await wantSweep(db, LOCATION);
    expect(await sweepOf(db, LOCATION)).toMatchObject({ wanted: true, failure: null });
    const resumed = await claim(store);
    await store.save(resumed, null);
    await store.release(resumed, null);
    expect(await sweepOf(db, LOCATION)).toMatchObject({ wanted: true, place: null });
    await claim(store);
    expect(await sweepOf(db, LOCATION)).toMatchObject({ wanted: false, place: FIRST_PLACE });
  });

  test('of twenty processes one gets the claim', async () => {
    await records('one').register(LOCATION);
    const claims = await Promise.all(Array.from({ length: 20 }, (_, n) => records(`process-${n}`).claim(LOCATION)));
    expect(claims.filter((claimed) => claimed !== null)).toHaveLength(1);
  });

  test('a place of another version is none: the sweep begins anew', async () => {
    const store = records('one');
    await claim(store);
    await db.collection(SWEEPS).updateOne({}, { $set: { place: { kind: 'tasks' }, leaseUntil: 0 } });
    expect(await store.claim(LOCATION)).toMatchObject({ place: FIRST_PLACE });
  });
});
