import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { MARKS, SWEEPS } from '../marks/mark-store.ts';
import { statedIn, wanted } from '../testing/end-state.ts';
import { type IngestFixture, openIngestFixture } from '../testing/ingest-fixture.ts';
import { LOCATION } from '../testing/test-crm.ts';

const POLL_MS = 100;

let fixture: IngestFixture;

beforeEach(async () => {
  fixture = await openIngestFixture();
});

async function expectRight(): Promise<void> {
  const log = await fixture.events();
  expect(Object.fromEntries(statedIn(log))).toEqual(Object.fromEntries(wanted(fixture.crm, LOCATION)));
}

describe('a sweep', () => {
  test('that is asked for publishes all of a location, and says when it is done', async () => {
    const { crm } = fixture;
    for (let n = 0; n < 40; n += 1) crm.createContact(LOCATION, `contact-${n}`, { firstName: `Name ${n}` });
    const ingest = await fixture.start();
    await ingest.started;
    const { status, output } = await fixture.backfill(LOCATION).ended;
    expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining('Done') });
    await expectRight();
    expect(await ingest.metrics()).toMatch(/fundlens_ingest_repaired_events_total\{type="ContactChanged"\} 40\n/);
    const [closed, unnamed] = [fixture.backfill('loc-other').ended, fixture.backfill('no id!').ended];
    expect(await closed).toMatchObject({ status: 1, errors: expect.stringContaining('crm_forbidden') });
    expect(await unnamed).toMatchObject({ status: 2, errors: expect.stringContaining('Usage: ') });
  });

  test('publishes contacts anew whose custom field was renamed: the redactor judges values by its name', async () => {
    const { crm } = fixture;
    crm.createContact(LOCATION, 'contact-1', { customFields: [{ id: 'cf-1', value: '4671' }] });
    for (const name of ['Note', 'SSN, last four']) {
      crm.put(LOCATION, 'customField', 'cf-1', { name });
      const ingest = await fixture.start();
      for (const _ of ['finds it', 'finds nothing']) expect((await fixture.backfill(LOCATION).ended).status).toBe(0);
      await ingest.stop();
    }
    const contacts = (await fixture.events()).flatMap(({ type, event }) => (type === 'ContactChanged' ? event : []));
    expect(contacts.map(({ customFields }) => customFields[0]?.name)).toEqual(['Note', 'SSN, last four']);
  });

  test('goes on where its adapter and its command were killed, and loses no change beside it', async () => {
    const { crm, db } = fixture;
    for (let n = 0; n < 45; n += 1) crm.createContact(LOCATION, `contact-${n}`, { firstName: `Name ${n}` });
    // It cannot come to the end in ten seconds.
    const [killed, asked] = [fixture.adapter({ HIGHLEVEL_REQUESTS_PER_INTERVAL: '30' }), fixture.backfill(LOCATION)];
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
    for (let n = 0; n < 45; n += 15) {
      await live.deliver(crm.updateContact(LOCATION, `contact-${n}`, { firstName: `Changed ${n}` }));
      await live.deliver(crm.remove(LOCATION, 'contact', `contact-${n + 5}`));
      await live.deliver(crm.createContact(LOCATION, `beside-${n}`, { firstName: `Beside ${n}` }));
    }
    await ended;
    await fixture.settled();
    await expectRight();
  });

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

  test.each<[string, string, (server: IngestFixture['server']) => void]>([
    ['a search whose index lost a part of them', 'current', loseContacts],
    ['a removal of the app, which is shown', 'failed', ({ tokens }) => tokens.revokeAll()],
  ])('that begins by itself takes no contacts for deleted after %s', async (_, state, lose) => {
    const { crm, server } = fixture;
    const before = await fixture.start();
    const created = Array.from({ length: 10 }, (__, n) => crm.createContact(LOCATION, `contact-${n}`));
    for (const change of [...created, crm.updateLocation(LOCATION, { name: 'Known' })]) await before.deliver(change);
    await fixture.settled();
    await before.stop();
    const published = (await fixture.events()).length;
    lose(server);
    const ingest = await fixture.start({ SWEEP_INTERVAL_HOURS: '24' });
    const swept = `fundlens_ingest_sweep_locations{state="${state}"} 1`;
    while (!(await ingest.metrics()).includes(swept)) await delay(POLL_MS);
    await fixture.settled();
    expect(await fixture.events()).toHaveLength(published);
    await expectRight();
  });
});

function loseContacts(server: IngestFixture['server']): void {
  server.rewrite = ({ path }, response) => {
    if (path !== '/contacts/search') return response;
    const { contacts, ...body } = response.body as { contacts: { id: string }[] };
    return { ...response, body: { ...body, contacts: contacts.filter(({ id }) => !id.endsWith('5')) } };
  };
}
