import { setTimeout as delay } from 'node:timers/promises';
import type { Typed } from '@fundlens/testing/event-identity';
import { startProxyOf } from '@fundlens/testing/proxied-url';
import { type Binary, MongoClient } from 'mongodb';
import type { TestSystem } from '../../harness/test-system.ts';
import { fillLog } from './backlog-log.ts';
import { type MemoryFigure, type MemorySample, memoryFigure, projectorFigures } from './memory-watch.ts';
import { rssOf } from './process-use.ts';
import { aligned } from './results.ts';
import { contactEvents, largeReports, mixedEvents } from './workload.ts';

/** A log that is full when the projector starts, and what becomes of its memory while it drains. */
export type Backlog = {
  readonly name: BacklogName;
  readonly events: number;
  /** The longest that is measured. */
  readonly minutes: number;
  readonly make: (count: number) => Iterable<Typed>;
  /** So many times slower than it is; 1: as it is. */
  readonly mongoSlower: number;
};

export type BacklogFigures = Omit<Backlog, 'make' | 'minutes'> & {
  /** Of the events, as far as the time sufficed. */
  readonly taken: number;
  readonly logMiB: number;
  readonly seconds: number;
  readonly eventsPerSecond: number;
  /** Of one bulk write in milliseconds, before and after it was slowed. */
  readonly bulkWriteMs: { readonly undisturbed: number; readonly slowed: number };
  /** As the operating system counted it; null where it does not. */
  readonly peakRssMiB: number | null;
  readonly rss: MemoryFigure;
  readonly heapUsed: MemoryFigure;
  readonly external: MemoryFigure;
  readonly bytesInFlightPeak: number;
  readonly waitsForRoom: number;
  readonly documentsWritten: number;
  /** A few of the samples, evenly over the run. */
  readonly samples: readonly MemorySample[];
};

const MIB = 2 ** 20;
/** With its envelope just below what a topic takes. */
const LARGE_REPORT_BYTES = 7 * MIB;
/** MongoDB's largest message: a write is late, and not spread over many latencies. */
const LARGEST_WRITE_BYTES = 48 * MIB;
const LOOK_MS = 250;
/** A projector that has taken nothing for so long takes nothing any more. */
const STALLED_MS = 180_000;
const SAMPLES_KEPT = 60;
/** A bulk write as the projector does them, often enough for a median. */
const PROBES = 15;
const PROBE_DOCUMENTS = 500;
const PROBE_BYTES = 1_024;

export const backlogNames = ['contacts', 'mixed', 'mixed-slow', 'reports-slow', 'large-reports-slow'] as const;
export type BacklogName = (typeof backlogNames)[number];

/** In the shares of what was asked for in which they take about as long. */
export function backlogOf(name: BacklogName, events: number): Omit<Backlog, 'minutes'> {
  const reports = Math.max(24, Math.ceil(events / 500));
  const backlogs: Readonly<Record<BacklogName, Omit<Backlog, 'name' | 'minutes'>>> = {
    contacts: { events, mongoSlower: 1, make: contactEvents },
    mixed: { events, mongoSlower: 1, make: mixedEvents },
    'mixed-slow': { events: Math.ceil(events / 10), mongoSlower: 10, make: mixedEvents },
    'reports-slow': { events: reports, mongoSlower: 10, make: (count) => largeReports(count, MIB) },
    'large-reports-slow': {
      events: Math.ceil(reports / 8),
      mongoSlower: 10,
      make: (count) => largeReports(count, LARGE_REPORT_BYTES),
    },
  };
  return { name, ...backlogs[name] };
}

export async function benchBacklog(
  system: TestSystem,
  backlog: Backlog,
  say: (line: string) => void,
): Promise<BacklogFigures> {
  const { name, events, make, mongoSlower, minutes } = backlog;
  say(`backlog, ${name}: filling the log with ${events} events`);
  const { bytes } = await fillLog(system, make(events));

  const { proxy, url } = await startProxyOf(system.stack.mongodbUrl, { windowBytes: LARGEST_WRITE_BYTES });
  try {
    const undisturbed = await bulkWriteMs(url, system.database);
    const projector = await system.startProjector({ MONGODB_URL: url, LOG_LEVEL: 'info' });
    // Half of what is added, in each direction.
    const latencyMs = ((mongoSlower - 1) * undisturbed) / 2;
    if (latencyMs > 0) proxy.slow({ latencyMs, jitterMs: 0, bytesPerSecond: null });
    const slowed = mongoSlower === 1 ? undisturbed : await bulkWriteMs(url, system.database);
    say(`backlog, ${name}: draining (a bulk write takes ${undisturbed} ms, now ${slowed} ms)`);
    const { samples, last } = await drain(projector.adminPort, { events, minutes }, (line) => say(`  ${line}`));
    const peak = rssOf(projector.pid)?.maxMiB ?? null;
    proxy.heal();
    await projector.stop();
    if (last.deadLetters > 0) throw new Error(`${last.deadLetters} events of the benchmark were set aside`);
    const [begin, end] = [samples[0], samples.at(-1)];
    const seconds = ((end?.at ?? 0) - (begin?.at ?? 0)) / 1_000;
    return {
      name,
      events,
      mongoSlower,
      taken: end?.events ?? 0,
      logMiB: Math.round(bytes / MIB),
      seconds: Math.round(seconds),
      eventsPerSecond: Math.round(((end?.events ?? 0) - (begin?.events ?? 0)) / seconds),
      bulkWriteMs: { undisturbed, slowed },
      peakRssMiB: peak,
      rss: memoryFigure(samples, 'rssMiB'),
      heapUsed: memoryFigure(samples, 'heapUsedMiB'),
      external: memoryFigure(samples, 'externalMiB'),
      bytesInFlightPeak: last.bytesInFlightPeak,
      waitsForRoom: last.waits,
      documentsWritten: last.documentsWritten,
      samples: thinned(samples),
    };
  } finally {
    await proxy.stop();
  }
}

