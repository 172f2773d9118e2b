import { expect, it } from 'vitest';
import { collapseKafkaLog } from './collapsed-kafka-log.ts';

function setUp() {
  const lines: [level: string, message: string, repeated: unknown][] = [];
  let now = 0;
  const log = collapseKafkaLog((level, message, extra) => lines.push([level, message, extra.repeated]), {
    monotonic: () => now,
  });
  return {
    lines,
    log,
    at: (seconds: number) => {
      now = seconds * 1_000;
    },
  };
}

it('writes a few lines of an outage of 100 seconds', () => {
  const { lines, log, at } = setUp();
  const messages = [
    'Connection error: connect ECONNREFUSED 127.0.0.1:9092',
    'Failed to connect to seed broker',
    'Crash',
  ];
  for (let second = 0; second < 100; second += 0.5) {
    at(second);
    for (const message of messages) log('error', message, { namespace: 'Connection' });
    log('warn', `Restarting in ${Math.round(second * 731)}ms`, { namespace: 'Consumer' });
  }
  expect(lines).toHaveLength(8);
  expect(lines.slice(0, 3)).toEqual(messages.map((message) => ['error', message, undefined]));
  expect(lines[4]).toEqual(['error', messages[0], 119]);
});

it('begins a new outage with a line at once', () => {
  const { lines, log, at } = setUp();
  log('error', 'away', {});
  at(61);
  log('error', 'away', {});
  expect(lines).toHaveLength(2);
});
