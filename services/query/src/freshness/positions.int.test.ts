import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { CHECKPOINTS, type Checkpoint } from '@fundlens/read-models/checkpoint';
import { DEAD_LETTERS } from '@fundlens/read-models/dead-letter';
import { collectionName } from '@fundlens/read-models/definition';
import { GENERATIONS } from '@fundlens/read-models/generation';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryHarness } from '../testing/query-harness.ts';
import { MAX_POSITIONS } from './positions.ts';

const CRM = 'test.crm';
const at = (offset: number, partition = 0) => `${CRM}/${partition}/${offset}`;

const harness = await queryHarness();
const { fixtures } = harness;
await fixtures.company('rival');
const { token } = await fixtures.tenant({ companyId: 'acme', locationId: 'l1' });
await fixtures.progress('funding', 'test.funding', [{ asOf: 50, nextOffset: 5 }]);
await fixtures.progress('access', 'test.access', [{ asOf: 1, nextOffset: 5 }]);
const query = await harness.start({ POSITION_WAITS_PER_COMPANY: '3' });
beforeEach(async () => {
  await reach(10);
  // The logs that there are, too, are known for a while.
  harness.pass();
});

/** Everything below the offset is applied. */
const reach = (nextOffset: number) =>
  fixtures.progress('crm', CRM, [
    { asOf: nextOffset, nextOffset },
    { asOf: nextOffset, nextOffset },
  ]);

const ask = (positions: string, { path = '/contacts/c1', key = token } = {}) =>
  query.get(path, { token: key, headers: { 'X-Wait-For-Position': positions } });
const statusOf = async (positions: string, path?: string) => {
  const { status, headers } = await ask(positions, path === undefined ? {} : { path });
  return [status, headers.get('x-position-status')];
};

/** Below the limit of a wait. */
const waitingIs = (waits: number) =>
  expect.poll(() => query.metric('fundlens_query_positions_waiting'), { timeout: 4_500 }).toBe(waits);

