import { expect, it } from 'vitest';
import { watchRefusal } from './refusal-watch.ts';

const usual = { refusal: 401, change: async () => undefined, pauseMs: 1, afterwardsMs: 40, giveUpMs: 1_000 };

/** Gives one status after the other, and then the last one for ever. */
function answering(...statuses: number[]) {
  return async () => (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 0;
}

it('sees a service that refuses for good', async () => {
  const [refusal] = await watchRefusal({ ...usual, asks: [answering(200, 200, 401)] });
  expect(refusal).toMatchObject({ servedAgain: 0, otherStatuses: [] });
  expect(refusal?.refusedAt).toBeGreaterThan(refusal?.lastServedAt ?? Number.POSITIVE_INFINITY);
  expect(refusal?.askedAgain).toBeGreaterThan(1);
});

it('sees a service that serves again after it has refused, and one that refuses never', async () => {
  const [again, never] = await watchRefusal({
    ...usual,
    giveUpMs: 100,
    asks: [answering(200, 200, 401, 401, 200, 200, 401), answering(200)],
  });
  expect(again?.servedAgain).toBe(2);
  expect(never).toMatchObject({ refusedAt: null, askedAgain: 0 });
});

it('does not take an outage for a refusal', async () => {
  const [refusal] = await watchRefusal({ ...usual, asks: [answering(200, 500, 200, 401)] });
  expect(refusal?.otherStatuses).toEqual([500]);
  expect(refusal?.servedAgain).toBe(0);
});

it('watches nothing that was refused before', async () => {
  await expect(watchRefusal({ ...usual, asks: [answering(401)] })).rejects.toThrow('401 before');
});
