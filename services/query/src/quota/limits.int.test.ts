import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { BASE_PATH } from '../routes/route.ts';
import { createBurstClient } from '../testing/burst-client.ts';
import { queryHarness, type RunningQuery } from '../testing/query-harness.ts';
import { testStack } from '@fundlens/projection/testing/stack';

const DAY_MS = 86_400_000;
const LONGER_THAN_THE_TESTS_MS = 30_000;

const harness = await queryHarness();
const redis = new Redis(testStack().redisUrl);
const { proxy, url: redisUrl } = await harness.proxied(testStack().redisUrl);
beforeAll(async () => {
  // The quota of a day that ends meanwhile would be another one.
  const left = DAY_MS - (Date.now() % DAY_MS);
  if (left < LONGER_THAN_THE_TESTS_MS) await delay(left + 1_000);
}, 2 * LONGER_THAN_THE_TESTS_MS);
afterAll(() => redis.disconnect());

type Limits = { readonly windowLimit?: number; readonly dailyCap?: number };

/** A company of its own with one location, and credentials for it. */
async function company(fields: { dailyQuota?: number | null } = {}) {
  const { companyId, locationId } = await harness.fixtures.tenant();
  await harness.fixtures.company(companyId, fields);
  const key = (limits: Limits = {}, credentialId: string = randomUUID()) =>
    harness.fixtures.credential(
      { reach: 'location', companyId, pinnedLocationId: locationId, ...limits },
      { credentialId },
    );
  return { companyId, key };
}

async function statuses(query: RunningQuery, token: string, count: number): Promise<Record<number, number>> {
  const responses = await Promise.all(Array.from({ length: count }, () => query.get('/contacts', { token })));
  const byStatus = Object.groupBy(responses, ({ status }) => status);
  return Object.fromEntries(Object.entries(byStatus).map(([status, all]) => [status, all?.length ?? 0]));
}

const ofToday = (bucket: string) => `${bucket}:${new Date().toISOString().slice(0, 10)}`;
const quotaDays = () => harness.db.collection<{ _id: string; spent: number }>('quota_days');
const storedSpending = async (bucket: string) => (await quotaDays().findOne({ _id: ofToday(bucket) }))?.spent ?? null;

/** The clock of this process alone, for one test: around midnight servers have another day. */
function clockIsOff(ms: number): void {
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + ms);
}
afterEach(() => void vi.restoreAllMocks());

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

  it.each([-DAY_MS, DAY_MS])('is that of the day of Redis where the clock here is off (%d ms)', async (ms) => {
    const { companyId, key } = await company({ dailyQuota: 10 });
    const token = await key();
    await quotaDays().insertOne({ _id: ofToday(`company:${companyId}`), spent: 7 });
    clockIsOff(ms);
    const query = await harness.start();
    expect(await statuses(query, token, 5)).toEqual({ 200: 3, 429: 2 });
    await until(() => storedSpending(`company:${companyId}`), 10);
  });

  it('is never shown as less than nothing where it was lowered below what is spent', async () => {
    const { companyId, key } = await company();
    const token = await key();
    await statuses(await harness.start(), token, 3);
    await harness.fixtures.company(companyId, { dailyQuota: 1 });
    const { status, headers } = await (await harness.start()).get('/contacts', { token });
    expect([status, headers.get('ratelimit')]).toEqual([429, expect.stringContaining('"day";r=0')]);
  });

  it('counts a credential without a company against its location', async () => {
    const query = await harness.start();
    const lonely = { reach: 'location', companyId: null, pinnedLocationId: 'lonely' } as const;
    const token = await harness.fixtures.credential(lonely);
    expect(await statuses(query, token, 2)).toEqual({ 403: 2 });
    await until(() => storedSpending('location:lonely'), 2);
  });
});

