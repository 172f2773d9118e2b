import { aligned } from './results.ts';

export type Latency = {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
};

/** What a process and the servers have used at one moment. */
export type UseSample = {
  readonly at: number;
  readonly ownMs: number | null;
  readonly databaseMs: number | null;
  readonly brokerMs: number | null;
};

/** A projector that keeps up with a steady rate. */
export type LiveFigures = {
  readonly eventsPerSecond: number;
  readonly seconds: number;
  /** Events that were not applied at the end of the first measurement: more than some say that it does not keep up. */
  readonly waiting: number;
  /** Processor time per event, in microseconds. */
  readonly ownMicros: number | null;
  readonly databaseMicros: number | null;
  readonly brokerMicros: number | null;
  readonly documentsPerEvent: number;
  /** Milliseconds from when an event was due until the log had acknowledged it: floor of what follows. */
  readonly acknowledgedMs: Latency;
  /** Milliseconds from when an event was due until MongoDB showed it. */
  readonly visibleMs: Latency;
  /** What the projector sends to MongoDB per event; null when MongoDB is not one host. */
  readonly commands: CommandFigures | null;
};

export type CommandFigures = {
  /** Without those that only look after the connection. */
  readonly perEvent: number;
  readonly byCommand: Readonly<Record<string, number>>;
};

/** A projector with next to nothing to do. */
export type IdleFigures = {
  readonly projector: 'running' | 'none';
  readonly changesPerSecond: number;
  /** Percent of one processor. */
  readonly ownPercent: number | null;
  readonly databasePercent: number | null;
  readonly brokerPercent: number | null;
};

/** Of the connection, not of the work; clients send them in their own time. */
const UPKEEP = new Set(['hello', 'ismaster', 'isMaster', 'ping', 'endSessions', 'other']);

export function latencyOf(values: readonly number[]): Latency {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => rounded(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN, 1);
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}

type Used = 'ownMs' | 'databaseMs' | 'brokerMs';

/** Microseconds per event. */
export function microsPerEvent(begin: UseSample, end: UseSample, of: Used, events: number): number | null {
  const used = between(begin, end, of);
  return used === null ? null : rounded((used * 1_000) / events, 1);
}

/** Of one processor. */
export function percentOfOne(begin: UseSample, end: UseSample, of: Used): number | null {
  const used = between(begin, end, of);
  return used === null ? null : rounded((used * 100) / (end.at - begin.at), 2);
}

function between(begin: UseSample, end: UseSample, of: Used): number | null {
  const [from, to] = [begin[of], end[of]];
  return from === null || to === null ? null : to - from;
}

export function commandFigures(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  events: number,
): CommandFigures {
  const counts = [...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
  const work = counts.filter(([name, count]) => count > 0 && !UPKEEP.has(name));
  return {
    perEvent: rounded(work.reduce((sum, [, count]) => sum + count, 0) / events, 2),
    byCommand: Object.fromEntries(work.map(([name, count]) => [name, rounded(count / events, 3)])),
  };
}

/** For people. */
export function liveTable(figures: LiveFigures): string {
  const micros = (value: number | null) => value?.toFixed(1) ?? '';
  const spread = ({ p50, p99, max }: Latency) => `${p50}/${p99}/${max}`;
  const { commands } = figures;
  const head = ['live', 'own µs/event', 'database µs/event', 'broker µs/event', 'documents/event', 'commands/event'];
  const row = [
    `${figures.eventsPerSecond} events/s`,
    micros(figures.ownMicros),
    micros(figures.databaseMicros),
    micros(figures.brokerMicros),
    figures.documentsPerEvent.toFixed(2),
    commands?.perEvent.toFixed(2) ?? '',
    spread(figures.visibleMs),
    spread(figures.acknowledgedMs),
    String(figures.waiting),
  ];
  const latencies = ['visible, p50/p99/max ms', 'acknowledged', 'waiting'];
  const byCommand = Object.entries(commands?.byCommand ?? {}).map(([name, count]) => `${name} ${count}`);
  return [
    aligned([[...head, ...latencies], row]),
    ...(byCommand.length > 0 ? [`commands/event: ${byCommand.join(', ')}`] : []),
  ].join('\n');
}

/** For people. */
export function idleTable(measured: readonly IdleFigures[]): string {
  const percent = (value: number | null) => (value === null ? '' : `${value.toFixed(2)} %`);
  const rows = measured.map((figures) => [
    figures.projector === 'none' ? 'no projector' : `${figures.changesPerSecond} changes/s`,
    percent(figures.ownPercent),
    percent(figures.databasePercent),
    percent(figures.brokerPercent),
  ]);
  return aligned([['idle, of one processor', 'projector', 'database', 'broker'], ...rows]);
}

function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
