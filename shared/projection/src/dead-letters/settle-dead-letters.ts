import type { Stream } from '@fundlens/contracts/event-definition';
import type { ReadModelDefinition, ReadModelName } from '@fundlens/read-models/definition';
import { type ReadModelVersion, versionsOf } from '@fundlens/read-models/model-version';
import type { DeadLetterRepository, LetterSelection } from './dead-letter-repository-store.ts';
import { letterPages } from './dead-letter-pages.ts';
import type { ReplayLetter } from './replay.ts';

export type SettleLettersOptions = {
  readonly letters: Pick<DeadLetterRepository, 'list' | 'count'>;
  /** Writes into every version that there is, and counts no attempt of what is still invalid. */
  readonly replay: ReplayLetter;
  readonly versions: () => Promise<ReadonlyMap<ReadModelName, ReadModelVersion>>;
  /** Of the models that events change. */
  readonly definitions: readonly ReadModelDefinition[];
};

/** @returns how many letters `by` has settled, now and before. */
export type SettleDeadLetters = (
  selection: Pick<LetterSelection, 'topics' | 'locationId'>,
  how: { readonly by: string; readonly pause?: () => Promise<void> },
) => Promise<number>;

/**
 * Replays the open letters of the selection that are valid by now; the others stay as they are. What the stream of a
 * letter feeds must all be read in a version of this build: one that only another build may write would never hear of it,
 * and such a letter stays open until that is rebuilt, too. May be broken off and repeated.
 */
export function createSettleDeadLetters({
  letters,
  replay,
  versions,
  definitions,
}: SettleLettersOptions): SettleDeadLetters {
  async function foreignStreams(): Promise<ReadonlySet<Stream>> {
    const known = await versions();
    const foreign = definitions.filter(({ name, version }) => {
      const model = known.get(name);
      const active = model && versionsOf(model).find((candidate) => candidate.version === model.active);
      return active !== undefined && active.definition !== version;
    });
    return new Set(foreign.flatMap(({ streams }) => streams));
  }

  return async (selection, { by, pause }) => {
    const foreign = await foreignStreams();
    for await (const letter of letterPages(letters, { ...selection, status: 'open' })) {
      if (foreign.has(letter.stream)) continue;
      await pause?.();
      await replay(letter, { by, dryRun: false });
    }
    return await letters.count({ ...selection, by });
  };
}
