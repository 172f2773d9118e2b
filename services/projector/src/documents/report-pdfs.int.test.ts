import type { AnyEvent } from '@fundlens/contracts/event-types';
import type { StoredReportPdf } from '@fundlens/read-models/report-pdf';
import { InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { createLogger } from '@fundlens/runtime/logger';
import { deletionOf } from '@fundlens/testing/deletions';
import { creditReportStored, reportBytes } from '@fundlens/testing/event-builders';
import { assumeRedacted } from '@fundlens/testing/event-identity';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { NO_ERASURES } from '../erasure/erasures.ts';
import { creditReports } from '../projections/credit-reports.ts';
import { changesOf } from '../projections/fold.ts';
import { type ProjectorFixture, projectorFixture, until } from '../testing/projector-fixture.ts';
import { openScratchDatabase, type ScratchDatabase } from '../testing/scratch-database.ts';
import { createDocumentStore } from '../writer/document-store.ts';
import { createDocumentWriter, type DocumentWriter } from '../writer/document-writer.ts';
import { createPdfStore, type PdfStore } from './pdf-store.ts';
import { createReportPdfs, MAX_ATTEMPTS, type ReportPdfsOptions } from './report-pdfs.ts';
import { pdfPages } from './testing/pdf-text.ts';

const KEY = 'loc-1:request-1';
const limits = { maxTimeMs: 10_000 };
const logLines: string[] = [];
const logger = createLogger({
  service: 'test',
  level: 'trace',
  sanitize: (text) => text,
  destination: { write: (line) => void logLines.push(line) },
});
let scratch: ScratchDatabase;
let write: DocumentWriter;

beforeAll(async () => {
  scratch = await openScratchDatabase({ prepared: true });
  const store = createDocumentStore(scratch.db, limits);
  write = createDocumentWriter({ erasures: NO_ERASURES, store, pauseBeforeRound: async () => undefined });
});
afterAll(() => scratch.close());
beforeEach(async () => {
  for (const name of ['credit_reports_v1', 'credit_report_pdfs_v1']) await scratch.db.collection(name).deleteMany({});
  logLines.length = 0;
});

const report = (version: number, creditor = `SAMPLE BANK ${version}`) =>
  creditReportStored({ meta: { version }, report: reportBytes({ trades: [{ customerName: creditor }] }) });
const apply = (...events: AnyEvent[]) =>
  write(
    events.map((event, offset) => ({
      offset,
      appendedAt: 1_000,
      documents: changesOf([creditReports], assumeRedacted(event)),
      subject: null,
    })),
  );

const storeOf = (layout = 1) => createPdfStore(scratch.db, { ...limits, layout });
/** What is rendered is the text that was to be rendered, so that a test sees which one it was. */
const asItIs: ReportPdfsOptions['render'] = async (input) => Buffer.from(input.report);
function lookAfter(
  more: Partial<ReportPdfsOptions> & { layout?: number; again?: boolean } = {},
): (key: string) => Promise<void> {
  const { layout = 1, again = true } = more;
  const settled = { onSettled: () => undefined, monotonic: () => 0, logger };
  const work = createReportPdfs({ store: storeOf(layout), render: asItIs, ...settled, ...more, layout });
  return (key) => work(key, { again });
}

const stored = () => scratch.db.collection<StoredReportPdf>('credit_report_pdfs_v1').findOne({ _id: KEY });
const shown = async () => {
  const { state, pdf } = (await stored()) ?? {};
  return { state, pdf: pdf ? Buffer.from(pdf.value()).toString() : null };
};
const due = async () => (await storeOf().waiting(Number.MAX_SAFE_INTEGER, 10)).length;
const showing = (version: number) => ({
  state: 'ready',
  pdf: JSON.stringify({ trades: [{ customerName: `SAMPLE BANK ${version}` }] }),
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

it('a report that says the same as before keeps its PDF', async () => {
  await apply(report(1, 'THE SAME'));
  await lookAfter()(KEY);
  await apply(report(2, 'THE SAME'));
  await lookAfter({ render: () => Promise.reject(new Error('not to be asked')) })(KEY);
  expect([(await shown()).state, await due()]).toEqual(['ready', 0]);
});

it('nothing of a PDF is left when its report is deleted or has nothing that can be rendered any more', async () => {
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
      await scratch.db.collection('credit_report_pdfs_v1').deleteMany({});
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
      await scratch.db.collection('credit_reports_v1').deleteMany({});
    }
  },
);

it.each([
  ['at first', false, ['loadReport', 'loadPdf', 'render', 'storePdf', 'settle']],
  ['again', true, ['loadReport', 'loadPdf', 'storePdf', 'render', 'storePdf', 'settle']],
])('a crash behind any step %s is made good by whoever comes next', async (_, again, steps) => {
  for (let broken = 0; broken < steps.length; broken += 1) {
    await beforeEachReport();
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
      settle: async (all) => crashAfter(await inner.settle(all)),
    };
    const render: typeof asItIs = async (input) => crashAfter(await asItIs(input));
    await expect(lookAfter({ store, render, again })(KEY)).rejects.toThrow('the process is gone');
    await lookAfter()(KEY);
    expect([await shown(), await due()], steps[broken]).toEqual([showing(1), 0]);
  }
});

async function beforeEachReport(): Promise<void> {
  for (const name of ['credit_reports_v1', 'credit_report_pdfs_v1']) await scratch.db.collection(name).deleteMany({});
}

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

it('a process that dies while it renders counts as an attempt, one that is stopped does not', async () => {
  await apply(report(1));
  const dying = lookAfter({ render: () => new Promise(() => undefined) });
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    void dying(KEY);
    await until(async () => (await stored())?.attempts === attempt);
  }
  await lookAfter()(KEY);
  expect(await stored()).toMatchObject({ state: 'failed', reason: 'pdf_attempts_used' });

  await apply(report(2));
  const stopped = lookAfter({ render: () => Promise.reject(new RetryableError('pdf_renderer_stopped', 'stopping')) });
  for (let time = 0; time <= MAX_ATTEMPTS; time += 1) await expect(stopped(KEY)).rejects.toThrow('stopping');
  expect(await stored()).toMatchObject({ state: 'trying', attempts: 0 });
});

