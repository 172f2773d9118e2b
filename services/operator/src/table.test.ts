import { expect, it } from 'vitest';
import { table } from './table.ts';

it('has columns as wide as their widest cell, however many rows there are', () => {
  const rows = Array.from({ length: 200_000 }, (_, index) => ['id', String(index)]);
  expect(table(['name', 'n'], rows).at(-1)).toBe('id    199999');
});
