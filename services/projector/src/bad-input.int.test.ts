import { zstdCompressSync } from 'node:zlib';
import { SCHEMA_WAITS, type SchemaWait } from '@fundlens/read-models/schema-wait';
import { createKafka } from '@fundlens/contracts/kafka/kafka-client';
import { MAX_EXPANDED_BATCH_BYTES } from '@fundlens/contracts/definition/limits';
import { ACCESS_HEARTBEAT, type AccessHeartbeat } from '@fundlens/read-models/access-heartbeat';
import { DEAD_LETTERS, type DeadLetter } from '@fundlens/read-models/dead-letter';
import { CHECKPOINTS, type Checkpoint } from '@fundlens/read-models/checkpoint';
import * as build from '@fundlens/testing/event-builders';
import kafkajs from 'kafkajs';
import { setAside } from './testing/set-aside.ts';
import { describe, expect, it } from 'vitest';
import { SHARE_MINIMUM } from '@fundlens/projection/consumer/invalid-rate-breaker';
import { operate } from '@fundlens/operator/testing/operator-fixture';
import { fixtureOfEachTest, TEST_ADMIN_TOKEN, until } from './testing/projector-fixture.ts';
import type { Status } from '@fundlens/projection/status/status';
import { storedDocuments } from '@fundlens/projection/testing/stored-documents';
import { wireRecord } from '@fundlens/projection/testing/wire-records';

const fixture = fixtureOfEachTest();

const onePartition = { partition: 1 };

describe('a bad event', () => {
  it('becomes the same dead letter again after a crash; a compaction marker beside it none', async () => {
    const marker = { key: 'contact:loc-1:c', value: null, ...onePartition };
    await fixture.produce('crm', [marker, { ...marker, value: Buffer.from('x') }, marker]);
    const first = await fixture.start();
    await fixture.caughtUp();
    await first.stop();
    await fixture.db.collection('checkpoints').deleteMany({});
    await fixture.start();
    await fixture.caughtUp();
    expect(await fixture.deadLetters()).toMatchObject([{ attempts: 2, status: 'open' }]);
  });

  it('loses its payload after its time, and nothing else', async () => {
    const taken = Date.now() - 3 * 86_400_000;
    const [older] = await setAside(fixture, 'crm', [
      build.contactChanged({ contactId: 'older' }),
      build.contactChanged({ contactId: 'younger' }),
    ]);
    const letters = fixture.db.collection<DeadLetter>(DEAD_LETTERS);
    await letters.updateMany({}, { $set: { payload: '{"contactId":"redacted"}' } });
    await letters.updateOne({ _id: older?._id ?? '' }, { $set: { receivedAt: taken, blocks: 'company:company-1' } });
    const before = await fixture.deadLetters();
    await fixture.start({ DEAD_LETTER_PAYLOAD_DAYS: '2' });
    const ended = before.map((letter) => (letter._id === older?._id ? { ...letter, payload: null } : letter));
    await expect.poll(() => fixture.deadLetters()).toEqual(ended);
  });

  it('is not waited for anew after a restart', async () => {
    const { key, value } = await wireRecord(fixture.codec, build.contactChanged());
    const unknown = Buffer.from(value);
    unknown.writeUInt32BE(1_999_999_997, 1);
    await fixture.produce('crm', [{ key, value: unknown, ...onePartition }]);
    const waiting = `${fixture.topics.crm}:1`;
    const first = await fixture.start();
    await until(async () => (await first.health()).checks[waiting] === 'paused: unknown_schema_id');
    expect(await first.health()).toMatchObject({ ok: true, degraded: true });
    await first.stop();
    const nineMinutes = 9 * 60_000;
    const waits = fixture.db.collection<SchemaWait>(SCHEMA_WAITS);
    const [wait] = await waits.find().toArray();
    await waits.updateOne({}, { $set: { firstMetAt: new Date(Number(wait?.firstMetAt) - nineMinutes) } });
    await fixture.start({ UNKNOWN_SCHEMA_RETRY_MS: String(nineMinutes) });
    await fixture.caughtUp();
    expect(await fixture.deadLetters()).toMatchObject([{ reason: 'unknown_schema_id' }]);
  });

  it('keeps no payload when its key is hidden: an erasure could not find it', async () => {
    // Its JSON is short in characters, as a payload is bounded, and too long in bytes for a page.
    const customFields = [1, 2].map((n) => ({
      id: `cf-${n}`,
      valueJson: JSON.stringify('漢'.repeat(16_000)),
      name: null,
    }));
    for (const contactId of ['c-1', '123456789']) {
      const event = build.contactChanged({ contactId, customFields });
      await fixture.produce('crm', [await wireRecord(fixture.codec, event)]);
    }
    await fixture.start();
    await fixture.caughtUp();
    const letters = await fixture.deadLetters();
    expect(letters.map(({ reason, entity, payload }) => [reason, entity?.ids ?? null, payload !== null])).toEqual(
      expect.arrayContaining([
        ['document_too_large', ['c-1'], true],
        ['document_too_large', null, false],
      ]),
    );
  });
});

