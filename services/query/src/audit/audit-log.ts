import type { Clock } from '../clock.ts';
import { coalesced } from '../coalesced.ts';
import type { AuditCount, AuditEntry, AuditRecord } from './audit-record.ts';
import type { AuditStore } from './audit-store.ts';

export type AuditLogOptions = {
  readonly store: AuditStore;
  readonly clock: Clock;
  /** Tells the counts of processes apart. */
  readonly processId: string;
  /** A batch could not be stored; it is kept and tried again. */
  readonly onFailure: (error: unknown) => void;
  /** Entries had to be given up because too many wait. */
  readonly onDropped: (entries: number) => void;
};

export type AuditLog = {
  /** Stores the record before it returns, in one insert with those of the same turn of the event loop. @throws RetryableError `mongodb_unavailable` */
  storeNow(record: AuditRecord): Promise<void>;
  /** Stores the record within 100 ms while MongoDB answers. */
  storeSoon(record: AuditRecord): void;
  /** Counts a 401 or 429. */
  count(status: number, credentialId: string | null): void;
  /** Stores everything that waits. @throws RetryableError `mongodb_unavailable` */
  flush(): Promise<void>;
  stop(): void;
  waiting(): number;
};

/** Leaves half of the promised 100 ms to MongoDB. */
const BATCH_DELAY_MS = 50;
const RETRY_DELAY_MS = 500;
/** Well below MongoDB's limits for one command. */
const MAX_BATCH = 1_000;
/** Some 20 MB; more can only pile up while MongoDB is away, and then hardly any request is answered with data. */
const MAX_WAITING = 20_000;
/** Different credentials refused within one second; beyond it refusals are counted without the credential. */
const MAX_COUNTERS = 1_000;
const SECOND_MS = 1_000;

export function createAuditLog({ store, clock, processId, onFailure, onDropped }: AuditLogOptions): AuditLog {
  let records: AuditEntry[] = [];
  const counters = new Map<string, AuditCount>();
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;
  let stopped = false;

  function schedule(delay: number): void {
    if (timer !== undefined || stopped) return;
    timer = setTimeout(() => {
      timer = undefined;
      // A flush that is under way reports its own failure, for records that joined it too: a failed batch counts once.
      if (flushing !== undefined) return;
      flushOnce(clock.now()).then(
        () => {
          if (records.length + counters.size > 0) schedule(BATCH_DELAY_MS);
        },
        (error: unknown) => {
          onFailure(error);
          schedule(RETRY_DELAY_MS);
        },
      );
    }, delay);
  }

  function keep(entries: readonly AuditEntry[]): void {
    const room = Math.max(0, MAX_WAITING - records.length);
    records.push(...entries.slice(0, room));
    if (entries.length > room) onDropped(entries.length - room);
  }

  /** Seconds that are over cannot grow any more; they join the records. */
  function closeCounters(before: number): void {
    for (const [key, counter] of counters) {
      if (counter.at.getTime() + SECOND_MS > before) continue;
      counters.delete(key);
      keep([counter]);
    }
  }

  function flushOnce(closeBefore: number): Promise<void> {
    flushing ??= storeWaiting(closeBefore).finally(() => {
      flushing = undefined;
    });
    return flushing;
  }

  async function storeWaiting(closeBefore: number): Promise<void> {
    closeCounters(closeBefore);
    while (records.length > 0) {
      const batch = records.slice(0, MAX_BATCH);
      await store.insert(batch);
      records = records.slice(batch.length);
    }
  }

  const storeNow = coalesced<AuditRecord, void>({
    maxKeys: MAX_BATCH,
    async load(entries) {
      await store.insert(entries);
      return entries.map(() => undefined);
    },
  });

  return {
    storeNow,
    storeSoon(record) {
      keep([record]);
      schedule(BATCH_DELAY_MS);
    },
    count(status, credentialId) {
      const at = new Date(Math.floor(clock.now() / SECOND_MS) * SECOND_MS);
      const counted = counters.size < MAX_COUNTERS ? credentialId : null;
      const _id = `${processId}:${status}:${counted ?? '-'}:${at.toISOString()}`;
      const count = (counters.get(_id)?.count ?? 0) + 1;
      counters.set(_id, { _id, kind: 'count', at, status, credentialId: counted, count });
      schedule(BATCH_DELAY_MS);
    },
    async flush() {
      await flushing?.catch(() => {
        // Tried again right below, where a failure is thrown.
      });
      await flushOnce(Number.POSITIVE_INFINITY);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      timer = undefined;
    },
    waiting: () => records.length + counters.size,
  };
}
