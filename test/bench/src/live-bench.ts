import { setTimeout as delay } from 'node:timers/promises';
import type { Publishable } from '@fundlens/contracts/publisher';
import type { ServiceProcess } from '../../harness/service-process.ts';
import type { TestSystem } from '../../harness/test-system.ts';
import { readMetric } from './metrics.ts';
import { microsPerEvent, type ServerPids, type Use, useSample } from './process-use.ts';
import { contactKey, contactVersions } from './projector-state.ts';
import { aligned } from './results.ts';
import { publishSteadily, type SteadyPublisher } from './steady-publisher.ts';
import { liveChange } from './workload.ts';

export type LiveBench = {
  readonly system: TestSystem;
  readonly servers: ServerPids;
  /** Events per second. */
  readonly rate: number;
  /** Length of each measurement. */
  readonly seconds: number;
  readonly report: (line: string) => void;
};

export type LiveFigures = {
  readonly eventsPerSecond: number;
  /** Events that were not applied at the end of the first measurement: more than some say that it does not keep up. */
  readonly waiting: number;
  /** Processor time per event, in microseconds. */
  readonly micros: Use;
  readonly documentsPerEvent: number;
  /** Milliseconds from when an event was due until the log had acknowledged it: floor of what follows. */
  readonly acknowledgedMs: Latency;
  /** Milliseconds from when an event was due until MongoDB showed it. */
  readonly visibleMs: Latency;
};

type Latency = { readonly count: number; readonly p50: number; readonly p99: number; readonly max: number };

/** Code is compiled, pools are open, and every contact is there. */
export const WARM_UP_SECONDS = 10;
const LOOK_MS = 2;
/** All that are looked for at a time are one query. */
const SAMPLES_PER_SECOND = 20;
const NOT_VISIBLE_MS = 20_000;
const NOTHING_FOUND: ReadonlyMap<string, number> = new Map();

/**
 * A projector with nothing before it, at a steady rate. Processor time first, then latency: looking for events takes
 * processor time itself.
 */
export async function benchLive(bench: LiveBench): Promise<LiveFigures> {
  const { system, rate, report } = bench;
  const changes = liveChanges(Math.max(1, rate * WARM_UP_SECONDS));
  const projector = await system.startProjector({ LOG_LEVEL: 'info' });
  const acknowledged: number[] = [];
  report(`live: warming up at ${rate} events/s`);
  const publisher = publishSteadily({
    publish: (events) => system.publish(events),
    eventsPerSecond: rate,
    next: changes.next,
    onAcknowledged: (ms) => acknowledged.push(ms),
  });
  await delay(WARM_UP_SECONDS * 1_000);
  report('live: measuring processor time');
  const used = await measureUse(bench, projector, publisher);
  const waiting = await system.applied.waiting();
  report('live: measuring latency');
  acknowledged.length = 0;
  const visibleMs = await measureLatency(bench, changes);
  const acknowledgedMs = latencyOf(acknowledged);
  await publisher.stop();
  await projector.stop();
  return { eventsPerSecond: rate, waiting, ...used, acknowledgedMs, visibleMs };
}

async function measureUse(
  { servers, seconds }: LiveBench,
  { pid, adminPort }: ServiceProcess,
  publisher: SteadyPublisher,
): Promise<Pick<LiveFigures, 'micros' | 'documentsPerEvent'>> {
  const documents = () => readMetric(adminPort, 'fundlens_projector_documents_written_total');
  const written = await documents();
  const [begin, published] = [useSample(pid, servers), publisher.acknowledged()];
  await delay(seconds * 1_000);
  const [end, events] = [useSample(pid, servers), publisher.acknowledged() - published];
  return {
    micros: microsPerEvent(begin, end, events),
    documentsPerEvent: Math.round((((await documents()) - written) / events) * 100) / 100,
  };
}

/** Of some of the events that are due meanwhile, evenly over the time. */
async function measureLatency({ system, rate, seconds }: LiveBench, changes: LiveChanges): Promise<Latency> {
  const versionsOf = contactVersions(system.db);
  const step = Math.ceil(rate / SAMPLES_PER_SECOND);
  const watched = new Map<string, Change>();
  const latencies: number[] = [];
  const endsAt = performance.now() + seconds * 1_000;
  let due = 0;
  changes.watch((change) => {
    if (due++ % step === 0) watched.set(contactKey(change), change);
  });
  while (performance.now() < endsAt || watched.size > 0) {
    if (performance.now() >= endsAt) changes.watch(null);
    const versions = watched.size === 0 ? NOTHING_FOUND : await versionsOf([...watched.keys()]);
    const now = performance.now();
    for (const [key, { version, dueAt }] of watched) {
      if ((versions.get(key) ?? 0) >= version) {
        latencies.push(now - dueAt);
        watched.delete(key);
      } else if (now - dueAt > NOT_VISIBLE_MS) {
        throw new Error(`an event was not visible after ${NOT_VISIBLE_MS} ms`);
      }
    }
    await delay(LOOK_MS);
  }
  changes.watch(null);
  return latencyOf(latencies);
}

function latencyOf(values: readonly number[]): Latency {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN);
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}

/** For people. */
export function liveTable(figures: LiveFigures): string {
  const { micros } = figures;
  const spread = ({ p50, p99, max }: Latency) => `${p50}/${p99}/${max}`;
  return aligned([
    [
      ...['live', 'own µs/event', 'database µs/event', 'broker µs/event', 'documents/event'],
      ...['visible, p50/p99/max ms', 'acknowledged', 'waiting'],
    ],
    [
      `${figures.eventsPerSecond} events/s`,
      ...[micros.own, micros.database, micros.broker].map((value) => String(value ?? '')),
      String(figures.documentsPerEvent),
      spread(figures.visibleMs),
      spread(figures.acknowledgedMs),
      String(figures.waiting),
    ],
  ]);
}

type Change = Omit<ReturnType<typeof liveChange>, 'event'> & { readonly dueAt: number };
export type LiveChanges = {
  /** For a steady publisher; goes on where the one before has ended. */
  next(index: number, dueAt: number): Publishable;
  /** Tells of each change that is due from now on; null: of none. */
  watch(listener: ((change: Change) => void) | null): void;
};

/** Changes of so many contacts in turns. */
export function liveChanges(contacts: number): LiveChanges {
  let made = 0;
  let tell: ((change: Change) => void) | null = null;
  return {
    next(_, dueAt) {
      const { event, ...change } = liveChange(made++, contacts);
      tell?.({ ...change, dueAt });
      return event as Publishable;
    },
    watch(listener) {
      tell = listener;
    },
  };
}
