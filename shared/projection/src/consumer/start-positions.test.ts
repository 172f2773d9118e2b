import { expect, it } from 'vitest';
import { startOffset } from './start-positions.ts';

it('begins at the checkpoint, and at the first event that the log has where there is none', () => {
  expect(startOffset(40, { first: 0, end: 100 })).toBe(40);
  expect(startOffset(null, { first: 5, end: 100 })).toBe(5);
});

it('refuses a log that ends before the checkpoint, one that lost unread events, and a partition that is not there', () => {
  expect(startOffset(70, { first: 70, end: 70 })).toBe(70);
  expect(() => startOffset(70, { first: 0, end: 69 })).toThrow(/beyond the end/);
  expect(() => startOffset(70, { first: 71, end: 90 })).toThrow(/lost events/);
  expect(() => startOffset(70, undefined)).toThrow(/no such partition/);
});
