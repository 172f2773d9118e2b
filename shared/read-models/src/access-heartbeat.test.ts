import { expect, it } from 'vitest';
import { accessAsOf } from './access-heartbeat.ts';
import { type Checkpoint, checkpointId } from './checkpoint.ts';

const checkpoint = (partition: number, asOf: number): Checkpoint => {
  const key = { generation: 1, topic: 'access', partition };
  return { _id: checkpointId(key), ...key, nextOffset: asOf, asOf };
};

it('knows access state only as well as its slowest partition', () => {
  expect(accessAsOf([0, 1], [checkpoint(0, 9), checkpoint(1, 7)])).toBe(7);
});

it('knows nothing while any part of it was never read', () => {
  expect(accessAsOf([0, 1], [checkpoint(0, 9)])).toBeNull();
  expect(accessAsOf([], [])).toBeNull();
});
