import type { Stream } from '@fundlens/contracts/event-definition';
import type { DeadLetterRepository, DeadLetterSelection } from '../dead-letters/dead-letter-repository-store.ts';
import { deadLetterPages } from './dead-letter-pages.ts';
import type { ReplayDeadLetter } from './replay.ts';

type SettleDeadLettersOptions = {
  readonly deadLetters: Pick<DeadLetterRepository, 'list' | 'count'>;
  /** Writes to every version, and counts no attempt for an event that is still invalid. */
  readonly replay: ReplayDeadLetter;
  /** Streams of a model whose active version this process must not write. */
  readonly foreignStreams: () => Promise<ReadonlySet<Stream>>;
};

/** @returns how many dead letters `by` has settled, now and before. */
export type SettleDeadLetters = (
  selection: Pick<DeadLetterSelection, 'topics' | 'locationId'>,
  how: { readonly by: string; readonly pause?: () => Promise<void> },
) => Promise<number>;

/**
 * Replays the open dead letters of the selection that are valid by now; the others stay as they are. All
 * models of its stream must have an active version with the fingerprint of this process: a version with another one would
 * lack the event, so the dead letter stays open until that is rebuilt, too. May be interrupted and repeated.
 */
export function createSettleDeadLetters({
  deadLetters,
  replay,
  foreignStreams,
}: SettleDeadLettersOptions): SettleDeadLetters {
  return async (selection, { by, pause }) => {
    const foreign = await foreignStreams();
    for await (const deadLetter of deadLetterPages(deadLetters, { ...selection, status: 'open' })) {
      if (foreign.has(deadLetter.stream)) continue;
      await pause?.();
      await replay(deadLetter, { by, dryRun: false });
    }
    return await deadLetters.count({ ...selection, by });
  };
}
