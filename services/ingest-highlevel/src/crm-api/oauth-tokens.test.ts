import { mkdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listeningServer } from '@fundlens/runtime/testing/listening-server';
import { temporaryDirectory } from '@fundlens/runtime/testing/temporary-directory';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LOCATION, startTestCrm, type TestCrm } from '../testing/test-crm.ts';
import { createOAuthTokens } from './oauth-tokens.ts';

let crm: TestCrm;
let file: string;
let now = 0;

beforeEach(async () => {
  file = join(temporaryDirectory(), 'refresh-token');
  await writeFile(file, 'refresh-first\n');
  now = 0;
  crm = await startTestCrm({ tokensOf: tokensAt, appId: 'app-1' });
  crm.server.tokens.install('refresh-first', 'company-1', [LOCATION]);
  crm.crm.createContact(LOCATION, 'contact-1');
});

afterEach(() => crm.close());

function tokensAt(baseUrl: string) {
  const app = { clientId: 'app', clientSecret: () => 'secret' };
  return createOAuthTokens({ ...app, baseUrl, refreshTokenFile: file, monotonic: () => now });
}

const list = () => crm.client.list('contact', LOCATION, { purpose: 'bulk', cursor: null });

test('a company token is exchanged for one of the location; the next refresh token is stored, readable for us alone', async () => {
  expect((await list()).entities).toHaveLength(1);
  expect((await readFile(file, 'utf8')).trim()).toMatch(/^refresh-[0-9a-f-]{36}$/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a refresh token is spent once, by however many requests at the same time', async () => {
  const reads = await Promise.all(Array.from({ length: 20 }, list));
  expect(reads.every(({ entities }) => entities.length === 1)).toBe(true);
});

test('revoked tokens of company and location are replaced without an error', async () => {
  await list();
  crm.server.tokens.revokeAll();
  expect((await list()).entities).toHaveLength(1);
});

test('a token is renewed before its life ends', async () => {
  await list();
  const first = await readFile(file, 'utf8');
  now = 86_399_000 * 0.9;
  await list();
  expect(await readFile(file, 'utf8')).not.toBe(first);
});

test('of an installation, a list that leaves the location out ends nothing unless it is empty', async () => {
  const read = async (locationId: string) =>
    await crm.client.readEntity({ kind: 'installation', locationId, id: 'company-1' }, 'webhook');
  expect(await read(LOCATION)).toMatchObject({ isInstalled: true });
  expect(await read('loc-removed')).toBe('absent');
  crm.server.rewrite = (_request, response) => ({ ...response, body: { locations: [{ _id: 'loc-other' }] } });
  expect(await read(LOCATION)).toBe('no_access');
});

test("a company is read with the company's own token", async () => {
  const read = async (id: string) => await crm.client.readEntity({ kind: 'company', locationId: null, id }, 'webhook');
  expect(await read('company-1')).toMatchObject({ name: 'Harbor Group' });
  await expect(read('company-2')).rejects.toMatchObject({ code: 'crm_unauthorized' });
});

test('a refresh token that was spent elsewhere is a retryable error that names the options and no token', async () => {
  await writeFile(file, 'refresh-spent');
  const read = list();
  await expect(read).rejects.toMatchObject({ kind: 'retryable', code: 'crm_unauthorized' });
  await expect(read).rejects.not.toThrow(/refresh-spent/);
});

test('an endpoint of tokens that never ends its response is an error, before it fills the memory', async () => {
  const chunk = Buffer.alloc(65_536, ' ');
  const { url } = await listeningServer((_request, response) => {
    const write = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', write);
    write();
  });
  await expect(tokensAt(url).tokenFor({ of: 'location', id: LOCATION })).rejects.toMatchObject({
    ...{ kind: 'retryable', code: 'crm_unavailable', cause: { message: 'The response is too large.' } },
  });
});

test('a refresh token that cannot be stored is stored before the next one is asked for', async () => {
  await mkdir(`${file}.next`);
  await expect(list()).rejects.toMatchObject({ code: 'refresh_token_file' });
  await rmdir(`${file}.next`);
  expect((await list()).entities).toHaveLength(1);
});

test.each(['empty', 'missing'])('a file that is %s is an error that names its option', async (state) => {
  if (state === 'empty') await writeFile(file, '');
  else await rm(file);
  await expect(list()).rejects.toMatchObject({
    code: 'refresh_token_file',
    message: expect.stringContaining('HIGHLEVEL_REFRESH_TOKEN_FILE'),
  });
});
