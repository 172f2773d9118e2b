import { failureCode, failureKind } from '@fundlens/runtime/errors';
import type { Logger } from '@fundlens/runtime/logger';
import type { PdfRecord, PdfStore, ReportToShow } from './pdf-store.ts';
import type { RenderInput } from './render-report.ts';

/** A report that has cost a thread its time or life so often is not tried again. */
export const MAX_ATTEMPTS = 3;

/**
 * An attempt that began less long ago may still be going on: rendering at its time limit, and storing. Later its process is
 * taken for gone. One that does take longer is only repeated.
 */
export const ATTEMPT_GRACE_MS = 30_000;

/** The end of the process says nothing of the report. */
const STOPPED = 'pdf_renderer_stopped';

export type PdfOutcome = 'ready' | 'failed' | 'gone';

export type ReportPdfsOptions = {
  readonly store: PdfStore;
  readonly render: (input: RenderInput) => Promise<Uint8Array>;
  /** One that is ready elsewhere for the same report, content and layout; null when there is none. */
  readonly find?: (report: ReportToShow, digest: string) => Promise<Uint8Array | null>;
  /** Version of the layout that `render` makes. */
  readonly layout: number;
  /** Called for everything that is settled, with the seconds of rendering where there was any. */
  readonly onSettled: (outcome: PdfOutcome, seconds: number | null) => void;
  /** Milliseconds that only grow. */
  readonly monotonic: () => number;
  /** Epoch milliseconds. */
  readonly clock?: () => number;
  readonly logger: Logger;
};

/**
 * Brings the PDF of one report (`<locationId>:<requestId>`) up to its document. Nothing to do is no work beyond a look.
 * @param again it should have been done before and was not: then the attempt is counted before it begins, so that a
 *   report which ends the whole process is given up in the end, and other processes leave the report to this one for
 *   `ATTEMPT_GRACE_MS`. The first attempt saves that write.
 * @throws RetryableError when a store, or the thread that renders, does not do it now; all of it may be repeated.
 */
export type LookAfterPdf = (key: string, options: { readonly again: boolean }) => Promise<void>;

/**
 * The order makes crashes and other processes harmless:
 *
 *   report → what is stored of its PDF → (found elsewhere, or attempt counted → render) → store → (objects tidied) → settle
 *
 * What was made of an earlier revision never replaces what was made of a later one, also not when that was "nothing":
 * a deleted report keeps a document without bytes. A report is settled only at the revision that was loaded. A report that
 * another process has begun to render is left to it, and stays due until that process has settled it or is gone.
 */
export function createReportPdfs(options: ReportPdfsOptions): LookAfterPdf {
  const pdfs = new ReportPdfs(options);
  return (key, { again }) => pdfs.lookAfter(key, { again });
}

class ReportPdfs {
  readonly #options: ReportPdfsOptions;
  readonly #clock: () => number;

  constructor(options: ReportPdfsOptions) {
    this.#options = options;
    this.#clock = options.clock ?? Date.now;
  }

  async lookAfter(key: string, { again }: { readonly again: boolean }): Promise<void> {
    const report = await this.#options.store.loadReport(key);
    if (report === null) return;
    const before = await this.#options.store.loadPdf(key);
    if (report.content === null) await this.#none(report, before);
    else if (!(await this.#make(report, report.content, { before, again }))) return;
    if (await this.#options.store.tidyObjects(key)) await this.#options.store.settle(report);
  }

  async #none(report: ReportToShow, before: PdfRecord | null): Promise<void> {
    if (before?.state === 'gone' && before.revision >= report.revision) return;
    await this.#options.store.storePdf(report, { ...this.#recordOf(report), state: 'gone', pdf: null });
    if (before !== null && before.state !== 'gone') this.#options.onSettled('gone', null);
  }

  async #failed(report: ReportToShow, reason: string, kept: PdfRecord | null): Promise<void> {
    this.#options.logger.error({ requestId: report.requestId, reason }, 'a report has no PDF');
    // One of an earlier layout is better than none.
    const ended = { revision: report.revision, layout: this.#options.layout, attemptedAt: null };
    if (kept !== null) await this.#options.store.storePdf(report, { ...kept, ...ended });
    else await this.#options.store.storePdf(report, { ...this.#recordOf(report), state: 'failed', reason, pdf: null });
    this.#options.onSettled('failed', null);
  }

  /** @returns false: another process is at it. */
  async #make(report: ReportToShow, content: Content, { before, again }: Before): Promise<boolean> {
    const same = before?.contentDigest === content.digest ? before : null;
    if (same !== null && isSettled(same) && same.layout >= this.#options.layout) return true;
    if (same !== null && this.#isBeingMade(same)) return false;
    await this.#attempt(report, content, { before: same, again });
    return true;
  }

  #isBeingMade({ attemptedAt = null }: PdfRecord): boolean {
    // The clocks of processes differ, in both directions.
    return attemptedAt !== null && Math.abs(this.#clock() - attemptedAt) < ATTEMPT_GRACE_MS;
  }

  async #attempt(report: ReportToShow, content: Content, { before: same, again }: Before): Promise<void> {
    const kept = same?.state === 'ready' ? same : null;
    const attempts = same?.layout === this.#options.layout || kept !== null ? (same?.attempts ?? 0) : 0;
    if (attempts >= MAX_ATTEMPTS) return await this.#failed(report, 'pdf_attempts_used', kept);

    const count = (counted: number, attemptedAt: number | null) =>
      this.#options.store.storePdf(report, {
        ...(kept ?? { ...this.#recordOf(report), pdf: null }),
        attempts: counted,
        attemptedAt,
      });
    const began = this.#options.monotonic();
    // What is ready elsewhere ends no process: it is no attempt.
    let pdf = (await this.#options.find?.(report, content.digest)) ?? null;
    const isFound = pdf !== null;
    if (again && !isFound) await count(attempts + 1, this.#clock());
    try {
      pdf ??= await this.#options.render(content.input);
    } catch (error) {
      const code = failureCode(error);
      const isLast = failureKind(error) !== 'retryable' || attempts + 1 >= MAX_ATTEMPTS;
      if (code !== STOPPED && isLast) return await this.#failed(report, code, kept);
      await count(code === STOPPED ? attempts : attempts + 1, null);
      throw error;
    }
    try {
      await this.#options.store.storePdf(report, { ...this.#recordOf(report), state: 'ready', pdf });
    } catch (error) {
      // A store that is away says nothing of the report.
      if (again && !isFound) await count(attempts, null);
      throw error;
    }
    this.#options.onSettled('ready', (this.#options.monotonic() - began) / 1_000);
  }

  /** What is stored of a report's PDF before anything is known of it. */
  #recordOf({ revision, content }: ReportToShow): PdfRecord {
    const contentDigest = content?.digest ?? null;
    const { layout } = this.#options;
    return { revision, contentDigest, layout, state: 'trying', attempts: 0, attemptedAt: null, reason: null };
  }
}

type Content = NonNullable<ReportToShow['content']>;
type Before = { readonly before: PdfRecord | null; readonly again: boolean };

function isSettled({ state }: PdfRecord): boolean {
  return state === 'ready' || state === 'failed';
}
