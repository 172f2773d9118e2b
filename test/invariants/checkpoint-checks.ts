import { partitionKey } from '@fundlens/projection/log/source';
import type { Checkpoint } from '@fundlens/read-models/checkpoint';
import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import { compareSlots, type Slots } from '@fundlens/read-models/slot';
import { contributionsOf, letterIdOf, type PublishedRecord } from './published-record.ts';

/** What is stored, as the majority of the servers has it. */
export type StoredEffects = {
  /** Null: there is no such document. */
  readonly slotsOf: (model: string, key: string) => Slots | null;
  readonly hasLetter: (id: string) => boolean;
};

/** What of the record's effect is not stored, one line each; none when a checkpoint may pass it. */
export function unwritten(record: PublishedRecord, { slotsOf, hasLetter }: StoredEffects): string[] {
  const { expected } = record;
  if (expected.kind === 'skipped') return [];
  if (expected.kind === 'dead_letter') {
    const id = letterIdOf(record);
    return hasLetter(id) ? [] : [`${id} is no dead letter`];
  }
  return contributionsOf(expected.event).flatMap(({ model, key, slot, state }) => {
    const present = slotsOf(model, key)?.get(slot);
    const isThere = present !== undefined && compareSlots(present, state) >= 0;
    return isThere ? [] : [`${letterIdOf(record)} is not in ${model}/${key}`];
  });
}

/** Checkpoints never pass what is written. */
export function passedUnwritten(
  checkpoints: readonly Checkpoint[],
  published: readonly PublishedRecord[],
  stored: StoredEffects,
): string[] {
  const byPlace = Map.groupBy(published, partitionKey);
  return checkpoints.flatMap(({ nextOffset, ...place }) =>
    (byPlace.get(partitionKey(place)) ?? [])
      .filter(({ offset }) => offset < nextOffset)
      .flatMap((record) => unwritten(record, stored)),
  );
}

/** `asOf` is no lie: everything that the partition took before it lies below the checkpoint. */
export function tooFresh(checkpoint: Checkpoint, ofPartition: readonly PublishedRecord[]): string[] {
  const { _id, nextOffset, asOf } = checkpoint;
  const missed = ofPartition.find((record) => record.offset >= nextOffset && record.appendedAt < asOf);
  return missed === undefined ? [] : [`${_id} claims a time at which it did not have offset ${missed.offset}`];
}

/** Dead letters are exactly the records that cannot be applied, each with its reason; a replayed one is applied. */
export function wrongDeadLetters(deadLetters: readonly DeadLetter[], published: readonly PublishedRecord[]): string[] {
  const reasons = new Map(
    published.flatMap((record) =>
      record.expected.kind === 'dead_letter' ? [[letterIdOf(record), record.expected.reason] as const] : [],
    ),
  );
  const found = new Map(
    deadLetters.filter(({ status }) => status !== 'replayed').map(({ _id, reason }) => [_id, reason]),
  );
  return [...new Set([...reasons.keys(), ...found.keys()])].flatMap((id) => {
    const [expected, stored] = [reasons.get(id), found.get(id)];
    if (expected === stored) return [];
    return [`dead letter ${id}: ${stored ?? 'missing'} instead of ${expected ?? 'none'}`];
  });
}
