import { expect, test } from 'vitest';
import { missedIn, walkOf } from './readme-walk.ts';

const README = [
  '# A',
  '',
  '## One way',
  '',
  '1. `a.ts` (first)',
  '2. `b/c.ts` and `d.ts`',
  '',
  '## Next',
  '',
  '1. `e.ts`',
  '',
];

test('the walk is the list below its heading', () => {
  expect(walkOf(README.join('\n'), 'One way').files).toEqual(['a.ts', 'b/c.ts']);
  expect(walkOf(README.join('\n'), 'Nowhere').files).toEqual([]);
});

test.each([
  ['all in order, with others between', ['a', 'x', 'b', 'a', 'c'], null],
  ['one that is never passed', ['a', 'c'], 'b'],
  ['two in another order', ['b', 'a', 'c'], 'b'],
])('a trace of %s', (_, trace, missed) => {
  expect(missedIn(trace, { files: ['a', 'b', 'c'] })).toBe(missed);
});
