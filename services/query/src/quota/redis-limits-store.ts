import { RetryableError } from '@fundlens/runtime/errors';
import type { RedisBehaviour, RedisClient } from '@fundlens/redis-client/redis-client';
import type { SubjectSpending } from './daily-spending.ts';
import type { LimitName, QuotaSubject } from './limits.ts';
import { LIMITS_SCRIPT } from './limits-script.ts';

export type CountRequest = {
  readonly subject: QuotaSubject;
  readonly requests: number;
  readonly windowMs: number;
  /** The UTC day of `quota` and `cap`. */
  readonly day: number;
} & SubjectSpending;

export type CountReply = {
  /** True when Redis lacks the day's spending: it must get it before it admits anything. */
  readonly needsDay: boolean;
  /** How many of the requests were admitted. */
  readonly admitted: number;
  /** The limit that refused the others; null when all are admitted. */
  readonly refusedBy: LimitName | null;
  readonly windowUsed: number;
  readonly windowResetsInMs: number;
  readonly quotaSpent: number;
  readonly capSpent: number;
  /** Epoch milliseconds of the Redis server. */
  readonly now: number;
  /** UTC day of the Redis server. */
  readonly day: number;
};

export type LimitsStore = {
  /** @throws RetryableError `redis_away` */
  count(request: CountRequest): Promise<CountReply>;
  /** Why requests cannot be counted in Redis, as a code; null while they can. */
  away(): string | null;
  stop(): void;
};

export type LimitsStoreOptions = {
  readonly redis: RedisClient;
  readonly keyPrefix: string;
  /** Redis is connected, and does not answer or refuses the script; called once for each reason until it counts again. */
  readonly onTrouble: (reason: string, error: unknown) => void;
  readonly onCounting: () => void;
};

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

/** How often a Redis that does not answer, or answers with errors, is probed. */
const PROBE_INTERVAL_MS = 250;
const NO_CONNECTION = 'no_connection';
const NO_ANSWER = 'no_answer';
/** The first word of an error of Redis: `OOM`, `NOPERM`, `READONLY`. What follows may quote anything. */
const ERROR_CODE = /^[A-Z]{1,20}(?= )/;
const REFUSED_BY: Readonly<Record<number, LimitName>> = { 1: 'window', 2: 'day', 3: 'credential-day' };
const ADMITTED = 0;
const NEEDS_DAY = 9;
/** Numbers of a reply. */
const REPLIED = 8;

/**
 * The counters in Redis. A lost connection is noticed by the client at once; a Redis that hangs or answers with an error by the
 * first command, after which no request is counted there until a probe succeeds. One node of a cluster counts as all.
 */
export function createRedisLimitsStore(options: LimitsStoreOptions): LimitsStore {
  const { redis, keyPrefix, onTrouble, onCounting } = options;
  let trouble: string | null = null;
  const told = new Set<string>();
  let probe: NodeJS.Timeout | undefined;

  const counting = withCountCommand(redis);

  function noteTrouble(seen: string, error: unknown): void {
    trouble = seen;
    if (told.has(seen)) return;
    told.add(seen);
    onTrouble(seen, error);
  }

  function probeLater(request: CountRequest): void {
    if (probe !== undefined) return;
    probe = setTimeout(async () => {
      try {
        await tryScript(counting, keyPrefix, request);
        trouble = null;
        told.clear();
        onCounting();
      } catch (error) {
        const seen = troubleOf(error);
        if (seen !== null) noteTrouble(seen, error);
        else if (redis.status !== 'ready') trouble = NO_CONNECTION;
      }
      probe = undefined;
      if (trouble !== null) probeLater(request);
    }, PROBE_INTERVAL_MS);
    probe.unref();
  }

  const away = () => trouble ?? (redis.status === 'ready' ? null : NO_CONNECTION);
  const failed = (cause?: unknown) =>
    new RetryableError('redis_away', `Redis does not count: ${away() ?? NO_CONNECTION}`, { cause });

  return {
    async count(request) {
      if (away() !== null) throw failed();
      const keys = keysOf(keyPrefix, request.subject);
      let reply: unknown;
      try {
        reply = await counting.countRequests(...keys, ...argumentsOf(request));
      } catch (error) {
        const seen = troubleOf(error);
        if (seen !== null) {
          noteTrouble(seen, error);
          probeLater(request);
        }
        throw failed(error);
      }
      return readReply(reply, request.requests);
    },
    away,
    stop() {
      trouble = null;
      clearTimeout(probe);
    },
  };
}

