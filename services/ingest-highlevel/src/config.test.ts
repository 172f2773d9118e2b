import { ConfigError } from '@fundlens/runtime/config';
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

const good = {
  KAFKA_BROKERS: 'one:9092',
  SCHEMA_REGISTRY_URL: 'http://registry:8081',
  MONGODB_URL: 'mongodb://mongo:27017/?replicaSet=rs0',
  HIGHLEVEL_TOKEN: 'pit-of-the-tests',
  STATE_SECRET: 'a secret with 32 characters or more'.replaceAll(' ', '-'),
};

it('names every wrong option at once and shows no value', () => {
  const wrong = {
    STATE_SECRET: 'hunter2',
    WEBHOOK_PUBLIC_KEYS: 'hunter2',
    WEBHOOK_PATH: 'webhooks',
    WEBHOOK_MAX_BODY_BYTES: '1',
    HIGHLEVEL_API_URL: 'http://hunter2.example.com',
    HTTP_PORT: '70000',
  };
  expect(() => readConfig({ ...good, ...wrong })).toThrow(ConfigError);
  try {
    readConfig({ ...good, ...wrong });
  } catch (error) {
    for (const name of Object.keys(wrong)) expect(String(error)).toContain(`${name}: `);
    expect(String(error)).not.toContain('hunter2');
  }
});
