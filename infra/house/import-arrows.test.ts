import { expect, it } from 'vitest';
import { countArrows } from './import-arrows.ts';

it('counts imports back up and circles by the rules that they break', () => {
  const violations = ['folder-order', 'mongodb', 'no-circles', 'folder-order'].map((name) => ({ rule: { name } }));
  expect(countArrows(9, violations)).toEqual({ imports: 9, backUp: 2, circles: 1 });
});
