import type { Clock } from '../clock.ts';
import { coalesced } from '../coalesced.ts';
import { createAuditBuffer, MAX_BATCH } from './audit-buffer.ts';
import type { AuditRecord } from '@fundlens/read-models/audit';
import type { AuditStore } from './audit-store.ts';
import { createRefusalCounts } from './refusal-counts.ts';

export type AuditLogOptions = {
  readonly store: AuditStore;
  readonly clock: Clock;
  /** Keeps the counts of processes apart. */
  readonly processId: string;
  /** A batch could not be stored; it is kept and tried again. */
  readonly onFailure: (error: unknown) => void;
  /** Entries were dropped because too many wait. */
  readonly onDropped: (entries: number) => void;
};

export type AuditLog = {
  /** Stores the record before it returns, in one insert with those of the same turn of the event loop. @throws RetryableError `mongodb_unavailable` */
  storeNow(record: AuditRecord): Promise<void>;
  /** Stores the record within 100 ms while MongoDB answers. */
  storeSoon(record: AuditRecord): void;
  /** Counts a refusal that may come by the thousand: 401, 429, 403 without `read`. */
  count(status: number, credentialId: string | null): void;
  /** Stores everything that waits. @throws RetryableError `mongodb_unavailable` */
  flush(): Promise<void>;
  stop(): void;
  waiting(): number;
};

/** Leaves half of the promised 100 ms to MongoDB. */
const BATCH_DELAY_MS = 50;
const RETRY_DELAY_MS = 500;

export function createAuditLog({ store, clock, processId, onFailure, onDropped }: AuditLogOptions): AuditLog {
  const buffer = createAuditBuffer(store, onDropped);
  const refusals = createRefusalCounts(processId);
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;
  let stopped = false;

  const waiting = () => buffer.size() + refusals.size();

  function schedule(delay: number): void {
    if (timer !== undefined || stopped) return;
    timer = setTimeout(() => {
      timer = undefined;
      // A flush in progress reports its own failure, also for records that joined it: a failed batch counts once.
      if (flushing === undefined) void flushInBackground();
    }, delay);
  }

  async function flushInBackground(): Promise<void> {
    try {
      await flushOnce(clock.now());
      if (waiting() > 0) schedule(BATCH_DELAY_MS);
    } catch (error) {
      onFailure(error);
      schedule(RETRY_DELAY_MS);
    }
  }

  function flushOnce(now: number): Promise<void> {
    flushing ??= storeWaiting(now).finally(() => {
      flushing = undefined;
    });
    return flushing;
  }

  function storeWaiting(now: number): Promise<void> {
    buffer.add(refusals.takeEnded(now));
    return buffer.store();
  }

  return {
    storeNow: coalesced<AuditRecord, void>({
      maxKeys: MAX_BATCH,
      load: async (records) => {
        await store.insert(records);
        return records.map(() => undefined);
      },
    }),
    storeSoon(record) {
      buffer.add([record]);
      schedule(BATCH_DELAY_MS);
    },
    count(status, credentialId) {
      refusals.count(status, credentialId, clock.now());
      schedule(BATCH_DELAY_MS);
    },
    async flush() {
      // The flush below tries again, and throws.
      await flushing?.catch(() => undefined);
      await flushOnce(Number.POSITIVE_INFINITY);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      timer = undefined;
    },
    waiting,
  };
}
