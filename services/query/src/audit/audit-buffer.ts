import type { AuditEntry } from '@fundlens/read-models/audit';
import type { AuditStore } from './audit-store.ts';

/** Entries that wait for MongoDB, in their order. */
export type AuditBuffer = {
  add(entries: readonly AuditEntry[]): void;
  /** Stores all of them; a batch that fails stays. @throws RetryableError `mongodb_unavailable` */
  store(): Promise<void>;
  size(): number;
};

/** Well below MongoDB's limits for one command. */
export const MAX_BATCH = 1_000;
/** Some 20 MB. The buffer fills only while MongoDB is away, when hardly any request is answered with data. */
const MAX_WAITING = 20_000;

/** @param onDropped receives the number of entries that did not fit. */
export function createAuditBuffer(
  store: Pick<AuditStore, 'insert'>,
  onDropped: (entries: number) => void,
): AuditBuffer {
  let waiting: AuditEntry[] = [];
  return {
    add(entries) {
      const room = Math.max(0, MAX_WAITING - waiting.length);
      waiting.push(...entries.slice(0, room));
      if (entries.length > room) onDropped(entries.length - room);
    },
    async store() {
      while (waiting.length > 0) {
        const batch = waiting.slice(0, MAX_BATCH);
        await store.insert(batch);
        waiting = waiting.slice(batch.length);
      }
    },
    size: () => waiting.length,
  };
}
