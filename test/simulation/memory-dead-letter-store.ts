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
        const isOpen = status !== 'discarded' && !(present ?? deadLetter).replayedIn.includes(GENERATION);
        database.put(DEAD_LETTERS, deadLetter._id, {
          ...(present ?? deadLetter),
          ...(isOpen && { status: 'open', generations: [...new Set([...generations, GENERATION])] }),
          attempts,
          lastAttemptAt,
        });
      });
      await calls.write('store dead letters', operations);
    },

    statusOf: (id) =>
      calls.read('status of dead letter', () => {
        const found = database.ofMajority<DeadLetter>(DEAD_LETTERS).get(id);
        if (found?.status !== 'open') return found?.status ?? null;
        return found.generations.includes(GENERATION) ? 'open' : 'replayed';
      }),
  };
}
