import { AS_OF_AHEAD_MS, type Checkpoint } from '@fundlens/read-models/checkpoint';
import type { DeadLetter, DeadLetterStatus } from '@fundlens/read-models/dead-letter';
import type { Stream } from '@fundlens/read-models/definition';
import type { GenerationPointer } from '@fundlens/read-models/generation';
import type { LogBounds, Logs, TopicBounds } from '../log/source.ts';
import { undecidedIn } from '../log/undecided.ts';
import { PARTITION_STATE_VALID_MS, type StoredPartitionState } from '@fundlens/read-models/partition-state';
import type { Backlog } from '@fundlens/runtime/sweeper';
import type { CheckpointStore } from '../writer/checkpoint-store.ts';

/** Why a partition does not advance, as far as stored data shows. */
export type PartitionTrouble =
  /** It has no checkpoint. */
  | 'never_read'
  /** The checkpoint lies beyond the end of the log: it is another log. */
  | 'log_replaced'
  /** The log lost events that were not read yet. */
  | 'log_truncated'
  /** A dead letter of an access event with an unreadable key is open. */
  | 'held_by_dead_letter'
  /** The stored time is ahead of MongoDB's clock; readers get no age until a projector is at the end of the log again. */
  | 'time_ahead'
  /** Its projector stopped it: see `reason`. */
  | 'stopped'
  /** Its projector waits, for longer than `PAUSED_ATTENTION_MS` or beyond a limit of this command: see `reason`. */
  | 'paused'
  /** No projector has it, or the one that had it is gone, frozen or cannot reach MongoDB. */
  | 'no_projector'
  /** What the models know of it is older than the limit of this command. */
  | 'too_old'
  /** The lag is above the limit of this command. */
  | 'too_far_behind';

/** Servers restart and groups rebalance in less: a shorter pause needs no operator. */
export const PAUSED_ATTENTION_MS = 60_000;

/** What an operator accepts. */
export type StatusLimits = {
  /** Milliseconds: how old what the models know of a partition may be. */
  readonly maxAgeMs: number;
  /** Records between a checkpoint and the end of the log. */
  readonly maxLag: number;
};

/**
 * A projector that keeps up is some seconds behind, restarts and rebalances take a minute; a bulk import leaves less than this in
 * one partition for minutes, and age is what matters to readers.
 */
export const DEFAULT_LIMITS: StatusLimits = { maxAgeMs: 300_000, maxLag: 1_000_000 };

export type PartitionFigures = {
  readonly stream: Stream;
  readonly topic: string;
  readonly partition: number;
  /** Everything below is in the documents; null when it was never read. */
  readonly nextOffset: number | null;
  /** The offset that the next record will get. */
  readonly end: number;
  readonly lag: number;
  /** How far the last stable offset lies behind `end`: records that wait for the end of a transaction. */
  readonly undecided: number;
  /** Epoch milliseconds: what the log had taken by then is in the models; null when it is not known. */
  readonly asOf: number | null;
  readonly trouble: PartitionTrouble | null;
  /** What the projector that has the partition last said; null: it never said anything. */
  readonly projector: Pick<StoredPartitionState, 'status' | 'reason' | 'since' | 'owner' | 'seenAt'> | null;
};

export type DeadLetterCount = { readonly status: DeadLetterStatus; readonly reason: string; readonly count: number };

/** What MongoDB and Kafka tell of the whole system, in one generation. */
export type Status = {
  /** By the clock of MongoDB, as every `asOf`. */
  readonly askedAt: number;
  /** The lowest over all partitions; null while it is not known of one of them. */
  readonly asOf: number | null;
  readonly partitions: readonly PartitionFigures[];
  readonly deadLetters: readonly DeadLetterCount[];
  /** Open dead letters that keep a credential, company or location out of the API. */
  readonly blocking: number;
  readonly dashboards: Backlog;
  /** Documents that an earlier build has rendered. */
  readonly staleViews: number;
  readonly generations: Pick<GenerationPointer, 'active' | 'generations'>;
};

export type StatusSources = {
  readonly topics: Readonly<Record<Stream, string>>;
  readonly logs: Logs;
  readonly generations: () => Promise<Status['generations']>;
  readonly of: (generation: number) => GenerationSources;
};

/** What is stored of one generation. */
export type GenerationSources = {
  readonly checkpoints: Pick<CheckpointStore, 'load' | 'now'>;
  readonly partitionStates: () => Promise<readonly StoredPartitionState[]>;
  readonly deadLetters: {
    counts(): Promise<readonly DeadLetterCount[]>;
    blocking(): Promise<number>;
    unreadableAccess(): Promise<readonly Pick<DeadLetter, 'topic' | 'partition' | 'offset'>[]>;
  };
  readonly dashboards: () => Promise<Backlog>;
  readonly staleViews: () => Promise<number>;
};

