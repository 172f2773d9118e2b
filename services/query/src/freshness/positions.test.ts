import { describe, expect, it } from 'vitest';
import { type LogPosition, MAX_POSITIONS, parsePositions } from './positions.ts';

const position = (topic: string, partition: number, offset: number): LogPosition => ({ topic, partition, offset });

describe('X-Wait-For-Position', () => {
  it.each<[string | undefined, LogPosition[]]>([
    [undefined, []],
    ['crm.changes.v1/0/0', [position('crm.changes.v1', 0, 0)]],
    [' a/1/2 ,\tb/3/4 ', [position('a', 1, 2), position('b', 3, 4)]],
    ['a/1/2,a/1/2', [position('a', 1, 2), position('a', 1, 2)]],
    ['a/2147483647/9007199254740990', [position('a', 2_147_483_647, 9_007_199_254_740_990)]],
  ])('%j', (header, positions) => {
    expect(parsePositions(header)).toEqual(positions);
  });

  it.each([
    ...[
      '',
      'a/1/2,',
      'a/1/2;b/3/4',
      'a/1',
      'a//2',
      'a/1/2/3',
      'a%2Fb/1/2',
      'ä/1/2',
      'a/-1/2',
      'a/01/2',
      'a/1/2e3',
      'a/1 /2',
    ],
    ...['a/2147483648/2', 'a/1/9007199254740991', `${'a'.repeat(250)}/1/2`],
    Array.from({ length: MAX_POSITIONS + 1 }, () => 'a/1/2').join(','),
  ])('%j is refused, and not repeated', (header) => {
    expect(() => parsePositions(header)).toThrow(/^X-Wait-For-Position must be <topic>\/<partition>\/<offset>/);
  });
});
