import { storedDocuments } from '@fundlens/projection/testing/stored-documents';
import { EVENT_LOGS } from '@fundlens/read-models/event-log';
import { contactChanged, installationChanged, locationChanged, USUAL_INSTANT } from '@fundlens/testing/event-builders';
import { afterAll, expect, it } from 'vitest';
import { projectorFixture, type RunningProjector, until } from './testing/projector-fixture.ts';

/** Consumer groups in processes of their own. */

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
