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

function sweeperOver(
  dirty: Set<string>,
  { broken = new Set<string>(), away = false }: { broken?: Set<string>; away?: boolean } = {},
) {
  const troubles: (string | null)[] = [];
  const backlogs: number[] = [];
  const sweeper = createSweeper({
    name: 'tests',
    async backlog() {
      if (away) throw new RetryableError('mongodb_unavailable', 'away');
      return { documents: dirty.size, dirtySince: dirty.size === 0 ? null : 1 };
    },
    waiting: async () => [...dirty],
    async work(key) {
      if (broken.has(key)) throw new RetryableError('swaps_lost', 'others were faster');
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
  const { sweeper, troubles, backlogs } = sweeperOver(dirty, { broken: new Set(['b']) });
  await sweeper.sweep();
  expect([...dirty]).toEqual(['b']);
  expect([troubles, backlogs]).toEqual([['swaps_lost'], [3, 1]]);
});

test('nothing is looked for where nothing waits', async () => {
  const { sweeper, troubles, backlogs } = sweeperOver(new Set());
  await sweeper.sweep();
  expect([troubles, backlogs]).toEqual([[null], [0]]);
});

test('a store that is away is told of, and the next sweep tries again', async () => {
  const { sweeper, troubles } = sweeperOver(new Set(['a']), { away: true });
  await sweeper.start();
  while (troubles.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
  await sweeper.stop();
  expect(new Set(troubles)).toEqual(new Set(['mongodb_unavailable']));
});

test('no sweep begins after the stop', async () => {
  const { sweeper, troubles } = sweeperOver(new Set(['a']));
  await sweeper.start();
  await sweeper.stop();
  const swept = troubles.length;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(troubles).toHaveLength(swept);
});
