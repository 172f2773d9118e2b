import { expect, test } from 'vitest';
import { createKafka } from './kafka-client.ts';
import type { KafkaLogLevel } from './kafka-log.ts';

test('what heals by itself is not reported as an error, what does not is', () => {
  const lines: [KafkaLogLevel, string][] = [];
  const kafka = createKafka({
    brokers: ['127.0.0.1:1'],
    clientId: 'test',
    log: (level, message) => lines.push([level, message]),
  });
  kafka.logger().error('Crash: the coordinator is loading and hence cannot process requests');
  kafka.logger().error('Response', { error: 'The group is rebalancing, so a rejoin is needed' });
  kafka.logger().error('Connection error: ECONNREFUSED');
  kafka.logger().warn('something odd');
  expect(lines.map(([level]) => level)).toEqual(['info', 'info', 'error', 'warn']);
});
