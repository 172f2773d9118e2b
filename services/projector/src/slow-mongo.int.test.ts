import { referenceFold } from '@fundlens/projection/fold/testing/reference-fold';
import { differences, storedDocuments } from '@fundlens/projection/testing/stored-documents';
import * as build from '@fundlens/testing/event-builders';
import { startProxyOf } from '@fundlens/testing/proxied-url';
import { expect, it, onTestFinished } from 'vitest';
import { projectorFixture, redacted } from './testing/projector-fixture.ts';

/** A batch asks MongoDB six times and more, each of which is a quarter of this when every way takes an eighth. */
const SESSION_MS = 4_000;

it('keeps its partitions while every step of a batch is soon done, though all of them together take longer than a session', async () => {
  const fixture = await projectorFixture();
  const { proxy, url } = await startProxyOf(fixture.environment.MONGODB_URL ?? '');
  onTestFinished(async () => {
    proxy.heal();
    await fixture.close();
    await proxy.stop();
  });
  const events = Array.from({ length: 60 }, (_, n) => build.contactChanged({ contactId: `contact-${n}` }));
  await fixture.publish(events);
  await fixture.start({ MONGODB_URL: url, KAFKA_SESSION_TIMEOUT_MS: String(SESSION_MS) });
  proxy.slow({ latencyMs: SESSION_MS / 8, jitterMs: 0, bytesPerSecond: null });
  await fixture.caughtUp();
  proxy.heal();
  expect(differences(await storedDocuments(fixture.db), referenceFold(events.map(redacted)))).toEqual([]);
  const joined = fixture.logLines.filter(
    (line) => line.includes('partitions assigned') && line.includes('group changes'),
  );
  expect(joined).toHaveLength(1);
  expect(fixture.logLines.filter((line) => line.includes('set aside'))).toEqual([]);
});
