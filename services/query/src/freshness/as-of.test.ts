import { expect, it } from 'vitest';
import { asOfServed } from './as-of.ts';
import type { Progress } from './freshness-store.ts';

const logs = [
  { _id: 'crm', topic: 'crm.v1', partitions: 2 },
  { _id: 'funding', topic: 'funding.v1', partitions: 3 },
] as const;
const crm = (known: Progress) => asOfServed(['crm'], known);
const both = (known: Progress) => asOfServed(['crm', 'funding'], known);
const ofCrm = ['crm.v1', { asOf: 40, partitions: 2 }] as const;
const progress: Progress = { logs, reached: new Map([ofCrm, ['funding.v1', { asOf: 30, partitions: 3 }]]) };

it('is that of the slowest log', () => {
  expect(crm(progress)).toBe(40);
  expect(both(progress)).toBe(30);
});

it.each<[string, Progress]>([
  ['a log was never read', { logs, reached: new Map([ofCrm]) }],
  ['a partition was never read', { ...progress, logs: [logs[0], { ...logs[1], partitions: 4 }] }],
  ['the projector has not published its logs', { ...progress, logs: [] }],
  ['the stream has moved to another topic', { ...progress, logs: [logs[0], { ...logs[1], topic: 'funding.v2' }] }],
])('is unknown while %s', (_, known) => {
  expect(both(known)).toBeNull();
  expect(crm(known)).toBe(known.logs.length === 0 ? null : 40);
});
