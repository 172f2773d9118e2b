import { setTimeout as delay } from 'node:timers/promises';
import type { Publishable } from '@fundlens/contracts/publisher';
import type { ServiceProcess } from '../../harness/service-process.ts';
import type { TestSystem } from '../../harness/test-system.ts';
import { type CommandProxy, startCommandProxy } from './command-proxy.ts';
import type { ServerPids } from './drain-watch.ts';
import {
  type CommandFigures,
  commandFigures,
  type LiveFigures,
  latencyOf,
  microsPerEvent,
  type UseSample,
} from './live-figures.ts';
import { readMetrics } from './metrics.ts';
import { cpuMsOf } from './process-use.ts';
import { contactKey, contactVersions } from './projector-state.ts';
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

/** Code is compiled, pools are open, and every contact is there. */
export const WARM_UP_SECONDS = 10;
/** Commands are the same all the time: fewer seconds will do. */
const MAX_COMMAND_SECONDS = 10;
const LOOK_MS = 2;
/** All that are looked for at a time are one query. */
const SAMPLES_PER_SECOND = 20;
const NOT_VISIBLE_MS = 20_000;

/**
 * A projector with nothing before it, at a steady rate. Three measurements one after the other, because each would
 * disturb the others: processor time, latency, commands.
 */
export async function benchLive(bench: LiveBench): Promise<LiveFigures> {
  const { system, servers, rate, seconds, report } = bench;
  const changes = liveChanges(Math.max(1, rate * WARM_UP_SECONDS));
  const projector = await system.startProjector({ LOG_LEVEL: 'info' });
  const acknowledged: number[] = [];
  const begin = () =>
    publishSteadily({
      publish: (events) => system.publish(events),
      eventsPerSecond: rate,
      next: changes.next,
      onAcknowledged: (ms) => acknowledged.push(ms),
    });
  report(`live: warming up at ${rate} events/s`);
  const publisher = begin();
  await delay(WARM_UP_SECONDS * 1_000);
  report('live: measuring processor time');
  const used = await measureUse({ projector, servers, publisher, seconds });
  const waiting = await system.applied.waiting();
  report('live: measuring latency');
  acknowledged.length = 0;
  const visibleMs = await measureLatency(bench, changes);
  const acknowledgedMs = latencyOf(acknowledged);
  await publisher.stop();
  await projector.stop();
  report('live: counting commands');
  const commands = await countCommands(bench, begin);
  return { eventsPerSecond: rate, seconds, waiting, ...used, acknowledgedMs, visibleMs, commands };
}

export function useSample(pid: number | undefined, servers: ServerPids): UseSample {
  return {
    at: performance.now(),
    ownMs: cpuMsOf(pid),
    databaseMs: cpuMsOf(servers.database),
    brokerMs: cpuMsOf(servers.broker),
  };
}

async function measureUse({
  projector,
  servers,
  publisher,
  seconds,
}: {
  readonly projector: ServiceProcess;
  readonly servers: ServerPids;
  readonly publisher: SteadyPublisher;
  readonly seconds: number;
}): Promise<Pick<LiveFigures, 'ownMicros' | 'databaseMicros' | 'brokerMicros' | 'documentsPerEvent'>> {
  const documents = async () =>
    (await readMetrics(projector.adminPort)).sum('fundlens_projector_documents_written_total');
  const written = await documents();
  const [begin, published] = [useSample(projector.pid, servers), publisher.acknowledged()];
  await delay(seconds * 1_000);
  const [end, events] = [useSample(projector.pid, servers), publisher.acknowledged() - published];
  return {
    ownMicros: microsPerEvent(begin, end, 'ownMs', events),
    databaseMicros: microsPerEvent(begin, end, 'databaseMs', events),
    brokerMicros: microsPerEvent(begin, end, 'brokerMs', events),
    documentsPerEvent: Math.round((((await documents()) - written) / events) * 100) / 100,
  };
}

/** Of some of the events that are due meanwhile, evenly over the time. */
async function measureLatency(bench: LiveBench, changes: LiveChanges): Promise<LiveFigures['visibleMs']> {
  const { system, rate, seconds } = bench;
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

const NOTHING_FOUND: ReadonlyMap<string, number> = new Map();

async function countCommands(
  { system, seconds }: LiveBench,
  begin: () => SteadyPublisher,
): Promise<CommandFigures | null> {
  const proxy = await startCommandProxy(system.stack.mongodbUrl);
  if (proxy === null) return null;
  const projector = await system.startProjector({ MONGODB_URL: proxy.url, LOG_LEVEL: 'info' });
  const publisher = begin();
  try {
    return await countFor(proxy, publisher, Math.min(seconds, MAX_COMMAND_SECONDS));
  } finally {
    await publisher.stop();
    await projector.stop();
    await proxy.stop();
  }
}

async function countFor(proxy: CommandProxy, publisher: SteadyPublisher, seconds: number): Promise<CommandFigures> {
  await delay(WARM_UP_SECONDS * 1_000);
  const [before, published] = [proxy.counts(), publisher.acknowledged()];
  await delay(seconds * 1_000);
  return commandFigures(before, proxy.counts(), publisher.acknowledged() - published);
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
