import { AS_OF_AHEAD_MS, type Checkpoint, completeUpTo } from '@fundlens/read-models/checkpoint';
import type { SourceRecord } from '../log/source.ts';

/** That the models have everything of a partition that it took until `asOf`, where `nextOffset` is their next record. */
export type Affirmation = Pick<Checkpoint, 'nextOffset' | 'asOf'>;

/** Behind the last record that was taken, by the broker's clock. */
export function affirmTaken(before: readonly Affirmation[], { nextOffset, asOf }: Affirmation): Affirmation[] {
  const passed = before.filter((known) => known.nextOffset <= nextOffset);
  const latest = passed.reduce((highest, known) => Math.max(highest, known.asOf), asOf);
  return [...before.filter((known) => known.nextOffset > nextOffset), { nextOffset, asOf: latest }];
}

/** At the end of the log, by MongoDB's clock: a time that is far ahead of it came from a wrong clock, and is forgotten. */
export function affirmEnd(before: readonly Affirmation[], end: Affirmation): Affirmation[] {
  const believed = before.filter(({ asOf }) => asOf <= end.asOf + AS_OF_AHEAD_MS);
  return affirmTaken(believed, end);
}

/**
 * When clients are told of the record: when the log took it or, where the broker's clock is far behind, right after all that
 * readers of changes may have passed because it was affirmed before the record came.
 */
export function toldAt(
  { offset, appendedAt }: Pick<SourceRecord, 'offset' | 'appendedAt'>,
  affirmed: readonly Affirmation[],
): number {
  return affirmed.reduce(
    (told, { nextOffset, asOf }) => (offset < nextOffset ? told : Math.max(told, completeUpTo(asOf) + 1)),
    appendedAt,
  );
}
