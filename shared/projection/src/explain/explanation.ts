import type { EventType } from '@fundlens/contracts/event-types';
import type { DeadLetter, DeadLetterStatus } from '@fundlens/read-models/dead-letter';
import type { ReadModelName } from '@fundlens/read-models/definition';
import type { ScanBound } from './backward-scan.ts';
import type { Outcome, SlotOutcome } from './record-outcomes.ts';

/** Instants in epoch milliseconds. Holds ids, codes, versions and positions; nothing that an event says. */
export type Explanation = {
  /** The question as it was understood. */
  readonly question: string;
  /** False: nothing in the log as far as it was read, the documents or the dead letters names it. */
  readonly found: boolean;
  /** The newest first. */
  readonly records: readonly ExplainedRecord[];
  readonly documents: readonly ExplainedDocument[];
  /** What holds up the partitions of records that are not reached. */
  readonly waiting: readonly WaitingPartition[];
  /** Records that cannot be read yet, any of which may be about it: they wait for the end of a transaction. */
  readonly undecided: readonly { readonly topic: string; readonly partition: number; readonly records: number }[];
  readonly erasedAt: number | null;
  readonly searched: Searched;
  /** What this explanation cannot say, and what would. */
  readonly notes: readonly string[];
};

export type Position = { readonly topic: string; readonly partition: number; readonly offset: number };

export type ExplainedRecord = Position & {
  readonly appendedAt: number;
  /** Null: its key may not be shown. */
  readonly key: string | null;
  readonly eventType: EventType | null;
  readonly eventId: string | null;
  /** Null: the record could not be read so far. */
  readonly version: { readonly epoch: number; readonly version: number; readonly occurredAt: number } | null;
  /** Whether it says that the entity was deleted; null: not known. */
  readonly deletes: boolean | null;
  readonly outcome: Outcome;
  /** False only with `outranked` and null there: whether it was shown for a time is not known. */
  readonly wasApplied: boolean | null;
  /** The record that outranks it, or of which it is a duplicate; null: not read. */
  readonly by: (Position & { readonly epoch: number | null; readonly version: number | null }) | null;
  /** Reason code, when it is invalid. */
  readonly invalid: string | null;
  readonly deadLetter: ExplainedDeadLetter | null;
  readonly slots: readonly Pick<SlotOutcome, 'document' | 'slot' | 'outcome'>[];
  readonly visible: Visible;
  /** It is the event that was asked for. */
  readonly isAsked: boolean;
};

/**
 * When clients could read it first. The log's append time is a lower bound; an upper one is stored for replays alone. Null: not
 * recorded.
 */
export type Visible = { readonly notBefore: number | null; readonly notAfter: number | null };

export type ExplainedDeadLetter = Pick<DeadLetter, 'reason' | 'rule' | 'field' | 'attempts' | 'lastAttemptAt'> & {
  readonly id: string;
  readonly status: DeadLetterStatus;
  readonly resolution: DeadLetter['resolution'] | null;
};

export type ExplainedDocument = {
  readonly model: ReadModelName;
  readonly key: string;
  readonly revision: number;
  readonly slots: readonly ExplainedSlot[];
  /** Views that read one of the slots. */
  readonly views: readonly { readonly name: string; readonly shows: boolean; readonly routes: readonly string[] }[];
};

export type ExplainedSlot = {
  readonly slot: string;
  readonly epoch: number;
  readonly version: number;
  readonly eventId: string;
  readonly occurredAt: number;
  /** What `/changes` says of it; null: the read model keeps none. */
  readonly changedAt: number | null;
  readonly state: 'live' | 'deleted' | 'erased';
};

export type WaitingPartition = {
  readonly topic: string;
  readonly partition: number;
  readonly nextOffset: number | null;
  readonly end: number;
  /** Of the projector that has, or had, the partition. */
  readonly projector: {
    readonly status: string;
    readonly reason: string | null;
    readonly since: number;
    readonly seenAt: number;
  } | null;
  /** No projector has said anything of it lately. */
  readonly hasNoProjector: boolean;
};

export type Searched = {
  /** Records that were read, of whichever entity. */
  readonly records: number;
  readonly since: number;
  /** False: a limit ended a reading, or it ended at the bound in time, before it was known that nothing more matters. */
  readonly isComplete: boolean;
  readonly ranges: readonly {
    readonly topic: string;
    readonly partition: number;
    readonly from: number;
    readonly end: number;
    readonly bound: ScanBound;
  }[];
};
