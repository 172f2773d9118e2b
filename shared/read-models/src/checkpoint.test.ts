import { expect, it } from 'vitest';
import { accessAsOf } from './access-heartbeat.ts';
import { type Checkpoint, checkpointId, resumeOffset } from './checkpoint.ts';

const checkpoint = (model: string, partition: number, asOf: number, topic = 'access'): Checkpoint => ({
  _id: checkpointId({ model, topic, partition }),
  model,
  topic,
  partition,
  nextOffset: asOf,
  asOf,
});

it('resumes at the lowest model, and at the beginning while one has none', () => {
  expect(resumeOffset(['a_v1', 'b_v1'], [checkpoint('a_v1', 0, 7), checkpoint('b_v1', 0, 5)])).toBe(5);
  expect(resumeOffset(['a_v1', 'b_v1'], [checkpoint('a_v1', 0, 7)])).toBeNull();
});

it('knows access state only as well as its slowest model and partition', () => {
  const expected = { models: ['a_v1', 'b_v1'], topic: 'access', partitions: [0, 1] };
  const all = [checkpoint('a_v1', 0, 9), checkpoint('a_v1', 1, 8), checkpoint('b_v1', 0, 7), checkpoint('b_v1', 1, 9)];
  expect(accessAsOf(expected, all)).toBe(7);
  expect(accessAsOf(expected, [...all, checkpoint('b_v1', 0, 1, 'crm')])).toBe(7);
});

it('knows nothing while any part of it was never read', () => {
  const expected = { models: ['a_v1'], topic: 'access', partitions: [0, 1] };
  expect(accessAsOf(expected, [checkpoint('a_v1', 0, 9)])).toBeNull();
  expect(accessAsOf({ ...expected, partitions: [] }, [])).toBeNull();
});
