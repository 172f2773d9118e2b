import { storedDocuments } from '@fundlens/projection/testing/stored-documents';
import { CHECKPOINTS, type Checkpoint } from '@fundlens/read-models/checkpoint';
import { EVENT_LOGS, type EventLog } from '@fundlens/read-models/event-log';
import { contactChanged, installationChanged, locationChanged, USUAL_INSTANT } from '@fundlens/testing/event-builders';
import { afterAll, expect, it } from 'vitest';
import { projectorFixture, type RunningProjector, TEST_PARTITIONS, until } from './testing/projector-fixture.ts';

/** Consumer groups in processes of their own, and systems and partitions that come later. */

const fixture = await projectorFixture();
afterAll(() => fixture.close());
// Nothing listens there: a projector that takes access alone uses no Redis.
const access = await fixture.start({ CONSUMER_GROUPS: 'access', REDIS_URL: 'redis://127.0.0.1:1' });

const told = async () => (await fixture.db.collection(EVENT_LOGS).find({}).toArray()).map(({ _id }) => String(_id));
const isRunning = async (projector: RunningProjector) => (await projector.health()).ok;
const locationId = 'apart';

it('a projector that takes access alone tells of its own topic, and leaves the others to the projectors that take them', async () => {
  await until(() => isRunning(access));
  await until(async () => (await told()).length > 0);
  expect(await told()).toEqual(['access']);
  expect((await access.metrics()).includes(`topic="${fixture.topics.crm}"`)).toBe(false);
});

it('one location is written by both kinds of projectors, and each serves the other no less than itself', async () => {
  const changes = await fixture.start({ CONSUMER_GROUPS: 'changes' });
  await until(() => isRunning(changes));
  await fixture.publish([
    locationChanged({ meta: { locationId }, name: 'Of the CRM' }),
    installationChanged({ meta: { locationId }, companyId: 'owner', installedAt: USUAL_INSTANT }),
    contactChanged({ meta: { locationId }, contactId: 'c', createdAt: USUAL_INSTANT }),
  ]);
  await fixture.caughtUp();
  const location = (await storedDocuments(fixture.db)).get(`locations/${locationId}`);
  expect(location?.fields).toMatchObject({ companyId: 'owner' });
  expect(String(location?.views.get('location'))).toContain('Of the CRM');
  await until(async () => (await told()).length === 3);
});

it('two systems that read the same topics each read all of them: a restored database beside the one that serves', async () => {
  const other = `${fixture.db.databaseName}-b`;
  const second = await fixture.start({ MONGODB_DATABASE: other, CONSUMER_GROUPS: 'access' });
  const restored = fixture.db.client.db(other);
  const checkpoints = restored.collection<Checkpoint>(CHECKPOINTS);
  await until(async () => (await checkpoints.countDocuments({ topic: fixture.topics.access })) === TEST_PARTITIONS);
  await fixture.publish(
    ['l-2', 'l-3', 'l-4'].map((id) =>
      installationChanged({ meta: { locationId: id }, companyId: 'owner', installedAt: USUAL_INSTANT }),
    ),
  );
  await fixture.caughtUp();
  await until(async () => (await restored.collection('locations_1').countDocuments({})) === 4);
  expect((await second.health()).ok).toBe(true);
  await second.stop();
  await restored.dropDatabase();
});

it('partitions that a topic gets later are known at once, and read soon', async () => {
  const { topics, admin, db } = fixture;
  await admin.createPartitions({ topicPartitions: [{ topic: topics.crm, count: TEST_PARTITIONS + 1 }] });
  await fixture.produce('crm', [{ key: 'contact:l-1:later', value: Buffer.from('x'), partition: TEST_PARTITIONS }]);
  await until(
    async () => (await db.collection<EventLog>(EVENT_LOGS).findOne({ _id: 'crm' }))?.partitions === TEST_PARTITIONS + 1,
  );
  const later = { topic: topics.crm, partition: TEST_PARTITIONS, nextOffset: 1 };
  await until(async () => (await db.collection<Checkpoint>(CHECKPOINTS).findOne(later)) !== null);
  expect(fixture.logLines.filter((line) => line.includes('partition_missing'))).toEqual([]);
});
