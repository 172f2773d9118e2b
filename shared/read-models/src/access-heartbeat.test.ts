import { expect, it } from 'vitest';
import { accessAsOf } from './access-heartbeat.ts';
import { type Checkpoint, checkpointId } from './checkpoint.ts';

const checkpoint = (partition: number, asOf: number, topic = 'access'): Checkpoint => {
  const key = { generation: 1, topic, partition };
  return { _id: checkpointId(key), ...key, nextOffset: asOf, asOf };
};

it('knows access state only as well as its slowest partition', () => {
  const expected = { topic: 'access', partitions: [0, 1] };
  expect(accessAsOf(expected, [checkpoint(0, 9), checkpoint(1, 7), checkpoint(0, 1, 'crm')])).toBe(7);
});

it('knows nothing while any part of it was never read', () => {
  const expected = { topic: 'access', partitions: [0, 1] };
  expect(accessAsOf(expected, [checkpoint(0, 9)])).toBeNull();
  expect(accessAsOf({ ...expected, partitions: [] }, [])).toBeNull();
});