/** Whether an operator should act. */
export function needsAttention({ partitions, blocking }: Status): boolean {
  return partitions.some(({ trouble }) => trouble !== null && trouble !== 'never_read') || blocking > 0;
}

/**
 * Reads the state once and changes nothing.
 * @param generation default: the one that readers use.
 */
export async function readStatus(
  { topics, logs, ...sources }: StatusSources,
  limits: StatusLimits,
  generation?: number,
): Promise<Status> {
  const { active, generations } = await sources.generations();
  const { checkpoints, partitionStates, deadLetters, dashboards, staleViews } = sources.of(generation ?? active);
  const askedAt = await checkpoints.now();
  const stored = await checkpoints.load(Object.values(topics));
  const states = await partitionStates();
  const held = await deadLetters.unreadableAccess();
  const partitions: PartitionFigures[] = [];
  for (const [stream, topic] of Object.entries(topics) as [Stream, string][]) {
    partitions.push(
      ...partitionsOf({ stream, topic }, await logs.bounds(topic), {
        stored,
        held,
        states,
        askedAt,
        limits,
      }),
    );
  }
  return {
    askedAt,
    asOf: lowest(partitions.map(({ asOf }) => asOf)),
    partitions,
    deadLetters: await deadLetters.counts(),
    blocking: await deadLetters.blocking(),
    dashboards: await dashboards(),
    staleViews: await staleViews(),
    generations: { active, generations },
  };
}

type StreamTopic = { readonly stream: Stream; readonly topic: string };
type Stored = {
  readonly stored: readonly Checkpoint[];
  readonly held: readonly Pick<DeadLetter, 'topic' | 'partition' | 'offset'>[];
  readonly states: readonly StoredPartitionState[];
  readonly askedAt: number;
  readonly limits: StatusLimits;
};

function partitionsOf({ stream, topic }: StreamTopic, bounds: TopicBounds, found: Stored): PartitionFigures[] {
  const { stored, held, states, askedAt, limits } = found;
  return [...bounds.partitions]
    .sort(([a], [b]) => a - b)
    .map(([partition, log]) => {
      const isHere = (at: { readonly topic: string; readonly partition: number }) =>
        at.topic === topic && at.partition === partition;
      const checkpoint = stored.find(isHere);
      const nextOffset = checkpoint?.nextOffset ?? null;
      const isAhead = checkpoint !== undefined && checkpoint.asOf > askedAt + AS_OF_AHEAD_MS;
      const asOf = isAhead ? null : (checkpoint?.asOf ?? null);
      const lag = Math.max(0, log.end - (nextOffset ?? log.first));
      const projector = states.find(isHere) ?? null;
      const isHeld = held.some((deadLetter) => isHere(deadLetter) && deadLetter.offset === nextOffset);
      const trouble =
        (isHeld ? 'held_by_dead_letter' : logTrouble(nextOffset, log)) ??
        (isAhead ? 'time_ahead' : null) ??
        projectorTrouble(projector, askedAt) ??
        limitTrouble({ age: asOf === null ? null : askedAt - asOf, lag, projector }, limits) ??
        (nextOffset === null ? 'never_read' : null);
      const records = { nextOffset, end: log.end, lag, undecided: undecidedIn(log) };
      return { stream, topic, partition, ...records, asOf, trouble, projector: saidBy(projector) };
    });
}

function logTrouble(nextOffset: number | null, { first, end }: LogBounds): PartitionTrouble | null {
  if (nextOffset === null) return null;
  if (nextOffset > end) return 'log_replaced';
  return nextOffset < first ? 'log_truncated' : null;
}

function projectorTrouble(state: StoredPartitionState | null, askedAt: number): PartitionTrouble | null {
  if (state?.status === 'stopped') return 'stopped';
  if (state === null || askedAt - state.seenAt > PARTITION_STATE_VALID_MS) return 'no_projector';
  return state.status === 'paused' && askedAt - state.since > PAUSED_ATTENTION_MS ? 'paused' : null;
}

/** What a projector waits for outranks what has become of it: one that has started anew has not waited for long. */
function limitTrouble(
  found: { readonly age: number | null; readonly lag: number; readonly projector: StoredPartitionState | null },
  { maxAgeMs, maxLag }: StatusLimits,
): PartitionTrouble | null {
  const { age, lag, projector } = found;
  const isOld = age !== null && age > maxAgeMs;
  if (!isOld && lag <= maxLag) return null;
  if (projector?.status === 'paused') return 'paused';
  return isOld ? 'too_old' : 'too_far_behind';
}

function saidBy(state: StoredPartitionState | null): PartitionFigures['projector'] {
  if (state === null) return null;
  const { status, reason, since, owner, seenAt } = state;
  return { status, reason, since, owner, seenAt };
}

function lowest(instants: readonly (number | null)[]): number | null {
  let found: number | null = null;
  for (const instant of instants) {
    if (instant === null) return null;
    found = found === null ? instant : Math.min(found, instant);
  }
  return found;
}
