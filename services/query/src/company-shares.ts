import type { Counter } from 'prom-client';
import { outage, shareExceeded } from './api-error.ts';

/**
 * What one company (for keys without one: one location) may have under way in this process, so that its heavy requests
 * leave the others their turn of the event loop, their memory and their connections to MongoDB. Keyed by quota bucket.
 */
export type CompanyShares = {
  /** Bytes of responses that their clients have not read yet. */
  readonly bytes: Places;
  /** Requests that wait for a position. */
  readonly waits: Places;
  /** Long pages, and dashboards of a company. */
  readonly pages: Turns;
  readonly pdfs: Turns;
};

export type CompanySharesOptions = {
  readonly maxBytes: number;
  /** Of one company. */
  readonly maxWaits: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Counts requests without room for their bytes. */
  readonly refusals?: Pick<Counter, 'inc'>;
};

/** The longest response (a report of 12 MiB and its envelope) must fit into the share of one company. */
export const MIN_SHARE_BYTES = 16 * 1024 * 1024;
/** Slow clients of one company leave three quarters to the others. */
const SHARE = 1 / 4;
/** Per process: each wait holds a request and makes the shared query a little longer. */
const MAX_WAITS = 1_000;
const RETRY_SECONDS = 1;

export function createCompanyShares({ maxBytes, maxWaits, now, refusals }: CompanySharesOptions): CompanyShares {
  return {
    bytes: createPlaces({
      total: maxBytes,
      share: Math.max(MIN_SHARE_BYTES, Math.floor(maxBytes * SHARE)),
      what: 'Too much of earlier answers has not been taken by its clients yet.',
      now,
      refusals,
    }),
    waits: createPlaces({
      total: MAX_WAITS,
      share: maxWaits,
      what: 'Too many requests are waiting for a position.',
      now,
    }),
    pages: createTurns({ atOnce: PAGES_AT_ONCE, now }),
    pdfs: createTurns({ atOnce: PDFS_AT_ONCE, now }),
  };
}

/** **Invariant**: what is taken never exceeds `total`, nor what one company has taken its share. */
export type Places = {
  /** @throws ApiError 429 beyond the share of the company; 500 with Retry-After when there is no room for any. */
  requireRoom(company: string, amount: number): void;
  /** Requires room and takes it. @returns gives it back, once. */
  take(company: string, amount: number): () => void;
  total(): number;
};

type PlacesOptions = {
  readonly total: number;
  readonly share: number;
  /** What a refused client is told. */
  readonly what: string;
  readonly now: () => number;
  readonly refusals?: Pick<Counter, 'inc'> | undefined;
};

export function createPlaces({ total, share, what, now, refusals }: PlacesOptions): Places {
  const held = new Map<string, number>();
  let taken = 0;

  function requireRoom(company: string, amount: number): void {
    const exceedsShare = (held.get(company) ?? 0) + amount > share;
    if (!exceedsShare && taken + amount <= total) return;
    refusals?.inc();
    if (exceedsShare) throw shareExceeded(what, { limit: share, now: now(), retrySeconds: RETRY_SECONDS });
    throw outage(`${what} Try again later.`, RETRY_SECONDS);
  }

  function change(company: string, amount: number): void {
    taken += amount;
    const own = (held.get(company) ?? 0) + amount;
    if (own === 0) held.delete(company);
    else held.set(company, own);
  }

  return {
    requireRoom,
    take(company, amount) {
      requireRoom(company, amount);
      change(company, amount);
      let open = true;
      return () => {
        if (open) change(company, -amount);
        open = false;
      };
    },
    total: () => taken,
  };
}

/** Measured: a page of 5 MB has the event loop for 20 ms; with two at once other companies' point reads take twice as long. */
const PAGES_AT_ONCE = 1;
/** One thread renders those of all companies: while a PDF of one company is rendered, its next one is at most one place behind. */
const PDFS_AT_ONCE = 2;
/** Behind them, in the order of arrival: what a client that reads in parallel sends at once. */
const MAX_QUEUED = 32;
/** Of the request's deadline of 8 s it leaves most to the read. */
const MAX_QUEUED_MS = 2_000;

export type Turns = {
  /**
   * Resolves when it is the turn of a heavy request. @returns ends the turn, once.
   * @throws ApiError 429 when too many of its company are before it; the reason of the signal once that is aborted.
   */
  begin(company: string, signal: AbortSignal): Promise<() => void>;
};

export function createTurns({ atOnce, now }: { readonly atOnce: number; readonly now: () => number }): Turns {
  /** **Invariant**: a queue is empty unless `atOnce` of its company are under way. */
  const companies = new Map<string, { underWay: number; readonly queue: Set<() => void> }>();
  const exceeded = () =>
    shareExceeded('Too many heavy requests of the company are under way.', {
      limit: atOnce,
      now: now(),
      retrySeconds: RETRY_SECONDS,
    });

  function turnOf(company: string): () => void {
    let open = true;
    return () => {
      const own = companies.get(company);
      if (!open || own === undefined) return;
      open = false;
      const [next] = own.queue;
      if (next !== undefined) {
        next();
        return;
      }
      own.underWay -= 1;
      if (own.underWay === 0) companies.delete(company);
    };
  }

  return {
    async begin(company, signal) {
      signal.throwIfAborted();
      const own = companies.get(company) ?? { underWay: 0, queue: new Set() };
      companies.set(company, own);
      if (own.underWay < atOnce) {
        own.underWay += 1;
        return turnOf(company);
      }
      const { queue } = own;
      if (queue.size >= MAX_QUEUED) throw exceeded();
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const timer = setTimeout(() => leave(() => reject(exceeded())), MAX_QUEUED_MS);
      const begin = () => leave(() => resolve(turnOf(company)));
      const abort = () => leave(() => reject(signal.reason));
      function leave(settle: () => void): void {
        queue.delete(begin);
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        settle();
      }
      queue.add(begin);
      signal.addEventListener('abort', abort, { once: true });
      return await promise;
    },
  };
}
