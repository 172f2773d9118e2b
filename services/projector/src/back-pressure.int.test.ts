import * as build from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { startProxyOf } from '@fundlens/testing/proxied-url';
import type { TcpProxy } from '@fundlens/testing/tcp-proxy';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { referenceFold } from '@fundlens/projection/fold/testing/reference-fold';
import { type ProjectorFixture, projectorFixture, redacted } from './testing/projector-fixture.ts';
import { differences, storedDocuments } from '@fundlens/projection/testing/stored-documents';

/** Some hundred of the events below; a fetch brings thousands. */
const MAX_BYTES_IN_FLIGHT = 64 * 1024;
/** Each way: a thousand times that of a database beside the process. */
const LATENCY_MS = 15;
const EVENTS = 1_200;
/** A batch asks MongoDB six times and more, each of which is a quarter of this when every way takes an eighth. */
const SESSION_MS = 4_000;

let fixture: ProjectorFixture;
let proxy: TcpProxy;
let projectorOptions: Record<string, string>;
beforeEach(async () => {
  fixture = await projectorFixture();
  const proxied = await startProxyOf(fixture.environment.MONGODB_URL ?? '');
  proxy = proxied.proxy;
  projectorOptions = { MONGODB_URL: proxied.url, MAX_BYTES_IN_FLIGHT: String(MAX_BYTES_IN_FLIGHT) };
});
afterEach(async () => {
  proxy.heal();
  await fixture.close();
  await proxy.stop();
});

const contacts = (count: number): Typed[] =>
  Array.from({ length: count }, (_, n) =>
    build.contactChanged({ meta: { version: 1 + Math.floor(n / 400) }, contactId: `contact-${n % 400}` }),
  );

async function drain(events: readonly Typed[], latencyMs = LATENCY_MS) {
  await fixture.publish(events);
  await fixture.start(projectorOptions);
  proxy.slow({ latencyMs, jitterMs: 0, bytesPerSecond: null });
  await fixture.caughtUp();
  proxy.heal();
  expect(differences(await storedDocuments(fixture.db), referenceFold(events.map(redacted)))).toEqual([]);
}

it('lets fetches wait while MongoDB is slow, takes a record that is larger than the bound alone, and everything lands', async () => {
  const text = 'x'.repeat(2 * MAX_BYTES_IN_FLIGHT);
  const reports = Array.from({ length: 6 }, (_, n) =>
    build.creditReportStored({ requestId: `request-${n}`, report: build.reportBytes({ data: { text } }) }),
  );
  await drain([...contacts(EVENTS), ...(reports as Typed[])]);
});

it('keeps its partitions while every step of a batch is soon done, though all of them together take longer than a session', async () => {
  projectorOptions = { ...projectorOptions, KAFKA_SESSION_TIMEOUT_MS: String(SESSION_MS) };
  await drain(contacts(60), SESSION_MS / 8);
  const joined = fixture.logLines.filter(
    (line) => line.includes('partitions assigned') && line.includes('group changes'),
  );
  expect(joined).toHaveLength(1);
  expect(fixture.logLines.filter((line) => line.includes('set aside'))).toEqual([]);
});
