import { hash } from 'node:crypto';
import { ACCESS_HEARTBEAT, type AccessHeartbeat } from '@fundlens/read-models/access-heartbeat';
import { CHECKPOINTS, type Checkpoint } from '@fundlens/read-models/checkpoint';
import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import * as build from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SHARE_MINIMUM } from './consumer/invalid-share.ts';
import { referenceFold } from './projections/reference-fold.ts';
import {
  type ProjectorFixture,
  projectorFixture,
  type RawRecord,
  redacted,
  until,
} from './testing/projector-fixture.ts';
import { differences, storedDocuments } from './testing/stored-documents.ts';
import { uncheckedRecord, wireRecord } from './testing/wire-records.ts';

let fixture: ProjectorFixture;
beforeEach(async () => {
  fixture = await projectorFixture();
});
afterEach(() => fixture.close());

/** Made up; must be found nowhere. */
const SSN = '517-46-9283';
const EMAIL = 'planted@person.example';
const NOW = { UNKNOWN_SCHEMA_RETRY_MS: '0' };
const onePartition = { partition: 1 };

type BadRecord = RawRecord & { readonly reason: string; readonly shown?: Partial<DeadLetter> };

async function badRecords(): Promise<BadRecord[]> {
  const { codec } = fixture;
  const contact = build.contactChanged({ email: EMAIL, ssn: SSN });
  const report = build.creditReportStored();
  const good = await wireRecord(codec, contact);
  const company = await wireRecord(codec, build.companyChanged({ name: EMAIL }));
  const entity = { entity: 'contact', scope: 'loc-1', ids: ['contact-1'] };
  const reportEntity = { entity: 'credit-report', scope: 'loc-1', ids: ['contact-1', 'request-1'] };
  const unknownSchema = Buffer.from(good.value);
  unknownSchema.writeUInt32BE(1_999_999_999, 1);
  const cutOff = good.value.subarray(0, good.value.length - 7);
  const lateInstant = build.USUAL_INSTANT + 48 * 3_600_000;
  return [
    { key: good.key, value: Buffer.from(`no avro ${SSN} ${EMAIL}`), reason: 'undecodable', shown: { entity } },
    { key: good.key, value: cutOff, reason: 'undecodable', shown: { entity } },
    { key: good.key, value: Buffer.alloc(0), reason: 'undecodable', shown: { entity } },
    { key: good.key, value: unknownSchema, reason: 'unknown_schema_id', shown: { entity } },
    { ...company, reason: 'wrong_record_type' },
    { key: null, value: good.value, reason: 'key_missing', shown: { entity: null, keyHash: null } },
    { key: `contact:loc-1:${SSN}`, value: good.value, reason: 'key_mismatch', shown: { entity: null, keyHash: null } },
    { key: Buffer.from([0xff, 0xfe]), value: good.value, reason: 'key_mismatch', shown: { entity: null } },
    {
      ...(await uncheckedRecord(codec, contact, { contactId: `bad id ${EMAIL}` })),
      reason: 'id_pattern',
      shown: { entity: null, field: 'contactId' },
    },
    {
      ...(await uncheckedRecord(codec, contact, { contactId: SSN })),
      reason: 'id_reads_as_ssn',
      shown: { entity: null, keyHash: null, payload: null },
    },
    {
      // The id is the contact's own number, bare: only the event itself gives it away.
      ...(await uncheckedRecord(codec, contact, { contactId: SSN.replaceAll('-', '') })),
      reason: 'id_reads_as_ssn',
      shown: { entity: null, keyHash: null, payload: null },
    },
    {
      ...(await uncheckedRecord(codec, contact, { createdAt: lateInstant, lastName: SSN })),
      reason: 'instant_ahead',
      shown: { field: 'createdAt', entity, payload: null },
    },
    {
      ...(await uncheckedRecord(codec, contact, { email: EMAIL.repeat(40) })),
      reason: 'validation_failed',
      shown: { field: 'email', entity },
    },
    {
      ...(await uncheckedRecord(codec, report, { report: Buffer.from(`{"ssn": "${SSN}", "broken`) })),
      reason: 'report_not_json',
      shown: { entity: reportEntity, payload: null, eventType: 'CreditReportStored' },
    },
    {
      ...(await uncheckedRecord(codec, report, { report: Buffer.alloc(8 * 1024 * 1024 + 1, '[') })),
      reason: 'report_too_large',
      shown: { entity: reportEntity, payload: null },
    },
  ];
}

