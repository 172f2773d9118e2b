import { describe, expect, it } from 'vitest';
import { createCoalescedFind } from './coalesced-find.ts';

describe('reads of one turn of the event loop', () => {
  const asked: (readonly string[])[] = [];
  const find = createCoalescedFind(
    async (ids) => {
      asked.push(ids);
      return ids.filter((id) => id !== 'none').reverse();
    },
    (id) => id,
  );

  it('share one query, and those of the next turn another', async () => {
    expect(await Promise.all([find('a'), find('b'), find('a'), find('none')])).toEqual(['a', 'b', 'a', null]);
    expect(await find('c')).toBe('c');
    expect(asked).toEqual([['a', 'b', 'none'], ['c']]);
  });
});