type Keys = [window: string, day: string, cap: string];

/** What the script is called by; ioredis sends its text to a server that does not have it yet. */
type CountCommand = { countRequests(...keysAndArguments: [...Keys, ...(string | number)[]]): Promise<unknown> };

function withCountCommand(redis: RedisClient): RedisClient & CountCommand {
  redis.defineCommand('countRequests', { numberOfKeys: 3, lua: LIMITS_SCRIPT });
  return redis as RedisClient & CountCommand;
}

/** The bucket is the hash tag: everything that one request counts lives in one slot. */
function keysOf(prefix: string, { bucket, credentialId }: QuotaSubject): Keys {
  const tagged = `${prefix}{${bucket}}`;
  return [`${tagged}:window:${credentialId}`, `${tagged}:day`, `${tagged}:day:${credentialId}`];
}

function argumentsOf({ subject, requests, windowMs, day, quota, cap }: CountRequest): (string | number)[] {
  return [
    requests,
    subject.windowLimit,
    windowMs,
    subject.dailyQuota,
    subject.dailyCap ?? -1,
    day,
    quota.entry.spent,
    cap?.entry.spent ?? 0,
    quota.isFresh ? 1 : 0,
    cap?.isFresh ? 1 : 0,
  ];
}

/** Counts a request without limits in the slot of one that failed: a read would not show that Redis refuses writes. */
async function tryScript(counting: CountCommand, prefix: string, request: Pick<CountRequest, 'subject' | 'day'>) {
  const tagged = `${prefix}{${request.subject.bucket}}:probe`;
  const { MAX_SAFE_INTEGER: none } = Number;
  const keys: Keys = [`${tagged}:window`, `${tagged}:day`, `${tagged}:cap`];
  const reply = await counting.countRequests(...keys, 1, none, PROBE_INTERVAL_MS, none, none, request.day, 0, 0, 1, 1);
  const { needsDay, day } = readReply(reply, 1);
  if (needsDay) await tryScript(counting, prefix, { ...request, day });
}

/** @throws TypeError for anything that the script does not return: an unknown outcome must never admit. */
function readReply(reply: unknown, requests: number): CountReply {
  const numbers = Array.isArray(reply) ? reply.map(Number) : [];
  const [outcome = -1, admitted = -1, windowUsed = 0, windowResetsInMs = 0, ...others] = numbers;
  const [quotaSpent = 0, capSpent = 0, now = 0, day = 0] = others;
  const refusedBy = REFUSED_BY[outcome] ?? null;
  const known = refusedBy === null ? outcome === NEEDS_DAY || (outcome === ADMITTED && admitted === requests) : true;
  if (!known || numbers.length !== REPLIED || !numbers.every(Number.isSafeInteger) || admitted > requests) {
    throw new TypeError('the limits script returned an unknown outcome');
  }
  const spent = { windowUsed, windowResetsInMs, quotaSpent, capSpent };
  return { needsDay: outcome === NEEDS_DAY, admitted, refusedBy, ...spent, now, day };
}

/** Null for a lost connection. */
function troubleOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  // So Redis tells a script of a right that its user lacks.
  if (error.message.includes('ACL failure')) return 'NOPERM';
  if (error.name === 'ReplyError') return ERROR_CODE.exec(error.message)?.[0] ?? 'ERR';
  return error.message.includes('timed out') ? NO_ANSWER : null;
}
