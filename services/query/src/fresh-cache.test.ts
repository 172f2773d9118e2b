import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFreshCache } from './fresh-cache.ts';

const MAX_AGE_MS = 1_000;
const MAX_ENTRIES = 2;

const asked = fc.constantFrom('a', 'b', 'c').map((key) => ({ key }));
const passed = fc.constantFrom(1, 500, 999, 1_000, 1_001).map((ms) => ({ ms }));
const settled = fc.record({ load: fc.nat(20), fails: fc.boolean() });

it('gives each caller what a load gave that began at most its age ago, loads a key once meanwhile, and keeps no failure', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(asked, passed, settled), { maxLength: 40 }), async (steps) => {
      let now = 0;
      const loads: { key: string; at: number; failed: boolean; settle: (fails: boolean) => void }[] = [];
      const cache = createFreshCache<number>({
        maxAgeMs: MAX_AGE_MS,
        maxEntries: MAX_ENTRIES,
        monotonic: () => now,
        load: (key) =>
          new Promise((resolve, reject) => {
            const load = { key, at: now, failed: false, settle };
            const index = loads.push(load) - 1;
            function settle(fails: boolean) {
              load.failed ||= fails;
              if (fails) reject(new Error(String(index)));
              else resolve(index);
            }
          }),
      });
      const told: Promise<void>[] = [];
      for (const step of steps) {
        if ('ms' in step) now += step.ms;
        if ('load' in step) {
          loads[step.load]?.settle(step.fails);
          await Promise.resolve();
          await Promise.resolve();
        }
        if (!('key' in step)) continue;
        const { key } = step;
        const fresh = loads.filter((load) => load.key === key && !load.failed && now - load.at <= MAX_AGE_MS);
        const others = new Set(loads.slice(loads.indexOf(fresh.at(-1) as never) + 1).map((load) => load.key));
        const before = loads.length;
        const answer = cache(key);
        const isEvicted = others.size >= MAX_ENTRIES;
        if (fresh.length === 0) expect(loads.length).toBe(before + 1);
        // What fails leaves room again.
        else if (!loads.some(({ failed }) => failed)) expect(loads.length).toBe(isEvicted ? before + 1 : before);
        else if (!isEvicted) expect(loads.length).toBe(before);
        const askedAt = now;
        const expectFresh = (index: number) => {
          expect(loads[index]?.key).toBe(key);
          expect(askedAt - (loads[index]?.at ?? 0)).toBeLessThanOrEqual(MAX_AGE_MS);
        };
        told.push(answer.then(expectFresh, (error: Error) => expectFresh(Number(error.message))));
      }
      for (const { settle } of loads) settle(false);
      await Promise.all(told);
    }),
  );
});
