import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { FatalError, InvalidError, RetryableError } from '@fundlens/runtime/errors';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { RenderAnswer } from './pdf-worker.ts';
import type { RenderInput } from './render-report.ts';

/** Raised by any change that makes the same report look otherwise; clients that hold one of an earlier layout get it anew. */
export const PDF_LAYOUT_VERSION = 14;

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

/** Tests take less time, and threads that misbehave. */
const OPTIONS = { waitLimitMs: WAIT_LIMIT_MS, program: PROGRAM };
export type PdfRendererOptions = Partial<typeof OPTIONS>;

/**
 * Renders one report after the other in a thread of its own, so that neither a large report nor a fault in rendering holds up
 * or ends the process. **Bounds**: one report at once, a queue, and for each the time and the memory. A
 * thread that passes a bound or dies is replaced.
 */
export class PdfRenderer implements Component {
  readonly name = 'pdf renderer';
  readonly #options: typeof OPTIONS;
  readonly #stopping = new AbortController();
  #thread: Worker | undefined;
  /** Being rendered and waiting. */
  #jobs = 0;
  /** Settles when the thread has no job any more. It never fails. */
  #idle: Promise<unknown> = Promise.resolve();

  constructor(options: PdfRendererOptions = {}) {
    this.#options = { ...OPTIONS, ...options };
  }

  async start(): Promise<void> {
    // The thread is made when there is something to render.
  }

  /** What is not rendered yet is refused as retryable. */
  async stop(): Promise<void> {
    this.#stopping.abort(new RetryableError('pdf_renderer_stopped', 'The process is being stopped.'));
    await this.#idle;
    await this.#dropThread();
  }

  /**
   * @throws InvalidError when the report cannot be rendered and never will: see `renderReportPdf`; `pdf_too_costly` when it
   *   takes more memory than any report may.
   * @throws RetryableError `pdf_queue_full`, `pdf_time_limit`, `pdf_worker_died`, `pdf_renderer_stopped`.
   * @throws FatalError `pdf_failed`: a bug in the rendering of this report.
   */
  async render(input: RenderInput): Promise<Uint8Array> {
    if (this.#jobs > MAX_WAITING) throw new RetryableError('pdf_queue_full', 'Too many PDFs wait to be rendered.');
    this.#jobs += 1;
    const ended = AbortSignal.any([AbortSignal.timeout(this.#options.waitLimitMs), this.#stopping.signal]);
    // Those before have less time left, so that none waits longer than its own.
    const answer = this.#idle.then(() => this.#answer(input, ended));
    // The caller of this job gets its failure; the next job only waits for its end.
    this.#idle = answer.catch(() => null);
    try {
      const given = await answer;
      if ('pdf' in given) return given.pdf;
      throw new (given.kind === 'invalid' ? InvalidError : FatalError)(given.code, given.message);
    } finally {
      this.#jobs -= 1;
    }
  }

  async #answer(input: RenderInput, ended: AbortSignal): Promise<RenderAnswer> {
    if (ended.aborted) throw endOf(ended);
    const settled = new AbortController();
    const signal = AbortSignal.any([ended, settled.signal]);
    try {
      this.#thread ??= newThread(this.#options.program);
      // An idle thread keeps no process alive, a busy one does.
      this.#thread.ref();
      this.#thread.postMessage(input);
      const died = once(this.#thread, 'exit', { signal }).then(() => Promise.reject(new Error('exit')));
      const [answer]: RenderAnswer[] = await Promise.race([once(this.#thread, 'message', { signal }), died]);
      this.#thread.unref();
      if (answer === undefined) throw new TypeError('the thread answers with a value');
      return answer;
    } catch (error) {
      await this.#dropThread();
      throw ended.aborted ? endOf(ended) : deathOf(error);
    } finally {
      settled.abort();
    }
  }

  async #dropThread(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }
}

function newThread(program: URL): Worker {
  const thread = new Worker(program, {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    // What it prints is not for the logs: it handles personal data.
    stdout: true,
    stderr: true,
  });
  thread.stdout.resume();
  thread.stderr.resume();
  // Its job is told, where it has one; without a listener the process would end.
  thread.on('error', () => null);
  return thread;
}

function endOf({ reason }: AbortSignal): RetryableError {
  return reason instanceof RetryableError
    ? reason
    : new RetryableError('pdf_time_limit', 'The PDF was not ready in time.');
}

function deathOf(error: unknown): InvalidError | RetryableError {
  const problem = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
  return problem === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new InvalidError('pdf_too_costly', 'rendering takes more memory than any report may')
    : new RetryableError('pdf_worker_died', `The thread that renders has died (${problem}).`);
}
