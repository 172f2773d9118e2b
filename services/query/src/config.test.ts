import { ConfigError } from '@fundlens/runtime/config';
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { REQUIRED_OPTIONS } from './testing/test-context.ts';

const good = { ...REQUIRED_OPTIONS, PUBLIC_URL: 'https://api.example.test/fundlens/' };

it('needs only the addresses of the servers and a secret; the path of a link follows the public address', () => {
  expect(readConfig(good).PUBLIC_URL).toBe('https://api.example.test/fundlens');
});

it.each(['CURSOR_SECRET', 'LINK_SECRET'])('has no %s of its own', (name) => {
  expect(() => readConfig({ ...good, [name]: undefined })).toThrow(`${name}: is required and not set`);
});

it('names every wrong option at once and shows no value', () => {
  const wrong = {
    MONGODB_URL: 'postgres://user:hunter2@db',
    REDIS_URL: 'hunter2',
    CURSOR_SECRET: 'hunter2',
    CURSOR_SECRET_PREVIOUS: 'hunter2',
    LINK_SECRET: 'hunter2',
    LINK_SECRET_PREVIOUS: 'hunter2',
    LINK_SECONDS: '901',
    PUBLIC_URL: 'http://user:hunter2@api.example.test',
    HTTP_PORT: '0x50',
    ADMIN_PORT: '70000',
    MONGODB_DATABASE: 'a b',
    RATE_LIMIT_REQUESTS: '0',
    DAILY_QUOTA: '-1',
    RATE_LIMIT_FAIL_MODE: 'ajar',
    ACCESS_CACHE_MS: '1001',
    LOG_LEVEL: 'loud',
  };
  let shown = '';
  try {
    readConfig(wrong);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    shown = String(error);
  }
  for (const name of Object.keys(wrong)) expect(shown).toContain(`${name}: `);
  expect(shown).not.toContain('hunter2');
});

const badUrls = ['http://api.example.test', 'https://a.test?x=1', 'https://a.test#x', 'https://user@a.test', 'a.test'];
const badContacts = ['http://help.example.test', 'javascript:alert(1)', 'the team', 'a@b@c', 'mailto:api@example.test'];

it.each([
  ...badUrls.map((url) => ['PUBLIC_URL', url] as const),
  ...badContacts.map((contact) => ['API_CONTACT', contact] as const),
])('takes no %s that is %j', (name, value) => {
  expect(() => readConfig({ ...good, [name]: value })).toThrow(`${name}: `);
});
