import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BASE_PATH } from '../app.ts';
import { type BurstResponse, type BurstClient, createBurstClient } from '../testing/burst-client.ts';
import { type QueryHarness, queryHarness, type RunningQuery } from '../testing/query-harness.ts';
import { newToken } from '../testing/read-model-fixtures.ts';
import { testStack } from '../testing/stack.ts';

const CREDENTIALS = 8;
const BURSTS = 4;
const BURST = 128;
const ASKED = BURSTS * BURST;
const DAILY_QUOTA = 300;
/** Below an equal share of the quota for the first half of the credentials, above it for the others. */
const windowLimit = (index: number) => (index < CREDENTIALS / 2 ? 20 : 1_000);
const SECONDS_BEFORE_MIDNIGHT = 30;
const DAY_MS = 86_400_000;

let harness: QueryHarness;
let query: RunningQuery;
let client: BurstClient;
let redis: Redis;

beforeAll(async () => {
  harness = await queryHarness({ quiet: true });
  redis = new Redis(testStack().redisUrl);
  query = await harness.start();
  client = createBurstClient(query.port, { connections: 64 });
});
afterAll(async () => {
  client?.close();
  redis?.disconnect();
  await harness?.close();
});

type Counted = { readonly key: string; readonly response: BurstResponse };

let company = '';
const keys = new Map<string, string>();
let made = 0;

beforeEach(async () => {
  made += 1;
  company = `company-${made}`;
  keys.clear();
  await harness.fixtures.company(company, { dailyQuota: DAILY_QUOTA });
  await harness.fixtures.location(`location-${made}`, company);
  await harness.fixtures.contact(`location-${made}`, { contactId: 'c' });
  // The quota of a day that ends meanwhile would be another one.
  const left = DAY_MS - (Date.now() % DAY_MS);
  if (left < SECONDS_BEFORE_MIDNIGHT * 1_000) await new Promise((resolve) => setTimeout(resolve, left + 1_000));
});

async function credential(name: string, limits: { windowLimit: number; dailyCap?: number }): Promise<void> {
  const token = newToken();
  keys.set(`${company}-${name}`, token);
  await harness.fixtures.credential(
    { reach: 'location', companyId: company, pinnedLocationId: `location-${made}`, ...limits },
    { credentialId: `${company}-${name}`, token },
  );
}

/** All keys in turn, in bursts. */
async function ask(): Promise<Counted[]> {
  const counted: Counted[] = [];
  const names = [...keys.keys()];
  for (let burst = 0; burst < BURSTS; burst += 1) {
    const askers = Array.from({ length: BURST }, (_, index) => names[index % names.length] ?? '');
    const target = `${BASE_PATH}/contacts/c`;
    const responses = await client.send(askers.map((key) => ({ target, token: keys.get(key) ?? '' })));
    for (const [index, response] of responses.entries()) {
      if (response === null) throw new TypeError('a request without an answer');
      counted.push({ key: askers[index] ?? '', response });
    }
  }
  return counted;
}

const withStatus = (counted: readonly Counted[], status: number) =>
  counted.filter(({ response }) => response.status === status);

const of = (counted: readonly Counted[], key: string) => counted.filter((one) => one.key === key);

/** What `RateLimit` says is left of a limit. */
function left({ headers }: BurstResponse, limit: string): number {
  return Number(new RegExp(`"${limit}";r=(\\d+)`).exec(headers.get('ratelimit') ?? '')?.[1]);
}

/** `count` numbers down from `from`, whatever their order. */
function expectEachOnce(numbers: readonly number[], from: number): void {
  const all = Array.from(numbers, (_, index) => from - 1 - index);
  expect(numbers.toSorted((a, b) => b - a)).toEqual(all);
}

async function spent(): Promise<{ day: number; windows: Record<string, number>; stored: number | undefined }> {
  const tagged = `${harness.environment.REDIS_KEY_PREFIX}{company:${company}}`;
  const windows: Record<string, number> = {};
  for (const key of keys.keys()) windows[key] = Number(await redis.get(`${tagged}:window:${key}`));
  const day = Number(await redis.hget(`${tagged}:day`, 'spent'));
  const _id = `company:${company}:${new Date().toISOString().slice(0, 10)}`;
  const quotas = harness.db.collection<{ _id: string; spent: number }>('quota_days');
  const stored = () => quotas.findOne({ _id });
  await expect.poll(async () => (await stored())?.spent, { timeout: 10_000 }).toBe(day);
  return { day, windows, stored: (await stored())?.spent };
}

describe('limits of requests that are read in one turn of the event loop', () => {
  it('admit exactly the quota of the day and the windows, and show each what is left after it', async () => {
    for (let index = 0; index < CREDENTIALS; index += 1)
      await credential(`${index}`, { windowLimit: windowLimit(index) });
    const counted = await ask();
    const admitted = withStatus(counted, 200);
    expect([admitted.length, withStatus(counted, 429).length]).toEqual([DAILY_QUOTA, ASKED - DAILY_QUOTA]);
    expectEachOnce(
      admitted.map(({ response }) => left(response, 'day')),
      DAILY_QUOTA,
    );
    const perKey: Record<string, number> = {};
    for (const [index, key] of [...keys.keys()].entries()) {
      const own = of(admitted, key);
      perKey[key] = own.length;
      if (index < CREDENTIALS / 2) expect(own.length).toBe(windowLimit(index));
      expectEachOnce(
        own.map(({ response }) => Number(response.headers.get('x-ratelimit-remaining'))),
        windowLimit(index),
      );
    }
    expect(await spent()).toEqual({ day: DAILY_QUOTA, windows: perKey, stored: DAILY_QUOTA });
    for (const { response } of withStatus(counted, 429)) {
      expect([response.headers.get('x-ratelimit-remaining'), Number(response.headers.get('retry-after')) > 0]).toEqual([
        '0',
        true,
      ]);
    }
  });

  it('show every credential its own cap, whatever the others of the company use', async () => {
    const caps = { small: 10, large: 40 };
    await credential('small', { windowLimit: 1_000, dailyCap: caps.small });
    await credential('large', { windowLimit: 1_000, dailyCap: caps.large });
    await credential('free', { windowLimit: 60 });
    await credential('wide', { windowLimit: 1_000 });
    const counted = await ask();
    const admitted = withStatus(counted, 200);
    const numbers = Object.fromEntries([...keys.keys()].map((key) => [key, of(admitted, key).length]));
    expect(numbers).toEqual({
      [`${company}-small`]: 10,
      [`${company}-large`]: 40,
      [`${company}-free`]: 60,
      [`${company}-wide`]: 128,
    });
    for (const [name, cap] of Object.entries(caps)) {
      expectEachOnce(
        of(admitted, `${company}-${name}`).map(({ response }) => left(response, 'credential-day')),
        cap,
      );
    }
    expectEachOnce(
      admitted.map(({ response }) => left(response, 'day')),
      DAILY_QUOTA,
    );
    expect(await spent()).toEqual({ day: 238, windows: numbers, stored: 238 });
  });

  it('refuse the rest of a burst, and spend nothing for it', async () => {
    await credential('one', { windowLimit: 100 });
    const first = await ask();
    const before = await spent();
    const second = await ask();
    expect([withStatus(first, 200).length, withStatus(second, 200).length]).toEqual([100, 0]);
    expect(await spent()).toEqual(before);
    const order = withStatus(first, 200).map(({ response }) => Number(response.headers.get('x-ratelimit-remaining')));
    expectEachOnce(order, 100);
  });
});
