import { referenceFold } from '@fundlens/projection/fold/testing/reference-fold';
import type { ReplayResult } from '@fundlens/projection/replay/replay';
import { differences, storedDocuments } from '@fundlens/projection/testing/stored-documents';
import { wireRecord } from '@fundlens/projection/testing/wire-records';
import { fixtureOfEachTest, redacted } from '@fundlens/projector/testing/projector-fixture';
import { setAside } from '@fundlens/projector/testing/set-aside';
import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import { RetryableError } from '@fundlens/runtime/errors';
import * as build from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { describe, expect, it } from 'vitest';
import type { System } from '../composition-root.ts';
import { type OperatorOptions, operate } from '../testing/operator-fixture.ts';

const fixture = fixtureOfEachTest();

const deadLetters = (args: readonly string[], options: Partial<OperatorOptions> = {}) =>
  operate(['dead-letters', ...args], { ...fixture, ...options });
const json = (args: readonly string[], options: Partial<OperatorOptions> = {}) =>
  operate(['--json', 'dead-letters', ...args], { ...fixture, ...options });
const outcomes = (result: Awaited<ReturnType<typeof json>>) =>
  result.json<{ results: ReplayResult[] }>().results.map(({ outcome }) => outcome);

const SSN = '517-46-9283';
const contact = (version: number, fields: Parameters<typeof build.contactChanged>[0] = {}) =>
  build.contactChanged({ contactId: 'c-1', ...fields, meta: { version } });

async function expectModelsOf(events: readonly Typed[]): Promise<void> {
  expect(differences(await storedDocuments(fixture.db), referenceFold(events.map(redacted)))).toEqual([]);
}

