import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { dataOf } from '../harness/api-client.ts';
import { issueCredential } from '../harness/tenants.ts';
import { createTestSystem, type IngestService, type QueryService, type TestSystem } from '../harness/test-system.ts';
import { eventually } from '../harness/waiting.ts';

const COMPANY = 'HFCDi8wZLm6PUzvYcWAq';
const LOCATION = 've9Harbor8vShlRW1KTa';
const CONTACT = 'cJAWdskpkJHbRbhAT7bs';
/** Never issued. */
const PLANTED_SSN = '987-65-4320';

const key = issueCredential({ credentialId: 'reader', companyId: COMPANY, locationId: LOCATION });

let system: TestSystem;
let query: QueryService;
let ingest: IngestService;

const fields = {
  ...{ firstName: 'Maria', lastName: 'Lind', email: 'maria.lind@example.com', tags: ['funding'], ssn: PLANTED_SSN },
  customFields: [{ id: 'BcdmQsTGTrkKGaXhwPuy', value: PLANTED_SSN }],
};

beforeAll(async () => {
  system = await createTestSystem({ name: 'highlevel', stack: inject('stack') });
  await system.startProjector();
  query = await system.startQuery();
  ingest = await system.startIngest(LOCATION);
  await system.publish([key.event]);
  const app = { type: 'INSTALL', locationId: LOCATION, companyId: COMPANY, companyName: 'Harbor Agency' };
  const sent = { timestamp: new Date().toISOString(), webhookId: 'installed' };
  expect(await ingest.deliver({ webhooks: [{ ...app, ...sent }] })).toEqual(['delivered']);
});

afterAll(() => system?.stop());

it('from a posted HighLevel webhook to GET /contacts/{id}, without the Social Security number', async () => {
  const created = ingest.crm.createContact(LOCATION, CONTACT, fields);
  expect(new Set(await ingest.deliver(created))).toEqual(new Set(['delivered']));
  const read = () => query.get({ target: `/contacts/${CONTACT}`, token: key.token });
  await eventually(async () => (await read()).status === 200, { what: 'the contact as it was posted' });
  const found = await dataOf(read());
  expect(found).toMatchObject({ contactId: CONTACT, email: 'maria.lind@example.com', tags: ['funding'] });
  expect(JSON.stringify(found)).not.toContain(PLANTED_SSN);
  expect(await readFile(ingest.logFile, 'utf8')).not.toMatch(/Maria|Lind|987-65-4320|987654320/);
});
