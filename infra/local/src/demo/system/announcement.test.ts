import { expect, test } from 'vitest';
import { demoCredentials, demoTokens } from '../tokens.ts';
import { announcement, demoCommands } from './announcement.ts';

const tokens = demoTokens('a secret of this test only');
const facts = {
  baseUrl: 'http://127.0.0.1:8080/api/v1',
  adminUrls: { projector: 'http://127.0.0.1:9101', query: 'http://127.0.0.1:9102' },
  adminToken: 'admin-token',
  tokens,
  person: { contactId: 'Xk3uYt5vZw8qLm2nPo4r', firstName: 'Marisol', lastName: 'Whitcombe' },
  secondsToStart: 12.34,
  changesPerSecond: 2,
  dataDirectory: '/data',
  commandPrefix: 'LOCAL_DATA_DIRECTORY=/data ',
};
const text = announcement(facts);

test('a newcomer finds the address, the reference, every credential and what it may do, the logs, how to stop and how to start over', () => {
  for (const wanted of [
    facts.baseUrl,
    'http://127.0.0.1:8080/docs ',
    'http://127.0.0.1:8080/docs/events ',
    'ready after 12.3 s',
    '/data/logs',
    'Ctrl-C',
    'npm run reset',
    '  LOCAL_DATA_DIRECTORY=/data npm run publish -- /data/example.ndjson\n',
    '  . /data/samples.env\n',
    'LOCAL_DATA_DIRECTORY=/data npm run -s fundlens -- status\n',
    'http://127.0.0.1:9101/status',
    facts.adminUrls.projector,
    facts.adminUrls.query,
    facts.adminToken,
  ]) {
    expect(text).toContain(wanted);
  }
  for (const { name, description } of demoCredentials) expect(text).toContain(`${tokens[name]}\n      ${description}`);
});

test('the commands stand on lines of their own, to be pasted as they are', () => {
  const lines = text.split('\n').map((line) => line.trim());
  for (const command of Object.values(demoCommands(facts)).flat()) expect(lines).toContain(command);
});

test('keys begin with fmk_, the OAuth token with fmo_, and no two installations share a token', () => {
  expect(tokens.agency).toMatch(/^fmk_[A-Za-z0-9_-]{43}$/);
  expect(tokens.oauth).toMatch(/^fmo_[A-Za-z0-9_-]{43}$/);
  const all = [...Object.values(tokens), ...Object.values(demoTokens('the secret of another one'))];
  expect(new Set(all).size).toBe(all.length);
});
