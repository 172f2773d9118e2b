import { randomUUID } from 'node:crypto';
import type { AuditCount, AuditEntry, AuditRecord } from '@fundlens/read-models/audit';
import { sleep } from '@fundlens/runtime/backoff';
import type { Component } from '@fundlens/runtime/lifecycle';
import { createPeriodic } from '@fundlens/runtime/periodic';
import { type Coalesced, coalesced } from '../coalesced.ts';
import type { ProcessContext } from '../process-context.ts';
import type { AuditStore } from './audit-store.ts';

type Parts = Pick<ProcessContext, 'clock' | 'logger' | 'metrics'> & { readonly auditStore: AuditStore };

/** Leaves half of the promised 100 ms to MongoDB. */
const BATCH_DELAY_MS = 50;
const RETRY_DELAY_MS = 500;
/** Well below MongoDB's limits for one command. */
const MAX_BATCH = 1_000;
/** Some 20 MB. They wait only while MongoDB is away, when hardly any request is answered with data. */
const MAX_WAITING = 20_000;
/** Credentials refused within one second; beyond it refusals are counted without their credential. */
const MAX_COUNTS = 1_000;
const SECOND_MS = 1_000;

/** Who read what. Entries wait for MongoDB in their order; those of a batch that fails stay. */
export class AuditLog implements Component {
  readonly name = 'audit';
  readonly #parts: Parts;
  /** Keeps the counts of processes apart. */
  readonly #processId = randomUUID();
  #waiting: AuditEntry[] = [];
  /** Refusals that read nothing may come by the thousand: one number per status, credential and second. */
  readonly #counts = new Map<string, AuditCount>();
  readonly #batches = createPeriodic({
    name: 'audit',
    everyMs: BATCH_DELAY_MS,
    waitsFirst: true,
    work: async (stopping) => {
      try {
        await this.#storeWaiting(this.#parts.clock.now());
      } catch (error) {
        this.#parts.metrics.auditFailures.inc();
        this.#parts.logger.error({ error }, 'audit entries wait because they cannot be stored');
        await sleep(RETRY_DELAY_MS, stopping);
      }
    },
  });

  /** Stores the record before it returns, in one insert with those of the same turn of the event loop. @throws RetryableError `mongodb_unavailable` */
  readonly storeNow: Coalesced<AuditRecord, void>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.storeNow = coalesced({
      maxKeys: MAX_BATCH,
      async load(records) {
        await parts.auditStore.insert(records);
        return records.map(() => undefined);
      },
    });
  }

  /** Stores the entry within 100 ms while MongoDB answers. */
  storeSoon(entry: AuditEntry): void {
    if (this.#waiting.length < MAX_WAITING) {
      this.#waiting.push(entry);
      return;
    }
    this.#parts.metrics.auditDropped.inc();
    this.#parts.logger.error('an audit entry is dropped');
  }

  /** Counts a refusal: 401, 429, 403 without `read`. */
  count(status: number, credentialId: string | null): void {
    const at = new Date(Math.floor(this.#parts.clock.now() / SECOND_MS) * SECOND_MS);
    const counted = this.#counts.size < MAX_COUNTS ? credentialId : null;
    const _id = `${this.#processId}:${status}:${counted ?? '-'}:${at.toISOString()}`;
    const count = (this.#counts.get(_id)?.count ?? 0) + 1;
    this.#counts.set(_id, { _id, kind: 'count', at, status, credentialId: counted, count });
  }

  /** From now on what waits is stored soon. */
  start(): Promise<void> {
    return this.#batches.start();
  }

  /** Stores everything that waits, the last time. @throws RetryableError `mongodb_unavailable` */
  async stop(): Promise<void> {
    await this.#batches.stop();
    try {
      await this.#storeWaiting(Number.POSITIVE_INFINITY);
    } finally {
      const entries = this.waiting();
      if (entries > 0) this.#parts.logger.error({ entries }, 'audit entries are lost at the end');
    }
  }

  waiting(): number {
    return this.#waiting.length + this.#counts.size;
  }

  /** With the counts of seconds that ended before `now`: they cannot grow any more. */
  async #storeWaiting(now: number): Promise<void> {
    for (const [_id, count] of this.#counts) {
      if (count.at.getTime() + SECOND_MS > now) continue;
      this.#counts.delete(_id);
      this.storeSoon(count);
    }
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, MAX_BATCH);
      await this.#parts.auditStore.insert(batch);
      this.#waiting = this.#waiting.slice(batch.length);
    }
  }
}
