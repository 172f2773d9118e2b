import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { startProxyOf } from '@fundlens/testing/proxied-url';
import type { TcpProxy } from '@fundlens/testing/tcp-proxy';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASE_PATH } from '../routes/route.ts';
import { type BurstClient, type BurstResponse, createBurstClient } from '../testing/burst-client.ts';
import { type QueryHarness, queryHarness, type RunningQuery } from '../testing/query-harness.ts';
import { testStack } from '../testing/stack.ts';

const DAY_MS = 86_400_000;
const LONGER_THAN_THE_TESTS_MS = 30_000;

let harness: QueryHarness;
let redis: Redis;

beforeAll(async () => {
  harness = await queryHarness();
  redis = new Redis(testStack().redisUrl);
  // The quota of a day that ends meanwhile would be another one.
  const left = DAY_MS - (Date.now() % DAY_MS);
  if (left < LONGER_THAN_THE_TESTS_MS) await delay(left + 1_000);
}, 2 * LONGER_THAN_THE_TESTS_MS);
afterAll(async () => {
  await harness.close();
  redis.disconnect();
});

let made = 0;

type Limits = { readonly windowLimit?: number; readonly dailyCap?: number };

/** A company of its own with one location, and credentials for it. */
async function company(fields: { dailyQuota?: number | null } = {}) {
  made += 1;
  const companyId = `company-${made}`;
  const locationId = `location-${made}`;
  await harness.fixtures.company(companyId, fields);
  await harness.fixtures.location(locationId, companyId);
  await harness.fixtures.contact(locationId, { contactId: 'c' });
  const key = (limits: Limits = {}, credentialId: string = randomUUID()) =>
    harness.fixtures.credential(
      { reach: 'location', companyId, pinnedLocationId: locationId, ...limits },
      { credentialId },
    );
  return { companyId, key };
}

const today = () => new Date().toISOString().slice(0, 10);

