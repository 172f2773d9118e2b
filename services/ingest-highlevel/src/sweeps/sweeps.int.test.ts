import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MARKS, SWEEPS } from '../marks/mark-store.ts';
import { statedIn, wanted } from '../testing/end-state.ts';
import { type IngestFixture, openIngestFixture } from '../testing/ingest-fixture.ts';
import type { Change } from '../testing/model-crm.ts';
import { LOCATION } from '../testing/test-crm.ts';

const POLL_MS = 100;

type RunningIngest = Awaited<ReturnType<IngestFixture['start']>>;

let fixture: IngestFixture;

beforeEach(async () => {
  fixture = await openIngestFixture();
});

afterEach(() => fixture.close());

/** An adapter that sweeps when it starts; ends when each known location has a complete sweep. */
async function sweep(): Promise<RunningIngest> {
  // As if the interval had passed.
  await fixture.db.collection(SWEEPS).deleteMany({});
  const ingest = await fixture.start({ SWEEP_INTERVAL_HOURS: '24' });
  while (!(await ingest.metrics()).includes('fundlens_ingest_sweep_locations{state="current"} 1')) await delay(POLL_MS);
  await fixture.settled();
  return ingest;
}

async function expectRight(): Promise<void> {
  const log = await fixture.events();
  expect(Object.fromEntries(statedIn(log))).toEqual(Object.fromEntries(wanted(fixture.crm, LOCATION)));
}

async function figure(ingest: RunningIngest, name: string): Promise<number> {
  const line = (await ingest.metrics()).split('\n').find((text) => text.startsWith(`${name} `));
  return line === undefined ? 0 : Number(line.slice(name.length + 1));
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

  test('heals what webhooks lost, deletions too; the next one publishes nothing', async () => {
    const { crm } = fixture;
    const live = await fixture.start();
    await live.started;
    const changes: Change[] = [crm.updateLocation(LOCATION, { name: 'Harbor Lending' })];
    for (let n = 0; n < 30; n += 1) {
      changes.push(crm.createContact(LOCATION, `contact-${n}`, { firstName: `Name ${n}` }));
      const deal = { contactId: `contact-${n}`, pipelineId: 'p-1', pipelineStageId: 's-1', monetaryValue: n };
      if (n % 3 === 0) changes.push(crm.createOpportunity(LOCATION, `deal-${n}`, deal));
    }
    await Promise.all(changes.map(live.deliver));
    await fixture.settled();
    // From here on every webhook is lost: of changes, of new entities and of deletions.
    for (let n = 0; n < 10; n += 1) {
      crm.updateContact(LOCATION, `contact-${n}`, { firstName: `Changed ${n}` });
      crm.remove(LOCATION, 'contact', `contact-${20 + n}`);
      crm.createContact(LOCATION, `late-${n}`, { firstName: `Late ${n}` });
    }
    crm.updateOpportunity(LOCATION, 'deal-3', { status: 'won' });
    crm.remove(LOCATION, 'opportunity', 'deal-6');
    crm.put(LOCATION, 'pipeline', 'p-1', { name: 'Funding', stages: [{ id: 's-1', name: 'New', position: 0 }] });
    crm.updateLocation(LOCATION, { timezone: 'America/Chicago' });

    const first = await sweep();
    await expectRight();
    // Both instances read what one of them has marked.
    const repaired = async (type: string) => {
      const name = `fundlens_ingest_repaired_events_total{type="${type}"}`;
      return (await figure(live, name)) + (await figure(first, name));
    };
    expect(await repaired('ContactChanged')).toBe(30);
    expect(await repaired('PipelineChanged')).toBe(1);

    const published = (await fixture.events()).length;
    const second = await sweep();
    expect(await fixture.events()).toHaveLength(published);
    expect(await second.metrics()).not.toContain('fundlens_ingest_repaired_events_total{');
    expect(fixture.server.limits.refusals()).toBe(0);
  }, 120_000);

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
