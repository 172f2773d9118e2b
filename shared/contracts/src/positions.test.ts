import { expect, test } from 'vitest';
import { positionsOf } from './positions.ts';

const [a, b, c, d] = [{}, {}, {}, {}];
const records = [
  { topic: 't', message: a },
  { topic: 't', message: b },
  { topic: 'u', message: c },
  { topic: 't', message: d },
];
const partitions = new Map<object, number>([
  [a, 1],
  [b, 0],
  [c, 1],
  [d, 1],
]);
const stored = (topicName: string, partition: number, baseOffset: string, errorCode = 0) => ({
  topicName,
  partition,
  baseOffset,
  errorCode,
});

test('positions come in the order of the events, whatever partitions they went to', () => {
  const answer = [stored('t', 0, '7'), stored('t', 1, '9007199254740993'), stored('u', 1, '0')];
  expect(positionsOf(records, (message) => partitions.get(message), answer)).toEqual([
    { topic: 't', partition: 1, offset: '9007199254740993' },
    { topic: 't', partition: 0, offset: '7' },
    { topic: 'u', partition: 1, offset: '0' },
    { topic: 't', partition: 1, offset: '9007199254740994' },
  ]);
});

test('an answer that leaves a record out is a broken promise, not a guess', () => {
  expect(() => positionsOf(records, (message) => partitions.get(message), [stored('t', 0, '7')])).toThrow(
    /without telling where/,
  );
  expect(() => positionsOf(records, () => undefined, [])).toThrow(/without telling where/);
  expect(() => positionsOf([], () => 0, [stored('t', 0, '7', 6)])).toThrow(/without telling where/);
});
