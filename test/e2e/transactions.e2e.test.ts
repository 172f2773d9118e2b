import { setTimeout as delay } from 'node:timers/promises';
import type { DataOf } from '@fundlens/client/api-shapes';
import { type Codec, createCodec } from '@fundlens/contracts/wire/codec';
import { positionText } from '@fundlens/contracts/publishing/positions';
import type { Publishable } from '@fundlens/contracts/publishing/publisher';
import { operate } from '@fundlens/operator/testing/operator-fixture';
import { ACCESS_HEARTBEAT, type AccessHeartbeat } from '@fundlens/read-models/access-heartbeat';
import { contactChanged, USUAL_INSTANT } from '@fundlens/testing/event-builders';
import type { Producer } from 'kafkajs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer } from '../harness/api-client.ts';
import { storesEnvironment } from '../harness/service-environment.ts';
import { startTenantSystem, type TenantSystem } from '../harness/tenant-system.ts';
import { company, issueCredential } from '../harness/tenants.ts';
import type { TestSystem } from '../harness/test-system.ts';
import { eventually } from '../harness/waiting.ts';

/** So long that the end of the log is affirmed again and again. */
const AFFIRMED_MS = 4_500;

let system: TestSystem;
let tenant: TenantSystem;
let codec: Codec;
let operatorEnvironment: Record<string, string>;
const open: Producer[] = [];

beforeAll(async () => {
  tenant = await startTenantSystem('transactions', { partitions: 2 });
  ({ system } = tenant);
  operatorEnvironment = { ...storesEnvironment(system), LOG_LEVEL: 'silent' };
  codec = createCodec({ registry: system.registry, topics: system.topics, clock: Date.now });
});
afterAll(async () => {
  await Promise.all(open.map((producer) => producer.disconnect()));
  await system?.stop();
});

const named = (contactId: string, version: number, lastName = `Version-${version}`) =>
  contactChanged({ meta: { locationId: tenant.locationId, version }, contactId, lastName });

async function transactionalProducer(id: string): Promise<Producer> {
  const producer = system.kafka.producer({
    transactionalId: `${id}-${system.database}`,
    idempotent: true,
    maxInFlightRequests: 1,
  });
  await producer.connect();
  open.push(producer);
  return producer;
}

/** What a publisher in any language would send of the event. */
async function encoded({ type, event }: Publishable) {
  const { topic, key: recordKey, value } = await codec.encode(type, event as never);
  return { topic, message: { key: recordKey, value } };
}

/** Sends in a transaction that stays open until one of the two is called. */
async function begin(producer: Producer, events: readonly Publishable[]) {
  const transaction = await producer.transaction();
  for (const event of events) {
    const { topic, message } = await encoded(event);
    await transaction.send({ topic, messages: [message] });
  }
  return transaction;
}

const get: TenantSystem['get'] = (...asked) => tenant.get(...asked);
const dataIn = <T>({ body }: ApiAnswer) => (JSON.parse(body) as { data: T }).data;
const asOfIn = ({ headers }: ApiAnswer) => Date.parse(headers.get('x-data-as-of') ?? '');

/** The version of the contact that the answer shows; 0: none. */
function shownIn(answer: ApiAnswer): number {
  if (answer.status === 404) return 0;
  expect(answer.status, answer.body).toBe(200);
  return Number(dataIn<DataOf<'/contacts/{contactId}'>>(answer).lastName?.replace('Version-', ''));
}

/** The ids that `/changes` tells of until its end, and where to go on. */
async function follow(cursor: string | null) {
  const ids: string[] = [];
  for (let next = cursor; ; ) {
    const answer = await get(`/changes?types=contact${next === null ? '' : `&cursor=${next}`}`);
    const { changes, nextCursor, hasMore } = dataIn<DataOf<'/changes'>>(answer);
    ids.push(...changes.map(({ id }) => id));
    next = nextCursor;
    if (!hasMore) return { ids, cursor: nextCursor };
  }
}

