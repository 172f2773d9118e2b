import { AS_OF_AHEAD_MS, type Checkpoint, completeUpTo } from '@fundlens/read-models/checkpoint';
import type { SourceRecord } from '../log/source.ts';

/** That the models have everything of a partition that it took until `at`, where `from` is their next record. */
export type Affirmation = { readonly from: number; readonly at: number };

/** What the stored checkpoints of a partition affirm. A record below one of them is in its model already. */
export function affirmedBy(checkpoints: readonly Checkpoint[]): Affirmation[] {
  return checkpoints.map(({ nextOffset, asOf }) => ({ from: nextOffset, at: asOf }));
}

/** Behind the last record that was taken, by the broker's clock. */
export function affirmTaken(before: readonly Affirmation[], { from, at }: Affirmation): Affirmation[] {
  const passed = before.filter((known) => known.from <= from);
  const latest = passed.reduce((highest, known) => Math.max(highest, known.at), at);
  return [...before.filter((known) => known.from > from), { from, at: latest }];
}

/** At the end of the log, by MongoDB's clock: a time that is far ahead of it came from a wrong clock, and is forgotten. */
export function affirmEnd(before: readonly Affirmation[], end: Affirmation): Affirmation[] {
  const believed = before.filter(({ at }) => at <= end.at + AS_OF_AHEAD_MS);
  return affirmTaken(believed, end);
}

/**
 * When clients are told of the record: when the log took it or, where the broker's clock is far behind, right after all that
 * readers of changes may have passed because it was affirmed before the record came. Otherwise it is the same in every
 * version of a model, however far each is, so that a client that follows misses nothing when versions are switched.
 */
export function toldAt(
  { offset, appendedAt }: Pick<SourceRecord, 'offset' | 'appendedAt'>,
  affirmed: readonly Affirmation[],
): number {
  return affirmed.reduce(
    (told, { from, at }) => (offset < from ? told : Math.max(told, completeUpTo(at) + 1)),
    appendedAt,
  );
}
