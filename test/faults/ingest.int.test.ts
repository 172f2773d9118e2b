import { openIngestFixture, sentNow } from '@fundlens/ingest-highlevel/testing/ingest-fixture';
// Says what `inject('stack')` gives.
import type {} from '@fundlens/local/vitest-global-setup';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { TIMEOUT_MS } from './fault-tests.ts';
import { until } from './fault-world.ts';
import { type OwnServers, startOwnServers } from '../harness/own-servers.ts';

const LOCATION = 'loc-1';
const contact = (n: number) =>
  sentNow({ type: 'ContactCreate', locationId: LOCATION, id: `contact-${n}`, dateAdded: '2026-01-05T10:00:00Z' });

let servers: OwnServers;
beforeAll(async () => {
  servers = await startOwnServers({ own: ['kafka'], shared: inject('stack') });
}, TIMEOUT_MS);
afterAll(() => servers?.close(), TIMEOUT_MS);

it(
  'Kafka killed under the HighLevel adapter: 429 for what it cannot store, 200 for the same bytes afterwards, nothing lost',
  async () => {
    const fixture = await openIngestFixture(servers.addresses());
    const ingest = await fixture.start();
    await ingest.started;
    const before = contact(1);
    expect((await ingest.post(before)).status).toBe(200);
    await servers.kill();
    const during = [contact(2), contact(3), contact(4)];
    const refused = await Promise.all(during.map((body) => ingest.post(body)));
    expect(refused.map(({ status }) => status)).toEqual([429, 429, 429]);
    expect(await ingest.health()).toMatchObject({ ok: true, degraded: true });
    await servers.start();
    for (const body of during) await until(async () => (await ingest.post(body)).status === 200);
    await until(async () => (await ingest.health()).checks.kafka === 'ok');
    const ids = (await fixture.events()).map(({ event }) => ('contactId' in event ? event.contactId : ''));
    expect(new Set(ids)).toEqual(new Set(['contact-1', 'contact-2', 'contact-3', 'contact-4']));
    await fixture.close();
  },
  TIMEOUT_MS,
);
