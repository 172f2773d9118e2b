import type { Explanation } from '@fundlens/projection/explain/explanation';
import { defaultPartition } from '@fundlens/projection/log/kafka-partition';
import { wireRecord } from '@fundlens/projection/testing/wire-records';
import {
  type ProjectorFixture,
  projectorFixture,
  TEST_PARTITIONS,
} from '@fundlens/projector/testing/projector-fixture';
import { sleep } from '@fundlens/runtime/backoff';
import { setAside } from '@fundlens/projector/testing/set-aside';
import * as build from '@fundlens/testing/event-builders';
import { uuidOf } from '@fundlens/testing/event-identity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operate } from '../testing/operator-fixture.ts';

const SSN = '517-46-9283';
const contact = (contactId: string, version: number, fields: Parameters<typeof build.contactChanged>[0] = {}) =>
  build.contactChanged({ contactId, ...fields, meta: { version, eventId: uuidOf(`${contactId} ${version}`) } });
const eventIdOf = (contactId: string, version: number) => uuidOf(`${contactId} ${version}`);

/** Where a publisher with a partitioner of its own puts the key. */
const otherPartition = (key: string) => (defaultPartition('', key, TEST_PARTITIONS) + 1) % TEST_PARTITIONS;

let fixture: ProjectorFixture;

/** Everything that can become of an event, in one world; the projector is stopped before the last events. */
beforeAll(async () => {
  fixture = await projectorFixture();
  const late = contact('replayed', 1, { lastName: 'Planted', companyName: `SSN ${SSN}` });
  await setAside(fixture, 'crm', [late]);
  const projector = await fixture.start();
  await fixture.publish([contact('applied', 1)]);
  // Two batches that the log takes in one millisecond have one append time.
  await sleep(5);
  await fixture.publish([contact('applied', 2)]);
  await fixture.publish([contact('outranked', 5)]);
  await fixture.publish([contact('outranked', 4)]);
  await fixture.publish([contact('duplicate', 1)]);
  await fixture.publish([contact('duplicate', 1)]);
  await fixture.publish([contact('erased', 1)]);
  const wrong = await wireRecord(fixture.codec, contact('elsewhere', 1, { firstName: SSN }));
  await fixture.produce('crm', [{ ...wrong, key: 'contact:loc-1:invalid' }]);
  await fixture.publish([build.creditReportStored({ contactId: 'applied' }), build.pipelineChanged()]);
  await fixture.publish([build.dealChanged({ contactId: 'applied' })]);
  for (const version of [1, 2]) {
    const record = await wireRecord(fixture.codec, contact('foreign', version));
    await fixture.produce('crm', [{ ...record, partition: otherPartition('contact:loc-1:foreign') }]);
    await sleep(5);
  }
  await fixture.caughtUp();
  expect((await operate(['dead-letters', 'replay', '--all', '--yes', '--by', 'ticket-7'], fixture)).status).toBe(1);
  expect((await operate(['erase', '--location', 'loc-1', '--contact', 'erased', '--yes'], fixture)).status).toBe(0);
  await projector.stop();
  await fixture.publish([contact('applied', 3), contact('waiting', 1)]);
}, 120_000);
afterAll(() => fixture.close());

async function explained(what: string, ...args: readonly string[]) {
  const [asText, asJson] = [
    await operate(['explain', what, ...args], fixture),
    await operate(['--json', 'explain', what, ...args], fixture),
  ];
  expect(asText.status).toBe(asJson.status);
  for (const { output, errors } of [asText, asJson]) expect(output + errors).not.toMatch(/Planted|517.?46.?9283/);
  return { status: asJson.status, text: asText.output, ...asJson.json<Explanation>() };
}

const outcomes = ({ records }: Explanation) =>
  records.map(({ version, outcome }) => `${version === null ? '?' : version.version} ${outcome}`);

