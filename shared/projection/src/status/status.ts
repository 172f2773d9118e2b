import { AS_OF_AHEAD_MS, type Checkpoint } from '@fundlens/read-models/checkpoint';
import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import type { Stream } from '@fundlens/read-models/definition';
import type { GenerationPointer } from '@fundlens/read-models/generation';
import { PARTITION_STATE_VALID_MS, type StoredPartitionStates } from '@fundlens/read-models/partition-state';
import type { Backlog } from '@fundlens/read-models/dashboards/dashboard-window';
import type { DeadLetterCount } from '../dead-letters/dead-letter-store.ts';
import type { LogBounds, TopicBounds } from '../log/source.ts';

/** What the projector that has a partition last said of it. */
export type PartitionState = StoredPartitionStates['partitions'][number] &
  Pick<StoredPartitionStates, 'owner' | 'seenAt'>;

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
  /** Its projector waits, for longer than `PAUSED_ATTENTION_MS`, or for what has made it too old: see `reason`. */
  | 'paused'
  /** No projector has it, or the one that had it is gone, frozen or cannot reach MongoDB. */
  | 'no_projector'
  /** What the models know of it is older than `OLD_MS`. */
  | 'too_old';

/** Servers restart and groups rebalance in less: a shorter pause needs no operator. */
const PAUSED_ATTENTION_MS = 60_000;

/** A projector that keeps up is some seconds behind; restarts and rebalances take a minute. */
const OLD_MS = 300_000;

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
  readonly projector: Pick<PartitionState, 'status' | 'reason' | 'since' | 'owner' | 'seenAt'> | null;
};

/** What MongoDB and Kafka tell of the whole system, in one generation. */
export type Status = {
  /** By the clock of MongoDB, as every `asOf`. */
  readonly askedAt: number;
  /** The lowest over all partitions; null while it is not known of one of them. */
  readonly asOf: number | null;
  readonly partitions: readonly PartitionFigures[];
  /** Open ones. */
  readonly deadLetters: readonly DeadLetterCount[];
  /** Those of them that keep a credential, company or location out of the API. */
  readonly blocking: number;
  /** Erasures that were interrupted, or that a generation lacks. */
  readonly erasuresPending: number;
  readonly dashboards: Backlog;
  /** Documents that an earlier build has rendered. */
  readonly staleViews: number;
  readonly generations: Pick<GenerationPointer, 'active' | 'generations'>;
};

/** Whether an operator should act. */
export function needsAttention({ partitions, blocking }: Status): boolean {
  return partitions.some(({ trouble }) => trouble !== null && trouble !== 'never_read') || blocking > 0;
}

type StreamLog = { readonly stream: Stream; readonly topic: string; readonly bounds: TopicBounds };

/** What is stored of one generation. */
type Stored = {
  readonly checkpoints: readonly Checkpoint[];
  readonly states: readonly PartitionState[];
  readonly held: readonly Pick<DeadLetter, 'topic' | 'partition' | 'offset'>[];
};

export function partitionsOf(
  { stream, topic, bounds }: StreamLog,
  { checkpoints, states, held }: Stored,
  askedAt: number,
): PartitionFigures[] {
  return [...bounds]
    .sort(([a], [b]) => a - b)
    .map(([partition, log]) => {
      const isHere = (at: { readonly topic: string; readonly partition: number }) =>
        at.topic === topic && at.partition === partition;
      const checkpoint = checkpoints.find(isHere);
      const nextOffset = checkpoint?.nextOffset ?? null;
      const isAhead = checkpoint !== undefined && checkpoint.asOf > askedAt + AS_OF_AHEAD_MS;
      const asOf = isAhead ? null : (checkpoint?.asOf ?? null);
      const lag = Math.max(0, log.end - (nextOffset ?? log.first));
      const projector = states.find(isHere) ?? null;
      const isHeld = held.some((deadLetter) => isHere(deadLetter) && deadLetter.offset === nextOffset);
      const trouble =
        (isHeld ? 'held_by_dead_letter' : logTrouble(nextOffset, log)) ??
        (isAhead ? 'time_ahead' : null) ??
        projectorTrouble(projector, askedAt, asOf !== null && askedAt - asOf > OLD_MS) ??
        (nextOffset === null ? 'never_read' : null);
      const records = { nextOffset, end: log.end, lag, undecided: log.end - log.stable };
      return { stream, topic, partition, ...records, asOf, trouble, projector };
    });
}

function logTrouble(nextOffset: number | null, { first, end }: LogBounds): PartitionTrouble | null {
  if (nextOffset === null) return null;
  if (nextOffset > end) return 'log_replaced';
  return nextOffset < first ? 'log_truncated' : null;
}

function projectorTrouble(state: PartitionState | null, askedAt: number, isOld: boolean): PartitionTrouble | null {
  if (state?.status === 'stopped') return 'stopped';
  if (state === null || askedAt - state.seenAt > PARTITION_STATE_VALID_MS) return 'no_projector';
  // What it waits for outranks what has become of it: a projector that has started anew has not waited for long.
  if (state.status === 'paused' && (isOld || askedAt - state.since > PAUSED_ATTENTION_MS)) return 'paused';
  return isOld ? 'too_old' : null;
}
