import fc from 'fast-check';
import { expect, test } from 'vitest';
import { totalOf } from './tally.ts';
import { walk, type WalkState } from './walk.ts';

type Place = { readonly page: number };

test('a walk that is ended anywhere and resumed passes over no page, and counts what it did', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.array(fc.record({ at: fc.integer({ min: 0, max: 12 }), saved: fc.boolean() }), { maxLength: 6 }),
      async (pages, ends) => {
        const done: number[] = [];
        let stored: WalkState<Place> = { place: { page: 0 }, tally: {} };
        const run = async (end: { at: number; saved: boolean } | undefined) => {
          let steps = 0;
          await walk(stored, {
            signal: new AbortController().signal,
            async step({ page }) {
              done.push(page);
              return { kind: 'contact', outcomes: ['published'], next: page + 1 < pages ? { page: page + 1 } : null };
            },
            async save(state) {
              const isLast = steps === end?.at;
              steps += 1;
              if (!isLast || end?.saved === true) stored = state;
              if (isLast) throw new Error('killed');
            },
          });
        };
        for (const end of ends) await run(end).catch(() => undefined);
        await run(undefined);
        expect(new Set(done)).toEqual(new Set(Array.from({ length: pages }, (_, page) => page)));
        expect(stored.place).toBeNull();
        expect(totalOf(stored.tally)).toBe(pages);
      },
    ),
  );
});

test('a signal ends the walk between two steps, with everything saved', async () => {
  const stopping = new AbortController();
  const state = await walk<Place>(
    { place: { page: 0 }, tally: {} },
    {
      signal: stopping.signal,
      async step({ page }) {
        if (page === 2) stopping.abort();
        return { kind: 'contact', outcomes: [], next: { page: page + 1 } };
      },
      save: async () => undefined,
    },
  );
  expect(state.place).toEqual({ page: 3 });
});
