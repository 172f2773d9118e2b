import { RetryableError } from './errors.ts';
import { createLogger } from './logger.ts';
import { expect, test } from 'vitest';
import { createSweeper } from './sweeper.ts';

const logger = createLogger({
  service: 'test',
  level: 'silent',
  sanitize: (text) => text,
  destination: { write: () => undefined },
});

function sweeperOver(dirty: Set<string>, broken?: string) {
  const troubles: (string | null)[] = [];
  const backlogs: number[] = [];
  const sweeper = createSweeper({
    name: 'tests',
    backlog: async () => ({ documents: dirty.size, dirtySince: 1 }),
    waiting: async () => [...dirty],
    async work(key) {
      if (key === broken) throw new RetryableError('swaps_lost', 'others were faster');
      dirty.delete(key);
    },
    intervalMs: 1,
    onSwept: ({ documents }) => void backlogs.push(documents),
    onTrouble: (code) => void troubles.push(code),
    logger,
  });
  return { sweeper, troubles, backlogs };
}

test('a key whose work fails is told of and does not keep the others waiting', async () => {
  const dirty = new Set(['a', 'b', 'c']);
  const { sweeper, troubles, backlogs } = sweeperOver(dirty, 'b');
  await sweeper.sweep();
  expect([...dirty]).toEqual(['b']);
  expect([troubles, backlogs]).toEqual([['swaps_lost'], [3, 1]]);
});

test('no sweep begins after the stop', async () => {
  const { sweeper, troubles } = sweeperOver(new Set(['a']));
  await sweeper.start();
  await sweeper.stop();
  const swept = troubles.length;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(troubles).toHaveLength(swept);
});
