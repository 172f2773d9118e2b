import { type Sleep, sleep } from '@fundlens/runtime/backoff';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import type { PdfRequests } from './pdf-request-store.ts';

/** A client waits for two seconds: see `find-pdf-url.ts` of the query service. */
const LOOK_EVERY_MS = 250;
const AFTER_TROUBLE_MS = 5_000;

type RequestedPdfsOptions = {
  readonly requests: PdfRequests;
  /** Makes the PDF of one report. What it throws is logged: the sweeper comes to the report again. */
  readonly work: (key: string) => Promise<void>;
  readonly logger: Logger;
  /** Replaced in simulated time. */
  readonly sleep?: Sleep;
};

/** Makes the PDFs that clients wait for, beside the work on the backlog, one after the other. */
export function createRequestedPdfs(options: RequestedPdfsOptions): Component {
  const { requests, work, logger, sleep: wait = sleep } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> = Promise.resolve();

  /** @returns milliseconds until the next look. */
  async function takeOne(): Promise<number> {
    let key: string | null;
    try {
      key = await requests.take();
    } catch (error) {
      logger.warn({ error }, 'requested pdfs cannot be looked for');
      return AFTER_TROUBLE_MS;
    }
    if (key === null) return LOOK_EVERY_MS;
    try {
      await work(key);
    } catch (error) {
      logger.error({ error, key }, 'a requested pdf is left to the sweeper');
      // While the process stops, all fail at once: the other requests are for another process.
      return LOOK_EVERY_MS;
    }
    return 0;
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const pauseMs = await takeOne();
      if (pauseMs > 0) await wait(pauseMs, signal);
    }
  }

  return {
    name: 'requested report pdfs',
    async start() {
      running = run();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
