import { expect, it } from 'vitest';
import { createKafka } from './kafka-client.ts';
import { kafkaLogTo } from './kafka-log.ts';

function setUp() {
  const lines: [level: string, message: unknown, repeated: unknown][] = [];
  const time = { now: 0 };
  const write = (level: string) => (fields: { kafka: { repeated?: number } }, message: unknown) =>
    void lines.push([level, message, fields.kafka.repeated]);
  const log = kafkaLogTo({ debug: write('debug'), warn: write('warn') } as never, () => time.now);
  const logger = createKafka({ brokers: ['127.0.0.1:1'], clientId: 'test', log }).logger();
  return { lines, time, logger };
}

it('does not warn of what heals by itself, and does of what does not', () => {
  const { lines, logger } = setUp();
  logger.error('Crash: the coordinator is loading and hence cannot process requests');
  logger.error('Response', { error: 'The group is rebalancing, so a rejoin is needed' });
  logger.info('Starting');
  logger.error('Connection error: ECONNREFUSED');
  logger.warn('something odd');
  expect(lines.map(([level]) => level)).toEqual(['debug', 'debug', 'debug', 'warn', 'warn']);
});

it('writes a few lines of an outage of 100 seconds, and begins the next one with a line at once', () => {
  const { lines, time, logger } = setUp();
  const messages = [
    'Connection error: connect ECONNREFUSED 127.0.0.1:9092',
    'Failed to connect to seed broker',
    'Crash',
  ];
  for (let second = 0; second < 100; second += 0.5) {
    time.now = second * 1_000;
    for (const message of messages) logger.error(message);
    logger.warn(`Restarting in ${Math.round(second * 731)}ms`);
  }
  expect(lines).toHaveLength(8);
  expect(lines.slice(0, 3)).toEqual(messages.map((message) => ['warn', message, undefined]));
  expect(lines[4]).toEqual(['warn', messages[0], 119]);
  time.now = 1_000_000;
  logger.error('Crash');
  expect(lines).toHaveLength(9);
});