describe('a compressed batch that would expand to too much', () => {
  const half = Buffer.alloc(MAX_EXPANDED_BATCH_BYTES / 2);
  const messages = [half, half, Buffer.from('x')].map((value) => ({ key: 'contact:loc-1:c', value, ...onePartition }));
  const { CompressionCodecs, CompressionTypes } = kafkajs;
  const compression = CompressionTypes.ZSTD;
  const explode = async (topic: string) => {
    const brokers = (fixture.environment.KAFKA_BROKERS ?? '').split(',');
    const producer = createKafka({ brokers, clientId: 'bombs' }).producer();
    const { decompress } = CompressionCodecs[compression]();
    const compress = async ({ buffer }: { readonly buffer: Buffer }) => zstdCompressSync(buffer);
    CompressionCodecs[compression] = () => ({ compress, decompress });
    await producer.connect();
    await producer.send({ topic, compression, messages });
    await producer.disconnect();
  };

  it('is a dead letter for each of its records, and the records before and behind it are applied', async () => {
    const publish = async (contactId: string) => {
      const record = await wireRecord(fixture.codec, build.contactChanged({ contactId }));
      await fixture.produce('crm', [{ ...record, ...onePartition }]);
    };
    await fixture.start();
    await publish('before');
    await explode(fixture.topics.crm);
    await publish('behind');
    await fixture.caughtUp();
    const rule = 'It is in a compressed batch of 3 records that expands to more than 64 MiB.';
    const letter = { reason: 'batch_too_large', rule, entity: null, keyHash: null, payload: null };
    expect(await fixture.deadLetters()).toMatchObject([1, 2, 3].map((offset) => ({ ...letter, offset })));
    const stored = await storedDocuments(fixture.db);
    expect(['before', 'behind'].map((id) => stored.has(`contacts/loc-1:${id}`))).toEqual([true, true]);
    const replayed = await operate(['--json', 'dead-letters', 'replay', '--all', '--yes'], fixture);
    expect(replayed.json()).toMatchObject({ outcomes: { still_invalid: 3 } });
  });

  it('holds its partition in the access stream, where it may hide a revocation, until it is discarded', async () => {
    const projector = await fixture.start();
    await explode(fixture.topics.access);
    const partition = `${fixture.topics.access}:1`;
    await until(async () => (await projector.health()).checks[partition] === 'paused: access_event_unreadable');
    await operate(['dead-letters', 'discard', '--all', '--because', 'sent again', '--yes'], fixture);
    await fixture.caughtUp();
    expect(await fixture.deadLetters()).toMatchObject([0, 1, 2].map((offset) => ({ offset, status: 'discarded' })));
  });
});

describe('a flood of bad events', () => {
  it('stops its partition before the store fills up, and leaves the others running', async () => {
    const bad = { key: 'contact:loc-1:c', value: Buffer.from('x'), ...onePartition };
    const flood = Array.from({ length: SHARE_MINIMUM * 4 }, () => bad);
    await fixture.produce('crm', flood);
    const other = build.contactChanged();
    await fixture.produce('crm', [{ ...(await wireRecord(fixture.codec, other)), partition: 2 }]);
    const projector = await fixture.start();
    const partition = `${fixture.topics.crm}:1`;
    await until(async () => (await projector.health()).checks[partition] === 'stopped: mostly_invalid');
    expect(await fixture.deadLetters()).toHaveLength(SHARE_MINIMUM - 1);
    await until(async () => (await storedDocuments(fixture.db)).has('contacts/loc-1:contact-1'));

    const at = `http://127.0.0.1:${projector.adminPort()}`;
    const asOperator = { method: 'POST', headers: { authorization: `Bearer ${TEST_ADMIN_TOKEN}` } };
    expect((await fetch(`${at}/partitions/${fixture.topics.crm}/1/retry`, { method: 'POST' })).status).toBe(401);
    // Its page says which partition, why and where, and gives the command that follows here.
    const page = async () => (await fetch(`${at}/status`)).text();
    const command = `:9101/partitions/${fixture.topics.crm}/1/retry`;
    await until(async () => (await page()).includes(command));
    expect(await page()).toContain(`next offset ${SHARE_MINIMUM - 1}`);
    const retried = await fetch(`${at}/partitions/${fixture.topics.crm}/1/retry`, asOperator);
    expect([retried.status, await retried.json()]).toMatchObject([200, { ...onePartition, outcome: 'retried' }]);
    // A retry takes the next share, and then the partition stops again.
    await until(async () => (await fixture.deadLetters()).length === 2 * (SHARE_MINIMUM - 1));
    await until(async () => (await projector.health()).checks[partition] === 'stopped: mostly_invalid');
    // An operator who knows what the rest is decides once.
    const last = flood.length - 1;
    const decided = await fetch(`${at}/partitions/${fixture.topics.crm}/1/set-aside-through/${last}`, asOperator);
    expect([decided.status, await decided.json()]).toMatchObject([200, { setAsideThrough: last, outcome: 'retried' }]);
    await until(async () => (await fixture.deadLetters()).length === flood.length);
    expect((await projector.health()).checks[partition]).toBe('running');
    const open = `fundlens_projector_dead_letters_open{reason="undecodable",blocks="false"} ${flood.length}`;
    await until(async () => (await projector.metrics()).includes(open));
  });
});

