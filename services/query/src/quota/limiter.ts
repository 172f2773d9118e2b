import { failureCode } from '@fundlens/runtime/errors';
import type { Clock } from '../clock.ts';
import { coalesced } from '../coalesced.ts';
import { createDailyLedger } from './daily-ledger.ts';
import { type Admission, admissionOf, type Counted, eachOf, type QuotaSubject } from './limits.ts';
import { countLocally } from './local-counter.ts';
import { createLocalWindows } from './local-windows.ts';
import { createQuotaCheckpoint, type QuotaCheckpoint } from './quota-checkpoint.ts';
import type { QuotaStore } from './quota-store.ts';
import { RedisCounter } from './redis-counter.ts';
import type { LimitsStore } from './redis-limits-store.ts';

export type LimiterOptions = {
  readonly counters: LimitsStore;
  readonly quotas: QuotaStore;
  readonly windowSeconds: number;
  /** While Redis is away or refuses: `open` counts in this process, `closed` refuses. */
  readonly failMode: 'open' | 'closed';
  readonly clock: Clock;
  /** A request was counted without Redis. */
  readonly onFallback: (cause: unknown) => void;
  /** Redis did not take what is owed to it; it is offered again. */
  readonly onUnpaid: (cause: unknown) => void;
  /** Redis lost counters and has them again, from what this process and MongoDB know. */
  readonly onCountersLost: () => void;
};

export type Limiter = QuotaCheckpoint & {
  /**
   * Counts a request; with cost 0 only reads. Requests of one quota subject in one turn of the event loop are one step.
   * @throws RetryableError `redis_away` (fail mode `closed` only) or `mongodb_unavailable` (the day's spending is unknown)
   */
  count(subject: QuotaSubject, cost: 0 | 1): Promise<Admission>;
};

/** Requests per step. */
const MAX_TOGETHER = 1_000;

type CountQuery = { readonly subject: QuotaSubject; readonly cost: 0 | 1 };

/** Window and quotas of every credential: counted in Redis, stored in MongoDB, counted here while Redis is away. */
export function createLimiter(options: LimiterOptions): Limiter {
  const { counters, quotas, windowSeconds, failMode, clock, onFallback, onUnpaid, onCountersLost } = options;
  const windowMs = windowSeconds * 1_000;
  const windows = createLocalWindows({ windowMs, monotonic: clock.monotonic });
  const ledger = createDailyLedger(quotas);
  const redisCounter = new RedisCounter({ counters, ledger, windows, windowMs, clock, onLost: onCountersLost });

  /** Counts requests of one subject, in their order. */
  async function countTogether(subject: QuotaSubject, costs: readonly (0 | 1)[]): Promise<Counted[]> {
    const requests = costs.filter((cost) => cost > 0).length;
    try {
      const reply = await redisCounter.count(subject, requests);
      const each = eachOf(reply, { requests, admitted: reply.admitted });
      const unchanged = { ...reply, refusedBy: null };
      return costs.map((cost) => (cost > 0 ? (each.shift() ?? reply) : unchanged));
    } catch (error) {
      if (failureCode(error) !== 'redis_away' || failMode === 'closed') throw error;
      return await Promise.all(
        costs.map((cost) => {
          onFallback(error);
          return countLocally({ ledger, windows, clock }, subject, cost);
        }),
      );
    }
  }

  /** Failures are returned, so that they reach the requests of their own subject only. */
  async function countAll(queries: readonly CountQuery[]): Promise<(Admission | Error)[]> {
    const admissions = new Map<CountQuery, Admission | Error>();
    const countOf = async ([subject, own]: [QuotaSubject, CountQuery[]]) => {
      try {
        const counted = await countTogether(
          subject,
          own.map(({ cost }) => cost),
        );
        for (const [index, each] of counted.entries()) {
          const query = own[index];
          if (query !== undefined) admissions.set(query, admissionOf(subject, each, windowSeconds));
        }
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        for (const query of own) admissions.set(query, error);
      }
    };
    await Promise.all([...Map.groupBy(queries, ({ subject }) => subject)].map(countOf));
    return queries.map((query) => admissions.get(query) ?? new TypeError('a request was not counted'));
  }

  const count = coalesced({ maxKeys: MAX_TOGETHER, load: countAll });
  return {
    count: (subject, cost) => count({ subject, cost }),
    ...createQuotaCheckpoint({ ledger, quotas, redisCounter, onUnpaid }),
  };
}