describe('fundlens explain', () => {
  it('shows what was applied and what is not reached while the projector is stopped, with position, documents and routes', async () => {
    const found = await explained('contact:loc-1:applied');
    expect([found.status, outcomes(found)]).toEqual([0, ['3 not_reached', '2 shown']]);
    const [waiting, shown] = found.records;
    expect(waiting).toMatchObject({ eventId: eventIdOf('applied', 3), visible: { notBefore: null, notAfter: null } });
    expect(shown).toMatchObject({
      topic: fixture.topics.crm,
      visible: { notBefore: shown?.appendedAt, notAfter: null },
    });
    // What the projector said last: it may have stopped before it said that it runs.
    const projector = { status: expect.stringMatching(/^(?:starting|running)$/) };
    expect(found.waiting).toMatchObject([{ topic: fixture.topics.crm, projector }]);
    expect(found.documents).toMatchObject([{ model: 'contacts', slots: [{ slot: 'contact', version: 2 }] }]);
    expect(found.text).toContain('not reached yet: the partition is applied up to offset');
    expect(found.text).toContain('/api/v1/contacts/applied?locationId=loc-1');
    const further = await explained('contact:loc-1:applied', '--since', '1h');
    expect(outcomes(further)).toEqual(['3 not_reached', '2 shown', '1 replaced']);
  });

  it('shows what lost to a higher version, and to which record', async () => {
    const found = await explained('contact:loc-1:outranked');
    expect([found.status, outcomes(found)]).toEqual([0, ['4 outranked', '5 shown']]);
    const [late, winner] = found.records;
    expect(late).toMatchObject({ wasApplied: false, by: { offset: winner?.offset, version: 5 } });
    expect(found.text).toContain('changed nothing: lost to version 0/5 at');
  });

  it('shows a duplicate, and of which record', async () => {
    const found = await explained('contact:loc-1:duplicate');
    expect([found.status, outcomes(found)]).toEqual([0, ['1 duplicate', '1 shown']]);
    expect(found.records[0]?.by).toMatchObject({ offset: found.records[1]?.offset });
  });

  it('shows a dead letter with its reason, and one that was replayed with the time of its replay', async () => {
    const invalid = await explained('contact:loc-1:invalid');
    expect([invalid.status, outcomes(invalid)]).toEqual([0, ['? dead_letter']]);
    expect(invalid.text).toContain('dead letter, open: key_mismatch');
    const replayed = await explained('contact:loc-1:replayed');
    expect([replayed.status, outcomes(replayed)]).toEqual([0, ['1 shown']]);
    const [record] = replayed.records;
    expect(record).toMatchObject({ partition: 0, deadLetter: { status: 'replayed', resolution: { by: 'ticket-7' } } });
    expect(record?.visible.notAfter).toBe(record?.deadLetter?.resolution?.at);
    expect(replayed.text).toContain('dead letter (undecodable), replayed at');
  });

  it('shows that a contact was erased, and when', async () => {
    const found = await explained('contact:loc-1:erased');
    expect([found.status, outcomes(found)]).toEqual([0, ['1 erased']]);
    expect(found.documents).toMatchObject([
      {
        slots: [{ state: 'erased' }],
        views: expect.arrayContaining([{ name: 'contact', shows: false, routes: expect.anything() }]),
      },
    ]);
    expect(found.text).toContain('Erased: the mark was set at');
  });

  it('finds what no projector has reached, and says 1 of what was never seen', async () => {
    const waiting = await explained('contact:loc-1:waiting');
    expect([waiting.status, outcomes(waiting)]).toEqual([0, ['1 not_reached']]);
    const never = await explained('contact:loc-1:nobody');
    expect([never.status, outcomes(never), never.documents]).toEqual([1, [], []]);
    expect(never.text).toContain('Never seen');
    // What is not applied yet was read in every partition.
    expect(
      never.searched.ranges
        .filter(({ from, end }) => from < end)
        .every(({ bound }) => bound === 'applied' || bound === 'beginning'),
    ).toBe(true);
  });

  it('finds an event by its id, and says what it has searched when there is none', async () => {
    const found = await explained(eventIdOf('outranked', 4));
    expect([found.status, found.records.filter(({ isAsked }) => isAsked)]).toMatchObject([
      0,
      [{ key: 'contact:loc-1:outranked' }],
    ]);
    expect(found.text).toContain('The event: changed nothing: lost to version 0/5');
    const ofDeadLetter = await explained(eventIdOf('elsewhere', 1));
    expect(ofDeadLetter.text).toContain('The event: dead letter, open: key_mismatch');
    const none = await explained(uuidOf('no such event'));
    expect([none.status, none.searched.ranges.length]).toEqual([1, 9]);
    expect(none.notes.join()).toContain('No record with this event id was read back to');
  });

  it('finds the entities behind the path of a route', async () => {
    const summary = await explained('/api/v1/contacts/applied/credit-summary?locationId=loc-1');
    expect(summary.records).toMatchObject([{ key: 'credit-report:loc-1:applied:request-1', outcome: 'shown' }]);
    expect(summary.documents.map(({ model }) => model)).toEqual(['contacts', 'credit_reports']);
    const deal = await explained('/deals/deal-1', '--location', 'loc-1');
    expect(deal.records).toMatchObject([{ key: 'deal:loc-1:applied:deal-1', outcome: 'shown' }]);
    const located = await explained('/api/v1/locations/loc-1/contacts/duplicate');
    expect(outcomes(located)).toEqual(['1 duplicate', '1 shown']);
    const pipeline = await explained('pipeline:loc-1:pipeline-1');
    expect(outcomes(pipeline)).toEqual(['1 shown']);
  });

  it('finds what is shown also where a publisher has put the key elsewhere, and the rest when it looks everywhere', async () => {
    const found = await explained('contact:loc-1:foreign');
    expect([found.status, outcomes(found)]).toEqual([0, ['2 shown']]);
    expect(found.records[0]?.partition).toBe(otherPartition('contact:loc-1:foreign'));
    const everywhere = await explained('contact:loc-1:foreign', '--all-partitions', '--since', '1h');
    expect(outcomes(everywhere)).toEqual(['2 shown', '1 replaced']);
  });

  it('says which limit ended the reading, and joins no group of the projectors', async () => {
    // Other tests have groups at the same broker.
    const ownGroups = async () => {
      const { groups } = await fixture.admin.listGroups();
      const prefix = fixture.environment.TOPIC_PREFIX ?? '';
      return groups.flatMap(({ groupId }) => (groupId.startsWith(prefix) ? groupId : [])).toSorted();
    };
    const before = await ownGroups();
    const found = await explained('contact:loc-1:applied', '--since', '1h', '--max-records', '1');
    const unseen = await explained('contact:loc-1:nobody', '--max-records', '1');
    expect([unseen.status, unseen.text]).toEqual([1, expect.stringContaining('Not seen so far: a limit ended')]);
    expect(found.notes.join()).toContain('The limit of records that may be read ended the reading');
    expect(await ownGroups()).toEqual(before);
    const described = await fixture.admin.describeGroups([fixture.environment.CHANGES_GROUP_ID ?? '']);
    expect(described.groups.flatMap(({ members }) => members)).toEqual([]);
  });

  it.each([
    ['not a key'],
    [`contact:loc-1:${SSN}`],
    ['/api/v1/contacts?locationId=loc-1'],
    ['/contacts/applied'],
    ['/nothing/here?locationId=loc-1'],
    ['unknown:loc-1:x'],
  ])('refuses %j with 2 and the rule, and never repeats it', async (what) => {
    const result = await operate(['explain', what], fixture);
    expect([result.status, result.output]).toEqual([2, '']);
    expect(result.errors).not.toContain(what);
  });
});
