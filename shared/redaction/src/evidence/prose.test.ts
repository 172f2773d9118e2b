import { expect, it } from 'vitest';
import { readProse } from './prose.ts';

const NUMBER = '412663971';

it.each([
  ['what is said in brackets names no other', `SSN (see order) ${NUMBER}`],
  ['a list goes on further than a word reaches', `SSNs: ${Array.from({ length: 12 }, () => NUMBER).join(', ')}`],
])('goes: %s', (_, text) => {
  expect(readProse(text, null).map(({ digits }) => digits)).toEqual(text.match(/\d{9}/g));
});

it.each([
  ['the next field of a list of fields', `ssn: unknown; zone: ${NUMBER}`],
  ['a row with a label of its own', `SSN\tok\nzone\t${NUMBER}`],
  [
    'a cell with a label, in entities',
    `SSN&lt;/td&gt;&lt;td&gt;ok&lt;/td&gt;&lt;td&gt;File&lt;/td&gt;&lt;td&gt;${NUMBER}`,
  ],
  ['a mention with a value of its own', `see ${NUMBER} ssn: none`],
  ["the type of an employer's number", `Taxpayer ID ${NUMBER}, type: employer`],
])('stays: %s', (_, text) => {
  expect(readProse(text, null)).toEqual([]);
});

it('a label below a number of another name says nothing of it', () => {
  const found = readProse('order: 412663971\nSSN: 531847296', null);
  expect(found.map(({ digits }) => digits)).toEqual(['531847296']);
});
