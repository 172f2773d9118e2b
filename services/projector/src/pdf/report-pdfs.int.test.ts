import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import type { AnyEvent } from '@fundlens/contracts/event-types';
import { type OwnObjectStorage, startOwnObjectStorage } from '@fundlens/local/own-object-storage';
import { createPdfObjects, type PdfObjects } from '@fundlens/read-models/report-pdfs/pdf-object-store';
import type { StoredReportPdf } from '@fundlens/read-models/report-pdfs/report-pdf';
import { RetryableError } from '@fundlens/runtime/errors';
import { createLogger } from '@fundlens/runtime/logger';
import { pdfStoreOptions } from '@fundlens/runtime/service-options';
import { deletionOf } from '@fundlens/testing/deletions';
import { creditReportStored, locationChanged, reportBytes } from '@fundlens/testing/event-builders';
import { assumeRedacted } from '@fundlens/testing/event-identity';
import { AwsClient } from 'aws4fetch';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { NO_ERASURES } from '@fundlens/projection/erasures/testing/no-erasures';
import { createMetrics } from '@fundlens/projection/health/metrics';
import { creditReports } from '@fundlens/projection/projections/credit-reports';
import { locations } from '@fundlens/projection/projections/locations';
import { changesOf } from '@fundlens/projection/fold/fold';
import { type ProjectorFixture, projectorFixture, until } from '../testing/projector-fixture.ts';
import { fingerprintOf } from '@fundlens/projection/versions/fingerprint';
import { createVersionStore } from '@fundlens/projection/versions/version-store';
import { openScratchDatabase, type ScratchDatabase } from '@fundlens/projection/testing/scratch-database';
import { createDocumentStore } from '@fundlens/projection/writer/document-store';
import { createDocumentWriter, type DocumentWriter } from '@fundlens/projection/writer/document-writer';
import { createDroppedPdfs } from '@fundlens/credit-reports/dropped-pdf-store';
import { PDF_LAYOUT_VERSION } from '@fundlens/credit-reports/layout-version';
import { createPdfStore, type PdfStore, PUT_GRACE_MS } from '@fundlens/credit-reports/pdf-store';
import {
  ATTEMPT_GRACE_MS,
  createReportPdfs,
  MAX_ATTEMPTS,
  type ReportPdfsOptions,
} from '@fundlens/credit-reports/report-pdfs';
import { pdfPages } from '@fundlens/credit-reports/testing/pdf-text';
import { collectionName, modelVersion } from '@fundlens/read-models/definition';
import { creditReportPdfs } from '@fundlens/read-models/definitions';
import { PDF_REQUESTS, type PdfRequest } from '@fundlens/read-models/report-pdfs/pdf-request';
import { createPdfRequests } from './pdf-request-store.ts';
import { createPdfWork } from './pdf-work.ts';

const KEY = 'loc-1:request-1';
const { readModel } = creditReports;
const REPORTS = modelVersion(readModel);
const PDFS = modelVersion(creditReportPdfs);
const limits = { maxTimeMs: 10_000 };
const logLines: string[] = [];
const logger = createLogger({
  service: 'test',
  level: 'trace',
  sanitize: (text) => text,
  destination: { write: (line) => void logLines.push(line) },
});
let scratch: ScratchDatabase;
let storage: OwnObjectStorage;
let write: DocumentWriter;
/** Null: the bytes are in MongoDB. */
let objects: PdfObjects | null = null;
let now = 0;

beforeAll(async () => {
  [scratch, storage] = await Promise.all([
    openScratchDatabase({ prepared: true }),
    startOwnObjectStorage('report-pdfs'),
  ]);
  const store = createDocumentStore(scratch.db, limits);
  write = createDocumentWriter({ erasures: NO_ERASURES, store, pauseBeforeRound: async () => undefined });
}, 60_000);
afterAll(async () => {
  await scratch.close();
  await storage.close();
});
beforeEach(async () => {
  await empty();
  logLines.length = 0;
  now = 1_000_000;
});

async function empty(...names: string[]): Promise<void> {
  const all = names.length === 0 ? [REPORTS, PDFS] : names;
  for (const name of all) await scratch.db.collection(name).deleteMany({});
  if (all.includes(PDFS)) for (const file of storage.files()) rmSync(file);
}

function openObjects(changes: Record<string, string> = {}, maxTimeMs = 5_000): PdfObjects {
  const options = z.object(pdfStoreOptions).parse({ ...storage.environment, ...changes });
  const opened = createPdfObjects(options, { connect: (client) => new AwsClient(client), maxTimeMs });
  if (opened === null) throw new TypeError('the options name no store');
  return opened;
}

const report = (version: number, creditor = `SAMPLE BANK ${version}`) =>
  creditReportStored({ meta: { version }, report: reportBytes({ trades: [{ customerName: creditor }] }) });
