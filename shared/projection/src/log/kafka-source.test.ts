import { createBackoff } from '@fundlens/runtime/backoff';
import type { KafkaMessage } from 'kafkajs';
import { expect, it, vi } from 'vitest';
import { KafkaSource, recordOf } from './kafka-source.ts';

const message = (headers?: object) =>
  ({ offset: '7', key: null, value: null, timestamp: '1', attributes: 0, headers }) as unknown as KafkaMessage;

it('takes the trace context of a record from its header, and none from a header without value', () => {
  const traceparents = [{ traceparent: Buffer.from('as it was sent') }, { traceparent: null }, {}, undefined].map(
    (headers) => recordOf(message(headers)),
  );
  expect(traceparents.map((record) => record.traceparent)).toEqual(['as it was sent', undefined, undefined, undefined]);
  expect(traceparents.map((record) => 'traceparent' in record)).toEqual([true, false, false, false]);
});

it('does not let a consumer join the group that was replaced while it tried to: its partitions would be read by none', async () => {
  const joins: ((event: object) => void)[] = [];
  const noop = async () => undefined;
  const consumer = () => ({
    ...{ connect: noop, subscribe: noop, run: noop, disconnect: noop, pause: noop, events: { GROUP_JOIN: 'join' } },
    on: (name: string, listener: (typeof joins)[number]) => name === 'join' && joins.push(listener),
  });
  const assigned: number[] = [];
  const source = new KafkaSource({
    ...{ kafka: { consumer } as never, groupId: 'group', topics: ['crm'], sessionTimeoutMs: 1_000 },
    backoff: createBackoff({ initialMs: 1, maxMs: 1, random: () => 1 }),
    onError: (error) => {
      throw error;
    },
  });
  await source.start({
    onAssigned: ({ length }) => void assigned.push(length),
    onBatch: async () => true,
    ...{ onPassed: () => undefined, onDown: () => undefined, steps: () => null },
  });
  source.restart();
  await vi.waitFor(() => expect(joins).toHaveLength(2));
  const joined = { payload: { memberId: 'a', memberAssignment: { crm: [0, 1] } } };
  expect(() => joins[0]?.(joined)).toThrow('replaced');
  joins[1]?.(joined);
  expect(assigned).toEqual([0, 2]);
  await source.stop();
});
