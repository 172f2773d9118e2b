import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import { expect, it } from 'vitest';
import { createDeadLetterLog } from './dead-letter-log.ts';

const deadLetter = (offset: number): DeadLetter => ({
  ...{
    _id: `crm:0:${offset}`,
    stream: 'crm',
    topic: 'crm',
    partition: 0,
    offset,
    keyHash: null,
    reason: 'undecodable',
  },
  ...{ rule: 'The value is not a record of its schema.', field: null, eventType: null, entity: null, payload: null },
  ...{
    occurredAt: null,
    receivedAt: 1,
    status: 'open',
    generations: [1],
    replayedIn: [],
    attempts: 1,
    lastAttemptAt: 1,
  },
});

it('warns once for each dead letter, and counts those of a flood', () => {
  let now = 0;
  const lines: object[] = [];
  const log = createDeadLetterLog({ warn: (line: object) => void lines.push(line) }, () => now);
  log(Array.from({ length: 1_000 }, (_, offset) => deadLetter(offset)));
  expect(lines).toHaveLength(20);
  expect(lines[0]).toMatchObject({ deadLetter: 'crm:0:0', reason: 'undecodable' });
  now = 60_000;
  log([deadLetter(1_000)]);
  expect(lines.slice(20)).toMatchObject([{ leftOut: 980 }, { deadLetter: 'crm:0:1000' }]);
});
