import { expect, it } from 'vitest';
import { optionsOf } from './options.ts';
import { holds, textOf } from './report.ts';
import { WHOLE_NUMBER } from './scenario.ts';

const scenario = {
  options: { minutes: { values: 'a whole number', usual: '5', pattern: WHOLE_NUMBER }, only: { values: 'a name' } },
};
const read = (...args: string[]) => optionsOf(args, scenario, 4711);

it('takes the usual options and seed when none is given', () => {
  expect(read()).toEqual({ seed: 4711, json: false, options: { minutes: '5' } });
});

it('takes what is given', () => {
  expect(read('--minutes', '30', '--seed', '7', '--json', '--only', 'kafka-killed')).toEqual({
    ...{ seed: 7, json: true, options: { minutes: '30', only: 'kafka-killed' } },
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

it('holds when no check is broken, whatever the notes say, and shows the first lines of one that is', () => {
  const report = { lines: [], notes: [{ name: 'incidents', broken: ['one'] }], figures: {} };
  const lines = Array.from({ length: 25 }, (_, n) => `line ${n}`);
  expect(holds({ ...report, checks: [{ name: 'stored', broken: [] }] })).toBe(true);
  const broken = { ...report, checks: [{ name: 'stored', broken: lines }] };
  expect(holds(broken)).toBe(false);
  expect(textOf('chaos', broken)).toMatch(/^chaos: CHECKS DO NOT HOLD\n[\s\S]*line 19\n {2}… and 5 more$/);
});