const apply = (...events: AnyEvent[]) =>
  write(
    events.map((event) => ({
      appendedAt: 1_000,
      documents: changesOf([creditReports, locations], assumeRedacted(event), 0),
      subject: null,
    })),
  );

const storeOf = (layout = 1, used = objects) =>
  createPdfStore(scratch.db, { ...limits, layout, objects: used, putObjects: used !== null, clock: () => now });
/** What is rendered is the text that was to be rendered, so that a test sees which one it was. */
const asItIs: ReportPdfsOptions['render'] = async (input) => Buffer.from(input.report);
function lookAfter(
  more: Partial<ReportPdfsOptions> & { layout?: number; again?: boolean } = {},
): (key: string) => Promise<void> {
  const { layout = 1, again = true } = more;
  const settled = { onSettled: () => undefined, monotonic: () => 0, clock: () => now, logger };
  const work = createReportPdfs({ store: storeOf(layout), render: asItIs, ...settled, ...more, layout });
  return (key) => work(key, { again });
}

const stored = () => scratch.db.collection<StoredReportPdf>(PDFS).findOne({ _id: KEY });
const shown = async () => {
  const { state, pdf, object } = (await stored()) ?? {};
  const bytes = object ? await objects?.get(object) : pdf?.value();
  return { state, pdf: bytes ? Buffer.from(bytes).toString() : null };
};
const due = async () => (await storeOf().waiting(Number.MAX_SAFE_INTEGER, 10)).length;
const showing = (version: number) => ({
  state: 'ready',
  pdf: JSON.stringify({ trades: [{ customerName: `SAMPLE BANK ${version}` }] }),
});

describe.each(['mongodb', 's3'] as const)('PDFs in %s', (place) => {
  beforeEach(() => {
    objects = place === 's3' ? openObjects() : null;
  });
  afterEach(() => {
    objects = null;
  });

  it('a stored report gets its PDF once, and a changed one another', async () => {
    await apply(report(1));
    let rendered = 0;
    const counting = lookAfter({
      render: async (input) => {
        rendered += 1;
        return await asItIs(input);
      },
    });
    expect(await due()).toBe(1);
    await counting(KEY);
    await counting(KEY);
    expect([await shown(), await due(), rendered]).toEqual([showing(1), 0, 1]);
    await apply(report(2));
    expect(await due()).toBe(1);
    await counting(KEY);
    expect([await shown(), await due(), rendered]).toEqual([showing(2), 0, 2]);
  });

  it('a PDF is removed when its report is deleted or can no longer be rendered', async () => {
    for (const [version, next] of [
      [1, deletionOf(report(1))],
      [3, creditReportStored({ meta: { version: 4 }, report: reportBytes('{}') })],
    ] as const) {
      await apply(report(version));
      await lookAfter()(KEY);
      await apply(next);
      await lookAfter()(KEY);
      expect([await shown(), await due()]).toEqual([{ state: 'gone', pdf: null }, 0]);
    }
  });

  it.each([true, false])(
    'a rendering that ends late never replaces a later one, nor brings back what was deleted (again: %s)',
    async (again) => {
      for (const [next, expected] of [
        [report(2), showing(2)],
        [deletionOf(report(3)), { state: 'gone', pdf: null }],
      ] as const) {
        await empty(PDFS);
        await apply(report(1));
        const slow = lookAfter({
          again,
          async render(input) {
            await apply(next);
            await lookAfter()(KEY);
            return await asItIs(input);
          },
        });
        await slow(KEY);
        expect(await shown()).toEqual(expected);
        await scratch.db.collection(REPORTS).deleteMany({});
      }
    },
  );

  it.each([
    ['at first', false, ['loadReport', 'loadPdf', 'render', 'storePdf', 'tidyObjects', 'settle']],
    ['again', true, ['loadReport', 'loadPdf', 'storePdf', 'render', 'storePdf', 'tidyObjects', 'settle']],
  ])('a crash behind any step %s is made good by the next process', async (_, again, steps) => {
    for (let broken = 0; broken < steps.length; broken += 1) {
      await empty();
      await apply(report(1));
      let step = -1;
      const crashAfter = async <T>(done: T): Promise<T> => {
        step += 1;
        if (step === broken) throw new RetryableError('crash', 'the process is gone');
        return done;
      };
      const inner = storeOf();
      const store: PdfStore = {
        ...inner,
        loadReport: async (key) => crashAfter(await inner.loadReport(key)),
        loadPdf: async (key) => crashAfter(await inner.loadPdf(key)),
        storePdf: async (...all) => crashAfter(await inner.storePdf(...all)),
        tidyObjects: async (key) => crashAfter(await inner.tidyObjects(key)),
        settle: async (all) => crashAfter(await inner.settle(all)),
      };
      const render: typeof asItIs = async (input) => crashAfter(await asItIs(input));
      await expect(lookAfter({ store, render, again })(KEY)).rejects.toThrow('the process is gone');
      now += ATTEMPT_GRACE_MS;
      await lookAfter()(KEY);
      expect([await shown(), await due()], steps[broken]).toEqual([showing(1), 0]);
    }
  });

  it.each([true, false])(
    'a rendering that fails again and again is given up, told of without the report, and tried again with another (counted before: %s)',
    async (again) => {
      await apply(report(1));
      const failing = lookAfter({
        again,
        render: () => Promise.reject(new RetryableError('pdf_time_limit', 'too slow')),
      });
      for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
        await expect(failing(KEY)).rejects.toMatchObject({ code: 'pdf_time_limit' });
        expect([(await stored())?.attempts, await due()]).toEqual([attempt, 1]);
      }
      await failing(KEY);
      expect(await stored()).toMatchObject({ state: 'failed', reason: 'pdf_time_limit', pdf: null });
      expect(await due()).toBe(0);
      expect(logLines.join('\n')).toContain('request-1');
      expect(logLines.join('\n')).not.toContain('SAMPLE');
      await apply(report(2));
      await lookAfter()(KEY);
      expect(await shown()).toEqual(showing(2));
    },
  );
});

