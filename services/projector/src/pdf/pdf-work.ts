import { creditReports } from '@fundlens/read-models/definitions';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import type { Metrics } from '@fundlens/projection/health/metrics';
import { createSweeper } from '@fundlens/runtime/sweeper';
import type { WrittenVersions } from '@fundlens/projection/versions/written-versions';
import { type VersionWork, workPerVersion } from '@fundlens/projection/versions/per-version';
import { PDF_LAYOUT_VERSION } from '@fundlens/credit-reports/layout-version';
import { PdfRenderer } from '@fundlens/credit-reports/pdf-renderer';
import type { PdfStore } from '@fundlens/credit-reports/pdf-store';
import { createReportPdfs } from '@fundlens/credit-reports/report-pdfs';

export type PdfWorkOptions = {
  /** Those written at the moment of each call. */
  readonly versions: () => WrittenVersions;
  /** Of one version of reports and their PDFs. */
  readonly openStore: (version: number) => PdfStore;
  /** What is left of dropped versions in an object store; null: there is none. */
  readonly dropped: VersionWork | null;
  readonly sweepMs: number;
  readonly metrics: Pick<Metrics, 'reportPdfs' | 'reportPdfSeconds' | 'reportPdfBacklog' | 'reportPdfSweeps'>;
  readonly logger: Logger;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Milliseconds that nobody sets. */
  readonly monotonic: () => number;
};

/** What makes PDFs of reports. */
export type PdfWork = {
  /** Looks after the PDF of a report that has just changed, in every version. */
  look(reportKey: string): Promise<void>;
  /** In the order of their start. */
  readonly sweepers: readonly Component[];
  readonly renderer: Component;
};

export function createPdfWork(options: PdfWorkOptions): PdfWork {
  const { openStore, dropped, sweepMs, metrics, logger, clock, monotonic } = options;
  const renderer = new PdfRenderer();
  const versions = () => options.versions().get(creditReports.name) ?? [];
  const pdfs = workPerVersion(versions, (version) => {
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
      logger,
    });
    return {
      backlog: () => store.backlog(clock() - sweepMs),
      waiting: (limit) => store.waiting(clock() - sweepMs, limit),
      work,
    };
  });
  const onTrouble = (code: string | null) => metrics.reportPdfSweeps.inc({ outcome: code === null ? 'ok' : 'failed' });
  const sweeper = createSweeper({
    name: 'report pdfs',
    backlog: pdfs.backlog,
    waiting: pdfs.waiting,
    work: (key) => pdfs.work(key, { again: true }),
    intervalMs: sweepMs,
    onSwept: ({ documents }) => metrics.reportPdfBacklog.set(documents),
    // No matter of readiness: one report that cannot be rendered now is tried again, and the others are not held up.
    onTrouble,
    logger,
  });
  const droppedSweeper =
    dropped === null
      ? null
      : createSweeper({
          name: 'dropped report pdfs',
          backlog: dropped.backlog,
          waiting: dropped.waiting,
          work: (key) => dropped.work(key, { again: true }),
          intervalMs: sweepMs,
          onSwept: () => undefined,
          onTrouble,
          logger,
        });
  return {
    look: (key) => pdfs.work(key, { again: false }),
    sweepers: droppedSweeper === null ? [sweeper] : [sweeper, droppedSweeper],
    renderer,
  };
}
