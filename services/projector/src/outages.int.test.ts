import { ACCESS_HEARTBEAT } from '@fundlens/read-models/access-heartbeat';
import { CHECKPOINTS, type Checkpoint, checkpointId } from '@fundlens/read-models/checkpoint';
import * as build from '@fundlens/testing/event-builders';
import { startTcpProxy, type TcpProxy } from '@fundlens/testing/tcp-proxy';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { referenceFold } from './projections/reference-fold.ts';
import { modelsOf } from './projections/registry.ts';
import {
  type ProjectorFixture,
  projectorFixture,
  redacted,
  TEST_PARTITIONS,
  until,
} from './testing/projector-fixture.ts';
import { differences, storedDocuments } from './testing/stored-documents.ts';
import { wireRecord } from './testing/wire-records.ts';

let fixture: ProjectorFixture;
const proxies: TcpProxy[] = [];
beforeEach(async () => {
  fixture = await projectorFixture();
});
afterEach(async () => {
  for (const proxy of proxies) proxy.heal();
  await fixture.close();
  await Promise.all(proxies.splice(0).map((proxy) => proxy.stop()));
});

/** A way to the server of `url` that a test can take away. */
async function proxied(url: string): Promise<{ proxy: TcpProxy; url: string }> {
  const target = new URL(url);
  const proxy = await startTcpProxy({ host: target.hostname, port: Number(target.port) });
  proxies.push(proxy);
  target.host = `127.0.0.1:${proxy.port}`;
  if (target.protocol === 'mongodb:') target.search = '?directConnection=true';
  return { proxy, url: target.href };
}

const contacts = (count: number) =>
  Array.from({ length: count }, (_, n) => build.contactChanged({ contactId: `contact-${n}` }));

const isPaused = (state: string | undefined, code: string) => state === `paused: ${code}`;

it('waits while MongoDB is away, shows why, and then takes everything', async () => {
  const { proxy, url } = await proxied(fixture.environment.MONGODB_URL ?? '');
  const projector = await fixture.start({ MONGODB_URL: url });
  const events = contacts(60);
  await fixture.publish(events.slice(0, 20));
  await fixture.caughtUp();
  proxy.cut();
  await fixture.publish(events.slice(20));
  await until(async () => {
    const { checks } = await projector.health();
    return Object.values(checks).some((state) => isPaused(state, 'mongodb_unavailable'));
  });
  proxy.heal();
  await fixture.caughtUp();
  expect(await fixture.deadLetters()).toEqual([]);
  expect(differences(await storedDocuments(fixture.db), referenceFold(events.map(redacted)))).toEqual([]);
  await until(async () => (await projector.health()).ok);
}, 60_000);

it('makes no progress while a dead letter cannot be stored, and loses nothing', async () => {
  const { proxy, url } = await proxied(fixture.environment.MONGODB_URL ?? '');
  const good = build.contactChanged();
  await fixture.produce('crm', [
    { ...(await wireRecord(fixture.codec, good)), partition: 0 },
    { key: 'contact:loc-1:bad', value: Buffer.from('x'), partition: 0 },
  ]);
  // The server goes away exactly between the documents and the dead letters.
  let away = false;
  const projector = await fixture.start(
    { MONGODB_URL: url },
    {
      wrapStore: (store) => ({
        ...store,
        async swap(collection, swaps) {
          const lost = await store.swap(collection, swaps);
          if (!away) proxy.cut();
          away = true;
          return lost;
        },
      }),
    },
  );
  const place = `${fixture.topics.crm}:0`;
  await until(async () => isPaused((await projector.health()).checks[place], 'mongodb_unavailable'));
  const partition = { topic: fixture.topics.crm, partition: 0 };
  expect(await fixture.db.collection(CHECKPOINTS).findOne({ ...partition, nextOffset: { $gt: 0 } })).toBeNull();
  expect(await fixture.deadLetters()).toEqual([]);
  proxy.heal();
  await fixture.caughtUp();
  expect(await fixture.deadLetters()).toMatchObject([{ reason: 'undecodable', offset: 1 }]);
  expect(differences(await storedDocuments(fixture.db), referenceFold([redacted(good)]))).toEqual([]);
}, 60_000);

it('sets nothing aside while the registry is away', async () => {
  const { proxy, url } = await proxied(fixture.environment.SCHEMA_REGISTRY_URL ?? '');
  const projector = await fixture.start({ SCHEMA_REGISTRY_URL: url, UNKNOWN_SCHEMA_RETRY_MS: '0' });
  proxy.cut();
  const { key, value } = await wireRecord(fixture.codec, build.contactChanged());
  const unknown = Buffer.from(value);
  unknown.writeUInt32BE(1_999_999_997, 1);
  await fixture.produce('crm', [{ key, value: unknown, partition: 0 }]);
  const place = `${fixture.topics.crm}:0`;
  await until(async () => isPaused((await projector.health()).checks[place], 'registry_unavailable'));
  expect(await fixture.deadLetters()).toEqual([]);
  proxy.heal();
  await fixture.caughtUp();
  expect(await fixture.deadLetters()).toMatchObject([{ reason: 'unknown_schema_id' }]);
});

it('waits at the start for what is away, and says so', async () => {
  const { proxy, url } = await proxied(fixture.environment.SCHEMA_REGISTRY_URL ?? '');
  proxy.cut();
  const starting = fixture.start({ SCHEMA_REGISTRY_URL: url });
  await until(() => fixture.logLines.some((line) => line.includes('registry_unavailable')));
  proxy.heal();
  const projector = await starting;
  await until(async () => (await projector.health()).ok);
});

it('stops a partition whose log ends before its checkpoint, and goes on with the others', async () => {
  const place = { topic: fixture.topics.crm, partition: 0 };
  const models = modelsOf('crm');
  await fixture.db
    .collection<Checkpoint>(CHECKPOINTS)
    .insertMany(
      models.map((model) => ({ _id: checkpointId({ model, ...place }), model, ...place, nextOffset: 10_000, asOf: 1 })),
    );
  const projector = await fixture.start();
  await until(async () => (await projector.health()).checks[`${place.topic}:0`] === 'stopped: log_replaced');
  expect((await projector.health()).ok).toBe(false);
  const elsewhere = build.contactChanged();
  await fixture.produce('crm', [
    { ...(await wireRecord(fixture.codec, build.contactChanged({ contactId: 'never' }))), partition: 0 },
    { ...(await wireRecord(fixture.codec, elsewhere)), partition: 1 },
  ]);
  await until(async () => (await storedDocuments(fixture.db)).has('contacts/loc-1:contact-1'));
  expect((await storedDocuments(fixture.db)).has('contacts/loc-1:never')).toBe(false);
});

it('tells how fresh an idle log is, and how old access state may be', async () => {
  const before = Date.now();
  await fixture.start();
  const heartbeat = () =>
    fixture.db.collection<{ _id: string; asOf: number }>(ACCESS_HEARTBEAT).findOne({ _id: 'access' });
  await until(async () => ((await heartbeat())?.asOf ?? 0) >= before);
  const first = (await heartbeat())?.asOf ?? 0;
  await until(async () => ((await heartbeat())?.asOf ?? 0) > first);
  const checkpoints = await fixture.db.collection<Checkpoint>(CHECKPOINTS).find({}).toArray();
  const models = [...modelsOf('access'), ...modelsOf('crm'), ...modelsOf('funding')];
  expect(checkpoints).toHaveLength(models.length * TEST_PARTITIONS);
  expect(checkpoints.filter(({ asOf, nextOffset }) => asOf < before || nextOffset !== 0)).toEqual([]);
});
