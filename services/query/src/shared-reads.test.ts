import { expect, it } from 'vitest';
import { createSharedReads } from './shared-reads.ts';

function scene() {
  const read: { readonly key: string; readonly signal: AbortSignal }[] = [];
  const sharedRead = createSharedReads<string>();
  const ask = (key: string, signal = new AbortController().signal) =>
    sharedRead({
      key,
      signal,
      async read(reading) {
        read.push({ key, signal: reading });
        if (key === 'away') throw new Error('away');
        return `${key} ${read.length}`;
      },
    });
  return { read, ask };
}

it('reads once for identical requests of one turn, and again in the next', async () => {
  const { read, ask } = scene();
  expect(await Promise.all([ask('a'), ask('b'), ask('a')])).toEqual(['a 1', 'b 2', 'a 1']);
  expect(await ask('a')).toBe('a 3');
  expect(read.map(({ key }) => key)).toEqual(['a', 'b', 'a']);
});

it('rejects the requests of a read that fails, and no others', async () => {
  const { ask } = scene();
  const told = await Promise.allSettled([ask('away'), ask('a'), ask('away')]);
  expect(told.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
});

it('aborts a read when all of its callers have stopped waiting', async () => {
  const { read, ask } = scene();
  const [first, second] = [new AbortController(), new AbortController()];
  await Promise.all([ask('a', first.signal), ask('a', second.signal)]);
  first.abort();
  expect(read[0]?.signal.aborted).toBe(false);
  second.abort();
  expect(read[0]?.signal.aborted).toBe(true);
});