describe('a replay', () => {
  it('gives the models that they would be, in any order, beside a running projector, and changes nothing again', async () => {
    const late = [contact(1), contact(4), contact(2, { firstName: 'Two' }), build.dealChanged()];
    const stored = await setAside(fixture, 'crm', late);
    const live = [contact(3, { firstName: 'Three' }), build.dealChanged({ dealId: 'd-2' })];
    await fixture.start();
    await fixture.publish(live);
    await fixture.caughtUp();

    const ids = [...stored].reverse().map(({ _id }) => _id);
    for (const id of ids) {
      const result = await json(['replay', id, '--yes', '--by', 'ticket-7']);
      expect([result.status, outcomes(result)]).toEqual([0, ['replayed']]);
    }
    await expectModelsOf([...late, ...live]);
    const resolved = await fixture.deadLetters();
    expect(resolved.every(({ status, attempts }) => status === 'replayed' && attempts === 2)).toBe(true);
    expect(resolved[0]?.resolution).toMatchObject({ by: 'ticket-7', because: null });

    await fixture.db.collection('dead_letters').updateMany({}, { $set: { status: 'open', generations: [1] } });
    const again = await json(['replay', '--all', '--yes']);
    expect(outcomes(again)).toEqual(late.map(() => 'replayed'));
    await expectModelsOf([...late, ...live]);
  });

  it('is completed by the next one, wherever it was broken off', async () => {
    const events = [contact(1), contact(2)];
    await setAside(fixture, 'crm', events);
    const fails = (): Promise<never> => Promise.reject(new RetryableError('cut', 'Broken off here.'));
    for (const replaced of [
      (): Partial<System> => ({ writerOf: () => ({ write: fails, eraseMarked: fails }) }),
      ({ writerOf }: System): Partial<System> => ({
        writerOf: (to) => ({ ...writerOf(to), write: (events) => writerOf(to).write(events).then(fails) }),
      }),
      (system: System): Partial<System> => ({ deadLetters: { ...system.deadLetters, replayed: fails } }),
    ]) {
      expect((await deadLetters(['replay', '--all', '--yes'], { replaced })).status).toBe(3);
      expect((await fixture.deadLetters()).every(({ status }) => status === 'open')).toBe(true);
    }
    expect((await deadLetters(['replay', '--all', '--yes'])).status).toBe(0);
    await expectModelsOf(events);
  });

  it('that fails again leaves the dead letter open with one attempt more, and says why', async () => {
    await fixture.produce('crm', [{ key: 'contact:loc-1:c', value: Buffer.from('x') }]);
    await fixture.start();
    await fixture.caughtUp();
    const result = await json(['replay', '--reason', 'undecodable', '--yes']);
    expect(result.status).toBe(1);
    expect(result.json()).toMatchObject({ results: [{ outcome: 'still_invalid', reason: 'undecodable' }] });
    expect(await fixture.deadLetters()).toMatchObject([{ status: 'open', attempts: 2 }]);
  });

  it('refuses politely when the log no longer has the record, or has another one there', async () => {
    const stored = await setAside(fixture, 'crm', [contact(1), contact(2), contact(3)]);
    const change = (deadLetter: DeadLetter | undefined, to: Partial<DeadLetter>) =>
      fixture.db.collection<DeadLetter>('dead_letters').updateOne({ _id: deadLetter?._id ?? '' }, { $set: to });
    await change(stored[0], { keyHash: 'f'.repeat(64) });
    await change(stored[1], { keyHash: null, entity: null, receivedAt: 1 });
    await change(stored[2], { offset: 99 });
    const result = await json(['replay', '--all', '--yes']);
    expect([result.status, outcomes(result)]).toEqual([1, ['another_record', 'another_record', 'not_in_log']]);
    expect((await fixture.deadLetters()).every(({ status }) => status === 'open')).toBe(true);
    await fixture.admin.deleteTopicRecords({ topic: fixture.topics.crm, partitions: [{ partition: 0, offset: '3' }] });
    expect(outcomes(await json(['replay', stored[0]?._id ?? '', '--yes']))).toEqual(['not_in_log']);
  });

  it('of an access event lets its entity in again', async () => {
    const [deadLetter] = await setAside(fixture, 'access', [build.companyChanged({ companyId: 'co-1' })]);
    expect(deadLetter).toMatchObject({ blocks: 'company:co-1', status: 'open' });
    expect((await operate(['status'], fixture)).status).toBe(1);
    expect((await deadLetters(['replay', '--all', '--yes'])).status).toBe(0);
    expect((await storedDocuments(fixture.db)).has('companies/co-1')).toBe(true);
    const after = await operate(['--json', 'status'], fixture);
    expect(after.json<{ blocking: number }>().blocking).toBe(0);
  });

  it('changes nothing with --dry-run, and nothing unless it is confirmed', async () => {
    await setAside(fixture, 'crm', [contact(1)]);
    const dry = await json(['replay', '--all', '--dry-run']);
    expect([dry.status, outcomes(dry)]).toEqual([0, ['would_replay']]);
    expect((await deadLetters(['replay', '--all'])).status).toBe(4);
    expect((await deadLetters(['replay', '--all'], { typed: 'n' })).status).toBe(4);
    expect((await storedDocuments(fixture.db)).size).toBe(0);
    expect(await fixture.deadLetters()).toMatchObject([{ status: 'open', attempts: 1 }]);
    const asked = await deadLetters(['replay', '--all'], { typed: 'y' });
    expect([asked.status, asked.errors]).toEqual([0, expect.stringContaining('replaying 1 of 1')]);
  });

  it('wants to know exactly which dead letters are meant', async () => {
    expect((await deadLetters(['replay', '--yes'])).status).toBe(2);
    expect((await deadLetters(['replay', '--all', '--reason', 'undecodable', '--yes'])).status).toBe(2);
    expect((await deadLetters(['replay', 'crm.changes.v1:0:7', '--yes'])).status).toBe(1);
  });
});

it('discarding closes a dead letter with account, time and reason, redacted, and never one that is not open', async () => {
  const [first, second] = await setAside(fixture, 'crm', [contact(1), contact(2)]);
  await deadLetters(['replay', second?._id ?? '', '--yes']);
  expect((await deadLetters(['discard', '--all', '--yes'])).status).toBe(2);
  const because = ['--because', `resent, ssn ${SSN}`, '--by', 'ticket-9'];
  const result = await deadLetters(['discard', '--all', ...because, '--yes']);
  expect([result.status, result.output.trim()]).toEqual([0, '1 discarded']);
  const found = await fixture.deadLetters();
  expect(found.find(({ _id }) => _id === first?._id)).toMatchObject({
    status: 'discarded',
    resolution: { by: 'ticket-9', because: 'resent, ssn ***-**-****' },
  });
  expect(found.find(({ _id }) => _id === second?._id)?.status).toBe('replayed');
  const shown = await deadLetters(['show', first?._id ?? '']);
  expect(shown.output).toContain('resent, ssn ***-**-****');
  expect(JSON.stringify(found) + shown.output).not.toContain(SSN);
  expect((await deadLetters(['discard', '--all', '--because', 'x', '--by', 'a@b.example', '--yes'])).status).toBe(2);
});

