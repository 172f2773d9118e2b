import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { definitionOf } from '@fundlens/contracts/event-types';
import { createSchemaRegistry } from '@fundlens/contracts/wire/registry';
import { SHARE_MINIMUM } from '@fundlens/projection/consumer/invalid-rate-breaker';
import { testStack } from '@fundlens/projection/testing/stack';
import { storedDocuments } from '@fundlens/projection/testing/stored-documents';
import { wireRecord } from '@fundlens/projection/testing/wire-records';
import { DEAD_LETTERS, type DeadLetter } from '@fundlens/read-models/dead-letter';
import { SCHEMA_WAITS, type SchemaWait } from '@fundlens/read-models/schema-wait';
import * as build from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { it, type TestContext } from 'vitest';
import { projectorFixture, type RunningProjector, until } from './testing/projector-fixture.ts';

const HOUR_MS = 3_600_000;

/** A fixture, and a registry of its own before that of this run. The tests wait beside each other. */
async function scene({ onTestFinished }: TestContext) {
  const fixture = await projectorFixture();
  /** It knows no schema while it is emptied, and never those of `unknown`. */
  const registry = { isEmptied: false, unknown: new Set<number>() };
  const target = new URL(testStack().schemaRegistryUrl);
  const server = createServer((incoming, answer) => {
    const { method, headers, url: path = '' } = incoming;
    const asked = Number(/\/schemas\/ids\/([0-9]+)/.exec(path)?.[1]);
    if (method === 'GET' && (registry.isEmptied || registry.unknown.has(asked))) {
      answer.writeHead(404, { 'content-type': 'application/json' }).end('{"error_code":40403,"message":"not found"}');
      return;
    }
    const forwarded = httpRequest(
      { host: target.hostname, port: target.port, path, method, headers },
      (answered) => void answered.pipe(answer.writeHead(answered.statusCode ?? 502, answered.headers)),
    );
    incoming.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    await fixture.close();
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${target.pathname}`;

  /** The events of a publisher that is a schema ahead of us: its schema has one field more, which says nothing here. */
  async function ahead(events: readonly Typed[], field: string) {
    const registered = createSchemaRegistry({ url: testStack().schemaRegistryUrl });
    const ids = new Map<string, number>();
    const records = [];
    for (const event of events) {
      const { avro, fullName, stream } = definitionOf(event.type);
      const schema = { ...avro, fields: [...avro.fields, { name: field, type: ['null', 'string'], default: null }] };
      const subject = `${fixture.topics[stream]}-${fullName}`;
      const id = ids.get(subject) ?? (await registered.register(subject, schema as typeof avro));
      ids.set(subject, id);
      const { key, value } = await wireRecord(fixture.codec, event);
      const record = Buffer.concat([value, Buffer.from([0])]);
      record.writeUInt32BE(id, 1);
      records.push({ key, value: record, partition: 0, id });
    }
    return records;
  }

  /** As if what is open had been set aside so long ago, and its schemas been met so long ago. */
  async function letTimePass(milliseconds: number): Promise<void> {
    const deadLetters = fixture.db.collection<DeadLetter>(DEAD_LETTERS);
    await deadLetters.updateMany({}, { $inc: { receivedAt: -milliseconds, lastAttemptAt: -milliseconds } });
    const waits = fixture.db.collection<SchemaWait>(SCHEMA_WAITS);
    for (const { _id, firstMetAt } of await waits.find().toArray()) {
      await waits.updateOne({ _id }, { $set: { firstMetAt: new Date(Number(firstMetAt) - milliseconds) } });
    }
  }
  return { fixture, registry, url, ahead, letTimePass };
}

const contacts = (count: number, name: string) =>
  Array.from({ length: count }, (_, n) => build.contactChanged({ contactId: `${name}-${n}` }));

const isPaused = async (projector: RunningProjector, reason: string) =>
  Object.values((await projector.health()).checks).includes(`paused: ${reason}`);

it.concurrent('events of many schemas that the registry learns an hour late: others do not wait for them, and they are applied by themselves', async (context) => {
  const { expect } = context;
  const { fixture, registry, url, ahead, letTimePass } = await scene(context);
  const crm = [];
  for (const [n, event] of contacts(40, 'late').entries()) crm.push(...(await ahead([event], `motto${n}`)));
  const access = await ahead([build.companyChanged({ companyId: 'late' })], 'motto');
  for (const { id } of [...crm, ...access]) registry.unknown.add(id);
  await fixture.produce('crm', crm);
  await fixture.produce('access', access);
  await fixture.publish(contacts(20, 'known'));
  // One after the other, forty waits would take longer than this test may.
  const projector = await fixture.start({ SCHEMA_REGISTRY_URL: url, UNKNOWN_SCHEMA_RETRY_MS: '5000' });
  await fixture.caughtUp();

  const set = await fixture.deadLetters();
  expect(set.map(({ reason, status }) => `${reason} ${status}`)).toEqual(
    Array.from({ length: 41 }, () => 'unknown_schema_id open'),
  );
  expect(set.flatMap(({ blocks }) => blocks ?? [])).toEqual(['company:late']);
  expect((await storedDocuments(fixture.db)).has('contacts/loc-1:known-19')).toBe(true);
  expect((await projector.health()).degraded).toBe(false);

  await letTimePass(HOUR_MS);
  registry.unknown.clear();
  await until(async () => (await fixture.deadLetters()).every(({ status }) => status === 'replayed'));
  const stored = await storedDocuments(fixture.db);
  expect(contacts(40, 'late').filter((_, n) => !stored.has(`contacts/loc-1:late-${n}`))).toEqual([]);
  expect(stored.has('companies/late')).toBe(true);
});

it.concurrent('an emptied registry: no event becomes a dead letter for it, none that waits is given up, and all are applied when it is restored', async (context) => {
  const { expect } = context;
  const { fixture, registry, url, ahead } = await scene(context);
  const projector = await fixture.start({ SCHEMA_REGISTRY_URL: url, UNKNOWN_SCHEMA_RETRY_MS: '0' });
  const [early] = await ahead(contacts(1, 'early'), 'motto');
  if (early === undefined) throw new TypeError('a record');
  registry.unknown.add(early.id);
  await fixture.produce('crm', [early]);
  await fixture.caughtUp();
  expect(await fixture.deadLetters()).toMatchObject([{ reason: 'unknown_schema_id', status: 'open' }]);

  registry.isEmptied = true;
  await fixture.produce('crm', await ahead(contacts(SHARE_MINIMUM + 20, 'later'), 'maxim'));
  await until(() => isPaused(projector, 'registry_emptied'));
  expect(await fixture.deadLetters()).toMatchObject([{ reason: 'unknown_schema_id', status: 'open' }]);

  registry.isEmptied = false;
  registry.unknown.clear();
  await fixture.caughtUp();
  await until(async () => (await fixture.deadLetters()).every(({ status }) => status === 'replayed'));
  expect(await fixture.deadLetters()).toHaveLength(1);
  const stored = await storedDocuments(fixture.db);
  expect(['early-0', `later-${SHARE_MINIMUM + 19}`].map((id) => stored.has(`contacts/loc-1:${id}`))).toEqual([
    true,
    true,
  ]);
  await until(async () => !(await projector.health()).degraded);
});
