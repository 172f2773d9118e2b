import { failureCode } from '@fundlens/runtime/errors';
import type { Component } from '@fundlens/runtime/lifecycle';
import { createPeriodic } from '@fundlens/runtime/periodic';
import { coalesced } from '../coalesced.ts';
import type { Company, Credential } from '../credentials/access-state.ts';
import type { ProcessContext } from '../process-context.ts';
import { DailySpending, type KnownSpending, raise } from './daily-spending.ts';
import { type Admission, admissionOf, type Counted, type QuotaSubject, quotaSubjectOf, utcDay } from './limits.ts';
import type { QuotaStore } from './quota-store.ts';
import type { CountReply, RedisLimitsStore } from './redis-limits-store.ts';

export type LimiterParts = Pick<ProcessContext, 'config' | 'clock' | 'logger' | 'metrics'> & {
  readonly counters: Pick<RedisLimitsStore, 'count'>;
  readonly quotas: QuotaStore;
};

/** Spent quota reaches MongoDB within this time and one write: losing Redis loses at most a second of spending. */
const CHECKPOINT_MS = 500;
/** Requests per step. */
const MAX_TOGETHER = 1_000;
/** A day can end between two attempts, and Redis can lose its data once more; a further attempt would hide a bug. */
const MAX_ATTEMPTS = 4;

/** A window as this process knows it: it goes on while Redis is away, and once it is back. `endsAt` is monotonic. */
type Window = { readonly used: number; readonly endsAt: number };

/** What one credential is counted by, as long as it and its company are what they are. */
export type CredentialQuota = {
  /** See `QuotaSubject`. */
  readonly bucket: string;
  /**
   * Counts a request. Requests of one turn of the event loop are one step.
   * @throws RetryableError `redis_away` (fail mode `closed` only) or `mongodb_unavailable` (the day's spending is unknown)
   */
  readonly count: () => Promise<Admission>;
};

/** Window and quotas of every credential: counted in Redis, stored in MongoDB, counted here while Redis is away. */
export class Limiter implements Component {
  readonly name = 'quota';
  readonly #parts: LimiterParts;
  readonly #windowMs: number;
  readonly #spending: DailySpending;
  /** By credential. */
  readonly #windows = new Map<string, Window>();
  readonly #quotas = new WeakMap<Credential, { readonly company: Company; readonly quota: CredentialQuota }>();
  readonly #checkpoints = createPeriodic({
    name: 'quota',
    everyMs: CHECKPOINT_MS,
    waitsFirst: true,
    work: () => this.checkpoint(),
    onError: (error) => {
      this.#parts.metrics.checkpointFailures.inc();
      this.#parts.logger.warn({ error }, 'spent quota waits because it cannot be stored');
    },
  });
  /** Redis' day minus ours, as last seen: they differ around midnight. */
  #dayOffset = 0;

  constructor(parts: LimiterParts) {
    this.#parts = parts;
    this.#windowMs = parts.config.RATE_LIMIT_WINDOW_SECONDS * 1_000;
    this.#spending = new DailySpending(parts.quotas);
  }

  of(credential: Credential, company: Company): CredentialQuota {
    const known = this.#quotas.get(credential);
    if (known?.company === company) return known.quota;
    const subject = quotaSubjectOf(credential, company, this.#parts.config);
    const load = ({ length }: readonly null[]) => this.#countTogether(subject, length);
    const together = coalesced({ maxKeys: MAX_TOGETHER, load });
    const quota = { bucket: subject.bucket, count: () => together(null) };
    this.#quotas.set(credential, { company, quota });
    return quota;
  }

  start(): Promise<void> {
    return this.#checkpoints.start();
  }

  async stop(): Promise<void> {
    await this.#checkpoints.stop();
    await this.checkpoint();
  }

  /** Stores spending since the last time in MongoDB. @throws RetryableError `mongodb_unavailable` */
  async checkpoint(): Promise<void> {
    const { clock } = this.#parts;
    const now = clock.monotonic();
    for (const [credentialId, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(credentialId);
    // The earliest day that Redis may still count.
    await this.#spending.store(utcDay(clock.now()) + Math.min(0, this.#dayOffset));
  }

  /** Counts requests of one subject, in their order. */
  async #countTogether(subject: QuotaSubject, requests: number): Promise<Admission[]> {
    const { config, clock, metrics } = this.#parts;
    const { RATE_LIMIT_WINDOW_SECONDS: windowSeconds, RATE_LIMIT_FAIL_MODE: failMode } = config;
    const each = Array.from({ length: requests }, (_, index) => index);
    try {
      const counted = await this.#countInRedis(subject, requests);
      const accepted = { ...counted, refusedBy: null };
      // As if one came after the other.
      return each.map((index) => {
        const later = Math.max(0, counted.admitted - 1 - index);
        return admissionOf(subject, index < counted.admitted ? accepted : counted, windowSeconds, later);
      });
    } catch (error) {
      if (failureCode(error) !== 'redis_away' || failMode === 'closed') throw error;
      const known = await this.#spending.of(subject, utcDay(clock.now()), false);
      metrics.limitFallbacks.inc(requests);
      return each.map(() => admissionOf(subject, this.#countHere(subject, known), windowSeconds));
    }
  }

  async #countInRedis(subject: QuotaSubject, requests: number): Promise<CountReply> {
    const { counters, clock, logger } = this.#parts;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const day = utcDay(clock.now()) + this.#dayOffset;
      const known = await this.#spending.of(subject, day, attempt > 1);
      // Before Redis looks at its clock: what is known of a window ends no later than the window.
      const askedAt = clock.monotonic();
      const window = this.#windowAt(subject.credentialId, askedAt);
      const reply = await counters.count({ ...known, ...window, subject, requests, day });
      this.#dayOffset = reply.day - utcDay(clock.now());
      if (!reply.needsDay) {
        const endsAt = askedAt + reply.windowResetsInMs;
        this.#windows.set(subject.credentialId, { used: reply.windowUsed, endsAt });
        if (reply.day === day)
          for (const [index, entry] of known.entries.entries()) raise(entry, reply.spent[index] ?? 0);
        return reply;
      }
      if (reply.day === day) logger.warn('redis lost daily counters; it has them again from MongoDB');
    }
    throw new TypeError('Redis asks for the spending of the day again and again');
  }

  /** Counts a request in this process, while Redis is away. */
  #countHere({ credentialId, windowLimit, days }: QuotaSubject, { entries }: KnownSpending): Counted {
    const { clock } = this.#parts;
    const now = clock.monotonic();
    const window = this.#windowAt(credentialId, now);
    const usedUp = days.find(({ limit }, index) => (entries[index]?.spent ?? 0) >= limit);
    const refusedBy = usedUp?.name ?? (window.windowUsed >= windowLimit ? 'window' : null);
    const spends = refusedBy === null ? 1 : 0;
    for (const entry of entries) entry.spent += spends;
    const windowUsed = window.windowUsed + spends;
    this.#windows.set(credentialId, { used: windowUsed, endsAt: now + window.windowResetsInMs });
    return { ...window, windowUsed, refusedBy, now: clock.now(), spent: entries.map(({ spent }) => spent) };
  }

  /** The one that goes on, or a new one. */
  #windowAt(credentialId: string, now: number) {
    const { used = 0, endsAt = now } = this.#windows.get(credentialId) ?? {};
    if (endsAt <= now) return { windowUsed: 0, windowResetsInMs: this.#windowMs };
    return { windowUsed: used, windowResetsInMs: endsAt - now };
  }
}
