import { readFileSync } from 'node:fs';
import { type OwnObjectStorage, startOwnObjectStorage } from '@fundlens/local/own-object-storage';
import { readConfig } from '@fundlens/projector/config';
import { createPdfStore } from '@fundlens/credit-reports/pdf-store';
import { renderReportPdf } from '@fundlens/credit-reports/render-report';
import { pdfPages } from '@fundlens/credit-reports/testing/pdf-text';
import { collectionName } from '@fundlens/read-models/definition';
import { creditReportPdfs } from '@fundlens/read-models/definitions';
import { createOperations } from '@fundlens/operator/composition-root';
import { createPdfObjects } from '@fundlens/read-models/report-pdfs/pdf-object-store';
import type { PdfObject } from '@fundlens/read-models/report-pdfs/report-pdf';
import { creditReportStored, reportBytes } from '@fundlens/testing/event-builders';
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { target } from '../harness/api-client.ts';
import { pdfLink } from '../harness/pdf-link.ts';
import { projectorEnvironment } from '../harness/service-environment.ts';
import { company, installedLocation, issueCredential } from '../harness/tenants.ts';
import { createTestSystem, type QueryService, type TestSystem } from '../harness/test-system.ts';
import { eventually } from '../harness/waiting.ts';
import { leaksInFolder } from '../invariants/live-search.ts';
import { createSsnSearch } from '../invariants/ssn-search.ts';

const COMPANY = 'company-objects';
const LOCATION = 'location-objects';
const CONTACT = 'contact-objects';
const KEY = `${LOCATION}:request-1`;
const SSN = '900551234';
const PARTITIONS = 4;
/** Of the whole request; the limit of the store's part is shorter. */
const SOON_MS = 8_000;
const credential = issueCredential({ credentialId: 'reports', companyId: COMPANY, locationId: LOCATION });

let system: TestSystem;
let storage: OwnObjectStorage;
let query: QueryService;

const report = (version: number, creditor: string) =>
  creditReportStored({
    meta: { locationId: LOCATION, version },
    contactId: CONTACT,
    requestId: 'request-1',
    report: reportBytes({
      data: { subjectSocialNum: SSN, trades: [{ customerName: creditor }], statements: [`NUMBER ${SSN} WAS STOLEN`] },
    }),
  });

beforeAll(async () => {
  const stack = inject('stack');
  [system, storage] = await Promise.all([
    createTestSystem({ name: 'objects', stack, partitions: PARTITIONS }),
    startOwnObjectStorage('e2e'),
  ]);
  await system.startProjector({ ...storage.environment, PDF_SWEEP_MS: '300' });
  query = await system.startQuery(storage.environment);
  await system.publish([company(COMPANY), ...installedLocation(LOCATION, COMPANY), credential.event]);
  await system.publish([report(1, 'SAMPLE BANK')]);
  await system.applied.all();
  await link();
});
afterAll(async () => {
  await system?.stop();
  await storage?.close();
});

const ask = () =>
  query.get({ target: target('/credit-reports/pdf-url', { requestId: 'request-1' }), token: credential.token });
const link = async () => (await pdfLink(ask)).url;

async function follow(url: string) {
  const response = await fetch(url);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, retry: response.headers.get('retry-after'), bytes };
}

const environment = () => {
  const { stack, topicPrefix, database } = system;
  const settings = { stack, topicPrefix, database, partitions: PARTITIONS, adminPort: 0 };
  return { ...projectorEnvironment(settings), ...storage.environment };
};

