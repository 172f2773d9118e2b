import { closeSync, openSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { definitionOf } from '@fundlens/contracts/event-types';
import { createSchemaRegistry } from '@fundlens/contracts/registry';
import { SHARE_MINIMUM } from '@fundlens/projector/consumer/invalid-share';
import { wireRecord } from '@fundlens/projector/testing/wire-records';
import { sleep } from '@fundlens/runtime/backoff';
import * as build from '@fundlens/testing/event-builders';
import { startTcpProxy } from '@fundlens/testing/tcp-proxy';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startProjectorProcess } from '../chaos/projector-process.ts';
import { changes, type FaultWorld, faultWorld, until } from './fault-world.ts';

const TIMEOUT_MS = 60_000;
const HOUR_MS = 3_600_000;

let world: FaultWorld;
const cleanUp: (() => Promise<void> | void)[] = [];
beforeEach(async () => {
  world = await faultWorld();
});
afterEach(async () => {
  await world.close();
  for (const undo of cleanUp.splice(0)) await undo();
});

/** A record whose schema nobody has asked for yet. */
async function ofUnknownSchema() {
  const { key, value } = await wireRecord(world.codec, build.contactChanged({ contactId: 'early' }));
  const unknown = Buffer.from(value);
  unknown.writeUInt32BE(1_999_999_996, 1);
  return { key, value: unknown, partition: 0 };
}

it(
  'registry hanging: it takes questions and never answers, and events wait for it',
  async () => {
    const { hostname, port } = new URL(world.environment.SCHEMA_REGISTRY_URL ?? '');
    const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
    cleanUp.push(() => proxy.stop());
    const url = (world.environment.SCHEMA_REGISTRY_URL ?? '').replace(`:${port}`, `:${proxy.port}`);
    const projector = await world.start({ SCHEMA_REGISTRY_URL: url, UNKNOWN_SCHEMA_RETRY_MS: '0' });
    proxy.hang();
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

/** The registry of this run, which forgets every schema while `emptied`. */
async function forgetfulRegistry(url: string) {
  const state = { emptied: false };
  const server = createServer((incoming, answer) => {
    if (state.emptied && incoming.method === 'GET') {
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
  cleanUp.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const own = new URL(url);
  own.port = String((server.address() as AddressInfo).port);
  return { state, url: own.href };
}

/** Contacts of a publisher that is one schema ahead of us: it says one thing more, here nothing. */
async function ofAnotherSchema(count: number) {
  const { avro, fullName } = definitionOf('ContactChanged');
  const ahead = { ...avro, fields: [...avro.fields, { name: 'motto', type: ['null', 'string'], default: null }] };
  const registry = createSchemaRegistry({ url: world.environment.SCHEMA_REGISTRY_URL ?? '' });
  const id = await registry.register(`${world.topics.crm}-${fullName}`, ahead);
  const contacts = Array.from({ length: count }, (_, n) => build.contactChanged({ contactId: `ahead-${n}` }));
  return await Promise.all(
    contacts.map(async (event) => {
      const { key, value } = await wireRecord(world.codec, event);
      const record = Buffer.concat([value, Buffer.from([0])]);
      record.writeUInt32BE(id, 1);
      return { key, value: record, partition: 0, event };
    }),
  );
}

it(
  'registry emptied: no event becomes a dead letter for it, and all are taken when its schemas are back',
  async () => {
    const { state, url } = await forgetfulRegistry(world.environment.SCHEMA_REGISTRY_URL ?? '');
    const projector = await world.start({ SCHEMA_REGISTRY_URL: url, UNKNOWN_SCHEMA_RETRY_MS: '0' });
    state.emptied = true;
    await world.publishEncoded('crm', await ofAnotherSchema(SHARE_MINIMUM + 20));
    await until(async () => Object.values((await projector.health()).checks).includes('paused: registry_emptied'));
    await sleep(1_000);
    expect(await world.deadLetters()).toEqual([]);
    state.emptied = false;
    expect(await world.wrong()).toEqual([]);
    await until(async () => (await projector.health()).ok);
  },
  TIMEOUT_MS,
);

it(
  'Redis emptied: dashboards are counted all the same',
  async () => {
    const redis = new Redis(world.environment.REDIS_URL ?? '');
    cleanUp.push(() => redis.disconnect());
    await world.start();
    for (let from = 0; from < 1_000; from += 100) {
      await world.publish(changes(100, from));
      for await (const keys of redis.scanStream({ match: `${world.environment.JOBS_KEY_PREFIX}:*` })) {
        if ((keys as string[]).length > 0) await redis.del(...(keys as string[]));
      }
    }
    expect(await world.wrong()).toEqual([]);
  },
  TIMEOUT_MS,
);

it(
  'malformed revocation: it is set aside, blocks its credential, and its neighbours land',
  async () => {
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

it(
  'clock jumping by an hour, forth and back: nothing is given up for it, and nothing stands still',
  async () => {
    const realNow = Date.now.bind(Date);
    let shift = 0;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + shift);
    cleanUp.push(() => clock.mockRestore());
    const projector = await world.start();
    await world.publish(changes(50));
    await world.publishBad('crm', [{ ...(await ofUnknownSchema()), reason: 'unknown_schema_id' }]);
    const place = `${world.topics.crm}:0`;
    await until(async () => (await projector.health()).checks[place] === 'paused: unknown_schema_id');
    for (const hours of [1, -1]) {
      shift = hours * HOUR_MS;
      await world.publish(changes(50, 50 + hours * 50));
      await sleep(2_500);
      expect((await projector.health()).checks[place]).toBe('paused: unknown_schema_id');
      expect(await world.deadLetters()).toEqual([]);
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
    const full = openSync('/dev/full', 'w');
    cleanUp.push(() => closeSync(full));
    const projector = startProjectorProcess({ ...world.environment, LOG_LEVEL: 'trace' }, full);
    await world.publish(changes(500));
    expect(await world.wrong()).toEqual([]);
    expect(await projector.terminate()).toBe(0);
  },
  TIMEOUT_MS,
);
