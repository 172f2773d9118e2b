import { storedDocuments } from '@fundlens/projection/testing/stored-documents';
import { contacts } from '@fundlens/read-models/contacts/contacts';
import { credentials } from '@fundlens/read-models/credentials/credentials';
import type { ReadModelDefinition } from '@fundlens/read-models/definition';
import { EVENT_LOGS } from '@fundlens/read-models/event-log';
import type { ReadModelVersion } from '@fundlens/read-models/model-version';
import { READ_MODEL_VERSIONS } from '@fundlens/read-models/store';
import { contactChanged, installationChanged, locationChanged, USUAL_INSTANT } from '@fundlens/testing/event-builders';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ProjectorFixture, projectorFixture, type RunningProjector, until } from './testing/projector-fixture.ts';

/** Consumer groups in processes of their own: what users get is in test/e2e/access-process.e2e.test.ts. */

let fixture: ProjectorFixture;
let access: RunningProjector;

beforeAll(async () => {
  fixture = await projectorFixture();
  // Nothing listens there: a projector that takes access alone uses no Redis.
  access = await fixture.start({ CONSUMER_GROUPS: 'access', REDIS_URL: 'redis://127.0.0.1:1' });
});
afterAll(() => fixture?.close());

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

  // What this code cannot write concerns only those that would have to.
  const versions = fixture.db.collection<ReadModelVersion>(READ_MODEL_VERSIONS);
  const others = ({ version }: ReadModelDefinition) => [{ version, definition: 99, state: 'active' as const }];
  await versions.updateOne({ _id: 'contacts' }, { $set: { versions: others(contacts) } });
  await until(
    async () => (await changes.health()).checks['read models']?.startsWith('rebuild_needed: contacts') === true,
  );
  expect(await access.health()).toMatchObject({ ok: true, checks: { 'read models': 'ok' } });
  await versions.updateOne({ _id: 'credentials' }, { $set: { versions: others(credentials) } });
  await until(
    async () => (await access.health()).checks['read models']?.startsWith('rebuild_needed: credentials') === true,
  );
});

it('a projector that may write no model of a stream reads none of it and sets nothing aside, and says why', async () => {
  const versions = fixture.db.collection<ReadModelVersion>(READ_MODEL_VERSIONS);
  for (const { _id, active: version } of await versions.find({}).toArray()) {
    const others = [{ version, definition: 99, state: 'active' as const }];
    await versions.updateOne({ _id }, { $set: { versions: others } });
  }
  const held = `${fixture.topics.access}:0`;
  await until(async () => (await access.health()).checks[held] === 'paused: rebuild_needed');
  await fixture.produce('access', [{ key: 'credential:apart:key-1', value: Buffer.from('x'), partition: 0 }]);
  const another = await fixture.start({
    CONSUMER_GROUPS: 'access',
    ACCESS_GROUP_ID: `${fixture.topics.access}-another`,
  });
  await until(async () => (await another.health()).checks[held] === 'paused: rebuild_needed');
  expect(await fixture.deadLetters()).toEqual([]);
});
