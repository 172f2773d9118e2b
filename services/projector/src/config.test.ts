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

const store = {
  S3_ENDPOINT: 'https://objects.example.test',
  S3_BUCKET: 'reports',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'hunter2',
};

it('keeps PDFs in MongoDB by default, and may have an object store with earlier PDFs', () => {
  expect(readConfig(good)).toMatchObject({ PDF_STORE: 'mongodb' });
  expect(readConfig({ ...good, ...store })).toMatchObject({ PDF_STORE: 'mongodb', S3_BUCKET: 'reports' });
  expect(readConfig({ ...good, ...store, PDF_STORE: 's3' })).toMatchObject({ PDF_STORE: 's3', S3_PREFIX: 'fundlens/' });
});

it.each(Object.keys(store))('wants an object store described completely or not at all: %s', (name) => {
  const rest = { ...store, [name]: '' };
  for (const PDF_STORE of ['s3', 'mongodb']) {
    expect(() => readConfig({ ...good, ...rest, PDF_STORE })).toThrow(`${name}: is required when`);
  }
  expect(() => readConfig({ ...good, PDF_STORE: 's3' })).toThrow(`${name}: is required when PDF_STORE is s3`);
});

it.each([
  ['S3_ENDPOINT', 'http://objects.example.test'],
  ['S3_ENDPOINT', 'https://id:hunter2@objects.example.test'],
  ['S3_ENDPOINT', 'https://objects.example.test/reports'],
  ['S3_BUCKET', 'hunter2/..'],
  ['S3_PREFIX', '../hunter2/'],
  ['S3_PREFIX', 'hunter2'],
  ['S3_REGION', 'hunter2 x'],
  ['S3_ACCESS_KEY_ID', 'hunter2\nx'],
])('refuses %s %s without showing it', (name, value) => {
  const read = () => readConfig({ ...good, ...store, [name]: value });
  expect(read).toThrow(`${name}: must be`);
  expect(read).not.toThrow('hunter2');
});