describe('a bad access event', () => {
  it.each([
    ['is unreadable', Buffer.from([0xff])],
    ['names nothing of access', Buffer.from('contact:loc-1:c-1')],
  ])('holds its partition and raises an alarm when its key %s, until an operator resolves it', async (_, key) => {
    const company = async (companyId: string) => {
      const record = await wireRecord(fixture.codec, build.companyChanged({ companyId }));
      return { ...record, ...onePartition };
    };
    const unreadable = { key, value: Buffer.from('not readable'), ...onePartition };
    await fixture.produce('access', [await company('before'), unreadable, await company('after')]);
    const projector = await fixture.start();
    const partition = `${fixture.topics.access}:1`;
    await until(async () => (await projector.health()).checks[partition] === 'paused: access_event_unreadable');
    const held = await storedDocuments(fixture.db);
    expect([held.has('companies/before'), held.has('companies/after')]).toEqual([true, false]);
    const [deadLetter] = await fixture.deadLetters();
    expect(deadLetter).toMatchObject({ status: 'open', offset: 1 });
    const { partitions } = (await operate(['--json', 'status'], fixture)).json<Status>();
    expect(partitions.filter(({ trouble }) => trouble === 'held_by_dead_letter')).toMatchObject([
      { stream: 'access', partition: 1, nextOffset: 1, lag: 2 },
    ]);
    // To set invalid events aside does not resolve it: the answer says so, once the partition does not try again just then.
    const at = `http://127.0.0.1:${projector.adminPort()}/partitions/${fixture.topics.access}/1/set-aside-through/1`;
    const asOperator = { method: 'POST', headers: { authorization: `Bearer ${TEST_ADMIN_TOKEN}` } };
    let answered = new Response();
    await until(async () => {
      answered = await fetch(at, asOperator);
      return !(await answered.clone().text()).includes('"running"');
    });
    expect([answered.status, await answered.json()]).toMatchObject([
      409,
      { outcome: 'not_stopped', reason: 'access_event_unreadable' },
    ]);
    // Nothing claims that access is known beyond it, however far other partitions are: in the end the API refuses everyone.
    const checkpoints = fixture.db.collection<Checkpoint>(CHECKPOINTS);
    // Twice, because the heartbeat follows the checkpoints.
    for (let times = 0; times < 2; times += 1) {
      const now = Date.now();
      await until(async () => (await checkpoints.countDocuments({ asOf: { $gt: now } })) > 0);
    }
    const atHeld = await checkpoints.findOne({ topic: fixture.topics.access, partition: 1 });
    const heartbeat = await fixture.db.collection<AccessHeartbeat>(ACCESS_HEARTBEAT).findOne({});
    expect(heartbeat?.asOf ?? Number.NaN).toBeLessThanOrEqual(atHeld?.asOf ?? Number.NaN);

    await fixture.db.collection('dead_letters').updateMany({}, { $set: { status: 'discarded' } });
    await fixture.caughtUp();
    expect((await storedDocuments(fixture.db)).has('companies/after')).toBe(true);
    expect(await fixture.deadLetters()).toMatchObject([{ status: 'discarded' }]);
  });

  it('of a foreign type does not concern access and does not hold its partition', async () => {
    const contact = await wireRecord(fixture.codec, build.contactChanged());
    await fixture.produce('access', [contact]);
    await fixture.start();
    await fixture.caughtUp();
    const [deadLetter] = await fixture.deadLetters();
    expect(deadLetter).toMatchObject({ reason: 'wrong_record_type' });
    expect(deadLetter).not.toHaveProperty('blocks');
  });
});
