import { hash } from 'node:crypto';
import type { RawRecord } from '@fundlens/projector/testing/projector-fixture';
import { uncheckedRecord, wireRecord } from '@fundlens/projection/testing/wire-records';
import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import * as build from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { expect, it } from 'vitest';
import { faultTests, TIMEOUT_MS } from './fault-tests.ts';
import { SSN } from './fault-world.ts';

/** Made up; must be found nowhere in what is set aside. */
const EMAIL = 'planted@person.example';
const onePartition = { partition: 1 };

const test = faultTests();

type BadRecord = RawRecord & { readonly reason: string; readonly shown?: Partial<DeadLetter> };

async function badRecords(): Promise<BadRecord[]> {
  const { codec } = test.world;
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

it(
  'one bad record in the middle of a batch: set aside with place and reason and nothing personal, its neighbours land',
  async () => {
    const { world } = test;
    const expected: Partial<DeadLetter>[] = [];
    for (const [n, { shown, ...bad }] of (await badRecords()).entries()) {
      const stream = bad.reason.startsWith('report_') ? 'funding' : 'crm';
      const event = neighbour(stream, n);
      const [position] = await world.publishBad(stream, [{ ...bad, ...onePartition }]);
      await world.publishEncoded(stream, [{ ...(await wireRecord(world.codec, event)), ...onePartition, event }]);
      const { topic, partition } = position ?? { topic: '', partition: 0 };
      const place: Partial<DeadLetter> = { stream, topic, partition, offset: Number(position?.offset) };
      expected.push({ ...place, reason: bad.reason, status: 'open', ...shown });
    }
    const projector = await world.start({ UNKNOWN_SCHEMA_RETRY_MS: '0' });
    expect(await world.wrong()).toEqual([]);

    const letters = await world.deadLetters();
    const byPlace = (a: Partial<DeadLetter>, b: Partial<DeadLetter>) =>
      `${a.topic}`.localeCompare(`${b.topic}`) || (a.offset ?? 0) - (b.offset ?? 0);
    expect(letters.sort(byPlace)).toMatchObject(expected.sort(byPlace));
    const seen = JSON.stringify(letters) + world.logLines.join('\n');
    for (const secret of [SSN, SSN.replaceAll('-', ''), EMAIL, 'Lopez']) expect(seen).not.toContain(secret);
    const keyed = letters.find(({ reason }) => reason === 'unknown_schema_id');
    expect(keyed?.keyHash).toBe(hash('sha256', 'contact:loc-1:contact-1'));
    expect((await projector.health()).ok).toBe(true);
  },
  TIMEOUT_MS,
);
