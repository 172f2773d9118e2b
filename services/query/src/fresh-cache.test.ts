import { describe, expect, it } from 'vitest';
import { createFreshCache } from './fresh-cache.ts';

function setUp(options: { maxEntries?: number } = {}) {
  let time = 0;
  const loads: { key: string; resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const cache = createFreshCache<string>({
    maxAgeMs: 1_000,
    maxEntries: options.maxEntries ?? 10,
    monotonic: () => time,
    load: (key) => new Promise((resolve, reject) => loads.push({ key, resolve, reject })),
  });
  return {
    cache,
    loads,
    pass: (ms: number) => {
      time += ms;
    },
  };
}

describe('a fresh cache', () => {
  it('loads once for concurrent calls', async () => {
    const { cache, loads } = setUp();
    const answers = Promise.all([cache('a'), cache('a'), cache('a')]);
    expect(loads).toHaveLength(1);
    loads[0]?.resolve('one');
    expect(await answers).toEqual(['one', 'one', 'one']);
  });

  it('counts the age from the start of the load, not from its end', async () => {
    const { cache, loads, pass } = setUp();
    const first = cache('a');
    pass(900);
    loads[0]?.resolve('one');
    await first;
    pass(100);
    expect(await cache('a')).toBe('one');
    pass(1);
    const second = cache('a');
    loads[1]?.resolve('two');
    expect(await second).toBe('two');
  });

  it('does not join a load that started too long ago', () => {
    const { cache, loads, pass } = setUp();
    void cache('a');
    pass(1_001);
    void cache('a');
    expect(loads).toHaveLength(2);
  });

  it('does not let a late load replace a younger one', async () => {
    const { cache, loads, pass } = setUp();
    const old = cache('a');
    pass(1_001);
    const young = cache('a');
    loads[1]?.resolve('young');
    await young;
    loads[0]?.resolve('old');
    await old;
    expect(await cache('a')).toBe('young');
  });

  it('does not keep failures', async () => {
    const { cache, loads } = setUp();
    const failing = cache('a');
    loads[0]?.reject(new Error('away'));
    await expect(failing).rejects.toThrow('away');
    const again = cache('a');
    loads[1]?.resolve('back');
    expect(await again).toBe('back');
  });

  it('keeps at most as many entries as allowed, dropping the oldest', async () => {
    const { cache, loads } = setUp({ maxEntries: 2 });
    for (const key of ['a', 'b', 'c']) void cache(key);
    void cache('c');
    void cache('b');
    expect(loads.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
    void cache('a');
    expect(loads.map(({ key }) => key)).toEqual(['a', 'b', 'c', 'a']);
  });
});