/** Looks until every event is taken. */
async function drain(
  adminPort: number,
  { events, minutes }: Pick<Backlog, 'events' | 'minutes'>,
  say: (line: string) => void,
) {
  const since = performance.now();
  const samples: MemorySample[] = [];
  let said = since;
  let moved = since;
  for (;;) {
    const figures = await projectorFigures(adminPort, since).catch(notNow);
    if (figures === null) {
      await delay(LOOK_MS);
      continue;
    }
    const { sample } = figures;
    if (sample.events > (samples.at(-1)?.events ?? -1)) moved = performance.now();
    samples.push(sample);
    if (sample.events >= events || sample.at > minutes * 60_000) return { samples, last: figures };
    if (performance.now() - moved > STALLED_MS) throw new Error(`stalled after ${sample.events} of ${events} events`);
    if (performance.now() - said > 15_000) {
      said = performance.now();
      const [rss, heap, external] = [sample.rssMiB, sample.heapUsedMiB, sample.externalMiB].map(Math.round);
      say(`${sample.events} of ${events} events, RSS ${rss} MiB, heap ${heap} MiB, external ${external} MiB`);
    }
    await delay(LOOK_MS);
  }
}

/** A projector that is busy beyond its idle time closes the connection on which it is asked. */
function notNow(error: unknown): null {
  if (error instanceof TypeError) return null;
  throw error;
}

/** Median of a bulk write of half a megabyte, acknowledged as the projector has its writes acknowledged. */
async function bulkWriteMs(url: string, database: string): Promise<number> {
  const mongo = await new MongoClient(url, { writeConcern: { w: 'majority', journal: true } }).connect();
  try {
    const collection = mongo.db(database).collection<{ _id: string; body: Binary | Buffer }>('bench_probe');
    const body = Buffer.alloc(PROBE_BYTES);
    const operations = Array.from({ length: PROBE_DOCUMENTS }, (_, number) => ({
      replaceOne: { filter: { _id: `probe-${number}` }, replacement: { body }, upsert: true },
    }));
    const times: number[] = [];
    for (let probe = 0; probe < PROBES; probe += 1) {
      const began = performance.now();
      await collection.bulkWrite(operations, { ordered: false });
      times.push(performance.now() - began);
    }
    return Math.round(times.toSorted((a, b) => a - b)[Math.floor(PROBES / 2)] ?? 0);
  } finally {
    await mongo.close();
  }
}

function thinned(samples: readonly MemorySample[]): MemorySample[] {
  const step = Math.ceil(samples.length / SAMPLES_KEPT);
  return samples.filter((_, index) => index % step === 0 || index === samples.length - 1);
}

/** For people: one line per backlog. */
export function backlogTable(backlogs: readonly BacklogFigures[]): string {
  const rows = backlogs.map((run) => [
    run.name,
    String(run.taken),
    String(run.eventsPerSecond),
    signed(run.rss.mibPer100kEvents),
    signed(run.rss.mibPerMinute),
    String(Math.round(run.rss.medianMiB)),
    String(Math.round(run.peakRssMiB ?? run.rss.maxMiB)),
    String(Math.round(run.heapUsed.maxMiB)),
    String(Math.round(run.external.maxMiB)),
    (run.bytesInFlightPeak / MIB).toFixed(1),
    String(run.waitsForRoom),
  ]);
  const head = ['backlog', 'events', 'events/s', 'RSS MiB/100k', 'RSS MiB/min', 'RSS median', 'RSS max'];
  return aligned([[...head, 'heap max', 'external max', 'in flight max MiB', 'waits'], ...rows]);
}

function signed(value: number): string {
  return `${value >= 0 ? '+' : ''}${value.toFixed(1)}`;
}
