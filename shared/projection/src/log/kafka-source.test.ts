import type { KafkaMessage } from 'kafkajs';
import { expect, it } from 'vitest';
import { recordOf } from './kafka-source.ts';

const message = (headers?: object) =>
  ({ offset: '7', key: null, value: null, timestamp: '1', attributes: 0, headers }) as unknown as KafkaMessage;

it('takes the trace context of a record from its header, and none from a header without value', () => {
  const traceparents = [{ traceparent: Buffer.from('as it was sent') }, { traceparent: null }, {}, undefined].map(
    (headers) => recordOf(message(headers)),
  );
  expect(traceparents.map((record) => record.traceparent)).toEqual(['as it was sent', undefined, undefined, undefined]);
  expect(traceparents.map((record) => 'traceparent' in record)).toEqual([true, false, false, false]);
});
