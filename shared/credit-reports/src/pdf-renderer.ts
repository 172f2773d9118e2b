import { Worker } from 'node:worker_threads';
import { FatalError, InvalidError, RetryableError } from '@fundlens/runtime/errors';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { RenderAnswer } from './pdf-worker.ts';
import type { RenderInput } from './render-report.ts';

/** A real report takes a fraction of a second. */
const USUAL_TIME_LIMIT_MS = 20_000;
/** A report of the largest size takes about half of it. */
const MAX_HEAP_MB = 512;

/** A bundle has the thread's program beside it, compiled; unbuilt it is the source. */
const PROGRAM = new URL(import.meta.url.endsWith('.ts') ? './pdf-worker.ts' : './pdf-worker.js', import.meta.url);

export type PdfRendererOptions = {
  readonly timeLimitMs?: number;
  /** Another program, or none of its own memory: tests take threads that misbehave. */
  readonly program?: URL;
};

type Job = {
  readonly input: RenderInput;
  readonly resolve: (pdf: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Renders one report after the other in a thread of its own, so that neither a large report nor a fault in rendering
 * holds up or ends the process. A thread that takes too long or dies is replaced.
 */
export class PdfRenderer implements Component {
  readonly name = 'pdf renderer';
  readonly #timeLimitMs: number;
  readonly #program: URL;
  readonly #waiting: Job[] = [];
  #thread: Worker | undefined;
  #current: Job | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor({ timeLimitMs = USUAL_TIME_LIMIT_MS, program = PROGRAM }: PdfRendererOptions = {}) {
    this.#timeLimitMs = timeLimitMs;
    this.#program = program;
  }

  /** The thread is made when there is something to render. */
  async start(): Promise<void> {
    this.#stopped = false;
  }

  /** What is not rendered yet is refused as retryable. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const stopped = new RetryableError('pdf_renderer_stopped', 'The process is being stopped.');
    for (const job of this.#waiting.splice(0)) job.reject(stopped);
    this.#finish((job) => job.reject(stopped));
    await this.#dropThread();
  }

  /**
   * @throws InvalidError when the report cannot be rendered and never will: see `renderReportPdf`.
   * @throws RetryableError `pdf_time_limit`, `pdf_worker_died`, `pdf_renderer_stopped`.
   * @throws FatalError `pdf_failed`: a bug in the rendering of this report.
   */
  render(input: RenderInput): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      if (this.#stopped) reject(new RetryableError('pdf_renderer_stopped', 'The process is being stopped.'));
      else {
        this.#waiting.push({ input, resolve, reject });
        this.#next();
      }
    });
  }

  #next(): void {
    if (this.#current !== undefined || this.#stopped) return;
    const job = this.#waiting.shift();
    if (job === undefined) return;
    this.#current = job;
    this.#thread ??= this.#newThread();
    // An idle thread keeps no process alive, a busy one does.
    this.#thread.ref();
    this.#timer = setTimeout(() => {
      this.#fail(new RetryableError('pdf_time_limit', `A PDF was not ready after ${this.#timeLimitMs} ms.`));
    }, this.#timeLimitMs);
    this.#thread.postMessage(job.input);
  }

  #newThread(): Worker {
    const thread = new Worker(this.#program, {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      // What it prints is not for the logs: it handles personal data.
      stdout: true,
      stderr: true,
    });
    thread.stdout.resume();
    thread.stderr.resume();
    const died = (problem: string) => {
      if (this.#thread !== thread) return;
      this.#fail(new RetryableError('pdf_worker_died', `The thread that renders has died (${problem}).`));
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
  #fail(error: RetryableError): void {
    void this.#dropThread();
    this.#finish((job) => job.reject(error));
    this.#next();
  }

  #finish(end: (job: Job) => void): void {
    clearTimeout(this.#timer);
    const job = this.#current;
    this.#current = undefined;
    if (job !== undefined) end(job);
  }

  async #dropThread(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }
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
