import type { RedisBehaviour, RedisClient } from '@fundlens/redis-client/redis-client';
import { sleep } from '@fundlens/runtime/backoff';
import { RetryableError } from '@fundlens/runtime/errors';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { ProcessContext } from '../process-context.ts';
import type { KnownSpending } from './daily-spending.ts';
import type { Counted, QuotaSubject } from './limits.ts';
import { LIMITS_SCRIPT } from './limits-script.ts';

export type CountRequest = KnownSpending &
  Pick<Counted, 'windowUsed' | 'windowResetsInMs'> & {
    readonly subject: QuotaSubject;
    readonly requests: number;
    /** The UTC day of what is known. */
    readonly day: number;
  };

/** The counters after all of the requests; `refusedBy` is the limit that refused those that were not admitted. */
export type CountReply = Counted & {
  /** True when Redis lacks the day's spending: it must get it before it admits anything. */
  readonly needsDay: boolean;
  /** How many of the requests were admitted. */
  readonly admitted: number;
  /** UTC day of the Redis server. */
  readonly day: number;
};

type Parts = Pick<ProcessContext, 'config' | 'logger'> & { readonly redis: RedisClient };

/** Every request counts first, so the client must notice at once that Redis is away, and not wait for it. */
export const limitsBehaviour: RedisBehaviour = {
  lazyConnect: true,
  // By default, commands wait for a connection for ever.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 2_000,
  // Generous: a command that times out is counted here as well, although Redis may have counted it.
  commandTimeout: 2_000,
  retryStrategy: (attempt) => Math.min(50 * attempt, 1_000),
};

/** A Redis that takes connections and does not answer must not keep the service from starting. */
const START_MS = 3_000;
/** How often a Redis that does not answer, or answers with errors, is probed. */
const PROBE_INTERVAL_MS = 250;
const NO_CONNECTION = 'no_connection';
const NO_ANSWER = 'no_answer';
/** The first word of an error of Redis: `OOM`, `NOPERM`, `READONLY`. What follows may quote anything. */
const ERROR_CODE = /^[A-Z]{1,20}(?= )/;
const ADMITTED = 0;
const NEEDS_DAY = 9;
/** Numbers of a reply before those of the day. */
const REPLIED = 6;

/**
 * The counters in Redis. A lost connection is noticed by the client at once; a Redis that hangs or answers with an error by the
 * first command, after which no request is counted there until a probe succeeds. One node of a cluster counts as all.
 */
