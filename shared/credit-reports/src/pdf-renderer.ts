import { Worker } from 'node:worker_threads';
import { FatalError, InvalidError, RetryableError } from '@fundlens/runtime/errors';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { RenderAnswer } from './pdf-worker.ts';
import type { RenderInput } from './render-report.ts';

/** Processor time: a real report takes a fraction of a second, on a busy machine too. */
const USUAL_CPU_LIMIT_MS = 20_000;
/** For a thread that waits for what never comes, and so uses no processor time. */
const USUAL_WAIT_LIMIT_MS = 300_000;
/** By how much a limit may be passed. */
const CHECK_MS = 500;
/** A report of the largest size takes about half of it. */
const MAX_HEAP_MB = 512;

/** A bundle has the thread's program beside it, compiled; unbuilt it is the source. */
const PROGRAM = new URL(import.meta.url.endsWith('.ts') ? './pdf-worker.ts' : './pdf-worker.js', import.meta.url);

export type PdfRendererOptions = {
  /** Processor time for one report. */
  readonly cpuLimitMs?: number;
  /** Time for one report, whatever else the machine does. */
  readonly waitLimitMs?: number;
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
 * holds up or ends the process. A thread that works too long or dies is replaced. What counts is its processor time: a report is
 * not given up because the machine is busy.
 */
export class PdfRenderer implements Component {
  readonly name = 'pdf renderer';
  readonly #limits: { readonly cpuMs: number; readonly waitMs: number };
  readonly #program: URL;
  readonly #waiting: Job[] = [];
  #thread: Worker | undefined;
  #current: Job | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor({
    cpuLimitMs = USUAL_CPU_LIMIT_MS,
    waitLimitMs = USUAL_WAIT_LIMIT_MS,
    program = PROGRAM,
  }: PdfRendererOptions = {}) {
    this.#limits = { cpuMs: cpuLimitMs, waitMs: waitLimitMs };
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
    this.#watch(this.#thread, job);
    this.#thread.postMessage(job.input);
  }

  #watch(thread: Worker, job: Job): void {
    const beganAt = performance.now();
    let cpuAtBeginning: number | null = null;
    const check = async (): Promise<void> => {
      const cpu = await cpuMsOf(thread);
      if (this.#current !== job || cpu === null) return;
      cpuAtBeginning ??= cpu;
      const worked = cpu - cpuAtBeginning > this.#limits.cpuMs;
      if (!worked && performance.now() - beganAt <= this.#limits.waitMs) return;
      const limit = worked ? `${this.#limits.cpuMs} ms of processor time` : `${this.#limits.waitMs} ms`;
      this.#fail(new RetryableError('pdf_time_limit', `A PDF was not ready after ${limit}.`));
    };
    this.#timer = setInterval(() => void check(), CHECK_MS);
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
    clearInterval(this.#timer);
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

/** Null for a thread that is not running: its end is told by its events. */
async function cpuMsOf(thread: Worker): Promise<number | null> {
  try {
    const { user, system } = await thread.cpuUsage();
    return (user + system) / 1_000;
  } catch {
    return null;
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
