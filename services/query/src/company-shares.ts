import type { Counter } from 'prom-client';
import { BUSY_RETRY_SECONDS, outage, shareExceeded } from './api-error.ts';
import { MIN_SHARE_BYTES } from './config.ts';
import type { ProcessContext } from './process-context.ts';

/**
 * What one company (for keys without one: one location) may have under way in this process, so that its heavy requests
 * leave the others their turn of the event loop, their memory and their connections to MongoDB. Keyed by quota bucket.
 */
export type CompanyShares = ReturnType<typeof createCompanyShares>;

/** Slow clients of one company leave three quarters to the others. */
const SHARE = 1 / 4;
/** Per process: each wait holds a request and makes the shared query a little longer. */
const MAX_WAITS = 1_000;
/** Measured: a page of 5 MB has the event loop for 20 ms; with two at once other companies' point reads take twice as long. */
const HEAVY_AT_ONCE = 1;
/** A query has as many, and two run at once: the reports of one company leave the other one to all others. */
const REPORTS_AT_ONCE = 8;
/** One thread renders those of all companies: while a PDF of one company is rendered, its next one is at most one place behind. */
const PDFS_AT_ONCE = 2;
/** Behind them, in the order of arrival: what a client that reads in parallel sends at once, for a part of its deadline of 8 s. */
const QUEUE = { most: 32, ms: 2_000 };

type Parts = Pick<ProcessContext, 'config' | 'clock' | 'metrics'>;

export function createCompanyShares({ config, clock, metrics }: Parts) {
  const { MAX_BYTES_IN_FLIGHT: maxBytes, POSITION_WAITS_PER_COMPANY: maxWaits } = config;
  const { now } = clock;
  const share = Math.max(MIN_SHARE_BYTES, Math.floor(maxBytes * SHARE));
  // Less than the deadline: what its company keeps waiting is no outage.
  const patient = { most: Number.POSITIVE_INFINITY, ms: 0.75 * config.REQUEST_DEADLINE_MS };
  const ofBytes = 'Too much is being read for answers, or has not been taken by their clients yet.';
  const ofWaits = 'Too many requests are waiting for a position.';
  return {
    /** Bytes of responses that are read here, or that their clients have not read yet. */
    bytes: new Places({ total: maxBytes, share, what: ofBytes, now, refusals: metrics.bytesRefused }),
    /** Requests that wait for a position. */
    waits: new Places({ total: MAX_WAITS, share: maxWaits, what: ofWaits, now }),
    /** Long pages, and dashboards of a company. */
    heavy: new Turns(HEAVY_AT_ONCE, now),
    /** All other pages: a search may hold a connection for seconds. */
    pages: new Turns(Math.ceil(config.MONGODB_POOL_SIZE * SHARE), now, patient),
    reports: new Turns(REPORTS_AT_ONCE, now, patient),
    pdfs: new Turns(PDFS_AT_ONCE, now),
  };
}

type PlacesOptions = {
  readonly total: number;
  readonly share: number;
  /** What a refused client is told. */
  readonly what: string;
  readonly now: () => number;
  readonly refusals?: Pick<Counter, 'inc'> | undefined;
};

/** **Invariant**: what is taken never exceeds `total`, nor what one company has taken its share. */
export class Places {
  readonly #options: PlacesOptions;
  readonly #held = new Map<string, number>();
  #taken = 0;

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  total(): number {
    return this.#taken;
  }

  /** @throws ApiError 429 beyond the share of the company; 500 with Retry-After when there is no room for any. */
  requireRoom(company: string, amount: number): void {
    const { total, share, what, now, refusals } = this.#options;
    const exceedsShare = (this.#held.get(company) ?? 0) + amount > share;
    if (!exceedsShare && this.#taken + amount <= total) return;
    refusals?.inc();
    if (exceedsShare) throw shareExceeded(what, share, now());
    throw outage(`${what} Try again later.`, BUSY_RETRY_SECONDS);
  }

  /** Requires room and takes it. @returns gives it back: to be called once. */
  take(company: string, amount: number): () => void {
    this.requireRoom(company, amount);
    this.#change(company, amount);
    return () => this.#change(company, -amount);
  }

  #change(company: string, amount: number): void {
    this.#taken += amount;
    const own = (this.#held.get(company) ?? 0) + amount;
    if (own === 0) this.#held.delete(company);
    else this.#held.set(company, own);
  }
}

type Queue = { underWay: number; readonly waiting: Set<() => void> };

export class Turns {
  readonly #atOnce: number;
  readonly #now: () => number;
  readonly #queue: typeof QUEUE;
  /** By company. **Invariant**: no request waits unless `atOnce` of its company are under way. */
  readonly #queues = new Map<string, Queue>();

  constructor(atOnce: number, now: () => number, queue = QUEUE) {
    this.#atOnce = atOnce;
    this.#now = now;
    this.#queue = queue;
  }

  /**
   * Resolves when it is the turn of a heavy request. @returns ends the turn: to be called once.
   * @throws ApiError 429 when too many of its company are before it; the reason of the signal once that is aborted.
   */
  async begin(company: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const queue = this.#queues.get(company) ?? { underWay: 0, waiting: new Set() };
    this.#queues.set(company, queue);
    if (queue.underWay < this.#atOnce) queue.underWay += 1;
    else await this.#passedOn(queue, signal);
    return () => {
      const [next] = queue.waiting;
      if (next !== undefined) return next();
      queue.underWay -= 1;
      if (queue.underWay === 0) this.#queues.delete(company);
    };
  }

  /** Resolves when a turn of the company ends and is passed on to this request. */
  #passedOn({ waiting }: Queue, signal: AbortSignal): Promise<void> {
    if (waiting.size >= this.#queue.most) throw this.#exceeded();
    return new Promise((resolve, reject) => {
      const settled = (settle: () => void) => () => {
        waiting.delete(begin);
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        settle();
      };
      const begin = settled(resolve);
      const abort = settled(() => reject(signal.reason));
      const timer = setTimeout(
        settled(() => reject(this.#exceeded())),
        this.#queue.ms,
      );
      waiting.add(begin);
      signal.addEventListener('abort', abort);
    });
  }

  #exceeded() {
    const what = 'Too many heavy requests of the company are under way.';
    return shareExceeded(what, this.#atOnce, this.#now());
  }
}
