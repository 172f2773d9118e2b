import { hash } from 'node:crypto';
import { RetryableError } from '@fundlens/runtime/errors';
import { type RedisClient, watchRedis } from '@fundlens/redis-client/redis-client';
import type { LimitName, QuotaSubject } from './limits.ts';
import { LIMITS_SCRIPT } from './limits-script.ts';

/** One daily counter as known outside Redis. */
export type DailyKnowledge = {
  /** Its last total outside Redis; null: not loaded. */
  readonly known: number | null;
  /** Spent while Redis was away. */
  readonly owed: number;
};

export type CountRequest = {
  readonly subject: QuotaSubject;
  /** 0 only reads. */
  readonly requests: number;
  readonly windowMs: number;
  /** The UTC day of `quota` and `cap`. */
  readonly day: number;
  readonly quota: DailyKnowledge;
  readonly cap: DailyKnowledge;
};

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
  /** Called each time that Redis is back: it may have lost everything. */
  onReturn(listener: () => void): void;
  /** False while Redis is known to be away. */
  available(): boolean;
  stop(): void;
};

/** How often a Redis that accepts commands without answering is probed. */
const PROBE_INTERVAL_MS = 250;
const SCRIPT_SHA1 = hash('sha1', LIMITS_SCRIPT);
const REFUSED_BY: Readonly<Record<number, LimitName>> = { 1: 'window', 2: 'day', 3: 'credential-day' };
const ADMITTED = 0;
const NEEDS_DAY = 9;

/**
 * The counters in Redis. A lost connection is noticed by the client at once; one that hangs by the first command that
 * times out, after which no command is sent until a probe succeeds. A cluster of which one node hangs counts as hanging.
 */
export function createRedisLimitsStore({ redis, keyPrefix }: { redis: RedisClient; keyPrefix: string }): LimitsStore {
  const listeners: (() => void)[] = [];
  let hanging = false;
  let probe: NodeJS.Timeout | undefined;

  function returned(): void {
    hanging = false;
    for (const listener of listeners) listener();
  }
  const unwatch = watchRedis(redis, { onReady: returned });

  /** @param key of the command that timed out: in a cluster its node must answer, not any. */
  function probeLater(key: string): void {
    if (probe !== undefined) return;
    probe = setTimeout(() => {
      probe = undefined;
      redis.get(key).then(returned, () => {
        if (hanging) probeLater(key);
      });
    }, PROBE_INTERVAL_MS);
    probe.unref();
  }

  function away(cause?: unknown): RetryableError {
    return new RetryableError('redis_away', 'the counters cannot be reached', { cause });
  }

  async function run(keys: string[], args: (string | number)[]): Promise<unknown> {
    try {
      return await redis.evalsha(SCRIPT_SHA1, keys.length, ...keys, ...args);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return await redis.eval(LIMITS_SCRIPT, keys.length, ...keys, ...args);
    }
  }

  return {
    async count(request) {
      if (hanging || redis.status !== 'ready') throw away();
      const keys = keysOf(keyPrefix, request.subject);
      try {
        return readReply(await run(keys, argumentsOf(request)));
      } catch (error) {
        if (redis.status === 'ready' && isTimeout(error)) {
          hanging = true;
          probeLater(keys[0]);
        }
        throw away(error);
      }
    },
    onReturn(listener) {
      listeners.push(listener);
    },
    available: () => !hanging && redis.status === 'ready',
    stop() {
      clearTimeout(probe);
      unwatch();
    },
  };
}

/** The bucket is the hash tag: everything that one request counts lives in one slot. */
function keysOf(prefix: string, { bucket, credentialId }: QuotaSubject): [window: string, day: string, cap: string] {
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
    quota.known ?? -1,
    cap.known ?? -1,
    quota.owed,
    cap.owed,
  ];
}

/** @throws TypeError for anything that the script does not return: an unknown outcome must never admit. */
function readReply(reply: unknown): CountReply {
  const numbers = Array.isArray(reply) ? reply.map(Number) : [];
  const [outcome = -1, admitted = 0, windowUsed = 0, windowResetsInMs = 0, ...others] = numbers;
  const [quotaSpent = 0, capSpent = 0, now = 0, day = 0] = others;
  const refusedBy = REFUSED_BY[outcome] ?? null;
  if (refusedBy === null && outcome !== ADMITTED && outcome !== NEEDS_DAY) {
    throw new TypeError('the limits script returned an unknown outcome');
  }
  const spent = { windowUsed, windowResetsInMs, quotaSpent, capSpent };
  return { needsDay: outcome === NEEDS_DAY, admitted, refusedBy, ...spent, now, day };
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.includes('timed out');
}
