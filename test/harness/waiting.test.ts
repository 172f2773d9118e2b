import { expect, it } from 'vitest';
import { drained } from './waiting.ts';

const FAST = { what: 'reports', stalledAfterMs: 50, pauseMs: 1 };

it('waits as long as less and less is left, however long that takes together', async () => {
  const left = Array.from({ length: 160 }, (_, question) => 39 - Math.floor(question / 4));
  // All questions together take longer than the limit, four of them far less, on a busy machine too.
  await drained(async () => left.shift() ?? 0, { ...FAST, stalledAfterMs: 250, pauseMs: 2 });
  expect(left).toHaveLength(3);
});

it('gives up when it does not become less any more, and says so', async () => {
  const left = [9, 7, 8, 7];
  await expect(drained(async () => left.shift() ?? 7, FAST)).rejects.toThrow(/less than 7 of reports/);
});

it('says what the last question threw', async () => {
  const failing = drained(() => Promise.reject(new Error('server is away')), FAST);
  await expect(failing).rejects.toMatchObject({ cause: { message: 'server is away' } });
});
