import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { dataOf, target } from '../harness/api-client.ts';
import { issueCredential } from '../harness/tenants.ts';
import { createTestSystem, type QueryService, type TestSystem } from '../harness/test-system.ts';
import { eventually } from '../harness/waiting.ts';
import { createWebhookSender } from '../harness/webhook-sender.ts';

const COMPANY = 'HFCDi8wZLm6PUzvYcWAq';
const LOCATION = 've9Harbor8vShlRW1KTa';
const CONTACT = 'cJAWdskpkJHbRbhAT7bs';
const DEAL = 'wWhVuzqpRuOA1ZVWi4FC';
/** Never issued. */
const PLANTED_SSN = '987-65-4320';

const key = issueCredential({ credentialId: 'reader', companyId: COMPANY, locationId: LOCATION });
const sender = createWebhookSender(LOCATION);

let system: TestSystem;
let query: QueryService;
let webhookUrl: string;
let ingestLog: string;

const post = (body: object) => sender.post(webhookUrl, body);

const contact = {
  ...{ type: 'ContactCreate', id: CONTACT, firstName: 'Maria', lastName: 'Lind', email: 'maria.lind@example.com' },
  ...{ dateAdded: '2026-01-26T12:41:02.193Z', tags: ['funding'], ssn: PLANTED_SSN },
  customFields: [{ id: 'BcdmQsTGTrkKGaXhwPuy', value: PLANTED_SSN }],
};
const opportunity = {
  ...{ type: 'OpportunityCreate', id: DEAL, contactId: CONTACT, name: 'Working capital', monetaryValue: 40_250.5 },
  ...{ pipelineId: 'VDm7RPYC2GLUvdpKmBfC', pipelineStageId: 'e93ba61a-53b3-45e7-985a-c7732dbcdb69', status: 'open' },
  dateAdded: '2026-01-26T12:44:10.004Z',
};

beforeAll(async () => {
  system = await createTestSystem({ name: 'highlevel', stack: inject('stack') });
  await system.startProjector();
  query = await system.startQuery();
  const ingest = await system.startIngest({ WEBHOOK_PUBLIC_KEYS: sender.publicKey });
  ({ webhookUrl, logFile: ingestLog } = ingest);
  await system.publish([key.event]);
  const app = { type: 'INSTALL', appId: '66a0419a0dffa47fb5f8b22f', companyId: COMPANY, companyName: 'Harbor Agency' };
  expect(await post(app)).toBe(200);
});

afterAll(() => system?.stop());

const read = (path: string) => query.get({ target: target(path), token: key.token });

async function readUntil(path: string, isThere: (data: Record<string, unknown>) => boolean) {
  let data: Record<string, unknown> = {};
  await eventually(
    async () => {
      const answer = await read(path);
      if (answer.status !== 200) return false;
      data = await dataOf<Record<string, unknown>>(Promise.resolve(answer));
      return isThere(data);
    },
    { what: `${path} as it was posted` },
  );
  return data;
}

it('from a posted HighLevel webhook to GET /contacts/{id}, without the Social Security number', async () => {
  expect(await post(contact)).toBe(200);
  const found = await readUntil(`/contacts/${CONTACT}`, ({ name }) => name === 'Maria Lind');
  expect(found).toMatchObject({ contactId: CONTACT, email: 'maria.lind@example.com', tags: ['funding'] });
  expect(JSON.stringify(found)).not.toContain(PLANTED_SSN);
  expect(await readFile(ingestLog, 'utf8')).not.toMatch(/Maria|Lind|987-65-4320|987654320/);
});

it('an opportunity becomes a deal of its contact, and goes away with its deletion and the update beside it', async () => {
  expect(await post(opportunity)).toBe(200);
  expect(await post({ ...opportunity, type: 'OpportunityUpdate' })).toBe(200);
  expect(await readUntil(`/deals/${DEAL}`, ({ name }) => name === 'Working capital')).toMatchObject({
    ...{ contactId: CONTACT, status: 'open', amountCents: 4_025_050 },
  });
  // Clearly later: an order that is in doubt could only be settled by HighLevel's API.
  const later = { timestamp: new Date(Date.now() + 200_000).toISOString() };
  expect(await post({ ...opportunity, ...later, type: 'OpportunityDelete' })).toBe(200);
  expect(await post({ ...opportunity, ...later, type: 'OpportunityUpdate' })).toBe(200);
  await eventually(async () => (await read(`/deals/${DEAL}`)).status === 404, { what: 'the deletion' });
  await delay(300);
  expect((await read(`/deals/${DEAL}`)).status).toBe(404);
});

it('a webhook that somebody else signed changes nothing', async () => {
  const stranger = createWebhookSender(LOCATION);
  expect(await stranger.post(webhookUrl, { ...contact, firstName: 'Mallory' })).toBe(401);
  await delay(300);
  expect(await readUntil(`/contacts/${CONTACT}`, () => true)).toMatchObject({ name: 'Maria Lind' });
});