it('says of a dead letter that is open in another generation alone that it is left', async () => {
  const [stored] = await setAside(fixture, 'crm', [contact(1)]);
  await fixture.db.collection('dead_letters').updateMany({}, { $set: { generations: [2] } });
  for (const what of [['replay'], ['discard', '--because', 'no use']]) {
    const result = await deadLetters([...what, stored?._id ?? '', '--yes']);
    expect([result.status, result.errors]).toEqual([
      1,
      expect.stringContaining('1 dead letter left: open only in a generation'),
    ]);
  }
});

it('leaves those that block an access entity, or all of them, to a discard by their ids, and says so', async () => {
  const companies = ['co-1', 'co-2'].map((companyId) => build.companyChanged({ companyId }));
  const [blocking, unreadable] = await setAside(fixture, 'access', companies);
  const [_id, set] = [unreadable?._id ?? '', { entity: null, keyHash: null }];
  await fixture.db.collection<DeadLetter>('dead_letters').updateOne({ _id }, { $set: set, $unset: { blocks: '' } });
  await setAside(fixture, 'crm', [contact(1)]);
  const all = ['discard', '--reason', 'undecodable', '--because', 'resent', '--yes'];
  const result = await json(all);
  expect([result.status, result.json()]).toEqual([1, { outcomes: { discarded: 1, left_blocking: 2 } }]);
  const statuses = async () => (await fixture.deadLetters()).map(({ stream, status }) => `${stream} ${status}`).sort();
  expect(await statuses()).toEqual(['access open', 'access open', 'crm discarded']);
  const named = await deadLetters(['discard', blocking?._id ?? '', _id, '--because', 'resent', '--yes']);
  expect([named.status, await statuses()]).toEqual([0, ['access discarded', 'access discarded', 'crm discarded']]);
});

describe('looking', () => {
  it('lists in the order of the log, and shows a payload only when it is asked for', async () => {
    const stored = await setAside(fixture, 'crm', [contact(1), contact(2), contact(3)]);
    const payload = '{"firstName":"Planted"}';
    await fixture.db.collection<DeadLetter>('dead_letters').updateMany({}, { $set: { payload } as never });
    const listed = await json(['list', '--limit', '2']);
    expect(listed.json()).toMatchObject({ total: 3, deadLetters: stored.slice(0, 2).map(({ _id }) => ({ _id })) });
    const id = stored[0]?._id ?? '';
    expect(listed.output + (await json(['show', id])).output).not.toContain('Planted');
    expect((await json(['show', id, '--payload'])).output).toContain('Planted');
    expect((await deadLetters(['show', 'nothing'])).status).toBe(2);
  });

  it('shows what key and schema tell of a record that cannot be decoded, and nothing of its bytes', async () => {
    const value = Buffer.from(`not Avro: ${SSN} and 123456789`);
    await fixture.produce('crm', [{ key: 'contact:loc-1:c', value }]);
    await fixture.start();
    await fixture.caughtUp();
    const [{ _id: id = '' } = {}] = await fixture.deadLetters();
    const shown = await deadLetters(['show', id, '--payload']);
    expect(shown.output).toContain('ContactChanged');
    expect(shown.output).not.toMatch(/not Avro|12345|31 32 33/);
    expect(shown.output).not.toContain(SSN);
    await fixture.produce('crm', [{ ...(await wireRecord(fixture.codec, contact(4))), key: 'contact:loc-1:other' }]);
    await fixture.caughtUp();
    const wrongKey = (await fixture.deadLetters()).find(({ reason }) => reason === 'key_mismatch');
    expect(wrongKey).toMatchObject({ eventType: 'ContactChanged', eventId: contact(4).event.meta.eventId });
    expect((await deadLetters(['list', '--status', 'discarded'])).output).toContain('No dead letters');
  });
});