describe('while a transaction is open', () => {
  it('what was acknowledged behind it is said to be missing: by answers, waits, status and explain', async () => {
    const contactId = 'behind';
    await system.applied.positions(await system.publish([named(contactId, 1)]));
    const producer = await transactionalProducer('slow');
    const transaction = await begin(producer, [named(contactId, 2)]);
    const [position] = await system.publish([named(contactId, 3)]);
    if (position === undefined) throw new TypeError('a published event has a position');
    const acknowledged = Date.now();
    // It waits for longer than it takes to affirm the end of the log again and again.
    const waited = await get(`/contacts/${contactId}`, { 'X-Wait-For-Position': positionText(position) });

    const plain = await get(`/contacts/${contactId}`);
    const status = await operate(['status'], { environment: operatorEnvironment });
    const explained = await operate(['explain', `contact:${tenant.locationId}:${contactId}`], {
      environment: operatorEnvironment,
    });
    await transaction.commit();
    const reached = await get(`/contacts/${contactId}`, { 'X-Wait-For-Position': positionText(position) });

    expect([shownIn(plain), asOfIn(plain) <= acknowledged]).toEqual([1, true]);
    expect([waited.status, waited.headers.get('retry-after')]).toEqual([500, '1']);
    const first = `${position.topic}:${position.partition}`;
    expect(status.output).toMatch(new RegExp(`${position.topic} +${position.partition} +\\d+ +\\d+ +2 `));
    expect(status.output).toContain(`${first}: 2 records wait for the end of a transaction`);
    expect(explained.output).not.toContain('the last record is what is shown');
    expect(explained.output).toContain(`${first}: 2 records wait for the end of a transaction`);
    expect(shownIn(reached)).toBe(3);
  });

  it.concurrent('a client that follows is told of what is committed in the end, of what lay behind it, and of nothing that is aborted', async () => {
    const contactIds = Array.from({ length: 8 }, (_, number) => `followed-${number}`);
    const [committing, aborting] = [await transactionalProducer('committing'), await transactionalProducer('aborting')];
    const { cursor } = await follow(null);
    const committed = await begin(committing, [named('committed', 1)]);
    const aborted = await begin(aborting, [named('aborted', 1)]);
    await system.publish(contactIds.map((contactId) => named(contactId, 1)));
    await delay(AFFIRMED_MS);

    const before = await follow(cursor);
    await aborted.abort();
    await committed.commit();
    await system.applied.all();
    const told = new Set(before.ids);
    let next = before.cursor;
    const expected = ['committed', ...contactIds];
    await eventually(
      async () => {
        const page = await follow(next);
        for (const id of page.ids) told.add(id);
        next = page.cursor;
        return expected.every((id) => told.has(id));
      },
      { what: 'everything that was committed' },
    );

    // No partition is told of further than the one that waits.
    expect(before.ids.filter((id) => expected.includes(id))).toEqual([]);
    expect(told).not.toContain('aborted');
    expect((await get('/contacts/aborted')).status).toBe(404);
  });

  it.concurrent('the access heartbeat does not pass a revocation behind it', async () => {
    const { companyId, locationId } = tenant;
    const revoked = issueCredential({ credentialId: 'revoked', companyId, locationId });
    await system.applied.positions(await system.publish([revoked.event]));
    const producer = await transactionalProducer('slow-access');
    const inEveryPartition = Array.from({ length: 20 }, (_, n) => company(`company-${n}`));
    const transaction = await begin(producer, inEveryPartition);
    const again = { companyId, locationId, version: 2, revokedAt: USUAL_INSTANT };
    await system.publish([issueCredential({ credentialId: 'revoked', ...again }).event]);
    const acknowledged = Date.now();
    await delay(AFFIRMED_MS);

    const letIn = await get('/contacts', {}, revoked);
    const heartbeat = await system.db.collection<AccessHeartbeat>(ACCESS_HEARTBEAT).findOne({});
    await transaction.abort();

    expect(letIn.status).toBe(200);
    expect(heartbeat?.asOf).toBeLessThanOrEqual(acknowledged);
    await eventually(async () => (await get('/contacts', {}, revoked)).status === 401, { what: 'the refusal' });
  });
});