it('requests that are read in one turn of the event loop are admitted exactly, and shown what is left after each', async () => {
  const bursts = 4;
  const burst = 128;
  const dailyQuota = 250;
  const limits: Readonly<Record<string, Limits>> = {
    narrow: { windowLimit: 20 },
    wide: { windowLimit: 1_000 },
    wider: { windowLimit: 1_000 },
    small: { windowLimit: 1_000, dailyCap: 10 },
    large: { windowLimit: 1_000, dailyCap: 40 },
  };
  const names = Object.keys(limits);
  const query = await harness.start();
  const client = createBurstClient(query.port, { connections: 64 });
  const { companyId, key } = await company({ dailyQuota });
  const tokens = await Promise.all(names.map((name) => key(limits[name], `${companyId}-${name}`)));
  const requests = Array.from({ length: burst }, (_, index) => ({
    target: `${BASE_PATH}/contacts/c1`,
    token: tokens[index % tokens.length] ?? '',
  }));
  const counted: { name: string; status: number; body: string; left: (limit: string) => number }[] = [];
  for (let sent = 0; sent < bursts; sent += 1) {
    for (const [index, response] of (await client.send(requests)).entries()) {
      const { status = 0, body = '', headers } = response ?? {};
      const shown = headers?.get('ratelimit') ?? '';
      const left = (limit: string) => Number(new RegExp(`"${limit}";r=(\\d+)`).exec(shown)?.[1]);
      counted.push({ name: names[index % names.length] ?? '', status, body, left });
    }
  }
  client.close();

  const admitted = counted.filter(({ status }) => status === 200);
  const refused = counted.filter(({ status }) => status === 429);
  expect([admitted.length, refused.length]).toEqual([dailyQuota, bursts * burst - dailyQuota]);
  const of = (name: string) => admitted.filter((one) => one.name === name);
  /** Each number below the limit was shown once, whatever their order. */
  const expectDown = (shown: readonly (typeof counted)[number][], limit: string, from: number) =>
    expect(shown.map(({ left }) => left(limit)).toSorted((a, b) => b - a)).toEqual(
      Array.from({ length: from }, (_, index) => from - 1 - index),
    );
  expectDown(admitted, 'day', dailyQuota);
  expectDown(of('narrow'), 'window', 20);
  expectDown(of('small'), 'credential-day', 10);
  expectDown(of('large'), 'credential-day', 40);
  const tagged = `${harness.environment.REDIS_KEY_PREFIX}{company:${companyId}}`;
  for (const name of names) {
    expect(Number(await redis.get(`${tagged}:window:${companyId}-${name}`))).toBe(of(name).length);
  }
  expect(await redis.hget(`${tagged}:day`, 'spent')).toBe(String(dailyQuota));
  await until(() => storedSpending(`company:${companyId}`), dailyQuota);
  const reasonOf = (name: string) => JSON.parse(refused.find((one) => one.name === name)?.body ?? '{}').error.reason;
  expect(['narrow', 'small', 'wide'].map(reasonOf)).toEqual(['rate_window', 'credential_cap', 'company_quota']);
});

describe('with Redis away', () => {
  const behindProxy = () => harness.start({ REDIS_URL: redisUrl });

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

  it('goes on with the window when Redis is back, and when it has lost it', async () => {
    const query = await behindProxy();
    const { companyId, key } = await company();
    const token = await key({ windowLimit: 10 });
    const redisIs = (state: RegExp) =>
      expect.poll(async () => JSON.parse((await query.admin('/readyz')).text).checks.redis).toMatch(state);
    await redisIs(/^ok$/);
    expect(await statuses(query, token, 4)).toEqual({ 200: 4 });
    proxy.cut();
    await redisIs(/^away/);
    expect(await statuses(query, token, 3)).toEqual({ 200: 3 });
    proxy.heal();
    await redisIs(/^ok$/);
    expect(await statuses(query, token, 2)).toEqual({ 200: 2 });
    await redis.del(...(await redis.keys(`*{company:${companyId}}:window*`)));
    expect(await statuses(query, token, 4)).toEqual({ 200: 1, 429: 3 });
  });

  it.each([
    ['refuses connections', () => proxy.cut()],
    ['takes connections and never answers', () => proxy.hang()],
  ])('starts while Redis %s', async (_, takeAway) => {
    takeAway();
    const query = await behindProxy();
    const { key } = await company();
    expect(await statuses(query, await key({ windowLimit: 2 }), 3)).toEqual({ 200: 2, 429: 1 });
    expect(await statuses(query, await key({ dailyCap: 1 }), 2)).toEqual({ 200: 1, 429: 1 });
    proxy.heal();
  });

  it('stores what it has counted alone of a day that is over by then', async () => {
    proxy.cut();
    const query = await behindProxy();
    const { companyId, key } = await company();
    expect(await statuses(query, await key(), 3)).toEqual({ 200: 3 });
    clockIsOff(DAY_MS);
    await until(() => storedSpending(`company:${companyId}`), 3);
    proxy.heal();
  });
});
