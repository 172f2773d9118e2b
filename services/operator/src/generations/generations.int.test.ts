import { storedDocuments } from '@fundlens/projection/testing/stored-documents';
import { fixtureOfEachTest, until } from '@fundlens/projector/testing/projector-fixture';
import { setAside } from '@fundlens/projector/testing/set-aside';
import { collectionName } from '@fundlens/read-models/definition';
import * as build from '@fundlens/testing/event-builders';
import { InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { expect, it } from 'vitest';
import { sleep } from '@fundlens/runtime/backoff';
import { PARTITION_STATES, type StoredPartitionStates } from '@fundlens/read-models/partition-state';
import type { Comparison } from '../comparison.ts';
import type { System } from '../composition-root.ts';
import { operate } from '../testing/operator-fixture.ts';
import type { GenerationReport } from './generations.ts';
import { takenOver } from './rebuild.ts';

const fixture = fixtureOfEachTest();

const run = (...args: string[]) => operate(['--json', ...args], fixture);
const list = async () => (await run('generations')).json<{ generations: GenerationReport[] }>().generations;
const contact = (contactId: string) => build.contactChanged({ contactId, firstName: 'Planted' });

it('a generation is added, filled by a projector of its own, compared, switched to and back, and dropped', async () => {
  await fixture.publish([contact('c-1'), build.dealChanged(), build.creditReportStored()]);
  await fixture.produce('crm', [{ key: 'contact:loc-1:bad', value: Buffer.from('x') }]);
  await fixture.start();
  await fixture.caughtUp();
  // A question without a terminal to answer at changes nothing, and neither does a dry run.
  expect((await run('generations', 'add')).status).toBe(4);
  expect((await run('generations', 'add', '--dry-run')).status).toBe(0);
  expect(await list()).toMatchObject([{ number: 1, isActive: true, difference: null, lag: 0, deadLetters: 1 }]);

  expect((await run('generations', 'add', '--yes')).json()).toEqual({ generation: 2 });
  expect((await run('generations', 'switch', '2', '--yes')).errors).toContain('has not come as far as generation 1');
  const second = await fixture.start({ GENERATION: '2', DASHBOARD_SWEEP_MS: '3600000' });
  await until(async () => (await list())[1]?.lag === 0);
  const compared = (await run('generations', 'compare', '2')).json<Comparison>();
  expect(compared).toMatchObject({ differences: [], moving: [], isCaughtUp: true });
  expect(compared.documents).toBeGreaterThan(2);

  await fixture.db
    .collection<{ _id: string }>(collectionName('contacts', 2))
    .updateOne({ _id: 'loc-1:c-1' }, { $set: { 'slots.contact.version': 99 } });
  const differing = await run('generations', 'compare', '2');
  expect([differing.status, differing.json()]).toMatchObject([
    1,
    { differences: [{ document: 'contacts/loc-1:c-1', part: 'slot contact differs' }] },
  ]);
  expect(differing.output).not.toContain('Planted');

  const deals = fixture.db.collection(collectionName('deals', 2));
  await deals.updateOne({}, { $set: { dirtyKey: 'loc-1:1000', dirtyDays: [] } });
  expect((await run('generations', 'switch', '2', '--yes')).errors).toContain('has not counted its dashboards');
  await deals.updateOne({}, { $unset: { dirtyKey: true, dirtyDays: true } });
  await until(async () => (await run('generations', 'switch', '2', '--yes')).status === 0);
  expect(await list()).toMatchObject([{ isActive: false }, { isActive: true, deadLetters: 1 }]);
  await until(async () => (await run('generations', 'switch', '1', '--yes')).status === 0);
  await second.stop();
  await fixture.publish([contact('c-2')]);
  await until(async () => (await storedDocuments(fixture.db)).has('contacts/loc-1:c-2'));
  const late = ['generations', 'compare', '2'];
  // The projector that wrote it has ended, so that nothing of it has to be waited for.
  const impatient = { ...fixture, replaced: () => ({ sleep: () => sleep(5) }) };
  expect((await operate(['--json', ...late], impatient)).json()).toMatchObject({
    differences: expect.arrayContaining([{ document: 'contacts/loc-1:c-2', part: 'is missing on one side' }]),
    isCaughtUp: false,
  });
  expect((await operate(late, impatient)).output).toContain('may only be late');
  expect((await run('generations', 'drop', '1', '--yes')).status).toBe(2);
  const drop = ['generations', 'drop', '2', '--yes'];
  const interrupted = {
    ...fixture,
    replaced: () => ({ sleep: () => Promise.reject(new RetryableError('away', 'No.')) }),
  };
  expect((await operate(drop, interrupted)).status).toBe(3);
  expect(await fixture.db.listCollections({ name: collectionName('contacts', 2) }).toArray()).toHaveLength(1);
  expect((await operate(drop, impatient)).status).toBe(0);
  expect(await fixture.db.listCollections({ name: collectionName('contacts', 2) }).toArray()).toEqual([]);
  expect(await list()).toMatchObject([{ number: 1, isActive: true }]);
  expect((await run('generations', 'add', '--yes')).json()).toEqual({ generation: 3 });
  for (const wrong of [
    ['compare', '9'],
    ['switch', '9', '--yes'],
    ['drop', 'x', '--yes'],
  ]) {
    expect((await run('generations', ...wrong)).status, wrong.join(' ')).toBe(2);
  }
});

it('what is set aside in one generation and valid in another is shown after a switch, and never where it was discarded', async () => {
  await fixture.publish([contact('c-1')]);
  await fixture.start();
  await fixture.caughtUp();
  const [, discarded] = await setAside(fixture, 'crm', [contact('open'), contact('discarded')]);
  const discard = ['dead-letters', 'discard', String(discarded?._id), '--because', 'wrong', '--yes'];
  expect((await run(...discard)).status).toBe(0);
  await run('generations', 'add', '--yes');
  await fixture.start({ GENERATION: '2' });
  await until(async () => (await list())[1]?.lag === 0);
  await until(async () => (await run('generations', 'switch', '2', '--yes')).status === 0);
  const stored = await storedDocuments(fixture.db);
  expect([stored.has('contacts/loc-1:open'), stored.has('contacts/loc-1:discarded')]).toEqual([true, false]);
  expect(await list()).toMatchObject([{ deadLetters: 1 }, { deadLetters: 0 }]);
});

it('a rebuild does all of it in one command, and again what a killed one has left', async () => {
  await fixture.publish([contact('c-1'), build.locationChanged()]);
  const first = await fixture.start();
  await fixture.caughtUp();
  // What a killed projector had is soon another's. The options are those of one of two deployments: the rebuild needs all groups.
  Object.assign(fixture.environment, { KAFKA_SESSION_TIMEOUT_MS: '2000', CONSUMER_GROUPS: 'access' });
  const interrupted = async (act: () => Promise<unknown>, at: 'switchTo' | 'drop') => {
    const end = async () => {
      await act();
      throw new InvalidError('generation_behind', 'Not yet.');
    };
    const replaced = ({ generations }: System) => ({ generations: { ...generations, [at]: end } });
    return await operate(['rebuild', '--yes'], { ...fixture, replaced });
  };
  const killed = await interrupted(async () => {
    const states = fixture.db.collection<StoredPartitionStates>(PARTITION_STATES);
    process.kill(Number((await states.findOne({ generation: 2 }))?.owner.split(':')[1]), 'SIGKILL');
  }, 'switchTo');
  expect([killed.status, killed.errors]).toEqual([3, expect.stringContaining('is gone: it ended with SIGKILL')]);
  expect((await interrupted(async () => undefined, 'drop')).status).toBe(2);
  expect(await list()).toMatchObject([{ isActive: false }, { number: 2, isActive: true }]);
  const rebuilding = run('rebuild', '--yes');
  await Promise.race([rebuilding, first.dropped]);
  // What the service does by itself.
  await first.stop();
  await fixture.start({ CONSUMER_GROUPS: 'access,changes' });
  const ended = await rebuilding;
  expect([ended.status, ended.json()]).toMatchObject([
    0,
    { generation: 2, outcome: 'done', comparison: { differences: [], moving: [] } },
  ]);
  expect(await list()).toMatchObject([{ number: 2, isActive: true }]);
  await fixture.publish([contact('c-2')]);
  await until(async () => (await storedDocuments(fixture.db)).has('contacts/loc-1:c-2'));
});

it('a rebuild beside a generation that nothing writes says what it waits for', async () => {
  const first = await fixture.start();
  await fixture.caughtUp();
  await first.stop();
  await fixture.publish([contact('c-1')]);
  let looks = 0;
  const replaced = ({ sleep: wait }: System) => ({
    async sleep(ms: number) {
      if (ms >= 1_000) return await wait(ms);
      looks += 1;
      if (looks > 150) throw new RetryableError('interrupted', 'Enough.');
      return await wait(5);
    },
  });
  const { errors } = await operate(['rebuild', '--yes'], { ...fixture, replaced });
  expect(errors).toContain('differs, and a projector is behind: start it, or repeat this with --accept-differences');
});

it('a rebuild says once which projector does not go on with it, and why, and ends with one that does', async () => {
  const now = async () => 1_000_000;
  const states = fixture.db.collection<StoredPartitionStates>(PARTITION_STATES);
  const says = (owner: string, status: 'running' | 'paused', reason: string | null) => {
    const partitions = [{ topic: 'crm', partition: 0, status, reason, since: 0 }];
    const said = { generation: 7, owner, seenAt: 1_000_000, partitions };
    return states.replaceOne({ _id: `7:${owner}` }, said, { upsert: true });
  };
  await says('here:11', 'running', null);
  await says('there:12', 'paused', 'generation_differs');
  const said: string[] = [];
  let looks = 0;
  const sleep = async () => {
    looks += 1;
    if (looks === 3) await says('there:12', 'running', null);
    return true;
  };
  await takenOver({ db: fixture.db, now, sleep }, 7, { own: 11, say: (text) => said.push(text) });
  expect([looks, said]).toEqual([3, [expect.stringContaining('there:12 does not go on with it: generation_differs.')]]);
});
