import { expect, it } from 'vitest';
import { type Compared, compareDocuments } from './comparison.ts';

/** Compares one document that always differs: with these revisions, one a look, and the last one from then on. */
async function compared(revisions: readonly string[], isCaughtUp: boolean) {
  let looks = 0;
  const result = await compareDocuments({
    async *compared(): AsyncGenerator<Compared> {
      yield { document: 'contacts/a', part: 'slots', revisions: revisions[looks++] ?? revisions.at(-1) ?? null };
    },
    caughtUp: async () => isCaughtUp,
  });
  return { looks, ...result };
}

it('ends as soon as nothing that differs changes any more, once both sides have caught up', async () => {
  const differences = [{ document: 'contacts/a', part: 'slots' }];
  expect(await compared(['1'], true)).toMatchObject({ looks: 2, differences, moving: [], isCaughtUp: true });
  expect(await compared(['1', '2', '2'], true)).toMatchObject({ looks: 3, differences });
});

it('looks again while one side is behind, and does not call a difference what changes all the while', async () => {
  expect(await compared(['1'], false)).toMatchObject({ looks: 5, isCaughtUp: false });
  expect(await compared(['1', '2', '3', '4', '5'], true)).toMatchObject({
    looks: 5,
    differences: [],
    moving: ['contacts/a'],
  });
});
