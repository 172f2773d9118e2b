import { describe, expect, it } from 'vitest';
import { asOfServed, createAsOf, type Progress } from './as-of.ts';

const logs = [
  { _id: 'crm', topic: 'crm.v1', partitions: 2 },
  { _id: 'funding', topic: 'funding.v1', partitions: 3 },
] as const;
const crm = (known: Progress) => asOfServed(2, ['crm'], known);
const both = (known: Progress) => asOfServed(2, ['crm', 'funding'], known);
const reached = (generation: number, topic: string, asOf: number, partitions: number) => ({
  generation,
  topic,
  asOf,
  partitions,
});
const progress: Progress = {
  logs,
  reached: [reached(1, 'crm.v1', 1, 2), reached(2, 'crm.v1', 40, 2), reached(2, 'funding.v1', 30, 3)],
};
const without = (topic: string): Progress => ({
  ...progress,
  reached: progress.reached.filter((known) => known.topic !== topic),
});

describe('a generation', () => {
  it('is as fresh as its slowest log', () => {
    expect(crm(progress)).toBe(40);
    expect(both(progress)).toBe(30);
  });

  it.each<[string, Progress]>([
    ['a log was never read', without('funding.v1')],
    ['a partition was never read', { ...progress, logs: [logs[0], { ...logs[1], partitions: 4 }] }],
    ['the projector has not published its logs', { ...progress, logs: [] }],
    ['the stream has moved to another topic', { ...progress, logs: [logs[0], { ...logs[1], topic: 'funding.v2' }] }],
  ])('is of unknown freshness while %s', (_, known) => {
    expect(both(known)).toBeNull();
    expect(crm(known)).toBe(known.logs.length === 0 ? null : 40);
  });
});

describe('the freshness of data', () => {
  const withAsOf = (asOf: number): Progress => ({ logs, reached: [reached(2, 'crm.v1', asOf, 2)] });

  function scene(results: readonly (Progress | Error | Promise<Progress>)[]) {
    const scripted = [...results];
    const errors: unknown[] = [];
    const state = { now: 0, asked: 0 };
    const asOf = createAsOf({
      clock: { now: () => 0, monotonic: () => state.now },
      generation: async () => 2,
      uncountedSince: async () => null,
      onError: (error) => errors.push(error),
      async progress() {
        state.asked += 1;
        const next = scripted.shift();
        if (next === undefined || next instanceof Error) throw next;
        return next;
      },
    });
    return { state, errors, ask: () => asOf.of(['deals'], []) };
  }

  it('is renewed in the background before it is a second old', async () => {
    const { promise, resolve } = Promise.withResolvers<Progress>();
    const { state, ask } = scene([withAsOf(1), promise]);
    await ask();
    state.now = 501;
    expect([await ask(), await ask(), state.asked]).toEqual([1, 1, 2]);
    resolve(withAsOf(2));
    await promise;
    await expect.poll(ask).toBe(2);
    expect(state.asked).toBe(2);
  });

  it('is renewed before use once it is older than a second', async () => {
    const { state, ask } = scene([withAsOf(1), withAsOf(2)]);
    await ask();
    state.now = 1_001;
    expect(await ask()).toBe(2);
  });

  it('stays as it was while loading fails', async () => {
    const { state, errors, ask } = scene([withAsOf(1), new Error('away'), withAsOf(3)]);
    await ask();
    state.now = 5_000;
    expect([await ask(), await ask(), errors.length]).toEqual([1, 1, 1]);
    state.now = 6_001;
    expect(await ask()).toBe(3);
  });

  it('is unknown before the first load', async () => {
    const { errors, ask } = scene([new Error('away')]);
    expect([await ask(), errors.length]).toEqual([null, 1]);
  });
});