it('somebody who comes too late does not undo what is ready', async () => {
  await apply(report(1));
  const inner = storeOf();
  const store: PdfStore = {
    ...inner,
    async loadPdf(key) {
      const before = await inner.loadPdf(key);
      await lookAfter()(KEY);
      return before;
    },
  };
  const late = lookAfter({ store, render: () => Promise.reject(new InvalidError('pdf_not_clean', 'no')) });
  await late(KEY);
  expect(await shown()).toEqual(showing(1));
});

it('a new layout is taken up, and where it cannot be, the earlier one stays', async () => {
  await apply(report(1));
  await lookAfter()(KEY);
  const next = storeOf(2);
  expect(await next.backlog(0)).toEqual({ documents: 1, dirtySince: null });
  expect(await next.waiting(0, 10)).toEqual([KEY]);
  await lookAfter({ layout: 2, render: async () => Buffer.from('another look') })(KEY);
  expect([await shown(), await next.waiting(0, 10)]).toEqual([{ state: 'ready', pdf: 'another look' }, []]);

  await lookAfter({ layout: 3, render: () => Promise.reject(new InvalidError('pdf_too_long', 'no')) })(KEY);
  expect([await shown(), await storeOf(3).waiting(0, 10)]).toEqual([{ state: 'ready', pdf: 'another look' }, []]);
  // A process that has not been replaced yet leaves it as it is.
  await lookAfter({ render: () => Promise.reject(new Error('not to be asked')) })(KEY);
});

it('what waits is found oldest first, once it has waited long enough', async () => {
  await apply(
    report(1),
    creditReportStored({ requestId: 'request-2' }),
    creditReportStored({ requestId: 'request-3' }),
  );
  const reports = scratch.db.collection<{ _id: string }>('credit_reports_v1');
  await reports.updateOne({ _id: 'loc-1:request-2' }, { $set: { dirtySince: 500 } });
  await reports.updateOne({ _id: 'loc-1:request-3' }, { $set: { dirtySince: 2_000 } });
  expect(await storeOf().waiting(1_000, 10)).toEqual(['loc-1:request-2', KEY]);
  expect(await storeOf().backlog(1_000)).toEqual({ documents: 2, dirtySince: 500 });
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
      const pdfs = db.collection<StoredReportPdf>('credit_report_pdfs_v1');
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