it('a PDF from the store is byte for byte what MongoDB would keep, and holds no Social Security number', async () => {
  const { status, bytes } = await follow(await link());
  expect(status).toBe(200);
  const stored = await createPdfStore(system.db, { maxTimeMs: 5_000, layout: 0 }).loadReport(KEY);
  if (stored?.content == null) throw new TypeError('the report is not there');
  expect(bytes.equals(Buffer.from(await renderReportPdf(stored.content.input)))).toBe(true);

  expect(await system.stored('credit_report_pdfs', KEY)).toMatchObject({ state: 'ready', pdf: null });
  // The sweeper and the request of a client may both have made it: the one that came second takes its object away.
  const files = await eventually(async () => storage.files().length === 1 && storage.files(), { what: 'one object' });
  expect(files[0]).not.toMatch(/request-1|location-objects/);
  const numbers = new Map([[SSN, 'the planted number']]);
  const search = createSsnSearch(numbers);
  const pages = (await pdfPages(readFileSync(files[0] ?? ''))).join('\n');
  expect(pages).toContain('SAMPLE BANK');
  expect(search.inText(pages)).toEqual([]);
  const searched = await leaksInFolder('the object store', { folder: storage.folder, numbers, search });
  expect([searched.items, searched.leaks]).toEqual([1, []]);
});

it('while the store is away a link says so soon and events go on; afterwards the new PDF is made by itself', async () => {
  const before = await link();
  await storage.stop();
  const began = performance.now();
  const { status, retry } = await follow(before);
  expect([status, retry]).toEqual([500, '2']);
  expect(performance.now() - began).toBeLessThan(SOON_MS);
  await system.publish([report(2, 'ANOTHER BANK')]);
  await system.applied.all();
  expect((await follow(before)).status).toBe(404);
  expect(await ask()).toMatchObject({ status: 404 });
  await storage.start();
  const after = await link();
  expect((await pdfPages((await follow(after)).bytes)).join()).toContain('ANOTHER BANK');
  await eventually(async () => storage.files().length === 1, { what: 'the PDF before to be gone' });
});

it('an object that is not the PDF which the document tells of is never sent', async () => {
  const { object } = ((await system.stored('credit_report_pdfs', KEY)) ?? {}) as { object?: PdfObject };
  const objects = createPdfObjects(readConfig(environment()), {
    connect: (options) => new AwsClient(options),
    maxTimeMs: 5_000,
  });
  const url = await link();
  const right = (await follow(url)).bytes;
  await objects?.put(object?.key ?? '', Buffer.from('%PDF of another report'));
  const { status, retry, bytes } = await follow(url);
  expect([status, retry]).toEqual([500, null]);
  expect(bytes.toString()).not.toContain('another report');
  await objects?.remove(object?.key ?? '');
  expect((await follow(url)).status).toBe(500);
  const logged = () => readFileSync(`${system.logsDirectory}/query-${new URL(query.baseUrl).port}.log`, 'utf8');
  for (const code of ['pdf_object_wrong', 'pdf_object_missing']) {
    await eventually(async () => logged().includes(code), { what: code });
  }
  expect(logged()).not.toContain(storage.environment.S3_SECRET_ACCESS_KEY);
  await objects?.put(object?.key ?? '', right);
  expect((await follow(url)).status).toBe(200);
});

it('a rebuild leaves only the objects of the version that is read, and an erasure none', async () => {
  const [before] = storage.files();
  const operations = createOperations(readConfig(environment()), {
    onRemark: () => undefined,
    rebuild: { announceMs: 1_500, withdrawMs: 1_500 },
  });
  try {
    const desk = await operations.openRebuild({ onProgress: () => undefined, onRemark: () => undefined });
    const request = { models: ['credit_reports'] as const, graceMs: 0, acceptDifferences: false };
    const { phase } = await desk.run(request, new AbortController().signal);
    await desk.close();
    expect(phase).toBe('finished');
    await eventually(async () => storage.files().length === 1 && !storage.files().includes(before ?? ''), {
      what: 'the objects of the dropped version to be gone',
    });
    expect(storage.files()[0]).toContain(collectionName(creditReportPdfs.name, creditReportPdfs.version + 1));
    const url = await link();
    expect((await follow(url)).status).toBe(200);

    const subject = { locationId: LOCATION, contactId: CONTACT };
    const erased = await operations.erase(subject, { by: 'ticket-1', dryRun: false }, () => undefined);
    // Whether the command has to take the PDF away or the projector was faster: it is gone.
    expect(erased.remaining).toEqual([]);
    expect(storage.files()).toEqual([]);
    expect((await follow(url)).status).toBe(404);
  } finally {
    await operations.close();
  }
});
