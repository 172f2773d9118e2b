import type { EntityRef, Stream } from '@fundlens/contracts/definition/event-definition';

/** Events that were set aside because they are invalid. One document per topic, partition and offset. */
export const DEAD_LETTERS = 'dead_letters';

/** Until an operator has replayed or discarded it, a dead letter is open. */
export const DEAD_LETTER_STATUSES = ['open', 'replayed', 'discarded'] as const;
export type DeadLetterStatus = (typeof DEAD_LETTER_STATUSES)[number];

/**
 * The access entity that an invalid event blocks. While an open dead letter blocks an entity, requests
 * through it are refused: the event may have been a revocation or a transfer.
 */
export type AccessBlock = `credential:${string}` | `company:${string}` | `location:${string}`;

/** Holds no personal value: what could hold one is redacted, hashed or left out. Instants in epoch milliseconds. */
export type DeadLetter = {
  /** `<topic>:<partition>:<offset>`: met again after a crash, the same event is the same dead letter. */
  readonly _id: string;
  readonly stream: Stream;
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  /** Hex SHA-256 of the key's bytes: a replay must find the same key at the same offset. Null where `entity` is. */
  readonly keyHash: string | null;
  /** Machine-readable reason, e.g. `key_mismatch`. */
  readonly reason: string;
  /** The rule that was broken, in words; names fields, never values. */
  readonly rule: string;
  /** Path of the field that broke it. */
  readonly field: string | null;
  /** As the schema tells or, where that is not readable, the key. */
  readonly eventType: string | null;
  /** UUID of the event; null or absent where it could not be read. */
  readonly eventId?: string | null;
  /** As far as the key can be shown: null when it cannot be read, breaks the rules for ids, or reads as a Social Security number. */
  readonly entity: EntityRef | null;
  /** JSON text of the redacted event; null where there is none that is known to be clean, where `entity` is, and after its time. */
  readonly payload: string | null;
  /** Null when the event could not be decoded. */
  readonly occurredAt: number | null;
  /** When the log took it. */
  readonly receivedAt: number;
  /** Open while it is so in any generation. */
  readonly status: DeadLetterStatus;
  /** The generations in which it is open: the record is invalid there. It counts, and blocks, only where one of them is active. */
  readonly generations: readonly number[];
  /** How often it was met; more than once after a crash or a replay. */
  readonly attempts: number;
  readonly lastAttemptAt: number;
  /** Only on events of the access stream; absent otherwise. */
  readonly blocks?: AccessBlock;
  /** The schema that the registry did not know: once it does, a projector replays the event. Absent otherwise. */
  readonly schemaId?: number;
  /** How it was replayed or discarded, and by which account; absent while it is open. */
  readonly resolution?: DeadLetterResolution;
};

export type DeadLetterResolution = {
  /** Epoch milliseconds. */
  readonly at: number;
  /** The account or ticket that an operator gave; no e-mail address, nothing personal. */
  readonly by: string;
  /** Why it was discarded, redacted; null after a replay. */
  readonly because: string | null;
};

export function deadLetterId(place: { topic: string; partition: number; offset: number }): string {
  return `${place.topic}:${place.partition}:${place.offset}`;
}

/** Those that are open in the generation: a filter on `DEAD_LETTERS`. */
export function openIn(generation: number) {
  return { status: 'open' as const, generations: generation };
}
