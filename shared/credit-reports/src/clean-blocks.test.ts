import { expect, test } from 'vitest';
import { cleanBlocks } from './clean-blocks.ts';
import type { Block } from './page-blocks.ts';

const tableOf = (...strings: string[]): Block => ({
  kind: 'table',
  heading: null,
  note: null,
  columns: [],
  rows: [{ cells: strings.map((text) => [text]), history: null }],
  isWhole: false,
  hasLines: false,
});

test.each([
  ['in one string', ['SSN 666-00-1234', '$5'], ['SSN ***-**-****', '$5']],
  ['beside its label', ['SSN', '666001234'], ['SSN', '***-**-****']],
  ['in strings beside each other', ['SSN 666-00', '1234'], ['SSN ***-**', '****']],
])('a number %s is masked, and what stands in other blocks is not', (_, strings, cleaned) => {
  const title: Block = { kind: 'title', text: 'REQUEST 17' };
  expect(cleanBlocks([title, tableOf(...strings)])).toEqual([title, tableOf(...cleaned)]);
});
