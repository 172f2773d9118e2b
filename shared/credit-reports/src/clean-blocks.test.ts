import { expect, test } from 'vitest';
import { cleanBlocks } from './clean-blocks.ts';
import { BARE, type Block, row } from './page-blocks.ts';

const tableOf = (...strings: string[]): Block => ({ ...BARE, rows: [row(...strings)] });

test.each([
  ['in one string', ['SSN 666-00-1234', '$5'], ['SSN ***-**-****', '$5']],
  ['beside its label', ['SSN', '666001234'], ['SSN', '***-**-****']],
  ['in strings beside each other', ['SSN 666-00', '1234'], ['SSN ***-**', '****']],
])('a number %s is masked, and what stands in other blocks is not', (_, strings, cleaned) => {
  const title: Block = { kind: 'title', text: 'REQUEST 17' };
  expect(cleanBlocks([title, tableOf(...strings)])).toEqual([title, tableOf(...cleaned)]);
});
