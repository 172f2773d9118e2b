import type { DeadLetterStore } from '@fundlens/projection/dead-letters/dead-letter-store';
import { DEAD_LETTERS, type DeadLetter } from '@fundlens/read-models/dead-letter';
import type { Database } from './memory-database.ts';
import type { ServerCalls } from './server-calls.ts';

/** Simulated projectors write one generation. */
const GENERATION = 1;

/** The dead-letter store over memory: the first to come says what it is, those after it only count. */
export function createMemoryDeadLetterStore(database: Database, calls: ServerCalls): DeadLetterStore {
  return {
    async store(deadLetters) {
      if (deadLetters.length === 0) return;
      const operations = deadLetters.map((deadLetter) => () => {
        const present = database.onPrimary<DeadLetter>(DEAD_LETTERS, deadLetter._id);
        const attempts = (present?.attempts ?? 0) + deadLetter.attempts;
        const lastAttemptAt = Math.max(deadLetter.lastAttemptAt, present?.lastAttemptAt ?? 0);
        const { generations, status } = present ?? deadLetter;
        database.put(DEAD_LETTERS, deadLetter._id, {
          ...(present ?? deadLetter),
          ...(status !== 'discarded' && { status: 'open', generations: [...new Set([...generations, GENERATION])] }),
          attempts,
          lastAttemptAt,
        });
      });
      await calls.write('store dead letters', operations);
    },

    discarded: ({ topic, partition }, first, last) =>
      calls.read('discarded dead letters', () => {
        const discarded = [...database.ofMajority<DeadLetter>(DEAD_LETTERS).values()].filter(
          (found) => found.topic === topic && found.partition === partition && found.status === 'discarded',
        );
        const offsets = discarded.map(({ offset }) => offset);
        return new Set(offsets.filter((offset) => first <= offset && offset <= last));
      }),
  };
}
