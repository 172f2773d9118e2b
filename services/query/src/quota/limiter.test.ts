import { RetryableError } from '@fundlens/runtime/errors';
import { describe, expect, it } from 'vitest';
import { testContext } from '../testing/test-context.ts';
import { Limiter } from './limiter.ts';
import type { Credential } from '../credentials/access-state.ts';
import { admissionOf, type QuotaSubject, rateLimitHeaders } from './limits.ts';
import type { Spending } from './quota-store.ts';
import type { CountReply, CountRequest } from './redis-limits-store.ts';

const MIDNIGHT = Date.UTC(2026, 5, 2);
const DAY_MS = 86_400_000;
const day = MIDNIGHT / DAY_MS;
const subject: QuotaSubject = {
  credentialId: 'c',
  bucket: 'company:a',
  windowLimit: 10,
  days: [{ name: 'day', bucket: 'company:a', limit: 100 }],
};

/** Scripted counters and a quota store in memory: servers cannot be asked what happens around midnight. What they can be: limits.int.test.ts. */
function setUp(answer: (request: CountRequest) => Partial<CountReply> | 'away') {
  const requests: CountRequest[] = [];
  const stored = new Map<string, number>();
  let now = MIDNIGHT - 1_000;
  const key = ({ bucket, day }: { bucket: string; day: number }) => `${bucket}:${day}`;
  const context = testContext({}, () => now);
  const limiter = new Limiter({
    ...context,
    counters: {
      async count(request) {
        requests.push(request);
        const told = answer(request);
        if (told === 'away') throw new RetryableError('redis_away', 'away');
        return {
          needsDay: false,
          admitted: request.requests,
          refusedBy: null,
          windowUsed: 1,
          windowResetsInMs: 1_000,
          spent: [1],
          now,
          day: request.day,
          ...told,
        };
      },
    },
    quotas: {
      load: async (bucket, day) => stored.get(key({ bucket, day })) ?? 0,
      async raise(totals: readonly Spending[]) {
        for (const total of totals) stored.set(key(total), Math.max(total.spent, stored.get(key(total)) ?? 0));
      },
    },
  });
  /** As a request of the credential and the company that have these limits. */
  function count({ windowLimit = 10, dailyQuota = 100, dailyCap = null as number | null } = {}) {
    const credential = { credentialId: 'c', companyId: 'a', permissions: ['read'], windowLimit, dailyCap };
    return limiter.of(credential as unknown as Credential, { active: true, dailyQuota }).count();
  }
  const at = (time: number) => {
    now = time;
  };
  return { limiter, count, requests, stored, at };
}

describe('the limiter around midnight', () => {
  it('retries with the day of Redis, and its spending', async () => {
    const seen: [number, number][] = [];
    const { count, stored } = setUp((request) => {
      seen.push([request.day, request.entries[0]?.spent ?? 0]);
      return request.day === day ? {} : { needsDay: true, day };
    });
    stored.set(`company:a:${day}`, 7);
    await count();
    expect(seen).toEqual([
      [day - 1, 0],
      [day, 7],
    ]);
  });

  it('follows a Redis whose day ends later than ours', async () => {
    const { count, requests, at } = setUp(() => ({ day: day - 1 }));
    at(MIDNIGHT + 10);
    await count();
    await count();
    expect(requests.map(({ day: of }) => of)).toEqual([day, day - 1]);
  });

  it('stores what it has counted alone of a day that is over, and once', async () => {
    const { limiter, count, stored, at } = setUp(() => 'away');
    for (let i = 0; i < 3; i += 1) await count();
    at(MIDNIGHT + 10);
    for (let times = 0; times < 2; times += 1) {
      await limiter.checkpoint();
      expect(stored.get(`company:a:${day - 1}`)).toBe(3);
    }
  });
});

describe('the limiter without Redis', () => {
  it('refuses by the window, the cap and the quota alike, and spends nothing then', async () => {
    const refusals = async (
      limits: { windowLimit?: number; dailyQuota?: number; dailyCap?: number },
      times: number,
    ) => {
      const { count } = setUp(() => 'away');
      const refused = [];
      for (let i = 0; i < times; i += 1) refused.push((await count(limits)).refusedBy);
      return refused;
    };
    expect(await refusals({ windowLimit: 2 }, 3)).toEqual([null, null, 'window']);
    expect(await refusals({ dailyQuota: 1 }, 3)).toEqual([null, 'day', 'day']);
    expect(await refusals({ dailyCap: 1, windowLimit: 1 }, 2)).toEqual([null, 'credential-day']);
  });
});

describe('what a client is told', () => {
  const counted = { refusedBy: null, now: 0, windowUsed: 50, windowResetsInMs: 0, spent: [500, 9] };

  it('is never that less than nothing is left, or that it need not wait', () => {
    const cap = { name: 'credential-day', bucket: 'credential:c', limit: 3 } as const;
    const { limits } = admissionOf({ ...subject, days: [...subject.days, cap] }, counted, 60);
    expect(limits.map(({ remaining }) => remaining)).toEqual([0, 0, 0]);
    const headers = rateLimitHeaders(admissionOf(subject, { ...counted, refusedBy: 'window' }, 60));
    expect(headers['Retry-After']).toBe('1');
  });
});
