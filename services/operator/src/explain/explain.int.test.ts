import type { Position } from '@fundlens/contracts/publishing/positions';
import { wireRecord } from '@fundlens/projection/testing/wire-records';
import { projectorFixture, until } from '@fundlens/projector/testing/projector-fixture';
import { setAside } from '@fundlens/projector/testing/set-aside';
import { DEAD_LETTERS, type DeadLetter } from '@fundlens/read-models/dead-letter';
import * as build from '@fundlens/testing/event-builders';
import { uuidOf } from '@fundlens/testing/event-identity';
import { afterAll, describe, expect, it } from 'vitest';
import { operate } from '../testing/operator-fixture.ts';
import type { Explanation } from './explain.ts';

const SSN = '517-46-9283';
const eventIdOf = (contactId: string, version: number) => uuidOf(`${contactId} ${version}`);
const contact = (contactId: string, version: number, fields: Parameters<typeof build.contactChanged>[0] = {}) =>
  build.contactChanged({ contactId, ...fields, meta: { version, eventId: eventIdOf(contactId, version) } });

const fixture = await projectorFixture();
afterAll(() => fixture.close());
const at: Record<string, Position> = {};

// Everything that can become of an event, in one world; the projector is stopped before the last events.
const publish = async (name: string, contactId: string, version: number) => {
  [at[name]] = (await fixture.publish([contact(contactId, version)])) as [Position];
};
await setAside(fixture, 'crm', [contact('replayed', 1, { lastName: 'Planted', companyName: `SSN ${SSN}` })]);
const projector = await fixture.start();
await publish('first', 'applied', 1);
await publish('second', 'applied', 2);
await publish('higher', 'outranked', 5);
await publish('lower', 'outranked', 4);
await publish('erased', 'erased', 1);
const wrong = await wireRecord(fixture.codec, contact('elsewhere', 1, { firstName: SSN }));
[at.invalid] = (await fixture.produce('crm', [{ ...wrong, key: 'contact:loc-1:invalid' }])) as [Position];
await fixture.publish([build.creditReportStored({ contactId: 'applied' })]);
await fixture.caughtUp();
expect((await operate(['dead-letters', 'replay', '--all', '--yes', '--by', 'ticket-7'], fixture)).status).toBe(1);
expect((await operate(['erase', '--location', 'loc-1', '--contact', 'erased', '--yes'], fixture)).status).toBe(0);
await projector.stop();
await publish('third', 'applied', 3);

async function explained(...what: readonly string[]) {
  const [asText, asJson] = [
    await operate(['explain', ...what], fixture),
    await operate(['--json', 'explain', ...what], fixture),
  ];
  expect(asText.status).toBe(asJson.status);
  for (const { output, errors } of [asText, asJson]) expect(output + errors).not.toMatch(/Planted|517.?46.?9283/);
  return { status: asJson.status, text: asText.output, ...asJson.json<Explanation>() };
}

const place = (name: string) => {
  const { topic, partition, offset } = at[name] ?? { topic: '', partition: 0, offset: '' };
  return `${topic}:${partition}:${offset}`;
};

describe('fundlens explain KEY', () => {
  it('shows event, version and times of each slot of an entity, and how far its partition is', async () => {
    const found = await explained('contact:loc-1:applied');
    expect(found).toMatchObject({
      status: 0,
      slots: [
        {
          document: 'contacts/loc-1:applied',
          slot: 'contact',
          state: 'live',
          version: { version: 2, eventId: eventIdOf('applied', 2) },
          toldAt: expect.any(Number),
        },
      ],
      // The event that no projector has reached.
      partition: { topic: at.third?.topic, partition: at.third?.partition, nextOffset: Number(at.third?.offset) },
    });
    const report = await explained('credit-report:loc-1:applied:request-1');
    expect(report.slots).toMatchObject([
      { document: 'contacts/loc-1:applied', slot: 'report:request-1', state: 'live' },
      { document: 'credit_reports/loc-1:request-1', state: 'live' },
    ]);
    expect(found.text).toMatch(/applied up to offset \d+ of \d+/);
  });

  it('shows open dead letters, erasures, what a replay has brought, and 1 where nothing is stored', async () => {
    const invalid = await explained('contact:loc-1:invalid');
    expect([invalid.status, invalid.deadLetters.map(({ reason }) => reason)]).toEqual([0, ['key_mismatch']]);
    const erased = await explained('contact:loc-1:erased');
    expect(erased.slots).toMatchObject([{ state: 'erased', version: null }]);
    expect((await explained('contact:loc-1:replayed')).slots).toMatchObject([
      { state: 'live', version: { version: 1 } },
    ]);
    const never = await explained('contact:loc-1:nobody');
    expect([never.status, never.text]).toEqual([1, expect.stringContaining('Nothing is stored of it')]);
  });
});

describe('fundlens explain POSITION', () => {
  it('says what became of the record: shown, outranked, set aside, erased, not reached', async () => {
    expect((await explained(place('second'))).record).toMatchObject({ outcome: 'shown', key: 'contact:loc-1:applied' });
    const lower = await explained(place('lower'));
    expect(lower.record).toMatchObject({ outcome: 'outranked', eventId: eventIdOf('outranked', 4) });
    expect(lower.text).toContain(`outranked by version 0/5, event ${eventIdOf('outranked', 5)}`);
    const invalid = await explained(place('invalid'));
    expect(invalid.record).toMatchObject({ outcome: 'set_aside', invalid: 'key_mismatch' });
    expect((await explained(place('erased'))).record?.outcome).toBe('erased');
    expect((await explained(place('third'))).record?.outcome).toBe('not_reached');
    const beyond = await explained(`${at.third?.topic}:${at.third?.partition}:99999`);
    expect([beyond.status, beyond.record?.outcome]).toEqual([1, 'not_reached']);
  });

  it('says of a record that another generation alone has set aside what readers see', async () => {
    const letters = fixture.db.collection<DeadLetter>(DEAD_LETTERS);
    const [invalid] = await letters.find({ _id: place('invalid') }).toArray();
    if (invalid === undefined) throw new Error('no dead letter');
    await letters.insertOne({ ...invalid, _id: place('second'), generations: [2] });
    expect((await explained(place('second'))).record?.outcome).toBe('shown');
    await letters.deleteOne({ _id: place('second') });
  });

  it('takes a position as publishers and the columns of status write it, and leaves no group behind', async () => {
    const { topic = '', partition = 0, offset = '' } = at.second ?? {};
    for (const what of [[`${topic}/${partition}/${offset}`], [topic, String(partition), offset]]) {
      expect((await explained(...what)).question).toBe(place('second'));
    }
    const described = await fixture.admin.describeGroups([
      `${fixture.environment.TOPIC_PREFIX}${fixture.environment.MONGODB_DATABASE}-changes`,
    ]);
    expect(described.groups.flatMap(({ members }) => members)).toEqual([]);
    const groups = async () => (await fixture.admin.listGroups()).groups.map(({ groupId }) => groupId);
    await until(async () => !(await groups()).some((groupId) => groupId.startsWith('fundlens-operator-')));
  });

  it.each([
    ['not a key'],
    [`contact:loc-1:${SSN}`],
    ['contact:loc-1:a:b'],
    ['/contacts/applied'],
    ['unknown:loc-1:x'],
    ['other-topic:1:5'],
  ])('refuses %j with 2 and the rule, and never repeats it', async (what) => {
    const result = await operate(['explain', what], fixture);
    expect([result.status, result.output]).toEqual([2, '']);
    expect(result.errors).not.toContain(what);
  });
});
