import { expect, test } from 'vitest';
import { localMongodb, planStack, stackMode } from './plan.ts';
import type { ServerName } from './server.ts';

const all = new Set<ServerName>(['kafka', 'registry', 'mongodb', 'redis']);
const none = new Set<ServerName>();

test('an address that was given wins over everything', () => {
  const environment = { KAFKA_BROKERS: 'a:9092', SCHEMA_REGISTRY_URL: 'http://b', MONGODB_URL: 'c', REDIS_URL: 'd' };
  const plan = planStack({ environment, runnable: all, mongodInstalled: true });
  expect(Object.values(plan).map(({ provider }) => provider)).toEqual(['url', 'url', 'url', 'url']);
  expect(plan.kafka).toEqual({ provider: 'url', url: 'a:9092' });
});

test('an empty address counts as none', () => {
  const plan = planStack({ environment: { REDIS_URL: '' }, runnable: none, mongodInstalled: false });
  expect(plan.redis.provider).toBe('process');
});

test('a container is used where its image can be run, a process elsewhere', () => {
  const plan = planStack({ environment: {}, runnable: new Set(['redis']), mongodInstalled: false });
  expect(plan.redis.provider).toBe('container');
  expect(plan.kafka.provider).toBe('process');
});

test('an installed mongod wins over a container, unless containers were asked for', () => {
  const plan = (environment: Record<string, string>) =>
    planStack({ environment, runnable: all, mongodInstalled: true }).mongodb.provider;
  expect(plan({})).toBe('process');
  expect(plan({ LOCAL_STACK: 'container' })).toBe('container');
});

test('the real MongoDB is preferred to the stand-in', () => {
  expect(localMongodb({ environment: {}, mongodInstalled: true })).toBe('mongod');
  expect(localMongodb({ environment: {}, mongodInstalled: false })).toBe('prebuilt');
  expect(localMongodb({ environment: { LOCAL_MONGO: 'crate' }, mongodInstalled: true })).toBe('crate');
});

test('a misspelt choice is refused by name', () => {
  expect(() => stackMode({ LOCAL_STACK: 'docker' })).toThrow('LOCAL_STACK');
  expect(() => localMongodb({ environment: { LOCAL_MONGO: 'real' }, mongodInstalled: false })).toThrow('LOCAL_MONGO');
});
