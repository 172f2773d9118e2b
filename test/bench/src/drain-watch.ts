import { setTimeout as delay } from 'node:timers/promises';
import type { DrainFigures } from './drain-figures.ts';
import { maxRssOf, microsPerEvent, type ServerPids, useSample } from './process-use.ts';

export type Drain = {
  /** Of the process that is measured. */
  readonly pid: number;
  readonly servers: ServerPids;
  /** In the log. */
  readonly events: number;
  /** How many of them are applied and acknowledged. */
  readonly applied: () => Promise<number>;
  /** Written so far; null: one for each event. */
  readonly documents: (() => Promise<number>) | null;
  /** For the message when nothing happens any more. */
  readonly logFile?: string;
};

/** Starting, compiling and filling caches count for nothing. */
const WARM_UP_SHARE = 0.1;
/** Each look is work for the database; a run takes many seconds. */
const LOOK_MS = 50;
/** A process that has taken nothing for so long takes nothing any more. */
const STALLED_MS = 90_000;

/** Measures from the first tenth of the log to its end. */
export async function watchDrain(drain: Drain): Promise<DrainFigures> {
  const { pid, servers, documents } = drain;
  await until(drain, Math.ceil(drain.events * WARM_UP_SHARE));
  // What is asked of the process itself comes before the first and after the last look at its processor time.
  const writtenBefore = (await documents?.()) ?? 0;
  const appliedBefore = await drain.applied();
  const begin = useSample(pid, servers);
  const events = (await until(drain, drain.events)) - appliedBefore;
  const end = useSample(pid, servers);
  const rssMaxMiB = maxRssOf(pid);
  const written = (await documents?.()) ?? 0;
  return {
    eventsPerSecond: Math.round((events * 1_000) / (end.at - begin.at)),
    micros: microsPerEvent(begin, end, events),
    documentsPerEvent: documents === null ? 1 : Math.round(((written - writtenBefore) / events) * 100) / 100,
    rssMaxMiB,
  };
}

async function until({ applied, events, logFile }: Drain, target: number): Promise<number> {
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
    await delay(LOOK_MS);
  }
}
