import { aligned } from './results.ts';

/** What had been done and used at one moment of a run; null: not known on this machine. */
export type DrainSample = {
  /** Milliseconds. */
  readonly at: number;
  readonly events: number;
  /** Processor time so far in milliseconds, user and system. */
  readonly ownMs: number | null;
  readonly databaseMs: number | null;
  readonly brokerMs: number | null;
  readonly documents: number | null;
};

/** Between two samples; processor time in microseconds per event. Null: not known, or the log was too short for two samples. */
export type DrainFigures = {
  readonly eventsPerSecond: number | null;
  readonly ownMicros: number | null;
  readonly databaseMicros: number | null;
  readonly brokerMicros: number | null;
  readonly documentsPerEvent: number | null;
  readonly rssEndMiB: number | null;
  /** Since the process started. */
  readonly rssMaxMiB: number | null;
};

export type DrainSeries = {
  /** In the order in which they were made. */
  readonly runs: readonly DrainFigures[];
  /** Of each figure on its own. */
  readonly median: DrainFigures;
};

/** By what stands below it, of the medians; null where one of them is not known. */
export type DrainRatios = {
  readonly eventsPerSecond: number | null;
  readonly ownMicros: number | null;
  readonly databaseMicros: number | null;
};

/** One workload. */
export type ProjectorFigures = {
  readonly workload: string;
  /** In the log, what is there twice included. */
  readonly events: number;
  readonly ours: DrainSeries;
  readonly floor: DrainSeries;
  readonly oursByFloor: DrainRatios;
  /** MongoDB's own connector, when it was asked for. */
  readonly peer?: DrainSeries;
  readonly oursByPeer?: DrainRatios;
};

export function figuresBetween(
  begin: DrainSample,
  end: DrainSample,
  rss: { readonly nowMiB: number; readonly maxMiB: number } | null,
): DrainFigures {
  const [events, ms] = [end.events - begin.events, end.at - begin.at];
  const isMeasured = events > 0 && ms > 0;
  const perEvent = (of: (sample: DrainSample) => number | null, factor: number, digits: number) => {
    const [from, to] = [of(begin), of(end)];
    return from === null || to === null || !isMeasured ? null : rounded(((to - from) * factor) / events, digits);
  };
  return {
    eventsPerSecond: isMeasured ? Math.round((events * 1_000) / ms) : null,
    ownMicros: perEvent(({ ownMs }) => ownMs, 1_000, 1),
    databaseMicros: perEvent(({ databaseMs }) => databaseMs, 1_000, 1),
    brokerMicros: perEvent(({ brokerMs }) => brokerMs, 1_000, 1),
    documentsPerEvent: perEvent(({ documents }) => documents, 1, 2),
    rssEndMiB: rss?.nowMiB ?? null,
    rssMaxMiB: rss?.maxMiB ?? null,
  };
}

export function drainSeries(runs: readonly DrainFigures[]): DrainSeries {
  const median = (of: keyof DrainFigures) => {
    const sorted = runs.map((run) => run[of]).filter((value) => value !== null);
    // The lower of two in the middle, as everywhere.
    return sorted.toSorted((a, b) => a - b)[Math.floor((sorted.length - 1) / 2)] ?? null;
  };
  return {
    runs,
    median: {
      eventsPerSecond: median('eventsPerSecond'),
      ownMicros: median('ownMicros'),
      databaseMicros: median('databaseMicros'),
      brokerMicros: median('brokerMicros'),
      documentsPerEvent: median('documentsPerEvent'),
      rssEndMiB: median('rssEndMiB'),
      rssMaxMiB: median('rssMaxMiB'),
    },
  };
}

export function projectorFigures(
  log: { readonly workload: string; readonly events: number },
  runs: {
    readonly ours: readonly DrainFigures[];
    readonly floor: readonly DrainFigures[];
    /** None when it was not asked for. */
    readonly peer: readonly DrainFigures[];
  },
): ProjectorFigures {
  const [ours, floor] = [drainSeries(runs.ours), drainSeries(runs.floor)];
  const compared = { ...log, ours, floor, oursByFloor: ratios(ours.median, floor.median) };
  if (runs.peer.length === 0) return compared;
  const peer = drainSeries(runs.peer);
  return { ...compared, peer, oursByPeer: ratios(ours.median, peer.median) };
}

function ratios(ours: DrainFigures, other: DrainFigures): DrainRatios {
  const ratio = (of: keyof DrainRatios) => {
    const [upper, lower] = [ours[of], other[of]];
    return upper === null || lower === null || lower === 0 ? null : rounded(upper / lower, 3);
  };
  return {
    eventsPerSecond: ratio('eventsPerSecond'),
    ownMicros: ratio('ownMicros'),
    databaseMicros: ratio('databaseMicros'),
  };
}

/** For people: one line per process, then one per ratio. An empty cell: not known. */
export function projectorTable(measured: readonly ProjectorFigures[]): string {
  const cell = (value: number | null, digits: number) => value?.toFixed(digits) ?? '';
  const processRow = (name: string, { median, runs }: DrainSeries) => [
    name,
    cell(median.eventsPerSecond, 0),
    cell(median.ownMicros, 1),
    cell(median.databaseMicros, 1),
    cell(median.brokerMicros, 1),
    cell(median.documentsPerEvent, 2),
    cell(median.rssEndMiB, 0),
    cell(median.rssMaxMiB, 0),
    runs.map(({ eventsPerSecond }) => eventsPerSecond ?? '-').join(' '),
  ];
  const ratioRow = (name: string, { eventsPerSecond, ownMicros, databaseMicros }: DrainRatios) => [
    name,
    ...[eventsPerSecond, ownMicros, databaseMicros].map((ratio) => cell(ratio, 2)),
  ];
  const rows = measured.flatMap(({ workload, ours, floor, peer, oursByFloor, oursByPeer }) => [
    processRow(`${workload}: ours`, ours),
    processRow(`${workload}: floor`, floor),
    ...(peer === undefined ? [] : [processRow(`${workload}: peer`, peer)]),
    ratioRow(`${workload}: ours by floor`, oursByFloor),
    ...(oursByPeer === undefined ? [] : [ratioRow(`${workload}: ours by peer`, oursByPeer)]),
  ]);
  const head = ['projector', 'events/s', 'own µs/event', 'database µs/event', 'broker µs/event', 'documents/event'];
  return aligned([[...head, 'RSS end MiB', 'RSS max MiB', 'events/s of all runs'], ...rows]);
}

function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