async function statuses(query: RunningQuery, token: string, count: number): Promise<Record<number, number>> {
  const responses = await Promise.all(Array.from({ length: count }, () => query.get('/contacts', { token })));
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const storedSpending = async (bucket: string) => {
  const document = await harness.db.collection<{ _id: string; spent: number }>('quota_days').findOne({
    _id: `${bucket}:${today()}`,
  });
  return document?.spent ?? null;
};

async function until<Value>(read: () => Promise<Value>, wanted: Value): Promise<void> {
  while ((await read()) !== wanted) await delay(20);
}

describe('the window', () => {
  it('admits exactly its limit, and shows what is left and when it resets', async () => {
    const query = await harness.start();
    const { key } = await company();
    const token = await key({ windowLimit: 3 });
    const responses = [];
    for (let i = 0; i < 4; i += 1) responses.push(await query.get('/contacts', { token }));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(responses.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['2', '1', '0', '0']);
    const refused = responses[3];
    expect(refused?.json.error).toMatchObject({ code: 'rate_limited', reason: 'rate_window', retryable: true });
    const retryAfter = Number(refused?.headers.get('retry-after'));
    const reset = Number(refused?.headers.get('x-ratelimit-reset'));
    expect(retryAfter).toBeGreaterThanOrEqual(1);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect(Math.abs(reset - (Date.now() / 1_000 + retryAfter))).toBeLessThanOrEqual(2);
    expect(refused?.headers.get('x-ratelimit-limit')).toBe('3');
    expect(refused?.headers.get('ratelimit-policy')).toBe('"window";q=3;w=60, "day";q=250000;w=86400');
    expect(refused?.headers.get('ratelimit')).toMatch(/^"window";r=0;t=\d+, "day";r=249997;t=\d+$/);
  });

  it('begins with the first request and starts anew after its length', async () => {
    const query = await harness.start({ RATE_LIMIT_WINDOW_SECONDS: '1' });
    const { key } = await company();
    const token = await key({ windowLimit: 1 });
    expect(await statuses(query, token, 2)).toEqual({ 200: 1, 429: 1 });
    await delay(1_050);
    expect(await statuses(query, token, 2)).toEqual({ 200: 1, 429: 1 });
  });
});

describe('the quota of the day', () => {
  it('is shared by all credentials of a company and all instances, and refused requests spend nothing', async () => {
    const [one, two] = [await harness.start(), await harness.start()];
    const { companyId, key } = await company({ dailyQuota: 50 });
    const tokens = await Promise.all([key(), key()]);
    const counts = await Promise.all([
      statuses(one, tokens[0], 40),
      statuses(two, tokens[1], 40),
      statuses(one, tokens[1], 40),
      statuses(two, tokens[0], 40),
    ]);
    expect(counts.reduce((sum, count) => sum + (count[200] ?? 0), 0)).toBe(50);
    const refused = await one.get('/contacts', { token: tokens[0] });
    expect(refused.headers.get('x-ratelimit-limit')).toBe('50');
    expect(refused.json.error.reason).toBe('company_quota');
    expect(Number(refused.headers.get('x-ratelimit-reset'))).toBe(Math.ceil((Date.now() + 1) / 86_400_000) * 86_400);
    // What the quota refused was not spent of the window either.
    const windows = await Promise.all(
      tokens.map(async (token) => {
        const { headers } = await one.get('/contacts', { token });
        return Number(/"window";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
      }),
    );
    expect(windows.reduce((sum, left) => sum + 600 - left, 0)).toBe(50);
    await until(() => storedSpending(`company:${companyId}`), 50);
  });

  it('is loaded from MongoDB before anything is admitted when Redis has lost the day', async () => {
    const query = await harness.start();
    const { companyId, key } = await company({ dailyQuota: 10 });
    const token = await key();
    expect(await statuses(query, token, 8)).toEqual({ 200: 8 });
    await until(() => storedSpending(`company:${companyId}`), 8);
    await redis.del(...(await redis.keys(`*{company:${companyId}}*`)));
    const fresh = await harness.start();
    expect(await statuses(fresh, token, 8)).toEqual({ 200: 2, 429: 6 });
    await until(() => storedSpending(`company:${companyId}`), 10);
    await redis.del(...(await redis.keys(`*{company:${companyId}}*`)));
    expect(await statuses(query, token, 8)).toEqual({ 429: 8 });
  });

  it('counts a credential without a company against its location', async () => {
    const query = await harness.start();
    const token = await harness.fixtures.credential({
      reach: 'location',
      companyId: null,
      pinnedLocationId: 'lonely',
    });
    expect(await statuses(query, token, 2)).toEqual({ 403: 2 });
    await until(() => storedSpending('location:lonely'), 2);
  });

  it('is stored at shutdown', async () => {
    const query = await harness.start();
    const { companyId, key } = await company();
    await statuses(query, await key(), 5);
    await query.stop();
    expect(await storedSpending(`company:${companyId}`)).toBe(5);
  });
});

describe('requests that are read in one turn of the event loop', () => {
  const BURSTS = 4;
  const BURST = 128;
  const DAILY_QUOTA = 250;
  let client: BurstClient;
  type Counted = { readonly key: string; readonly response: BurstResponse };

  beforeAll(async () => {
    const query = await harness.start();
    client = createBurstClient(query.port, { connections: 64 });
  });
  afterAll(() => client?.close());

  /** Keys with these limits, all asked with in turn, in bursts. */
  async function scene(limits: Readonly<Record<string, Limits>>) {
    const { companyId, key } = await company({ dailyQuota: DAILY_QUOTA });
    const names = Object.keys(limits);
    const tokens = new Map<string, string>();
    for (const name of names) tokens.set(name, await key(limits[name], `${companyId}-${name}`));
    async function ask(): Promise<Counted[]> {
      const counted: Counted[] = [];
      for (let burst = 0; burst < BURSTS; burst += 1) {
        const askers = Array.from({ length: BURST }, (_, index) => names[index % names.length] ?? '');
        const target = `${BASE_PATH}/contacts/c`;
        const responses = await client.send(askers.map((name) => ({ target, token: tokens.get(name) ?? '' })));
        for (const [index, response] of responses.entries()) {
          if (response === null) throw new TypeError('a request without an answer');
          counted.push({ key: askers[index] ?? '', response });
        }
      }
      return counted;
    }
    /** What Redis has counted, once MongoDB has the same. */
    async function spent() {
      const tagged = `${harness.environment.REDIS_KEY_PREFIX}{company:${companyId}}`;
      const windows: Record<string, number> = {};
      for (const name of names) windows[name] = Number(await redis.get(`${tagged}:window:${companyId}-${name}`));
      const day = Number(await redis.hget(`${tagged}:day`, 'spent'));
      await until(() => storedSpending(`company:${companyId}`), day);
      return { day, windows };
    }
    return { ask, spent };
  }

  const withStatus = (counted: readonly Counted[], status: number) =>
    counted.filter(({ response }) => response.status === status);
  const of = (counted: readonly Counted[], key: string) => counted.filter((one) => one.key === key);

  /** What `RateLimit` says is left of a limit. */
  function left({ response: { headers } }: Counted, limit: string): number {
    return Number(new RegExp(`"${limit}";r=(\\d+)`).exec(headers.get('ratelimit') ?? '')?.[1]);
  }

  /** `count` numbers down from `from`, whatever their order. */
  function expectEachOnce(numbers: readonly number[], from: number): void {
    const all = Array.from(numbers, (_, index) => from - 1 - index);
    expect(numbers.toSorted((a, b) => b - a)).toEqual(all);
  }

  it('admits exactly the quota of the day, the windows and the caps, and shows each what is left after it', async () => {
    const { ask, spent } = await scene({
      narrow: { windowLimit: 20 },
      wide: { windowLimit: 1_000 },
      wider: { windowLimit: 1_000 },
      small: { windowLimit: 1_000, dailyCap: 10 },
      large: { windowLimit: 1_000, dailyCap: 40 },
    });
    const counted = await ask();
    const admitted = withStatus(counted, 200);
    const refused = withStatus(counted, 429);
    expect([admitted.length, refused.length]).toEqual([DAILY_QUOTA, BURSTS * BURST - DAILY_QUOTA]);
    expectEachOnce(
      admitted.map((one) => left(one, 'day')),
      DAILY_QUOTA,
    );
    const numbers = (key: string, limit: string) => of(admitted, key).map((one) => left(one, limit));
    expectEachOnce(numbers('narrow', 'window'), 20);
    expectEachOnce(numbers('small', 'credential-day'), 10);
    expectEachOnce(numbers('large', 'credential-day'), 40);
    const perKey = ['narrow', 'wide', 'wider', 'small', 'large'].map((key) => [key, of(admitted, key).length] as const);
    expect(Object.fromEntries(perKey)).toMatchObject({ narrow: 20, small: 10, large: 40 });
    expect(await spent()).toEqual({ day: DAILY_QUOTA, windows: Object.fromEntries(perKey) });
    for (const { response } of refused) expect(response.headers.get('x-ratelimit-remaining')).toBe('0');
    const reasons = ['narrow', 'small', 'wide'].map((key) => {
      const [first] = of(refused, key);
      return (JSON.parse(first?.response.body ?? '{}') as { error: { reason: string } }).error.reason;
    });
    expect(reasons).toEqual(['rate_window', 'credential_cap', 'company_quota']);
  });
});

describe('with Redis away', () => {
  let proxy: TcpProxy;
  let redisUrl: string;
  const behindProxy = (overrides: Record<string, string> = {}) => harness.start({ REDIS_URL: redisUrl, ...overrides });

  beforeAll(async () => {
    ({ proxy, url: redisUrl } = await startProxyOf(testStack().redisUrl));
  });
  afterAll(() => proxy.stop());

  it('continues in this process from the last state of Redis, and brings back what was spent', async () => {
    const query = await behindProxy();
    const { companyId, key } = await company({ dailyQuota: 12 });
    const token = await key({ windowLimit: 10 });
    await until(async () => (await query.get('/contacts', { token })).status, 200);
    expect(await statuses(query, token, 3)).toEqual({ 200: 3 });
    proxy.cut();
    await delay(50);
    expect(await statuses(query, token, 8)).toEqual({ 200: 6, 429: 2 });
    const other = await key();
    expect(await statuses(query, other, 4)).toEqual({ 200: 2, 429: 2 });
    await until(() => storedSpending(`company:${companyId}`), 12);
    proxy.heal();
    const spent = () => redis.hget(`${harness.environment.REDIS_KEY_PREFIX}{company:${companyId}}:day`, 'spent');
    await until(async () => [(await query.get('/contacts', { token: other })).status, await spent()].join(), '429,12');
  });

  it.each([
    ['refuses connections', () => proxy.cut()],
    ['takes connections and never answers', () => proxy.hang()],
  ])('starts while Redis %s', async (_, takeAway) => {
    takeAway();
    const query = await behindProxy();
    const { key } = await company();
    expect(await statuses(query, await key({ windowLimit: 2 }), 3)).toEqual({ 200: 2, 429: 1 });
    proxy.heal();
  });
});
