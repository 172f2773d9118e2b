import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { coalesced } from './coalesced.ts';

afterEach(() => vi.useRealTimers());

it('the keys of one turn of the event loop are loaded with those that come while a call is in progress, but do not wait for one that hangs', async () => {
  // A turn of a busy machine takes longer than keys gather.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const calls: (readonly string[])[] = [];
  const { promise: hanging, resolve } = Promise.withResolvers<void>();
  const find = coalesced({
    maxKeys: 10,
    async load(keys: readonly string[]) {
      calls.push(keys);
      if (calls.length === 1) await hanging;
      return keys;
    },
  });
  const first = find('a');
  await nextTurn();
  const second = find('b');
  await nextTurn();
  const third = find('c');
  await nextTurn();
  expect(calls).toEqual([['a']]);
  await vi.advanceTimersByTimeAsync(5);
  expect(await Promise.all([second, third])).toEqual(['b', 'c']);
  expect(calls).toEqual([['a'], ['b', 'c']]);
  resolve();
  expect(await first).toBe('a');
});

it('keys wait while as many calls as are allowed are in progress', async () => {
  const calls: PromiseWithResolvers<readonly number[]>[] = [];
  const find = coalesced({
    maxKeys: 2,
    maxCalls: 2,
    load() {
      calls.push(Promise.withResolvers());
      return (calls.at(-1) as (typeof calls)[0]).promise;
    },
  });
  const found = Promise.all([1, 2, 3, 4, 5].map(find));
  await delay(20);
  expect(calls).toHaveLength(2);
  calls[1]?.resolve([3, 4]);
  await delay(20);
  expect(calls).toHaveLength(3);
  calls[0]?.resolve([1, 2]);
  calls[2]?.resolve([5]);
  expect(await found).toEqual([1, 2, 3, 4, 5]);
});

type Tenant = 'acme' | 'rival' | 'third';
type Key = { readonly tenant: Tenant; readonly id: number };
type Ask = Key & { readonly turn: number };

const key = fc.record({ tenant: fc.constantFrom<Tenant>('acme', 'rival', 'third'), id: fc.nat(4) });
const asks = fc
  .array(fc.record({ key, turn: fc.nat(6) }), { minLength: 1, maxLength: 60 })
  .map((all) => all.map(({ key: asked, turn }): Ask => ({ ...asked, turn })).sort((a, b) => a.turn - b.turn));
/** What becomes of each call in turn. */
const fates = fc.array(fc.constantFrom('answered', 'slow', 'fails'), { minLength: 1, maxLength: 12 });

it('a caller among others gets what its own key names at a moment after it asked, or the failure of its own call', async () => {
  await fc.assert(
    fc.asyncProperty(asks, fates, fc.integer({ min: 1, max: 8 }), async (planned, planOfFates, maxKeys) => {
      // What is stored changes with every moment: an answer says when it was read.
      let now = 0;
      let call = 0;
      const seen: number[] = [];
      const find = coalesced({
        maxKeys,
        async load(keys: readonly Key[]) {
          const fate = planOfFates[call % planOfFates.length];
          call += 1;
          seen.push(keys.length);
          const readAt = now;
          if (fate === 'slow') await delay(1);
          if (fate === 'fails') throw new Error('away');
          return keys.map(({ tenant, id }) => (id === 0 ? null : { tenant, id, readAt }));
        },
      });
      const told: Promise<void>[] = [];
      for (let turn = 0; turn <= 6; turn += 1) {
        for (const ask of planned.filter((each) => each.turn === turn)) {
          now += 1;
          const askedAt = now;
          told.push(
            find(ask).then(
              (found) => {
                if (ask.id === 0) expect(found).toBeNull();
                else expect(found).toMatchObject({ tenant: ask.tenant, id: ask.id });
                if (found !== null) expect(found.readAt).toBeGreaterThanOrEqual(askedAt);
              },
              (error: Error) => expect(error.message).toBe('away'),
            ),
          );
        }
        await nextTurn();
      }
      await Promise.all(told);
      expect(Math.max(...seen)).toBeLessThanOrEqual(maxKeys);
      expect(seen.reduce((sum, keys) => sum + keys, 0)).toBe(planned.length);
    }),
    { numRuns: 50 },
  );
});
