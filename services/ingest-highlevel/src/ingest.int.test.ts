import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
// Says what `inject('stack')` gives.
import type {} from '@fundlens/local/vitest-global-setup';
import { startProxyOf } from '@fundlens/testing/proxied-url';
import { startTcpProxy } from '@fundlens/testing/tcp-proxy';
import { beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { type IngestFixture, openIngestFixture, sentNow } from './testing/ingest-fixture.ts';
import { LOCATION } from './testing/test-crm.ts';

/** Never issued. */
const PLANTED_SSN = '987-65-4320';

const stack = inject('stack');
let fixture: IngestFixture;
beforeEach(async () => {
  fixture = await openIngestFixture();
});

const contact = { type: 'ContactCreate', locationId: LOCATION, id: 'contact-1' };
const until = (look: () => unknown) => vi.waitFor(look, { timeout: 30_000, interval: 50 });

const PERSON = { firstName: 'Maria', lastName: 'Lind', email: 'maria.lind@example.com', address1: '5 Harbor Street' };

describe('a posted webhook', () => {
  it('has its entity published once by however many instances and however often it is sent', async () => {
    const [one, two] = [await fixture.start(), await fixture.start()];
    await Promise.all([one.started, two.started]);
    fixture.crm.createContact(LOCATION, 'contact-1', PERSON);
    const body = sentNow(contact);
    const answers = await Promise.all([one, two, one, two].map((ingest) => ingest.post(body)));
    expect(answers).toEqual(answers.map(() => ({ status: 200, body: { result: 'marked' } })));
    await fixture.settled();
    expect(await two.post(sentNow(contact))).toMatchObject({ status: 200 });
    await fixture.settled();
    const versions = (await fixture.events()).map(({ event }) => event.meta.version);
    // Two that read at the same time may both state it.
    expect(versions.length).toBeLessThanOrEqual(2);
    expect(versions.length).toBeGreaterThan(0);
  });

  it('shows nothing personal in log, metrics or MongoDB', async () => {
    const ingest = await fixture.start();
    await ingest.started;
    const { crm } = fixture;
    const customFields = [{ id: 'BcdmQsTGTrkKGaXhwPuy', value: PLANTED_SSN }];
    await ingest.deliver(crm.createContact(LOCATION, 'contact-1', { ...PERSON, customFields, ssn: PLANTED_SSN }));
    await ingest.deliver(crm.createContact(LOCATION, 'contact-2', { firstName: 'x'.repeat(1_000) }));
    await ingest.post(sentNow(contact, { id: 'Maria Lind' }));
    await fixture.settled();
    expect(JSON.stringify(await fixture.events())).toContain(PLANTED_SSN);
    const collections = await fixture.db.collections();
    const stored = await Promise.all(collections.map((collection) => collection.find({}).toArray()));
    expect(stored.flat().length).toBeGreaterThan(1);
    const seen = [JSON.stringify(stored), await ingest.metrics(), ...fixture.logLines].join('\n');
    for (const personal of [PLANTED_SSN, '987654320', 'Maria', 'Lind', 'maria.lind', 'Harbor Street']) {
      expect(seen).not.toContain(personal);
    }
    expect(seen).toMatch(/fundlens_ingest_cut_fields_total\{kind="contact",field="firstName"\} \d/);
  });
});

describe('senders without a signature', () => {
  const MOST = 20;
  const limits = { WEBHOOK_MAX_IN_FLIGHT: String(MOST), WEBHOOK_ANSWER_MS: '2000' };

  async function connected(url: string, count: number, sent: string): Promise<Socket[]> {
    const sockets = Array.from({ length: count }, () => connect(Number(new URL(url).port), '127.0.0.1'));
    const open = async (socket: Socket) => {
      socket.on('error', () => undefined).resume();
      await once(socket, 'connect');
      socket.write(sent);
    };
    await Promise.all(sockets.map(open));
    return sockets;
  }

  /** One byte of a body. */
  const begun = (url: string, count: number) =>
    connected(url, count, 'POST /webhooks/highlevel HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{');

  it('keep no signed webhook out while they hold three times as many bodies as there are places', async () => {
    const ingest = await fixture.start(limits);
    await ingest.started;
    const sockets = await begun(ingest.url, 3 * MOST);
    expect(await ingest.post(sentNow(contact))).toMatchObject({ status: 200 });
    for (const socket of sockets) socket.destroy();
  });

  it('have a bounded number of connections', async () => {
    const ingest = await fixture.start({ WEBHOOK_MAX_IN_FLIGHT: '1' });
    await ingest.started;
    const sockets = await connected(ingest.url, 15, '');
    await until(() => expect(sockets.filter(({ closed }) => closed)).toHaveLength(5));
    for (const socket of sockets) socket.destroy();
    await until(async () => expect(await ingest.post(sentNow(contact))).toMatchObject({ status: 200 }));
  });
});

it('a process that is told to stop says so, takes webhooks until others have followed, and then goes', async () => {
  const ingest = await fixture.start({ DRAIN_MS: '1500' });
  await ingest.started;
  const stopped = ingest.stop();
  expect((await ingest.health()).ok).toBe(false);
  expect(await ingest.post(sentNow(contact))).toMatchObject({ status: 200 });
  await stopped;
  await expect(ingest.post(sentNow(contact))).rejects.toThrow('fetch failed');
});

describe('while a server is away', () => {
  it('MongoDB: 429, then 200 for the same bytes', async () => {
    const { proxy, url } = await startProxyOf(stack.mongodbUrl);
    const ingest = await fixture.start({ MONGODB_URL: url });
    await ingest.started;
    proxy.cut();
    const body = sentNow(contact);
    expect(await ingest.post(body)).toMatchObject({ status: 429 });
    expect((await ingest.health()).ok).toBe(true);
    proxy.heal();
    await until(async () => expect(await ingest.post(body)).toMatchObject({ status: 200 }));
    await ingest.stop();
    await proxy.stop();
  });

  it('Kafka at the start: 429 and in service, then 200 for the same bytes', async () => {
    const [host = '', port] = (stack.kafkaBrokers[0] ?? '').split(':');
    const proxy = await startTcpProxy({ host, port: Number(port) });
    proxy.cut();
    const ingest = await fixture.start({ KAFKA_BROKERS: `127.0.0.1:${proxy.port}` });
    const body = sentNow(contact);
    expect(await ingest.post(body)).toEqual({ status: 429, body: { error: 'starting' } });
    await until(async () => expect((await ingest.health()).checks.kafka).toBe('kafka_unavailable'));
    expect(await ingest.health()).toMatchObject({ ok: true, degraded: true });
    proxy.heal();
    await ingest.started;
    expect(await ingest.post(body)).toMatchObject({ status: 200 });
    await ingest.stop();
    await proxy.stop();
  });
});
