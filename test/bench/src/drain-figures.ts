import type { Use } from './process-use.ts';
import { aligned } from './results.ts';

/** Of one process on one log; processor time in microseconds per event. Null: not known. Not finite: the log was too short. */
export type DrainFigures = {
  readonly eventsPerSecond: number;
  readonly micros: Use;
  readonly documentsPerEvent: number;
  /** Since the process started. */
  readonly rssMaxMiB: number | null;
};

/** One workload: the runs of each process, in the order in which they were made. */
export type ProjectorFigures = {
  readonly workload: string;
  /** In the log, what is there twice included. */
  readonly events: number;
  readonly ours: readonly DrainFigures[];
  readonly floor: readonly DrainFigures[];
  /** MongoDB's own connector; empty when it was not asked for. */
  readonly peer: readonly DrainFigures[];
};

type Figure = (run: DrainFigures) => number | null;

const COLUMNS: readonly (readonly [name: string, of: Figure])[] = [
  ['events/s', ({ eventsPerSecond }) => eventsPerSecond],
  ['own µs/event', ({ micros }) => micros.own],
  ['database µs/event', ({ micros }) => micros.database],
  ['broker µs/event', ({ micros }) => micros.broker],
  ['documents/event', ({ documentsPerEvent }) => documentsPerEvent],
  ['RSS max MiB', ({ rssMaxMiB }) => rssMaxMiB],
];

/** For people: one line of medians per process, then one per ratio. An empty cell: not known. */
export function projectorTable(measured: readonly ProjectorFigures[]): string {
  const rows = measured.flatMap(({ workload, ours, floor, peer }) => [
    medianRow(`${workload}: ours`, ours),
    medianRow(`${workload}: floor`, floor),
    ...(peer.length === 0 ? [] : [medianRow(`${workload}: peer`, peer)]),
    ratioRow(`${workload}: ours by floor`, ours, floor),
    ...(peer.length === 0 ? [] : [ratioRow(`${workload}: ours by peer`, ours, peer)]),
  ]);
  return aligned([['projector', ...COLUMNS.map(([name]) => name), 'events/s of all runs'], ...rows]);
}

function medianRow(name: string, runs: readonly DrainFigures[]): string[] {
  const cells = COLUMNS.map(([, of]) => String(medianOf(runs, of) ?? ''));
  return [name, ...cells, runs.map(({ eventsPerSecond }) => eventsPerSecond).join(' ')];
}

function ratioRow(name: string, ours: readonly DrainFigures[], other: readonly DrainFigures[]): string[] {
  const cells = COLUMNS.map(([, of]) => {
    const [upper, lower] = [medianOf(ours, of), medianOf(other, of)];
    return upper === null || lower === null || lower === 0 ? '' : (upper / lower).toFixed(2);
  });
  return [name, ...cells, ''];
}

/** The lower of two in the middle, as everywhere. */
function medianOf(runs: readonly DrainFigures[], of: Figure): number | null {
  const known = runs.map((run) => of(run) ?? Number.NaN).filter(Number.isFinite);
  return known.toSorted((a, b) => a - b)[Math.floor((known.length - 1) / 2)] ?? null;
}
