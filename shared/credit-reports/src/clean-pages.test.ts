import { expect, test } from 'vitest';
import { cleanPages } from './clean-pages.ts';
import { BARE, row } from './page-tables.ts';

const pagesOf = (...strings: string[]) => ({
  title: 'REQUEST 17',
  footer: 'page 8',
  tables: [{ ...BARE, rows: [row(...strings)] }],
});

test.each([
  ['in one string', ['SSN 666-00-1234', '$5'], ['SSN ***-**-****', '$5']],
  ['beside its label', ['SSN', '666001234'], ['SSN', '***-**-****']],
  ['in strings beside each other', ['SSN 666-00', '1234'], ['SSN ***-**', '****']],
])('a number %s is masked, and what stands elsewhere is not', (_, strings, cleaned) => {
  expect(cleanPages(pagesOf(...strings))).toEqual(pagesOf(...cleaned));
});
