import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MARKS, SWEEPS } from '../marks/mark-store.ts';
import { statedIn, wanted } from '../testing/end-state.ts';
import { type IngestFixture, openIngestFixture } from '../testing/ingest-fixture.ts';
import { LOCATION } from '../testing/test-crm.ts';

const POLL_MS = 100;

let fixture: IngestFixture;

beforeEach(async () => {
  fixture = await openIngestFixture();
});

afterEach(() => fixture.close());

/** An adapter that sweeps when it starts; ends when each known location has a complete sweep. */
async function sweep(): Promise<void> {
  // As if the interval had passed.
  await fixture.db.collection(SWEEPS).deleteMany({});
  const ingest = await fixture.start({ SWEEP_INTERVAL_HOURS: '24' });
  while (!(await ingest.metrics()).includes('fundlens_ingest_sweep_locations{state="current"} 1')) await delay(POLL_MS);
  await fixture.settled();
}

async function expectRight(): Promise<void> {
  const log = await fixture.events();
  expect(Object.fromEntries(statedIn(log))).toEqual(Object.fromEntries(wanted(fixture.crm, LOCATION)));
}

describe('a sweep', () => {
  test('that is asked for publishes all of a location, and says when it is done', async () => {
    const { crm } = fixture;
    for (let n = 0; n < 150; n += 1) crm.createContact(LOCATION, `contact-${n}`, { firstName: `Name ${n}` });
    const ingest = await fixture.start({ HIGHLEVEL_REQUESTS_PER_INTERVAL: '100' });
    await ingest.started;
    const { status, output } = await fixture.backfill(LOCATION).ended;
    expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining('Done') });
    await expectRight();
    expect(await ingest.metrics()).toMatch(/fundlens_ingest_repaired_events_total\{type="ContactChanged"\} 150\n/);
    expect(fixture.server.limits.refusals()).toBe(0);
    expect(await fixture.backfill('loc-other').ended).toMatchObject({
      status: 1,
      errors: expect.stringContaining('crm_forbidden'),
    });
    const refused = await fixture.backfill('no id!').ended;
    expect(refused).toMatchObject({ status: 2, errors: expect.stringContaining('Usage: ') });
  }, 120_000);

  test('goes on where its adapter and its command were killed, and loses no change beside it', async () => {
    const { crm, db } = fixture;
    for (let n = 0; n < 90; n += 1) crm.createContact(LOCATION, `contact-${n}`, { firstName: `Name ${n}` });
    const [killed, asked] = [fixture.adapter(), fixture.backfill(LOCATION)];
    const marks = db.collection(MARKS);
    while ((await marks.countDocuments({ known: { $exists: true } })) < 10) await delay(POLL_MS);
    killed.kill();
    asked.kill();
    await Promise.all([killed.ended, asked.ended]);
    expect(await marks.countDocuments({ markedAt: { $exists: true } })).toBeGreaterThan(0);
    // As if their claims had ended.
    for (const name of [MARKS, SWEEPS]) await db.collection(name).updateMany({}, { $unset: { claimedUntil: '' } });
    const live = await fixture.start();
    await live.started;
    const ended = fixture.backfill(LOCATION).ended;
    for (let n = 0; n < 90; n += 30) {
      await live.deliver(crm.updateContact(LOCATION, `contact-${n}`, { firstName: `Changed ${n}` }));
      await live.deliver(crm.remove(LOCATION, 'contact', `contact-${n + 5}`));
      await live.deliver(crm.createContact(LOCATION, `beside-${n}`, { firstName: `Beside ${n}` }));
    }
    await ended;
    await fixture.settled();
    await expectRight();
  }, 120_000);

  test('stops before more that is not listed than SWEEP_MAX_UNLISTED, and heals it once that is raised', async () => {
    const { crm } = fixture;
    for (let n = 0; n < 4; n += 1) crm.createContact(LOCATION, `contact-${n}`);
    const before = await fixture.start({ SWEEP_MAX_UNLISTED: '2' });
    expect((await fixture.backfill(LOCATION).ended).status).toBe(0);
    const published = (await fixture.events()).length;
    for (let n = 0; n < 3; n += 1) crm.remove(LOCATION, 'contact', `contact-${n}`);
    const refused = await fixture.backfill(LOCATION).ended;
    expect(refused).toMatchObject({ status: 1, errors: expect.stringContaining('sweep_many_unlisted') });
    expect(await fixture.events()).toHaveLength(published);
    await before.stop();
    await fixture.start({ SWEEP_MAX_UNLISTED: '3' });
    await fixture.backfill(LOCATION).ended;
    await expectRight();
  });

  test('does not take for deleted what a search has left out', async () => {
    const { crm, server } = fixture;
    for (let n = 0; n < 30; n += 1) crm.createContact(LOCATION, `contact-${n}`, { firstName: `Name ${n}` });
    const before = await fixture.start();
    expect((await fixture.backfill(LOCATION).ended).status).toBe(0);
    await before.stop();
    const published = (await fixture.events()).length;
    // HighLevel's search index lost half of the contacts.
    server.rewrite = (request, response) => {
      if (request.path !== '/contacts/search') return response;
      const { contacts } = response.body as { contacts: { id: string }[] };
      return {
        ...response,
        body: { ...(response.body as object), contacts: contacts.filter(({ id }) => !id.endsWith('5')) },
      };
    };
    await sweep();
    expect(await fixture.events()).toHaveLength(published);
    await expectRight();
  });

  test('of a location whose app was removed fails by itself, and is shown', async () => {
    fixture.crm.createContact(LOCATION, 'contact-1');
    const before = await fixture.start();
    expect((await fixture.backfill(LOCATION).ended).status).toBe(0);
    await before.stop();
    const published = (await fixture.events()).length;
    fixture.server.tokens.revokeAll();
    await fixture.db.collection(SWEEPS).deleteMany({});
    const ingest = await fixture.start({ SWEEP_INTERVAL_HOURS: '24' });
    while (!(await ingest.metrics()).includes('fundlens_ingest_sweep_locations{state="failed"} 1'))
      await delay(POLL_MS);
    expect(await fixture.events()).toHaveLength(published);
  });
});
