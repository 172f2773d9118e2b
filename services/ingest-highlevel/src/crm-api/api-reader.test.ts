import { afterEach, expect, test } from 'vitest';
import { LOCATION, startTestCrm, type TestCrm } from '../testing/test-crm.ts';
import { createOAuthTokens } from './access-tokens.ts';
import { createOAuthRequests } from './oauth-requests.ts';
import { createApiReader } from './api-reader.ts';

let open: TestCrm | undefined;

async function start(): Promise<TestCrm> {
  open = await startTestCrm();
  return open;
}

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const FRESH = { urgent: true, markedForMs: 0 };

const ref = (kind: 'contact' | 'pipeline' | 'customField' | 'location' | 'installation' | 'company', id: string) => ({
  ...{ kind, locationId: LOCATION, id },
});

test('gives what the route of an entity says: found, or absent', async () => {
  const { crm, client } = await start();
  crm.createContact(LOCATION, 'contact-1', { firstName: 'Ada', unknownField: [1] });
  crm.put(LOCATION, 'pipeline', 'pipeline-1', { name: 'Funding', stages: [] });
  crm.put(LOCATION, 'customField', 'field-1', { name: 'Revenue', dataType: 'NUMERICAL' });
  const reader = createApiReader({ client, appId: undefined });
  const read = async (...args: Parameters<typeof ref>) => await reader.readEntity(ref(...args), FRESH);
  expect(await read('contact', 'contact-1')).toMatchObject({
    outcome: 'found',
    entity: { firstName: 'Ada', unknownField: [1] },
  });
  expect(await read('contact', 'contact-2')).toEqual({ outcome: 'absent' });
  expect(await read('pipeline', 'pipeline-1')).toMatchObject({ outcome: 'found', entity: { name: 'Funding' } });
  expect(await read('customField', 'field-1')).toMatchObject({ outcome: 'found', entity: { dataType: 'NUMERICAL' } });
  expect(await read('customField', 'field-2')).toEqual({ outcome: 'absent' });
  expect(await read('location', LOCATION)).toMatchObject({ outcome: 'found', entity: { id: LOCATION } });
});

test('never asks a search, which may lag', async () => {
  const { crm, client, server } = await start();
  crm.createContact(LOCATION, 'contact-1');
  await createApiReader({ client, appId: undefined }).readEntity(ref('contact', 'contact-1'), FRESH);
  expect(server.requests).toEqual(['GET /contacts/contact-1']);
});

test('a location that is not open, or no longer, is told apart from an absent entity', async () => {
  const { client, server } = await start();
  const reader = createApiReader({ client, appId: undefined });
  expect(await reader.readEntity({ kind: 'contact', locationId: 'loc-other', id: 'c-1' }, FRESH)).toEqual({
    outcome: 'no_access',
  });
  server.tokens.revokeAll();
  expect(await reader.readEntity(ref('contact', 'contact-1'), FRESH)).toEqual({ outcome: 'no_access' });
});

test("installations and companies are not read without the app's id", async () => {
  const { client } = await start();
  const reader = createApiReader({ client, appId: undefined });
  expect(await reader.readEntity(ref('installation', 'company-1'), FRESH)).toEqual({ outcome: 'no_access' });
  expect(await reader.readEntity({ kind: 'company', locationId: null, id: 'company-1' }, FRESH)).toEqual({
    outcome: 'no_access',
  });
});

test('of an installation, a list that leaves the location out ends nothing unless it is empty', async () => {
  const { server, client } = await startOAuth(['loc-other', LOCATION]);
  const reader = createApiReader({ client, appId: 'app-1' });
  const read = async (locationId: string) =>
    await reader.readEntity({ kind: 'installation', locationId, id: 'company-1' }, FRESH);
  expect(await read(LOCATION)).toMatchObject({ outcome: 'found', entity: { isInstalled: true } });
  expect(await read('loc-removed')).toEqual({ outcome: 'absent' });
  server.rewrite = (_request, response) => ({ ...response, body: { locations: [{ _id: 'loc-other' }] } });
  expect(await read(LOCATION)).toEqual({ outcome: 'no_access' });
});

test("a company is read with the company's own token", async () => {
  const { client } = await startOAuth([LOCATION]);
  const reader = createApiReader({ client, appId: 'app-1' });
  const read = async (id: string) => await reader.readEntity({ kind: 'company', locationId: null, id }, FRESH);
  expect(await read('company-1')).toMatchObject({ outcome: 'found', entity: { name: 'Harbor Group' } });
  expect(await read('company-2')).toEqual({ outcome: 'no_access' });
});

async function startOAuth(locations: readonly string[]): Promise<TestCrm> {
  let refreshToken = 'refresh-first';
  const requests = { baseUrl: '', clientId: 'app', clientSecret: () => 'secret' };
  const refreshTokens = {
    read: async () => refreshToken,
    async replace(token: string) {
      refreshToken = token;
    },
  };
  const monotonic = () => performance.now();
  open = await startTestCrm({
    tokensOf: (baseUrl) =>
      createOAuthTokens({ requests: createOAuthRequests({ ...requests, baseUrl }), refreshTokens, monotonic }),
  });
  open.server.tokens.install('refresh-first', 'company-1', locations);
  return open;
}
