import type { Backlog } from '@fundlens/read-models/dashboards/dashboard-window';
import { registerProcessMetrics } from '@fundlens/runtime/process-metrics';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { PartitionFigures } from './partition-health.ts';

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

type Sample = readonly [labels: object, value: number];
/** What metrics are read from at a scrape. */
export type MetricSources = {
  readonly partitions: () => readonly PartitionFigures[];
  /** Parts of this process that are no partition, with their trouble; null: it works. */
  readonly parts: () => Readonly<Record<string, string | null>>;
  /** The last reading of the whole system, made anew where it can be; null: there was none. */
  readonly status: () => Promise<StatusReading | null>;
};

export type StatusReading = {
  readonly status: {
    /** Open ones. */
    readonly deadLetters: readonly { readonly reason: string; readonly blocks: boolean; readonly count: number }[];
    readonly dashboards: Backlog;
  };
  /** Epoch milliseconds. */
  readonly now: number;
  /** False: its servers do not answer any more. */
  readonly isCurrent: boolean;
};

type Samples = (from: MetricSources) => readonly Sample[] | Promise<readonly Sample[]>;

const AT = ['topic', 'partition'];

/** What is computed at each scrape: a figure that was stored when a server last answered would be false while none answers. */
const READ: readonly (readonly [name: string, help: string, labels: readonly string[], Samples])[] = [
  [
    'fundlens_projector_lag_records',
    'Records between the checkpoint and the end of the log, of partitions of this process whose lag is known.',
    AT,
    ({ partitions }) => partitions().flatMap(({ lag, ...at }) => (lag === null ? [] : [[at, lag]])),
  ],
  [
    'fundlens_projector_undecided_records',
    'Those records that wait for the end of a transaction: how far the last stable offset lies behind the high watermark.',
    AT,
    ({ partitions }) => partitions().flatMap(({ undecided, ...at }) => (undecided === null ? [] : [[at, undecided]])),
  ],
  [
    'fundlens_projector_lag_known',
    '1 while the lag of a partition of this process is known; 0 while Kafka or the checkpoint cannot be read.',
    AT,
    ({ partitions }) => partitions().map(({ lag, ...at }) => [at, lag === null ? 0 : 1]),
  ],
  [
    'fundlens_projector_checkpoint_age_seconds',
    'How old what the read models know of a partition of this process may be; grows while no server answers.',
    AT,
    ({ partitions }) => partitions().map(({ ageMs, ...at }) => [at, ageMs / 1_000]),
  ],
  [
    'fundlens_projector_partition_state',
    '1 for the state that a partition is in (starting, running, paused, stopped), with its reason code.',
    [...AT, 'state', 'reason'],
    ({ partitions }) =>
      partitions().map(({ status: state, reason, ...at }) => [{ ...at, state, reason: reason ?? '' }, 1]),
  ],
  [
    'fundlens_projector_part_ok',
    '1 while a part of this process works (kafka, mongodb, schema registry, a consumer group), else 0.',
    ['part'],
    ({ parts }) => Object.entries(parts()).map(([part, trouble]) => [{ part }, trouble === null ? 1 : 0]),
  ],
  [
    'fundlens_projector_dead_letters_open',
    'Open dead letters of the whole system, by reason code and whether they block an access entity. The same in every projector.',
    ['reason', 'blocks'],
    whileCurrent(({ deadLetters }) => deadLetters.map(({ count, ...labels }) => [labels, count])),
  ],
  [
    'fundlens_projector_dashboard_dirty_documents',
    'Documents whose change is not in the dashboard of their location yet.',
    [],
    whileCurrent(({ dashboards }) => [[{}, dashboards.documents]]),
  ],
  [
    'fundlens_projector_dashboard_dirty_age_seconds',
    'How long ago the log took the oldest of these changes; 0 when none waits. Grows while no server answers.',
    [],
    async ({ status }) => {
      const read = await status();
      if (read === null) return [];
      const { dirtySince } = read.status.dashboards;
      return [[{}, dirtySince === null ? 0 : Math.max(0, read.now - dirtySince) / 1_000]];
    },
  ],
];

function whileCurrent(samples: (status: StatusReading['status']) => readonly Sample[]): Samples {
  return async ({ status }) => {
    const read = await status();
    return read?.isCurrent === true ? samples(read.status) : [];
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics({
  partitions = () => [],
  parts = () => ({}),
  status = async () => null,
}: Partial<MetricSources> = {}) {
  const registry = new Registry();
  registerProcessMetrics(registry);
  for (const [name, help, labelNames, samples] of READ) {
    new Gauge({
      ...{ name, help, labelNames, registers: [registry] },
      async collect() {
        const present = await samples({ partitions, parts, status });
        this.reset();
        for (const [found, value] of present) {
          const labels = labelNames.map((label) => [label, String(found[label as keyof object])]);
          this.set(Object.fromEntries(labels), value);
        }
      },
    });
  }
  return { registry, ...countedIn(registry) };
}

/** Label values are types, codes, topics and partitions, never data of events. */
function countedIn(registry: Registry) {
  const registers = [registry];
  const counter = <L extends string = never>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <L extends string = never>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  return {
    events: counter(
      'fundlens_projector_events_total',
      'Records taken from the log, by event type and outcome (applied, dead_letter, skipped).',
      ['type', 'outcome'],
    ),
    batchSeconds: new Histogram({
      name: 'fundlens_projector_batch_seconds',
      help: 'From the first record decoded to the checkpoint stored.',
      labelNames: ['stream'],
      buckets: BUCKETS,
      registers,
    }),
    documentsWritten: counter('fundlens_projector_documents_written_total', 'Documents inserted or updated.'),
    clockAhead: gauge(
      'fundlens_projector_clock_ahead_seconds',
      "By how much the clock of this process is ahead of MongoDB's; negative: behind.",
    ),
    logPartitions: gauge(
      'fundlens_projector_log_partitions',
      'Partitions of a topic that this process reads, whichever process has them; as Kafka last said.',
      ['topic'],
    ),
    dashboardSweeps: counter(
      'fundlens_projector_dashboard_sweeps_total',
      'Sweeps for dashboards whose refresh was lost, by outcome (ok, failed).',
      ['outcome'],
    ),
    wakeUps: counter(
      'fundlens_projector_wake_ups_total',
      'Wake-ups of dashboards by outcome (given, lost, done, failed); the sweeps find what is lost.',
      ['outcome'],
    ),
  };
}