/** What lands around the bad records: every second record of the same partition. */
const neighbour = (stream: 'crm' | 'funding', n: number): Typed =>
  stream === 'crm'
    ? build.contactChanged({ contactId: `neighbour-${n}` })
    : build.creditReportStored({ contactId: `neighbour-${n}`, requestId: `neighbour-${n}` });

describe('a bad event', () => {
  it('becomes a dead letter with place and reason and nothing personal, its neighbours land, and the process goes on', async () => {
    const bad = await badRecords();
    const neighbours: Typed[] = [];
    const expected: Partial<DeadLetter>[] = [];
    for (const [n, { reason, shown, ...record }] of bad.entries()) {
      const stream = reason.startsWith('report_') ? 'funding' : 'crm';
      const around = neighbour(stream, n);
      neighbours.push(around);
      const [place] = await fixture.produce(stream, [
        { ...record, ...onePartition },
        { ...(await wireRecord(fixture.codec, around)), ...onePartition },
      ]);
      const { topic, partition } = place ?? { topic: '', partition: 0 };
      expected.push({ stream, topic, partition, offset: Number(place?.offset), reason, status: 'open', ...shown });
    }
    const projector = await fixture.start(NOW);
    await fixture.caughtUp();

    const letters = await fixture.deadLetters();
    const byPlace = (a: Partial<DeadLetter>, b: Partial<DeadLetter>) =>
      `${a.topic}`.localeCompare(`${b.topic}`) || (a.offset ?? 0) - (b.offset ?? 0);
    expect(letters.sort(byPlace)).toMatchObject(expected.sort(byPlace));
    expect(differences(await storedDocuments(fixture.db), referenceFold(neighbours.map(redacted)))).toEqual([]);

    const seen = JSON.stringify(letters) + fixture.logLines.join('\n');
    for (const secret of [SSN, SSN.replaceAll('-', ''), EMAIL, 'Lopez']) expect(seen).not.toContain(secret);
    const keyed = letters.find(({ reason }) => reason === 'unknown_schema_id');
    expect(keyed?.keyHash).toBe(hash('sha256', 'contact:loc-1:contact-1'));
    expect((await projector.health()).ok).toBe(true);
  });

  it('is met again after a crash as the same dead letter', async () => {
    await fixture.produce('crm', [{ key: 'contact:loc-1:c', value: Buffer.from('x'), ...onePartition }]);
    const first = await fixture.start();
    await fixture.caughtUp();
    await first.stop();
    await fixture.db.collection('checkpoints').deleteMany({});
    await fixture.start();
    await fixture.caughtUp();
    expect(await fixture.deadLetters()).toMatchObject([{ attempts: 2, status: 'open' }]);
  });

  it('is waited for, not set aside, while the registry may still learn its schema', async () => {
    const { key, value } = await wireRecord(fixture.codec, build.contactChanged());
    const unknown = Buffer.from(value);
    unknown.writeUInt32BE(1_999_999_998, 1);
    const after = build.contactChanged({ contactId: 'after' });
    await fixture.produce('crm', [
      { key, value: unknown, ...onePartition },
      { ...(await wireRecord(fixture.codec, after)), ...onePartition },
    ]);
    const projector = await fixture.start({ UNKNOWN_SCHEMA_RETRY_MS: '1500' });
    const place = `${fixture.topics.crm}:1`;
    await until(async () => (await projector.health()).checks[place] === 'paused: unknown_schema_id');
    expect(await fixture.deadLetters()).toEqual([]);
    await fixture.caughtUp();
    expect(await fixture.deadLetters()).toMatchObject([{ reason: 'unknown_schema_id' }]);
    expect((await storedDocuments(fixture.db)).has('contacts/loc-1:after')).toBe(true);
  });

  it('is passed over when it is only a compaction marker', async () => {
    await fixture.produce('crm', [{ key: 'contact:loc-1:c', value: null, ...onePartition }]);
    await fixture.start();
    await fixture.caughtUp();
    expect(await fixture.deadLetters()).toEqual([]);
  });
});

