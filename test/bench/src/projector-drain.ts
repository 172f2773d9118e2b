import { CHECKPOINTS, type Checkpoint } from '@fundlens/read-models/checkpoint';
import type { Db } from 'mongodb';
import type { TestSystem } from '../../harness/test-system.ts';
import { eventually } from '../../harness/waiting.ts';
import { maxRssOf, useFromNow, type Watched } from './process-use.ts';
import type { Readings } from './results.ts';

/** A process that works off a full log. */
export type Drain = {
  readonly pid: number;
  readonly servers: Watched;
  /** In the log. */
  readonly events: number;
  /** How many of them are applied and acknowledged. */
  readonly applied: () => Promise<number>;
  /** Written so far; by default one for each event. */
  readonly documents?: () => Promise<number>;
};

/** Starting, compiling and filling caches count for nothing. */
const WARM_UP_SHARE = 0.1;
/** Each look is work for the database; a run takes many seconds. */
const LOOK_MS = 50;
const LONGEST_MS = 10 * 60_000;

/** Measures from the first tenth of the log to its end. */
export async function measureDrain({ pid, servers, events, applied, documents = applied }: Drain): Promise<Readings> {
  const reached = (share: number) =>
    eventually(
      async () => {
        const done = await applied();
        return done >= events * share ? done : null;
      },
      { what: `the application of ${events} events`, pauseMs: LOOK_MS, deadlineMs: LONGEST_MS },
    );
  await reached(WARM_UP_SHARE);
  // What is asked of the process itself comes before the first and after the last look at its processor time.
  const writtenBefore = await documents();
  const appliedBefore = await applied();
  const used = useFromNow({ own: pid, ...servers });
  const measured = (await reached(1)) - appliedBefore;
  const { elapsedMs, readings } = used();
  const rss = maxRssOf(pid);
  return {
    'events/s': (measured * 1_000) / elapsedMs,
    ...readings('µs/event', 1_000 / measured),
    'documents/event': ((await documents()) - writtenBefore) / measured,
    'RSS max MiB': rss,
  };
}

/** Events of the CRM and funding topics that are applied. */
export async function appliedIn(database: Db, { topics }: Pick<TestSystem, 'topics'>): Promise<number> {
  const filter = { generation: 1, topic: { $in: [topics.crm, topics.funding] } };
  const checkpoints = await database.collection<Checkpoint>(CHECKPOINTS).find(filter).toArray();
  return checkpoints.reduce((sum, { nextOffset }) => sum + nextOffset, 0);
}

/** What a service shows of a metric on its admin port: the sum of all its series; 0 when there is none. */
export async function readMetric(adminPort: number, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
  const series = text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'));
  return [...series].reduce((total, [, value]) => total + Number(value), 0);
}
