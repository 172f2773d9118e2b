import { assertSameFingerprint, fingerprintsWith, otherwiseMade } from '../versions/fingerprint.ts';
import { writableVersions } from '../versions/version-watch.ts';
import type { VersionStore } from '../versions/version-store.ts';
import type { WrittenVersions } from '../versions/written-versions.ts';
import type { DocumentWriter } from '../writer/document-writer.ts';
import type { DeadLetterRepository } from '../dead-letters/dead-letter-repository-store.ts';
import { createReplay, type ReplayDeadLetter, type ReplayOptions } from './replay.ts';
import { createSettleDeadLetters, type SettleDeadLetters } from './settle-dead-letters.ts';

type DeadLetterSettlingOptions = Omit<ReplayOptions, 'write' | 'deadLetters'> & {
  readonly deadLetters: DeadLetterRepository;
  readonly versions: Pick<VersionStore, 'load'>;
  readonly writerOf: (versions: WrittenVersions) => DocumentWriter;
};

/** Replays of dead letters. */
type DeadLetterSettling = {
  /**
   * For an operator: an event that is still invalid counts one more attempt.
   * @throws InvalidError `fingerprint_differs` when this process must not write a model that the dead letter is for.
   */
  readonly replay: ReplayDeadLetter;
  /** Replays all that are now valid; the others stay as they are. */
  readonly settle: SettleDeadLetters;
};

/** Both write to every version: a rebuild may have passed the position of the event already. */
export function createDeadLetterSettling(options: DeadLetterSettlingOptions): DeadLetterSettling {
  const { deadLetters, versions, writerOf } = options;
  const { replayed, failedAgain } = deadLetters;
  const fingerprint = fingerprintsWith(options.redaction);
  const definitions = options.projections.map(({ readModel }) => readModel);
  const write: DocumentWriter = async (events) =>
    await writerOf(writableVersions(await versions.load(), fingerprint))(events);
  const replay = createReplay({ ...options, write, deadLetters: { replayed, failedAgain } });

  return {
    async replay(deadLetter, how) {
      const own = definitions.filter(({ streams }) => streams.includes(deadLetter.stream));
      assertSameFingerprint(await versions.load(), own, fingerprint);
      return await replay(deadLetter, how);
    },
    settle: createSettleDeadLetters({
      deadLetters,
      replay: createReplay({ ...options, write, deadLetters: { replayed, failedAgain: async () => undefined } }),
      async foreignStreams() {
        const foreign = otherwiseMade(await versions.load(), definitions, fingerprint).map(({ name }) => name);
        return new Set(definitions.flatMap(({ name, streams }) => (foreign.includes(name) ? streams : [])));
      },
    }),
  };
}
