import type { ChangeTime } from '@fundlens/read-models/slot';
import { expect, it } from 'vitest';
import { createLateWrites } from './late-writes.ts';

/** A clock that says these times one after the other. */
const clock = (...times: number[]) => createLateWrites(async () => times.shift() ?? Number.NaN);

it('gives a write a time that the clock has not reached when it is done', async () => {
  const times: ChangeTime[] = [];
  const late = clock(1_000, 1_900);
  expect(await late(async (time) => times.push(time))).toBe(1);
  expect(times).toEqual([{ at: 61_000, late: true }]);
});

it('repeats a write that was done too late, with a later time', async () => {
  const times: number[] = [];
  const late = clock(1_000, 56_000, 57_000, 58_000);
  await late(async ({ at }) => times.push(at));
  expect(times).toEqual([61_000, 117_000]);
});

it('gives up when every write takes too long, so that nothing is marked as done', async () => {
  const late = clock(0, 60_000, 60_000, 120_000, 120_000, 180_000);
  await expect(late(async () => undefined)).rejects.toMatchObject({ code: 'late_write_slow' });
});