describe('a request with a position', () => {
  it('is answered at once when the models have passed it', async () => {
    expect(await statusOf(at(9))).toEqual([200, 'passed']);
    expect(await statusOf(` ${at(9)} ,\t${at(3, 1)},test.funding/0/4`)).toEqual([200, 'passed, passed, passed']);
    const ofAnother = await statusOf(`${at(9)}, ${at(3, 1)},test.funding/0/99`, '/deals');
    expect(ofAnother).toEqual([200, 'passed, passed, not-read-here']);
    expect(await statusOf(at(99), '/credential')).toEqual([200, 'not-read-here']);
    expect(await statusOf(at(9), '/contacts/missing')).toEqual([404, 'passed']);
  });

  it('waits until what the route reads has passed it', async () => {
    const name = 'l1 renamed';
    const response = ask(at(10), { path: '/pipeline' });
    const checkpoints = harness.db.collection<Checkpoint>(CHECKPOINTS);
    await checkpoints.updateOne({ _id: `2:${CRM}:0` }, { $set: { nextOffset: 11 } }, { upsert: true });
    await waitingIs(1);
    await fixtures.application('l1', { contactId: 'c1', submittedAt: 1, stage: name });
    await checkpoints.updateOne({ _id: `1:${CRM}:0` }, { $set: { nextOffset: 11 } });
    const { status, json } = await response;
    expect([status, json.data.contacts[0].stage]).toEqual([200, name]);
  });

  it('waits for the generation that readers have switched to meanwhile', async () => {
    const { db } = harness;
    for (const name of ['locations', 'credentials', 'companies'] as const) {
      const of = (generation: number) => collectionName(name, generation);
      await db
        .collection(of(1))
        .aggregate([{ $out: of(2) }])
        .toArray();
    }
    await fixtures.heartbeat(Date.now(), 2);
    const nextReaches = (nextOffset: number) =>
      db
        .collection<{ _id: string }>(CHECKPOINTS)
        .updateOne({ _id: `2:${CRM}:0` }, { $set: { nextOffset } }, { upsert: true });
    const readers = (active: number) => db.collection(GENERATIONS).updateOne({}, { $set: { active } });
    await nextReaches(10);
    const response = ask(at(10), { path: '/contacts/missing' });
    await waitingIs(1);
    await readers(2);
    harness.pass();
    await reach(11);
    // Several looks.
    await delay(200);
    await waitingIs(1);
    await nextReaches(11);
    const { status, headers } = await response;
    await readers(1);
    expect([status, headers.get('x-position-status')]).toEqual([404, 'passed']);
  });

  it('names its dead letters, and nothing of other tenants', async () => {
    const letters = harness.db.collection<{
      _id: string;
      status: string;
      generations: readonly number[];
      entity: { scope: string } | null;
    }>(DEAD_LETTERS);
    const entity = (scope: string) => ({ entity: 'contact', scope, ids: [] });
    await letters.insertMany([
      { _id: `${CRM}:0:1`, status: 'open', generations: [1, 2], entity: entity('l1') },
      { _id: `${CRM}:0:2`, status: 'discarded', generations: [], entity: entity('l1') },
      { _id: `${CRM}:0:3`, status: 'replayed', generations: [], entity: entity('l1') },
      { _id: `${CRM}:0:4`, status: 'open', generations: [1], entity: null },
      { _id: `${CRM}:0:6`, status: 'open', generations: [2], entity: entity('l1') },
      { _id: `${CRM}:0:5`, status: 'open', generations: [1], entity: entity('of-others') },
    ]);
    const positions = [1, 2, 3, 4, 5, 6].map((offset) => at(offset)).join(', ');
    expect(await statusOf(positions)).toEqual([200, 'dead-letter, dead-letter, passed, dead-letter, passed, passed']);
  });

  it.each([
    ...[
      'somewhere',
      `${CRM}/0`,
      'unknown.topic/0/1',
      `${CRM}/2/1`,
      'a/1/2,',
      'a/1/2;b/3/4',
      'a//2',
      'a/1/2/3',
      'ä/1/2',
    ],
    ...['a%2Fb/1/2', 'a/-1/2', 'a/01/2', 'a/1/2e3', 'a/1 /2', 'a/2147483648/2', 'a/1/9007199254740991'],
    ...[`${'a'.repeat(250)}/1/2`, Array.from({ length: MAX_POSITIONS + 1 }, () => 'a/1/2').join(',')],
  ])('is 400 for %s', async (positions) => {
    const { status, json } = await ask(positions);
    expect([status, json.error.code]).toEqual([400, 'invalid_request']);
    expect(json.error.message).toMatch(/^X-Wait-For-Position /);
    expect(json.error.message).not.toContain(positions);
  });

  it('waits for the dashboard to count up to it, whatever happens in the location afterwards', async () => {
    const counted = await fixtures.uncounted('l1', 10, 'contacts');
    const later = await fixtures.uncounted('l1', 11, 'deals');
    const response = ask(at(9), { path: '/dashboard/stats' });
    await waitingIs(1);
    await counted();
    expect((await response).status).toBe(200);
    await later();
  });

  it('is 400 once the projector says that the log ended before it', async () => {
    const response = ask(at(10));
    await waitingIs(1);
    const endAsOf = Date.now();
    const checkpoints = harness.db.collection<Checkpoint>(CHECKPOINTS);
    await checkpoints.updateOne({ _id: `1:${CRM}:0` }, { $set: { endAsOf } });
    const { status, json } = await response;
    expect([status, json.error.code, json.error.reason]).toEqual([400, 'invalid_request', 'position_not_reached']);
    expect(json.error.details).toEqual([{ parameter: 'X-Wait-For-Position', rule: 'position_not_reached' }]);
  });

  it.each([
    ['is not passed', {}],
    ['may be beyond an end that was seen before', { endAsOf: Date.now() - 60_000 }],
    ['may be beyond an end that a wrong clock claimed before', { endAsOf: Date.now() + 3_600_000 }],
  ])('is an outage to be tried again where it %s in time', async (_, claims) => {
    const checkpoints = harness.db.collection<Checkpoint>(CHECKPOINTS);
    await checkpoints.updateOne({ _id: `1:${CRM}:0` }, { $set: claims });
    const response = ask(at(10));
    await waitingIs(1);
    harness.pass(5_000);
    const { status, headers } = await response;
    expect([status, headers.get('retry-after')]).toEqual([500, '1']);
    expect(harness.logLines.join('')).toMatch(/"level":"warn".*"msg":"refused for now"/);
    expect((await query.admin('/metrics')).text).toMatch(/^fundlens_query_position_waits_total\{outcome="late"\} \d/m);
    await waitingIs(0);
  });

  it('is refused when its access ends during the wait', async () => {
    const revoked = await fixtures.tenant({ companyId: 'acme' });
    const moved = await fixtures.tenant({ companyId: 'acme' });
    const handed = await fixtures.tenant({ companyId: 'acme', reach: 'agency', pinnedLocationId: null });
    const responses = [
      ask(at(10), { key: revoked.token }),
      ask(at(10), { key: moved.token }),
      ask(at(10), { key: handed.token, path: '/locations' }),
    ];
    await waitingIs(3);
    await handed.put({ companyId: 'rival' });
    await revoked.put({ revokedAt: 1 });
    await fixtures.location(moved.locationId, 'rival');
    await reach(11);
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([401, 403, 403]);
  });
});

describe('a wait', () => {
  /** What the client leaves without an answer. */
  const leave = () => {
    const headers = { authorization: `Bearer ${token}`, 'x-wait-for-position': at(10) };
    const sent = request({ port: query.port(), path: '/api/v1/contacts/c1', headers });
    sent.on('error', () => undefined).end();
    return () => sent.destroy();
  };

  it('ends when the client leaves, and is refused beyond the share of its company, whichever key asks', async () => {
    const leaving = [leave(), leave(), leave()];
    await waitingIs(3);
    const sibling = await fixtures.credential({ reach: 'location', companyId: 'acme', pinnedLocationId: 'l1' });
    const { status, headers, json } = await ask(at(10), { key: sibling });
    expect([status, json.error.reason, headers.get('retry-after')]).toEqual([429, 'company_share', '1']);
    for (const end of leaving) end();
    await waitingIs(0);
    const left = () => harness.logLines.filter((line) => line.includes('"msg":"the client has left"')).length;
    await expect.poll(left).toBe(leaving.length);
    expect(await statusOf(at(9))).toEqual([200, 'passed']);
  });
});