export class RedisLimitsStore implements Component {
  readonly name = 'redis';
  readonly #parts: Parts;
  readonly #counting: CountCommand;
  /** Redis is connected, and does not answer or refuses the script. */
  #trouble: string | null = null;
  /** Troubles in the log since Redis last counted: one line for each. */
  readonly #logged = new Set<string>();
  #probe: NodeJS.Timeout | undefined;
  readonly #stopping = new AbortController();

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.redis.defineCommand('countRequests', { lua: LIMITS_SCRIPT });
    this.#counting = parts.redis as RedisClient & CountCommand;
  }

  /** Why requests cannot be counted in Redis, as a code; null while they can. */
  away(): string | null {
    return this.#trouble ?? (this.#parts.redis.status === 'ready' ? null : NO_CONNECTION);
  }

  /** @throws RetryableError `redis_away` */
  async count(request: CountRequest): Promise<CountReply> {
    if (this.away() !== null) throw this.#failed();
    const { bucket, credentialId, days } = request.subject;
    // The bucket is the hash tag: everything that one request counts lives in one slot.
    const tagged = `${this.#parts.config.REDIS_KEY_PREFIX}{${bucket}}`;
    const ofDay = { day: `${tagged}:day`, 'credential-day': `${tagged}:day:${credentialId}` };
    const keys = [`${tagged}:window:${credentialId}`, ...days.map(({ name }) => ofDay[name])];
    let reply: unknown;
    try {
      reply = await this.#counting.countRequests(keys.length, ...keys, ...argumentsOf(request));
    } catch (error) {
      this.#noteTrouble(error);
      if (this.#trouble !== null) this.#probeLater(request);
      throw this.#failed(error);
    }
    return readReply(reply, request);
  }

  /**
   * Waits a little, so that the first requests are counted in Redis. While it is away the client tries again, and the limits do
   * what the fail mode says.
   */
  async start(): Promise<void> {
    const connected = this.#parts.redis.connect().catch(() => undefined);
    await Promise.race([connected, sleep(START_MS, this.#stopping.signal)]);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#trouble = null;
    clearTimeout(this.#probe);
    this.#parts.redis.disconnect();
  }

  #failed(cause?: unknown): RetryableError {
    return new RetryableError('redis_away', `Redis does not count: ${this.away() ?? NO_CONNECTION}`, { cause });
  }

  #noteTrouble(error: unknown): void {
    const seen = troubleOf(error);
    if (seen === null) {
      // The client knows about a lost connection: it is no trouble of its own, but what becomes of another one.
      if (this.#trouble !== null) this.#trouble = NO_CONNECTION;
      return;
    }
    this.#trouble = seen;
    if (this.#logged.has(seen)) return;
    this.#logged.add(seen);
    this.#parts.logger.warn({ reason: seen, error }, 'Redis is there and does not count limits');
  }

  #probeLater(request: CountRequest): void {
    this.#probe ??= setTimeout(async () => {
      try {
        await this.#tryScript(request);
        this.#trouble = null;
        this.#logged.clear();
        this.#parts.logger.info('Redis counts limits again');
      } catch (error) {
        this.#noteTrouble(error);
      }
      this.#probe = undefined;
      if (this.#trouble !== null) this.#probeLater(request);
    }, PROBE_INTERVAL_MS).unref();
  }

  /**
   * Counts a request without limits in the slot of one that failed: a read would not show that Redis refuses writes. Once
   * the day is over it shows only that Redis answers, and the next request shows the rest.
   */
  async #tryScript({ subject, day }: CountRequest): Promise<void> {
    const tagged = `${this.#parts.config.REDIS_KEY_PREFIX}{${subject.bucket}}:probe`;
    const { MAX_SAFE_INTEGER: none } = Number;
    const keys = [`${tagged}:window`, `${tagged}:day`];
    await this.#counting.countRequests(keys.length, ...keys, 1, none, 0, PROBE_INTERVAL_MS, day, 1, none, 0);
  }
}

/** What the script is called by; ioredis sends its text to a server that does not have it yet. */
type CountCommand = {
  countRequests(keys: number, ...keysAndArguments: (string | number)[]): Promise<unknown>;
};

function argumentsOf({ subject, requests, day, entries, isFresh, ...window }: CountRequest): number[] {
  const days = subject.days.flatMap(({ limit }, index) => [limit, entries[index]?.spent ?? 0]);
  return [requests, subject.windowLimit, window.windowUsed, window.windowResetsInMs, day, isFresh ? 1 : 0, ...days];
}

/** @throws TypeError for anything that the script does not return: an unknown outcome must never admit. */
function readReply(reply: unknown, { subject: { days }, requests }: CountRequest): CountReply {
  const numbers = Array.isArray(reply) ? reply.map(Number) : [];
  const [outcome = -1, admitted = -1, windowUsed = 0, windowResetsInMs = 0, now = 0, day = 0, ...spent] = numbers;
  const needsDay = outcome === NEEDS_DAY;
  const refusedBy = [null, 'window' as const, ...days.map(({ name }) => name)][outcome] ?? null;
  const known = refusedBy !== null || needsDay || (outcome === ADMITTED && admitted === requests);
  const length = needsDay ? REPLIED : REPLIED + days.length;
  if (!known || numbers.length !== length || !numbers.every(Number.isSafeInteger) || admitted > requests) {
    throw new TypeError('the limits script returned an unknown outcome');
  }
  return { needsDay, admitted, refusedBy, windowUsed, windowResetsInMs, now, day, spent };
}

/** Null for a lost connection. */
function troubleOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  // So Redis tells a script of a right that its user lacks.
  if (error.message.includes('ACL failure')) return 'NOPERM';
  if (error.name === 'ReplyError') return ERROR_CODE.exec(error.message)?.[0] ?? 'ERR';
  return error.message.includes('timed out') ? NO_ANSWER : null;
}
