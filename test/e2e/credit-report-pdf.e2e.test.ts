import { pdfPages } from '@fundlens/credit-reports/testing/pdf-text';
import { deletionOf } from '@fundlens/testing/deletions';
import { creditReportStored, reportBytes } from '@fundlens/testing/event-builders';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { dataOf, target } from '../harness/api-client.ts';
import { company, installedLocation, issueCredential } from '../harness/tenants.ts';
import { createTestSystem, type QueryService, type TestSystem } from '../harness/test-system.ts';

const COMPANY = 'company-pdf';
const LOCATION = 'location-pdf';
const SSN = '900-55-1234';
const issued = { credentialId: 'reports', companyId: COMPANY, locationId: LOCATION };
const key = issueCredential(issued);

let system: TestSystem;
let query: QueryService;

const report = (version: number, creditor: string) =>
  creditReportStored({
    meta: { locationId: LOCATION, version },
    report: reportBytes({
      data: {
        subjectName: { firstName: 'MARIA', lastName: 'LOPEZ' },
        subjectSocialNum: SSN.replaceAll('-', ''),
        trades: [{ customerName: creditor, accountNumber: '4417123412341113', balance: 1_250 }],
        consumerStatements: [{ statement: `THE NUMBER ${SSN} WAS STOLEN` }],
        models: [{ score: 715 }],
      },
    }),
  });

beforeAll(async () => {
  system = await createTestSystem({ name: 'pdf', stack: inject('stack') });
  await system.startProjector();
  query = await system.startQuery();
  await system.publish([company(COMPANY), ...installedLocation(LOCATION, COMPANY), key.event]);
  await system.applied.all();
});

afterAll(() => system?.stop());

const link = () =>
  dataOf<{ url: string; requestId: string }>(
    query.get({ target: target('/credit-reports/pdf-url', { requestId: 'request-1' }), token: key.token }),
  );

async function follow(url: string) {
  const response = await fetch(url);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, type: response.headers.get('content-type'), bytes };
}

it('a stored report becomes a PDF that its link gives, until the report is replaced or deleted or the key revoked', async () => {
  await system.publish([report(1, 'SAMPLE BANK')]);
  await system.applied.all();
  const first = await link();
  const { status, type, bytes } = await follow(first.url);
  expect([status, type, first.requestId]).toEqual([200, 'application/pdf', 'request-1']);
  const text = (await pdfPages(bytes)).join('\n');
  for (const shown of ['MARIA LOPEZ', '715', 'SAMPLE BANK', '$1,250', 'THE NUMBER ***-**-**** WAS STOLEN']) {
    expect(text).toContain(shown);
  }
  expect(text.replaceAll(/\D/g, '')).not.toContain(SSN.replaceAll('-', ''));

  await system.publish([report(2, 'ANOTHER BANK')]);
  await system.applied.all();
  expect((await follow(first.url)).status).toBe(404);
  const second = await link();
  expect((await pdfPages((await follow(second.url)).bytes)).join()).toContain('ANOTHER BANK');

  await system.publish([issueCredential({ ...issued, version: 2, revokedAt: 1 }).event]);
  await system.applied.all();
  expect((await follow(second.url)).status).toBe(404);
  await system.publish([issueCredential({ ...issued, version: 3 }).event]);
  await system.applied.all();
  expect((await follow(second.url)).status).toBe(200);

  await system.publish([deletionOf(report(3, ''))]);
  await system.applied.all();
  expect((await follow(second.url)).status).toBe(404);
});
