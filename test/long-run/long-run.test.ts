import { expect, it } from 'vitest';
import { readOptions, wholeNumber } from './long-run.ts';

const minutes = { option: 'minutes', usual: '5', values: 'a whole number', read: wholeNumber };
const read = (...args: string[]) => readOptions(args, { amount: minutes }, 4711);

it('takes the usual amount and seed when none is given', () => {
  expect(read()).toEqual({ amount: 5, seed: 4711, json: false, own: {} });
});

it('takes what is given', () => {
  expect(read('--minutes', '30', '--seed', '7', '--json')).toEqual({ amount: 30, seed: 7, json: true, own: {} });
});

it('takes options of the command itself', () => {
  const ownOptions = { only: { type: 'string' }, record: { type: 'boolean' } } as const;
  expect(readOptions(['--only', 'kafka-killed'], { amount: minutes, ownOptions }, 4711)).toEqual({
    ...{ amount: 5, seed: 4711, json: false },
    own: { only: 'kafka-killed', record: undefined },
  });
});

it.each([
  ['an amount that is none', ['--minutes', 'many']],
  ['a seed that is none', ['--seed', '-1']],
  ['a seed beyond 31 bits', ['--seed', '2147483648']],
  ['an option that it does not have', ['--hours', '1']],
  ['words', ['now']],
])('refuses %s', (_, args) => {
  expect(read(...args)).toBeNull();
});
