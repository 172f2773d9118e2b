import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createByteBudget } from './byte-budget.ts';

const MAX_BYTES = 100;

/** Works of these sizes, asked for at once, each of which ends when it is told to. */
function works(sizes: readonly number[]) {
  const seen: number[] = [];
  let waits = 0;
  const budget = createByteBudget({
    maxBytes: MAX_BYTES,
    onBytes: (inFlight) => seen.push(inFlight),
    onWait: () => {
      waits += 1;
    },
  });
  const begun: number[] = [];
  const endings: PromiseWithResolvers<number>[] = sizes.map(() => Promise.withResolvers<number>());
  const results = sizes.map((bytes, index) =>
    budget.within(bytes, () => {
      begun.push(index);
      return endings[index]?.promise ?? Promise.reject(new TypeError('no such work'));
    }),
  );
  return { seen, begun, endings, settled: Promise.allSettled(results), waits: () => waits };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('never has more bytes in work than its bound or one work, does everything, and in the order of asking', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat({ max: 150 }), { maxLength: 20 }),
      fc.infiniteStream(fc.nat()),
      async (sizes, draws) => {
        const { seen, begun, endings, settled } = works(sizes);
        const open = new Set<number>();
        for (let ended = 0; ended < sizes.length; ended += 1) {
          await turn();
          for (const index of begun.slice(ended + open.size)) open.add(index);
          const inWork = [...open].reduce((sum, index) => sum + (sizes[index] ?? 0), 0);
          expect(seen.at(-1)).toBe(inWork);
          if (open.size > 1) expect(inWork).toBeLessThanOrEqual(MAX_BYTES);
          const chosen = [...open][Number(draws.next().value) % open.size] ?? -1;
          open.delete(chosen);
          // Failures give the room back too.
          if (chosen % 3 === 0) endings[chosen]?.reject(new Error('failed'));
          else endings[chosen]?.resolve(chosen);
        }
        await settled;
        expect(begun).toEqual(sizes.map((_, index) => index));
        expect(seen.at(-1) ?? 0).toBe(0);
      },
    ),
  );
});
