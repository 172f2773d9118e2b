import { closeSync, openSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { definitionOf } from '@fundlens/contracts/event-types';
import { createSchemaRegistry } from '@fundlens/contracts/registry';
import { SHARE_MINIMUM } from '@fundlens/projection/consumer/invalid-rate-breaker';
import { wireRecord } from '@fundlens/projection/testing/wire-records';
import type { RawRecord } from '@fundlens/projector/testing/projector-fixture';
import { ACCESS_HEARTBEAT, type AccessHeartbeat } from '@fundlens/read-models/access-heartbeat';
import { CHECKPOINTS, type Checkpoint } from '@fundlens/read-models/checkpoint';
import { SCHEMA_WAITS, type SchemaWait } from '@fundlens/read-models/schema-wait';
import { sleep } from '@fundlens/runtime/backoff';
import * as build from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import type { TcpProxy } from '@fundlens/testing/tcp-proxy';
import { expect, it, vi } from 'vitest';
import { startProjectorProcess } from '../chaos/projector-process.ts';
import { faultTests, TIMEOUT_MS } from './fault-tests.ts';
import { changes, type FaultWorld, until } from './fault-world.ts';

const HOUR_MS = 3_600_000;

const test = faultTests();

/** A record whose schema the projector has not asked for yet. */
async function ofUnknownSchema() {
  const { key, value } = await wireRecord(test.world.codec, build.contactChanged({ contactId: 'early' }));
  const unknown = Buffer.from(value);
  unknown.writeUInt32BE(1_999_999_996, 1);
  return { key, value: unknown, partition: 0 };
}

it.each([
  ['registry down', (proxy: TcpProxy) => proxy.cut()],
  ['registry hanging', (proxy: TcpProxy) => proxy.hang()],
])(
  '%s: events whose schema it would have to tell wait for it, and nothing is set aside',
  async (_, takeAway) => {
    const { world } = test;
    const { proxy, url } = await test.proxied('SCHEMA_REGISTRY_URL');
    const projector = await world.start({ SCHEMA_REGISTRY_URL: url, UNKNOWN_SCHEMA_RETRY_MS: '0' });
    takeAway(proxy);
    await world.publish(changes(100));
    await world.publishBad('crm', [{ ...(await ofUnknownSchema()), reason: 'unknown_schema_id' }]);
    await world.publish(changes(100, 100));
    await until(async () => Object.values((await projector.health()).checks).includes('paused: registry_unavailable'));
    expect(await world.deadLetters()).toEqual([]);
    proxy.heal();
    expect(await world.wrong()).toEqual([]);
  },
  TIMEOUT_MS,
);

it(
  'registry down while nothing needs it: readiness says so, and stays ready',
  async () => {
    const { world } = test;
    const { proxy, url } = await test.proxied('SCHEMA_REGISTRY_URL');
    const projector = await world.start({ SCHEMA_REGISTRY_URL: url });
    proxy.cut();
    const said = async () => (await projector.health()).checks['schema registry'];
    await until(async () => (await said()) === 'registry_unavailable');
    expect(await projector.health()).toMatchObject({ ok: true, degraded: true });
    proxy.heal();
    await until(async () => (await said()) === 'ok');
  },
  TIMEOUT_MS,
);

/** The registry of this run, which forgets every schema while `emptied`, and does not know those of `unknown`. */
async function forgetfulRegistry(url: string) {
  const state = { emptied: false, unknown: new Set<number>() };
  const server = createServer((incoming, answer) => {
    const asked = Number(/\/schemas\/ids\/([0-9]+)/.exec(incoming.url ?? '')?.[1]);
    if (incoming.method === 'GET' && (state.emptied || state.unknown.has(asked))) {
      answer.writeHead(404, { 'content-type': 'application/json' }).end('{"error_code":40403,"message":"not found"}');
      return;
    }
    const target = new URL(url);
    const { method, headers, url: path } = incoming;
    const forwarded = httpRequest(
      { host: target.hostname, port: target.port, path, method, headers },
      (answered) => void answered.pipe(answer.writeHead(answered.statusCode ?? 502, answered.headers)),
    );
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const own = new URL(url);
  own.port = String((server.address() as AddressInfo).port);
  return { state, url: own.href };
}

const contactsAhead = (count: number) =>
  Array.from({ length: count }, (_, n) => build.contactChanged({ contactId: `ahead-${n}` }));

/** Events of a publisher that is one schema ahead of us: it says one thing more, here nothing. */
async function ofAnotherSchema(events: readonly Typed[], motto = 'motto') {
  const { world } = test;
  const registry = createSchemaRegistry({ url: world.environment.SCHEMA_REGISTRY_URL ?? '' });
  const records: (RawRecord & { readonly event: Typed; readonly schemaId: number; readonly value: Buffer })[] = [];
  for (const event of events) {
    const { avro, fullName, stream } = definitionOf(event.type);
    const ahead = { ...avro, fields: [...avro.fields, { name: motto, type: ['null', 'string'], default: null }] };
    const schemaId = await registry.register(`${world.topics[stream]}-${fullName}`, ahead as typeof avro);
    const { key, value } = await wireRecord(world.codec, event);
    const record = Buffer.concat([value, Buffer.from([0])]);
    record.writeUInt32BE(schemaId, 1);
    records.push({ key, value: record, partition: 0, event, schemaId });
  }
  return records;
}

it(
  'registry emptied: no event becomes a dead letter for it, and all are taken when its schemas are back',
  async () => {
    const { world } = test;
    const { state, url } = await forgetfulRegistry(world.environment.SCHEMA_REGISTRY_URL ?? '');
    const projector = await world.start({ SCHEMA_REGISTRY_URL: url, UNKNOWN_SCHEMA_RETRY_MS: '0' });
    state.emptied = true;
    await world.publishEncoded('crm', await ofAnotherSchema(contactsAhead(SHARE_MINIMUM + 20)));
    await until(async () => Object.values((await projector.health()).checks).includes('paused: registry_emptied'));
    await sleep(1_000);
    expect(await world.deadLetters()).toEqual([]);
    state.emptied = false;
    expect(await world.wrong()).toEqual([]);
    await until(async () => !(await projector.health()).degraded);
  },
  TIMEOUT_MS,
);

/** As if what is open had been set aside so long ago, and its schemas been met so long ago. */
async function letTimePass(milliseconds: number): Promise<void> {
  const { db } = test.world;
  await db
    .collection('dead_letters')
    .updateMany({}, { $inc: { receivedAt: -milliseconds, lastAttemptAt: -milliseconds } });
  const waits = db.collection<SchemaWait>(SCHEMA_WAITS);
  for (const { _id, firstMetAt } of await waits.find().toArray()) {
    await waits.updateOne({ _id }, { $set: { firstMetAt: new Date(Number(firstMetAt) - milliseconds) } });
  }
}

it.each([
  ['a minute', 60_000],
  ['an hour', HOUR_MS],
])(
  'a schema that the registry learns %s late: other events do not wait for it, and its own are applied by themselves',
  async (_, late) => {
    const { world } = test;
    const { state, url } = await forgetfulRegistry(world.environment.SCHEMA_REGISTRY_URL ?? '');
    const projector = await world.start({ SCHEMA_REGISTRY_URL: url, UNKNOWN_SCHEMA_RETRY_MS: '1000' });
    const company = build.companyChanged({ companyId: 'ahead' });
    const [access, ...crm] = await ofAnotherSchema([company, ...contactsAhead(3)]);
    if (access === undefined) throw new TypeError('a record of the company');
    for (const { schemaId } of [access, ...crm]) state.unknown.add(schemaId);
    await world.publishEncoded('crm', crm);
    await world.publishEncoded('access', [access]);
    await world.publish(changes(50));
    await world.caughtUp();
    const letters = await world.deadLetters();
    expect(letters).toHaveLength(4);
    for (const letter of letters) expect(letter).toMatchObject({ reason: 'unknown_schema_id', status: 'open' });
    expect(letters.find(({ stream }) => stream === 'access')?.blocks).toBe('company:ahead');
    expect((await projector.health()).degraded).toBe(false);

    await letTimePass(late);
    state.emptied = true;
    await world.publishEncoded('crm', await ofAnotherSchema([build.contactChanged({ contactId: 'later' })], 'maxim'));
    await until(async () => Object.values((await projector.health()).checks).includes('paused: registry_emptied'));
    expect((await world.deadLetters()).map(({ status }) => status)).toEqual(letters.map(() => 'open'));
    state.emptied = false;
    state.unknown.clear();
    await until(async () => (await world.deadLetters()).every(({ status }) => status === 'replayed'));
    expect(await world.wrong()).toEqual([]);
  },
  TIMEOUT_MS,
);

it(
  'a flood of unknown schemas: they are waited for together, and nothing is lost when the registry learns them',
  async () => {
    const { world } = test;
    const { state, url } = await forgetfulRegistry(world.environment.SCHEMA_REGISTRY_URL ?? '');
    // One after the other, they would take longer than this test may.
    await world.start({ SCHEMA_REGISTRY_URL: url, UNKNOWN_SCHEMA_RETRY_MS: '5000' });
    const flood = [];
    for (const [n, event] of contactsAhead(40).entries()) flood.push(...(await ofAnotherSchema([event], `motto${n}`)));
    for (const { schemaId } of flood) state.unknown.add(schemaId);
    await world.publishEncoded('crm', flood);
    await world.publish(changes(50));
    await world.caughtUp();
    expect((await world.deadLetters()).map(({ status }) => status)).toEqual(flood.map(() => 'open'));
    state.unknown.clear();
    await until(async () => (await world.deadLetters()).every(({ status }) => status === 'replayed'));
    expect(await world.wrong()).toEqual([]);
  },
  TIMEOUT_MS,
);

it(
  'malformed revocation: it is set aside, blocks its credential, and its neighbours land',
  async () => {
    const { world } = test;
    const projector = await world.start();
    const key = `credential:${build.USUAL_LOCATION}:key-1`;
    await world.publishBad('access', [{ key, value: Buffer.from('revoked'), partition: 1, reason: 'undecodable' }]);
    await world.publish([build.companyChanged(), build.credentialChanged(), ...changes(20)]);
    expect(await world.wrong()).toEqual([]);
    expect(await world.deadLetters()).toMatchObject([{ blocks: 'credential:key-1', status: 'open' }]);
    expect((await projector.health()).ok).toBe(true);
  },
  TIMEOUT_MS,
);

it(
  'record larger than the fetch size: it comes alone, before and behind its neighbours',
  async () => {
    const { world } = test;
    const report = (n: number, size: number) =>
      build.creditReportStored({
        requestId: `request-${n}`,
        report: build.reportBytes({ note: 'word '.repeat(size / 5) }),
      });
    await world.publish([report(1, 100), report(2, 1_200_000), report(3, 100)]);
    const record = await wireRecord(world.codec, build.creditReportStored({ requestId: 'request-5' }));
    const value = Buffer.concat([record.value.subarray(0, 5), Buffer.alloc(7 * 1024 * 1024, 0xff)]);
    await world.publishBad('funding', [{ key: record.key, value, reason: 'undecodable' }]);
    await world.start();
    await world.publish([report(6, 100)]);
    expect(await world.wrong()).toEqual([]);
  },
  TIMEOUT_MS,
);

/** Up to when access, and the read models, are said to be complete. */
async function claimedTimes({ db }: FaultWorld) {
  const heartbeat = await db.collection<AccessHeartbeat>(ACCESS_HEARTBEAT).findOne({});
  const checkpoints = await db.collection<Checkpoint>(CHECKPOINTS).find({}).toArray();
  return { heartbeat: heartbeat?.asOf ?? 0, asOf: checkpoints.map(({ asOf }) => asOf) };
}

it(
  'clock jumping by an hour, forth and back: nothing is given up for it, and nothing stands still',
  async () => {
    const { world } = test;
    const realNow = Date.now.bind(Date);
    let shift = 0;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + shift);
    test.after(() => clock.mockRestore());
    const projector = await world.start();
    await world.publish(changes(50));
    await world.publishBad('crm', [{ ...(await ofUnknownSchema()), reason: 'unknown_schema_id' }]);
    const place = `${world.topics.crm}:0`;
    await until(async () => (await projector.health()).checks[place] === 'paused: unknown_schema_id');
    for (const hours of [1, -1]) {
      shift = hours * HOUR_MS;
      const shiftedAt = realNow();
      await world.publish(changes(50, 50 + hours * 50));
      // A listener waits for news of access.
      await until(async () => (await claimedTimes(world)).heartbeat > shiftedAt);
      await until(async () => (await projector.health()).checks[place] === 'paused: unknown_schema_id');
      expect(await world.deadLetters()).toEqual([]);
      const { heartbeat, asOf } = await claimedTimes(world);
      expect(Math.max(heartbeat, ...asOf), 'no claim of a time that has not come').toBeLessThanOrEqual(realNow());
    }
    shift = 0;
    await projector.stop();
    await world.start({ UNKNOWN_SCHEMA_RETRY_MS: '0' });
    expect(await world.wrong()).toEqual([]);
  },
  TIMEOUT_MS,
);

it(
  'full disk for logs: the projector goes on without its log, and ends when it is told to',
  async () => {
    const { world } = test;
    const full = openSync('/dev/full', 'w');
    test.after(() => closeSync(full));
    const projector = startProjectorProcess({ ...world.environment, LOG_LEVEL: 'trace' }, full);
    await world.publish(changes(500));
    expect(await world.wrong()).toEqual([]);
    expect(await projector.terminate()).toBe(0);
  },
  TIMEOUT_MS,
);
