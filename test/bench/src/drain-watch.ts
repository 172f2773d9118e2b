import { setTimeout as delay } from 'node:timers/promises';
import { type DrainFigures, type DrainSample, figuresBetween } from './drain-figures.ts';
import { cpuMsOf, rssOf } from './process-use.ts';

/** Servers that run as processes of this machine, by process id. */
export type ServerPids = { readonly database: number | undefined; readonly broker: number | undefined };

export type Drain = {
  /** Of the process that is measured. */
  readonly pid: number;
  readonly servers: ServerPids;
  /** In the log. */
  readonly events: number;
  /** How many of them are applied and acknowledged. */
  readonly applied: () => Promise<number>;
  /** Written so far; null: not known. */
  readonly documents: () => Promise<number | null>;
  /** For the message when nothing happens any more. */
  readonly logFile?: string;
};

/** Starting, compiling and filling caches count for nothing. */
const WARM_UP_SHARE = 0.1;
/** The first look after the start, and the shortest and longest pause between two. */
const FIRST_LOOK_MS = 50;
const MIN_LOOK_MS = 10;
const MAX_LOOK_MS = 250;
/** A process that has taken nothing for so long takes nothing any more. */
const STALLED_MS = 90_000;

/** Measures from the first tenth of the log to its end. */
export async function watchDrain(drain: Drain): Promise<DrainFigures> {
  const { pid, servers, events, documents } = drain;
  const sample = (applied: number, written: number | null): DrainSample => ({
    at: performance.now(),
    events: applied,
    ownMs: cpuMsOf(pid),
    databaseMs: cpuMsOf(servers.database),
    brokerMs: cpuMsOf(servers.broker),
    documents: written,
  });
  const began = performance.now();
  await until(drain, Math.ceil(events * WARM_UP_SHARE), began);
  // What is asked of the process itself comes before the first and after the last look at its processor time.
  const writtenBefore = await documents();
  const begin = sample(await drain.applied(), writtenBefore);
  const end = sample(await until(drain, events, began), null);
  const rss = rssOf(pid);
  return figuresBetween(begin, { ...end, documents: await documents() }, rss);
}

async function until({ applied, events, logFile }: Drain, target: number, began: number): Promise<number> {
  let before = -1;
  let moved = performance.now();
  for (;;) {
    const done = await applied();
    const now = performance.now();
    if (done >= target) return done;
    if (done > before) moved = now;
    before = done;
    if (now - moved > STALLED_MS) {
      throw new Error(`stalled after ${done} of ${events} events${logFile === undefined ? '' : `; see ${logFile}`}`);
    }
    await delay(nextLookMs({ done, target, passedMs: now - began }));
  }
}

/**
 * Each look is work for the database, so there are few while much is left, and many just before the target: a quarter of
 * the time that the rest will take.
 */
export function nextLookMs(seen: {
  readonly done: number;
  readonly target: number;
  readonly passedMs: number;
}): number {
  if (seen.done === 0) return FIRST_LOOK_MS;
  const leftMs = ((seen.target - seen.done) * seen.passedMs) / seen.done;
  return Math.min(MAX_LOOK_MS, Math.max(MIN_LOOK_MS, Math.round(leftMs / 4)));
}
