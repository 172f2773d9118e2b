import { expect, it } from 'vitest';
import { createMasking } from './masking.ts';

const masking = createMasking((text) => text.replace(/\d{3}-\d{2}-\d{4}/, '***-**-****'));

it.each([
  ...['123-45-6789', 'Ada Lovelace', '', 'a'.repeat(129), '-1'],
  ...['991000331', '991-000-331', '99100-0331', 'x-991000331', '991,00,0331', 'a,991000331'],
])('masks %j', (value) => expect(masking(value)).toBe('***'));

it.each(['c-1', '0123456789', '7b1f0c52-1234-5678-9012-3456789abcde', 'req9910003310', 'creditSummary,nextSteps'])(
  'keeps %j',
  (value) => expect(masking(value)).toBe(value),
);

it('masks a list with anything but names, and what is longer than any id, without a look by the redactor', () => {
  const read: string[] = [];
  const reading = createMasking((text) => read[read.push(text) - 1] ?? '');
  for (const value of ['nextSteps,Ada Lovelace,', 'ssn:\tx 1 2 3\n', `${'nextSteps,'.repeat(500)}nextSteps`]) {
    expect(reading(value)).toBe('***');
  }
  expect(read).toEqual([]);
});
