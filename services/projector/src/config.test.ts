import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

const good = {
  KAFKA_BROKERS: 'one:9092,two:9092',
  SCHEMA_REGISTRY_URL: 'http://registry:8081',
  MONGODB_URL: 'mongodb://mongo:27017/?replicaSet=rs0',
};

it('runs both consumer groups unless the configuration names one', () => {
  expect(readConfig(good).CONSUMER_GROUPS).toEqual(['access', 'changes']);
  expect(readConfig({ ...good, CONSUMER_GROUPS: 'access' }).CONSUMER_GROUPS).toEqual(['access']);
  expect(readConfig({ ...good, CONSUMER_GROUPS: ' changes , access ' }).CONSUMER_GROUPS).toEqual(['changes', 'access']);
});

it.each([
  ['acess', 'must be of access, changes'],
  ['access,toString', 'must be of access, changes'],
  ['access,access', 'must name each group once'],
  ['access,', 'must be a comma-separated list without empty items'],
  [' ', 'must be a comma-separated list without empty items'],
])('refuses to take the consumer groups "%s"', (CONSUMER_GROUPS, rule) => {
  expect(() => readConfig({ ...good, CONSUMER_GROUPS })).toThrow(`CONSUMER_GROUPS: ${rule}`);
});