describe('a PDF in an object store', () => {
  const opened = () => {
    objects = openObjects();
    return objects;
  };
  /** What any of the documents names. */
  const named = async () => {
    const documents = await scratch.db.collection<StoredReportPdf>(PDFS).find({}).toArray();
    return documents.flatMap(({ object, pendingObjects = [], deadObjects = [] }) => [
      ...(object ? [object.key] : []),
      ...pendingObjects.map(({ key }) => key),
      ...deadObjects,
    ]);
  };
  const kept = () => storage.files().map((file) => file.slice(storage.folder.length + 1));

  it('waits while the store is away, is no failure of the report, and leaves no heap of attempts', async () => {
    const inner = opened();
    await apply(report(1));
    await storage.stop();
    for (let sweep = 0; sweep < 2 * MAX_ATTEMPTS; sweep += 1) {
      await expect(lookAfter()(KEY)).rejects.toMatchObject({ kind: 'retryable', code: 'object_store_away' });
      now += PUT_GRACE_MS;
    }
    expect([await due(), (await named()).length]).toEqual([1, 1]);
    expect(await stored()).toMatchObject({ state: 'trying', attempts: 0 });
    await storage.start();
    await lookAfter()(KEY);
    expect([await shown(), await due()]).toEqual([showing(1), 0]);
    expect(kept()).toEqual(await named());
    await inner.remove((await stored())?.object?.key ?? '');
    expect(await storeOf().readyPdf(KEY, (await stored())?.contentDigest ?? '')).toBeNull();
  });

  it('a store that takes connections and says nothing is away after its time', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const hanging = openObjects({ S3_ENDPOINT: `http://127.0.0.1:${port}` }, 200);
    await expect(hanging.put('k', Buffer.from('x'))).rejects.toMatchObject({ code: 'object_store_away' });
    silent.close();
  });

  it('is not given when it is another, longer or shorter', async () => {
    const inner = opened();
    await apply(report(1));
    await lookAfter()(KEY);
    const { object } = (await stored()) ?? {};
    for (const wrong of ['x', 'x'.repeat(object?.bytes ?? 0), 'x'.repeat(100_000)]) {
      const key = `fundlens/${wrong.length}`;
      await inner.put(key, Buffer.from(wrong));
      await expect(inner.get({ sha256: '', bytes: 0, ...object, key })).rejects.toMatchObject({
        kind: 'fatal',
        code: 'pdf_object_wrong',
      });
    }
  });

  it('is left alone, and said so, by a process that does not know the store; the secret is nowhere said', async () => {
    opened();
    await apply(report(1));
    await lookAfter()(KEY);
    await apply(report(2));
    const before = await named();
    const unaware = lookAfter({ store: storeOf(1, null) });
    await expect(unaware(KEY)).rejects.toMatchObject({ kind: 'fatal', code: 'object_store_missing' });
    expect([await named(), await due()]).toEqual([before, 1]);
    const foreign = openObjects({ S3_SECRET_ACCESS_KEY: 'not the secret' });
    await expect(foreign.remove(before[0] ?? '')).rejects.toMatchObject({
      kind: 'fatal',
      code: 'object_store_refused',
    });
  });

  it('of a dropped version goes with its document, so that the collection can be dropped', async () => {
    const used = opened();
    await apply(report(1));
    await lookAfter()(KEY);
    const versions = createVersionStore(scratch.db, { pdfsNameObjects: true });
    const next = readModel.version + 1;
    await versions.register(readModel.name, next, fingerprintOf(readModel, { customFieldKeepList: new Set() }));
    const nextPdfs = collectionName(creditReportPdfs.name, next);
    await scratch.db.collection(PDFS).rename(nextPdfs);
    const present = async () =>
      (await scratch.db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
    const dropped = createDroppedPdfs(scratch.db, { ...limits, objects: used, versions: versions.load });
    expect(await dropped.waiting(10)).toEqual([]);
    await versions.drop(readModel.name, next);
    await versions.tidy();
    expect(await present()).toContain(nextPdfs);
    expect(await dropped.waiting(10)).toEqual([`${next} ${KEY}`]);
    await dropped.work(`${next} ${KEY}`);
    await dropped.work(`${next} ${KEY}`);
    expect([kept(), await dropped.backlog()]).toEqual([[], { documents: 0, dirtySince: null }]);
    await versions.tidy();
    expect(await present()).not.toContain(nextPdfs);
  });
});

