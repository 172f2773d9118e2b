import type { MemoryDatabase } from './memory-database.ts';

/** How requests of one client reach the database and their answers come back. */
export type ServerCalls = {
  /** Answers with what `look` finds when the request arrives. */
  read<T>(label: string, look: () => T): Promise<T>;
  /**
   * Does the operations of one write request in their order, each atomic, all or some of them, and answers when the
   * majority has them.
   * @throws RetryableError when it is not known which of them are done.
   */
  write<T>(label: string, operations: readonly (() => T)[]): Promise<readonly T[]>;
};

/** A server that does at once what it is asked, and never fails. */
export function directCalls(database: MemoryDatabase): ServerCalls {
  return {
    read: async (_label, look) => look(),
    async write(_label, operations) {
      const results = operations.map((operation) => operation());
      database.replicate();
      return results;
    },
  };
}
