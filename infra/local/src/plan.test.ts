import { expect, test } from 'vitest';
import { localMongodb, planStack, serversForContainers, stackMode } from './plan.ts';
import type { ServerName } from './server.ts';

const all = new Set<ServerName>(['kafka', 'registry', 'mongodb', 'redis']);
const none = new Set<ServerName>();

test('an address that was given wins over everything', () => {
  const environment = { KAFKA_BROKERS: 'a:9092', SCHEMA_REGISTRY_URL: 'http://b', MONGODB_URL: 'c', REDIS_URL: 'd' };
  const plan = planStack({ environment, runnable: all });
  expect(Object.values(plan).map(({ provider }) => provider)).toEqual(['url', 'url', 'url', 'url']);
  expect(plan.kafka).toEqual({ provider: 'url', url: 'a:9092' });
});

test('an empty address counts as none', () => {
  const plan = planStack({ environment: { REDIS_URL: '' }, runnable: none });
  expect(plan.redis.provider).toBe('process');
});

test('a container is used where its image can be run, a process elsewhere', () => {
  const plan = planStack({ environment: {}, runnable: new Set(['redis']) });
  expect(plan.redis.provider).toBe('container');
  expect(plan.kafka.provider).toBe('process');
});

test('an installed mongod wins over a container, unless containers were asked for', () => {
  expect(serversForContainers({ environment: {}, mongodInstalled: true, storage: {} })).toEqual([
    'kafka',
    'registry',
    'redis',
  ]);
  expect(serversForContainers({ environment: {}, mongodInstalled: false, storage: {} })).toHaveLength(4);
  const asked = { LOCAL_STACK: 'container' };
  expect(serversForContainers({ environment: asked, mongodInstalled: true, storage: {} })).toHaveLength(4);
});

test('no container is sought for a server that is given, and none at all when processes were asked for', () => {
  const given = { KAFKA_BROKERS: 'a:9092', REDIS_URL: 'b' };
  expect(serversForContainers({ environment: given, mongodInstalled: false, storage: {} })).toEqual([
    'registry',
    'mongodb',
  ]);
  expect(
    serversForContainers({ environment: { LOCAL_STACK: 'process' }, mongodInstalled: false, storage: {} }),
  ).toEqual([]);
});

test('the real MongoDB is preferred to the stand-in', () => {
  expect(localMongodb({ environment: {}, mongodInstalled: true, storage: {} })).toBe('mongod');
  expect(localMongodb({ environment: {}, mongodInstalled: false, storage: {} })).toBe('prebuilt');
  expect(localMongodb({ environment: { LOCAL_MONGO: 'crate' }, mongodInstalled: true, storage: {} })).toBe('crate');
});

test('a misspelt choice is refused by name', () => {
  expect(() => stackMode({ LOCAL_STACK: 'docker' })).toThrow('LOCAL_STACK');
  expect(() => localMongodb({ environment: { LOCAL_MONGO: 'real' }, mongodInstalled: false, storage: {} })).toThrow(
    'LOCAL_MONGO',
  );
});

test('a server stays where its data are, whatever this machine has today', () => {
  const storage = { kafka: 'process', redis: 'container', mongodb: 'container' } as const;
  const servers = serversForContainers({ environment: {}, mongodInstalled: true, storage });
  expect(servers).toEqual(['registry', 'mongodb', 'redis']);
  expect(localMongodb({ environment: {}, mongodInstalled: true, storage: { mongodb: 'prebuilt' } })).toBe('prebuilt');
  expect(localMongodb({ environment: {}, mongodInstalled: false, storage: { mongodb: 'crate' } })).toBe('crate');
});