it('a PDF is made with the profile that its location has then, in the active version', async () => {
  await apply(report(1));
  const profile = async () => (await storeOf().loadReport(KEY))?.content?.input.location;
  expect(await profile()).toEqual({ name: null, timeZone: null });
  await apply(locationChanged({ name: 'Sample Funding', timezone: 'America/Chicago' }));
  expect(await profile()).toEqual({ name: 'Sample Funding', timeZone: 'America/Chicago' });
});

it('a requested PDF is rendered next, before the backlog and while events hold that up', async () => {
  const count = 60;
  await apply(...Array.from({ length: count }, (_, number) => creditReportStored({ requestId: `request-${number}` })));
  const [first, second, third] = ['loc-1:request-40', 'loc-1:request-41', 'loc-1:request-42'] as const;
  const requests = scratch.db.collection<PdfRequest>(PDF_REQUESTS);
  await requests.insertMany([
    { _id: second, requestedAt: new Date(2) },
    { _id: first, requestedAt: new Date(1) },
  ]);
  const made: string[] = [];
  const held = Promise.withResolvers<void>();
  const { finders, renderer } = createPdfWork({
    quiet: () => (made.length < 10 ? Promise.resolve() : held.promise),
    versions: () => new Map([[readModel.name, [readModel.version]]]),
    openStore() {
      const store = storeOf(PDF_LAYOUT_VERSION);
      return {
        ...store,
        async storePdf(of, record) {
          await store.storePdf(of, record);
          if (record.state === 'ready') made.push(of.key);
        },
      };
    },
    dropped: null,
    requests: createPdfRequests(scratch.db, limits),
    sweepMs: 50,
    metrics: createMetrics(),
    logger,
    clock: Date.now,
    monotonic: () => performance.now(),
  });
  const components = [renderer, ...finders];
  for (const component of components) await component.start();
  await until(async () => made.length >= 10);
  // The thread has at most one report of the sweep at a time.
  expect([...made.slice(0, 4)].filter((key) => key === first || key === second)).toEqual([first, second]);
  const madeBefore = made.length;
  if (!made.includes(third)) {
    await requests.insertOne({ _id: third, requestedAt: new Date() });
    await until(async () => made.length > madeBefore);
    expect(made.slice(madeBefore)).toEqual([third]);
  }
  held.resolve();
  await until(async () => (await due()) === 0);
  for (const component of components.reverse()) await component.stop();
  expect([new Set(made).size, await requests.countDocuments()]).toEqual([count, 0]);
});

const withProjector = async (
  environment: Record<string, string>,
  run: (fixture: ProjectorFixture) => Promise<void>,
) => {
  const fixture = await projectorFixture();
  try {
    await fixture.start(environment);
    await run(fixture);
  } finally {
    await fixture.close();
  }
};

it.each([
  ['by its job, long before a sweep', { PDF_SWEEP_MS: '3600000' }],
  ['by the sweeper alone while Redis is away', { PDF_SWEEP_MS: '200', REDIS_URL: 'redis://127.0.0.1:1' }],
])(
  'an event becomes a PDF %s, and its deletion takes it away',
  async (_, environment) => {
    await withProjector(environment, async ({ db, publish }) => {
      const pdfs = db.collection<StoredReportPdf>(PDFS);
      await publish([report(1)]);
      await until(async () => (await pdfs.findOne({ _id: KEY }))?.state === 'ready');
      const { pdf } = (await pdfs.findOne({ _id: KEY })) ?? {};
      expect((await pdfPages(pdf?.value() ?? new Uint8Array())).join()).toContain('SAMPLE BANK 1');
      await publish([deletionOf(report(1))]);
      await until(async () => (await pdfs.findOne({ _id: KEY }))?.state === 'gone');
      expect((await pdfs.findOne({ _id: KEY }))?.pdf).toBeNull();
    });
  },
  60_000,
);
