import { expect, it } from 'vitest';
import { withoutStreamIds } from './live-search.ts';
import { createSsnSearch } from './ssn-search.ts';

const search = createSsnSearch(new Map([['000707021', 'a number of the demo']]));
const command = (id: string, value: string) =>
  Buffer.from(
    ['*5', '$4', 'XADD', '$4', 'jobs', `$${id.length}`, id, '$5', 'jobId', `$${value.length}`, value, ''].join('\r\n'),
  );
const found = (log: Buffer) => search.inBytes(withoutStreamIds(log)).map(({ planted }) => planted);

it('does not take the clock of Redis for a number that it happens to have the digits of', () => {
  expect(search.inBytes(command('1795310007070-21', 'dashboard')).length).toBe(1);
  expect(found(command('1795310007070-21', 'dashboard'))).toEqual([]);
});

it.each(['000-70-7021', '000707021', '1795310007070-21 of somebody'])(
  'finds a number in what a stream carries: %s',
  (value) => {
    expect(found(command('1795310001111-2', value))).toEqual(['a number of the demo']);
  },
);
