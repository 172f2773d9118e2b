import { ConfigError } from '@fundlens/runtime/config';
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

const good = {
  KAFKA_BROKERS: 'one:9092,two:9092',
  SCHEMA_REGISTRY_URL: 'http://registry:8081',
  MONGODB_URL: 'mongodb://mongo:27017/?replicaSet=rs0',
};

it('needs only the addresses of the servers', () => {
  expect(readConfig(good)).toMatchObject({
    KAFKA_BROKERS: ['one:9092', 'two:9092'],
    MONGODB_DATABASE: 'fundlens',
    TOPIC_PREFIX: '',
    UNKNOWN_SCHEMA_RETRY_MS: 15_000,
  });
});

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

it('names every wrong option at once and shows no value', () => {
  const wrong = {
    SCHEMA_REGISTRY_URL: 'ftp://user:hunter2@registry',
    MONGODB_URL: 'postgres://user:hunter2@db',
    MONGODB_DATABASE: 'a b',
    REDIS_URL: 'http://user:hunter2@redis',
    TOPIC_PARTITIONS: '0',
    ADMIN_PORT: '99999',
    LOG_LEVEL: 'loud',
    KAFKA_SSL: 'yes',
  };
  const names = ['KAFKA_BROKERS', ...Object.keys(wrong)];
  expect(() => readConfig(wrong)).toThrow(ConfigError);
  try {
    readConfig(wrong);
  } catch (error) {
    for (const name of names) expect(String(error)).toContain(`${name}: `);
    expect(String(error)).not.toContain('hunter2');
  }
});

it('wants a password beside every user name', () => {
  expect(() => readConfig({ ...good, KAFKA_SASL_USERNAME: 'u', SCHEMA_REGISTRY_USERNAME: 'v' })).toThrow(
    /KAFKA_SASL_PASSWORD[\s\S]*SCHEMA_REGISTRY_PASSWORD/,
  );
});
