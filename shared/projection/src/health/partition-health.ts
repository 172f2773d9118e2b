import type { HealthReport, PartReport } from '@fundlens/runtime/admin-server';
import type { StoredPartitionStates } from '@fundlens/read-models/partition-state';
import { type TopicPartition, partitionKey } from '../log/source.ts';

/**
 * - starting: assigned; its position is being loaded
 * - running: delivering
 * - paused: waiting for its next attempt, or for a server that the whole process needs
 * - stopped: until this process ends or an operator restarts it
 */
export type PartitionStatus = StoredState['status'];

type StoredState = StoredPartitionStates['partitions'][number];
type PartitionState = Pick<StoredState, 'status' | 'reason'>;

/** What a partition does at this moment, as metrics, health and the stored states show it. */
export type PartitionFigures = StoredState & {
  /** Records between the position and the end of the log; null when this process does not know it now. */
  readonly lag: number | null;
  /** Those of them that wait for the end of a transaction; null as above. */
  readonly undecided: number | null;
  /** How old what the read models know of it may be, at this moment. Before that is known: how long this process has it. */
  readonly ageMs: number;
};

/** One look at a partition. */
export type Measurement = {
  readonly lag: number;
  readonly undecided: number;
  /** How old what the read models know of the partition was, by MongoDB's clock; null when that is not known. */
  readonly ageMs: number | null;
};

export type PartitionHealth = ReturnType<typeof createPartitionHealth>;

/** Parts without which no partition goes on: while one is in trouble, running partitions count as paused. */
const SERVERS = ['mongodb', 'kafka'];

/** An older measurement of a lag says nothing about now. More than two turns of the freshness loop with a slow server. */
const LAG_KNOWN_MS = 15_000;

type Known = {
  readonly topicPartition: TopicPartition;
  state: PartitionState;
  since: number;
  /** Monotonic milliseconds. */
  readonly assignedAt: number;
  lag: { readonly records: number; readonly undecided: number; readonly at: number } | null;
  /** Monotonic milliseconds at which the age would have been 0. */
  freshAt: number | null;
};

type Part = { readonly trouble: string | null; readonly since: number };

/**
 * State per partition and per part of the process, for health and metrics.
 * @param clocks `clock`: epoch milliseconds, for instants that are shown; `monotonic`: for ages, which must go on growing
 *   while no server answers.
 */
export function createPartitionHealth({ clock, monotonic }: Readonly<Record<'clock' | 'monotonic', () => number>>) {
  const partitions = new Map<string, Known>();
  const parts = new Map<string, Part>();
  const optional = new Set<string>();

  function figures(): PartitionFigures[] {
    const [now, inTrouble] = [monotonic(), SERVERS.find((server) => parts.get(server)?.trouble)];
    const waitsFor = inTrouble === undefined ? null : (parts.get(inTrouble) ?? null);
    return [...partitions.values()].map((known) => figuresOf(known, now, waitsFor));
  }

  /** A part of the process that is not a partition, e.g. `group access`; null: it works. */
  function setPart(name: string, trouble: string | null): void {
    const before = parts.get(name);
    if (before === undefined || before.trouble !== trouble) parts.set(name, { trouble, since: clock() });
  }

  return {
    /** A partition that was not known is known from now on. */
    set(topicPartition: TopicPartition, state: PartitionState): void {
      const key = partitionKey(topicPartition);
      const known = partitions.get(key);
      if (known === undefined) {
        const assignedAt = monotonic();
        partitions.set(key, { topicPartition, state, since: clock(), assignedAt, lag: null, freshAt: null });
      } else {
        if (known.state.status !== state.status || known.state.reason !== state.reason) known.since = clock();
        known.state = state;
      }
    },
    /** The partition belongs to another process now. */
    remove(topicPartition: TopicPartition): void {
      partitions.delete(partitionKey(topicPartition));
    },
    measured(topicPartition: TopicPartition, { lag, undecided, ageMs }: Measurement): void {
      const known = partitions.get(partitionKey(topicPartition));
      if (known === undefined) return;
      const at = monotonic();
      known.lag = { records: lag, undecided, at };
      if (ageMs !== null) known.freshAt = at - ageMs;
    },
    setPart,
    /** A part that few events need, e.g. `schema registry`: in trouble it makes the process degraded, not unready. */
    setOptional(part: string, trouble: string | null): void {
      optional.add(part);
      setPart(part, trouble);
    },
    partitions: figures,
    /** Parts that are not partitions, with their trouble. */
    parts: (): Readonly<Record<string, string | null>> =>
      Object.fromEntries([...parts].map(([name, { trouble }]) => [name, trouble])),
    report: (): HealthReport => reportOf(parts, optional, figures()),
  };
}

function figuresOf(known: Known, now: number, waitsFor: Part | null): PartitionFigures {
  const { topicPartition, state, since, assignedAt, lag, freshAt } = known;
  const waits = state.status === 'running' && waitsFor !== null;
  const records = lag !== null && now - lag.at <= LAG_KNOWN_MS ? lag : null;
  return {
    ...topicPartition,
    ...(waits ? { status: 'paused', reason: waitsFor.trouble, since: waitsFor.since } : { ...state, since }),
    lag: records?.records ?? null,
    undecided: records?.undecided ?? null,
    ageMs: Math.max(0, now - (freshAt ?? assignedAt)),
  };
}

function reportOf(
  parts: ReadonlyMap<string, Part>,
  optional: ReadonlySet<string>,
  partitions: readonly PartitionFigures[],
): HealthReport {
  const reports: Record<string, PartReport> = {};
  for (const [name, { trouble, since }] of parts) reports[name] = { state: trouble ?? 'ok', since };
  for (const { status, reason, since, ...at } of partitions) {
    reports[partitionKey(at)] = { state: reason === null ? status : `${status}: ${reason}`, since };
  }
  const inTrouble = [...parts].filter(([, { trouble }]) => trouble !== null).map(([name]) => name);
  return {
    // A partition that waits for one schema or one dead letter must not stall a rollout: it is shown as degraded.
    ok:
      inTrouble.every((name) => optional.has(name)) &&
      partitions.every(({ status }) => status === 'running' || status === 'paused'),
    degraded: inTrouble.length > 0 || partitions.some(({ status }) => status !== 'running'),
    checks: Object.fromEntries(Object.entries(reports).map(([name, { state }]) => [name, state])),
    parts: reports,
  };
}
