import type { DroppedPdfs } from '@fundlens/credit-reports/dropped-pdf-store';
import { PDF_LAYOUT_VERSION } from '@fundlens/credit-reports/layout-version';
import { PdfRenderer } from '@fundlens/credit-reports/pdf-renderer';
import type { PdfStore } from '@fundlens/credit-reports/pdf-store';
import { createReportPdfs } from '@fundlens/credit-reports/report-pdfs';
import type { Metrics } from '@fundlens/projection/health/metrics';
import { type VersionWork, workPerVersion } from '@fundlens/projection/versions/per-version';
import type { WrittenVersions } from '@fundlens/projection/versions/written-versions';
import { creditReports } from '@fundlens/read-models/credit-reports/credit-reports';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import { createSweeper } from '@fundlens/runtime/sweeper';
import type { PdfRequests } from './pdf-request-store.ts';
import { createRequestedPdfs } from './requested-pdfs.ts';

type PdfWorkOptions = {
  /** Those written at the moment of each call. */
  readonly versions: () => WrittenVersions;
  /** Of one version of reports and their PDFs. */
  readonly openStore: (version: number) => PdfStore;
  /** What is left of dropped versions in an object store; null: there is none. */
  readonly dropped: DroppedPdfs | null;
  readonly requests: PdfRequests;
  /** Waited for before each PDF that no client waits for: see `BacklogGate`. */
  readonly quiet: () => Promise<void>;
  readonly sweepMs: number;
  readonly metrics: Pick<
    Metrics,
    'reportPdfs' | 'reportPdfSeconds' | 'reportPdfBacklog' | 'reportPdfAge' | 'reportPdfSweeps'
  >;
  readonly logger: Logger;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Milliseconds that only grow. */
  readonly monotonic: () => number;
  /** From 0 up to 1. */
  readonly random?: () => number;
};

/** What makes PDFs of reports. */
export type PdfWork = {
  /** Updates the PDF of a report that has just changed, in every version. */
  update(reportKey: string): Promise<void>;
  /** What finds PDFs that are due, in the order of their start. */
  readonly finders: readonly Component[];
  readonly renderer: Component;
};

export function createPdfWork(options: PdfWorkOptions): PdfWork {
  const { dropped, requests, quiet, sweepMs, metrics, logger, random = Math.random } = options;
  const renderer = new PdfRenderer();
  const pdfs = pdfsPerVersion(options, renderer);
  async function workOn(key: string, how: { readonly again: boolean }): Promise<void> {
    await quiet();
    await pdfs.work(key, how);
  }
  const onTrouble = (code: string | null) => metrics.reportPdfSweeps.inc({ outcome: code === null ? 'ok' : 'failed' });
  const sweeper = createSweeper({
    name: 'report pdfs',
    backlog: pdfs.backlog,
    waiting: async (limit) => shuffled(await pdfs.waiting(limit), random),
    work: (key) => workOn(key, { again: true }),
    intervalMs: sweepMs,
    onSwept({ documents, dirtySince }) {
      metrics.reportPdfBacklog.set(documents);
      metrics.reportPdfAge.setSince(dirtySince);
    },
    // Not part of readiness: a report that cannot be rendered now is retried and does not delay the others.
    onTrouble,
    logger,
  });
  // No gate: a few PDFs that clients wait for delay events less than they would delay the clients.
  const requested = createRequestedPdfs({ requests, work: (key) => pdfs.work(key, { again: true }), logger });
  const droppedSweeper =
    dropped === null
      ? null
      : createSweeper({
          name: 'dropped report pdfs',
          backlog: dropped.backlog,
          waiting: dropped.waiting,
          work: dropped.work,
          intervalMs: sweepMs,
          onSwept: () => undefined,
          onTrouble,
          logger,
        });
  return {
    update: (key) => workOn(key, { again: false }),
    finders: [requested, sweeper, ...(droppedSweeper === null ? [] : [droppedSweeper])],
    renderer,
  };
}

/** The PDFs of every version that is written, made by one thread. */
function pdfsPerVersion(options: PdfWorkOptions, renderer: PdfRenderer): VersionWork {
  const { openStore, sweepMs, metrics, logger, clock, monotonic } = options;
  const versions = () => options.versions().get(creditReports.name) ?? [];
  return workPerVersion(versions, (version) => {
    const store = openStore(version);
    const work = createReportPdfs({
      store,
      render: (input) => renderer.render(input),
      // While a rebuild switches there are two versions: what one of them has need not be rendered for the other.
      async find({ key }, digest) {
        for (const other of versions()) {
          const found = other === version ? null : await openStore(other).readyPdf(key, digest);
          if (found !== null) return found;
        }
        return null;
      },
      layout: PDF_LAYOUT_VERSION,
      onSettled(outcome, seconds) {
        metrics.reportPdfs.inc({ outcome });
        if (seconds !== null) metrics.reportPdfSeconds.observe(seconds);
      },
      monotonic,
      clock,
      logger,
    });
    return {
      backlog: () => store.backlog(clock() - sweepMs),
      waiting: (limit) => store.waiting(clock() - sweepMs, limit),
      work,
    };
  });
}

/** A random order: processes that sweep the same backlog in the same order would render the same PDFs. */
function shuffled(keys: readonly string[], random: () => number): string[] {
  return keys
    .map((key) => ({ key, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ key }) => key);
}