describe('a flood of bad events', () => {
  it('stops its partition before the store fills up, and leaves the others running', async () => {
    const flood = Array.from({ length: SHARE_MINIMUM * 2 }, () => ({
      key: 'contact:loc-1:c',
      value: Buffer.from('x'),
    }));
    await fixture.produce(
      'crm',
      flood.map((record) => ({ ...record, ...onePartition })),
    );
    const other = build.contactChanged();
    await fixture.produce('crm', [{ ...(await wireRecord(fixture.codec, other)), partition: 2 }]);
    const projector = await fixture.start();
    const place = `${fixture.topics.crm}:1`;
    await until(async () => (await projector.health()).checks[place] === 'stopped: mostly_invalid');
    expect(await fixture.deadLetters()).toHaveLength(SHARE_MINIMUM - 1);
    await until(async () => (await storedDocuments(fixture.db)).has('contacts/loc-1:contact-1'));
    expect(await projector.metrics()).toMatch(
      /partition_state\{.*partition="1",state="stopped",reason="mostly_invalid"\} 1/,
    );
  });
});

describe('a bad access event', () => {
  it('blocks the entity that its key names', async () => {
    const value = Buffer.from('not readable');
    await fixture.produce('access', [
      { key: 'credential:loc-1:key-1', value },
      { key: 'company:co-1:co-1', value },
      { key: 'installation:loc-9:co-1', value },
    ]);
    const projector = await fixture.start();
    await fixture.caughtUp();
    const blocks = (await fixture.deadLetters()).map((letter) => letter.blocks);
    expect(blocks.sort()).toEqual(['company:co-1', 'credential:key-1', 'location:loc-9']);
    expect((await projector.health()).ok).toBe(true);
  });

  it('holds its partition and raises an alarm when nobody can tell whom it concerns, until an operator resolves it', async () => {
    const before = build.companyChanged({ companyId: 'before' });
    const after = build.companyChanged({ companyId: 'after' });
    await fixture.produce('access', [
      { ...(await wireRecord(fixture.codec, before)), ...onePartition },
      { key: Buffer.from([0xff]), value: Buffer.from('not readable'), ...onePartition },
      { ...(await wireRecord(fixture.codec, after)), ...onePartition },
    ]);
    const projector = await fixture.start();
    const place = `${fixture.topics.access}:1`;
    await until(async () => (await projector.health()).checks[place] === 'paused: access_event_unreadable');
    const held = await storedDocuments(fixture.db);
    expect([held.has('companies/before'), held.has('companies/after')]).toEqual([true, false]);
    const [letter] = await fixture.deadLetters();
    expect(letter).toMatchObject({ status: 'open', entity: null, offset: 1 });
    // Nobody is told that access is known beyond it, however far other partitions are: in the end nobody is let in.
    const checkpoints = fixture.db.collection<Checkpoint>(CHECKPOINTS);
    // Twice, because the heartbeat follows the checkpoints.
    for (let times = 0; times < 2; times += 1) {
      const now = Date.now();
      await until(async () => (await checkpoints.countDocuments({ asOf: { $gt: now } })) > 0);
    }
    const atHeld = await checkpoints.findOne({ topic: fixture.topics.access, partition: 1 });
    const heartbeat = await fixture.db.collection<AccessHeartbeat>(ACCESS_HEARTBEAT).findOne({});
    expect(heartbeat?.asOf ?? 0).toBeLessThanOrEqual(atHeld?.asOf ?? Number.NaN);

    await fixture.db.collection('dead_letters').updateMany({}, { $set: { status: 'discarded' } });
    await fixture.caughtUp();
    expect((await storedDocuments(fixture.db)).has('companies/after')).toBe(true);
    expect(await fixture.deadLetters()).toMatchObject([{ status: 'discarded' }]);
  });

  it('of a foreign type says nothing of access and holds nothing', async () => {
    const contact = await wireRecord(fixture.codec, build.contactChanged());
    await fixture.produce('access', [contact]);
    await fixture.start();
    await fixture.caughtUp();
    const [letter] = await fixture.deadLetters();
    expect(letter).toMatchObject({ reason: 'wrong_record_type' });
    expect(letter).not.toHaveProperty('blocks');
  });
});
