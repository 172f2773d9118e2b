import { Worker } from 'node:worker_threads';
import { FatalError, InvalidError, RetryableError } from '@fundlens/runtime/errors';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { RenderAnswer } from './pdf-worker.ts';
import type { RenderInput } from './render-report.ts';

/**
 * Waiting and rendering; below the deadline of a request, so that its client learns when to come again. A real report takes a
 * tenth of a second; the largest that is read, a second or two on a slow core.
 */
const WAIT_LIMIT_MS = 6_000;
/** Behind the one that is rendered: what is done within the limit when each takes as long as a long report does. */
const MAX_WAITING = 16;
/** A report of the largest size takes about half of it. */
const MAX_HEAP_MB = 512;

/** A bundle has the thread's program beside it, compiled; unbuilt it is the source. */
const PROGRAM = new URL(import.meta.url.endsWith('.ts') ? './pdf-worker.ts' : './pdf-worker.js', import.meta.url);

export type PdfRendererOptions = {
  /** From the call to the PDF. */
  readonly waitLimitMs?: number;
  readonly maxWaiting?: number;
  /** Tests take threads that misbehave. */
  readonly program?: URL;
};

type Job = {
  readonly input: RenderInput;
  readonly resolve: (pdf: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
};

/**
 * Renders one report after the other in a thread of its own, so that neither a large report nor a fault in rendering holds up
 * or ends the process. **Bounds**: one report at once, a queue, and for each the time and the memory. A
 * thread that passes a bound or dies is replaced.
 */
export class PdfRenderer implements Component {
  readonly name = 'pdf renderer';
  readonly #options: Required<PdfRendererOptions>;
  readonly #waiting = new Set<Job>();
  #thread: Worker | undefined;
  #current: Job | undefined;
  #stopped = false;

  constructor({ waitLimitMs = WAIT_LIMIT_MS, maxWaiting = MAX_WAITING, program = PROGRAM }: PdfRendererOptions = {}) {
    this.#options = { waitLimitMs, maxWaiting, program };
  }

  /** The thread is made when there is something to render. */
  async start(): Promise<void> {
    this.#stopped = false;
  }

  /** What is not rendered yet is refused as retryable. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const job of this.#waiting) this.#refuse(job, stopped());
    this.#finish((job) => job.reject(stopped()));
    await this.#dropThread();
  }

  /**
   * @throws InvalidError when the report cannot be rendered and never will: see `renderReportPdf`; `pdf_too_costly` when it
   *   takes more memory than any report may.
   * @throws RetryableError `pdf_queue_full`, `pdf_time_limit`, `pdf_worker_died`, `pdf_renderer_stopped`.
   * @throws FatalError `pdf_failed`: a bug in the rendering of this report.
   */
  render(input: RenderInput): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      if (this.#stopped) reject(stopped());
      else if (this.#waiting.size >= this.#options.maxWaiting) {
        reject(new RetryableError('pdf_queue_full', 'Too many PDFs wait to be rendered.'));
      } else {
        const timer = setTimeout(() => this.#late(job), this.#options.waitLimitMs);
        const job: Job = { input, resolve, reject, timer };
        this.#waiting.add(job);
        this.#next();
      }
    });
  }

  #next(): void {
    const [job] = this.#waiting;
    if (job === undefined || this.#current !== undefined || this.#stopped) return;
    this.#waiting.delete(job);
    this.#current = job;
    this.#thread ??= this.#newThread();
    // An idle thread keeps no process alive, a busy one does.
    this.#thread.ref();
    this.#thread.postMessage(job.input);
  }

  #late(job: Job): void {
    const error = new RetryableError('pdf_time_limit', 'The PDF was not ready in time.');
    if (this.#current === job) this.#fail(error);
    else this.#refuse(job, error);
  }

  #newThread(): Worker {
    const thread = new Worker(this.#options.program, {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      // What it prints is not for the logs: it handles personal data.
      stdout: true,
      stderr: true,
    });
    thread.stdout.resume();
    thread.stderr.resume();
    const died = (problem: string) => {
      if (this.#thread !== thread) return;
      const isOutOfMemory = problem === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#fail(
        isOutOfMemory
          ? new InvalidError('pdf_too_costly', 'rendering takes more memory than any report may')
          : new RetryableError('pdf_worker_died', `The thread that renders has died (${problem}).`),
      );
    };
    thread.on('message', (answer: RenderAnswer) => {
      if (this.#thread !== thread) return;
      thread.unref();
      this.#finish((job) => settle(job, answer));
      this.#next();
    });
    thread.on('error', (error) => died(error instanceof Error && 'code' in error ? String(error.code) : 'error'));
    thread.on('exit', (status) => died(`exit ${status}`));
    return thread;
  }

  /** The current job fails and the thread goes; the next job gets a new one. */
  #fail(error: RetryableError | InvalidError): void {
    void this.#dropThread();
    this.#finish((job) => job.reject(error));
    this.#next();
  }

  #refuse(job: Job, error: RetryableError): void {
    clearTimeout(job.timer);
    this.#waiting.delete(job);
    job.reject(error);
  }

  #finish(end: (job: Job) => void): void {
    const job = this.#current;
    this.#current = undefined;
    if (job === undefined) return;
    clearTimeout(job.timer);
    end(job);
  }

  async #dropThread(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }
}

function stopped(): RetryableError {
  return new RetryableError('pdf_renderer_stopped', 'The process is being stopped.');
}

function settle({ resolve, reject }: Job, answer: RenderAnswer): void {
  switch (answer.kind) {
    case 'pdf':
      resolve(answer.pdf);
      break;
    case 'invalid':
      reject(new InvalidError(answer.code, answer.message));
      break;
    case 'failed':
      reject(new FatalError('pdf_failed', `Rendering failed: ${answer.problem}`));
      break;
  }
}
