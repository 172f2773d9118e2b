import { writableVersions } from '../versions/version-watch.ts';
import type { VersionStore } from '../versions/version-store.ts';
import type { WrittenVersions } from '../versions/written-versions.ts';
import type { DocumentWriter } from '../writer/document-writer.ts';
import type { DeadLetterRepository } from './dead-letter-repository-store.ts';
import { createReplay, type ReplayLetter, type ReplayOptions } from './replay.ts';
import { createSettleDeadLetters, type SettleDeadLetters } from './settle-dead-letters.ts';

export type DeadLetterSettlingOptions = Omit<ReplayOptions, 'write' | 'letters'> & {
  readonly deadLetters: DeadLetterRepository;
  readonly versions: Pick<VersionStore, 'load'>;
  readonly writerOf: (versions: WrittenVersions) => DocumentWriter;
};

/** What becomes of dead letters that are taken from the log once more. */
export type DeadLetterSettling = {
  /** At the word of an operator: what is still invalid has one attempt more. */
  readonly replay: ReplayLetter;
  /** Of all that are valid by now; the others stay as they are. */
  readonly settle: SettleDeadLetters;
};

/** Both write into every version that there is: a rebuild may have passed the position of the event already. */
export function createDeadLetterSettling(options: DeadLetterSettlingOptions): DeadLetterSettling {
  const { deadLetters, versions, writerOf, projections } = options;
  const { replayed, failedAgain } = deadLetters;
  const write: DocumentWriter = async (events) => await writerOf(writableVersions(await versions.load()))(events);
  return {
    replay: createReplay({ ...options, write, letters: { replayed, failedAgain } }),
    settle: createSettleDeadLetters({
      letters: deadLetters,
      replay: createReplay({ ...options, write, letters: { replayed, failedAgain: async () => undefined } }),
      versions: versions.load,
      definitions: projections.map(({ readModel }) => readModel),
    }),
  };
}
