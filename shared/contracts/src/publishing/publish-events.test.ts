import { describe, expect, test } from 'vitest';
import { createCodec } from '../wire/codec.ts';
import { readEvents } from './ndjson-reader.ts';
import type { Position } from './positions.ts';
import { checkEvents, publishEvents } from './publish-events.ts';
import { listedLines, plural, positionSummary } from './publish-report.ts';
import type { Publishable } from './publisher.ts';
import { memoryRegistry } from '../testing/memory-registry.ts';
import { topicNames } from '../wire/topic-names.ts';

const codec = createCodec({ registry: memoryRegistry(), topics: topicNames(), clock: () => 0 });
const meta = {
  eventId: '0e3a77c0-0000-4000-8000-000000000001',
  occurredAt: 0,
  version: 1,
  locationId: 'loc-1',
  source: 'test',
};
const contact = (fields: object) => JSON.stringify({ type: 'ContactChanged', meta, contactId: 'c', ...fields });
const report = (text: string) =>
  JSON.stringify({
    type: 'CreditReportStored',
    meta,
    requestId: 'r',
    contactId: 'c',
    format: 'other',
    pulledAt: 0,
    report: text,
  });

async function* input(...lines: string[]): AsyncGenerator<Buffer> {
  yield Buffer.from(lines.join('\n'));
}

async function refusals(...lines: string[]): Promise<string[]> {
  const { refused } = await check(lines);
  return refused.flatMap(listedLines);
}

function check(lines: readonly string[]) {
  return checkEvents(readEvents(input(...lines)), { codec, progress: () => {} });
}

describe('refused at the desk, because the projector would set it aside', () => {
  test.each([
    ['an id that reads as an SSN', contact({ contactId: '078-05-1120' })],
    ['a report that is not JSON', report('<xml/>')],
    ['a report that nests without end', report('['.repeat(100_000))],
    [
      'a record that is too large',
      contact({ customFields: Array(60).fill({ id: 'f', valueJson: `"${'x'.repeat(16_000)}"` }) }),
    ],
  ])('%s', async (_, line) => {
    const told = await refusals(contact({}), line);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/^ {2}line 2: /);
    expect(told[0]).not.toContain('078');
  });

  test('but not one that only holds an SSN: that is the redactor’s work', async () => {
    expect(
      await refusals(contact({ firstName: '078-05-1120', ssn: '078051120' }), report('{"ssn":"078051120"}')),
    ).toEqual([]);
  });
});

test('what is too long or not UTF-8 is refused by its line', async () => {
  async function* bytes(): AsyncGenerator<Buffer> {
    yield Buffer.concat([Buffer.from([0x7b, 0xff, 0x0a]), Buffer.alloc(59 * 1024 * 1024, 'x'), Buffer.from('\n')]);
  }
  const { refused } = await checkEvents(readEvents(bytes()), { codec, progress: () => {} });
  expect(refused.flatMap(listedLines)).toEqual([
    expect.stringContaining('line 1: must be UTF-8'),
    expect.stringMatching(/line 2: must be at most \d+ bytes/),
  ]);
});

test('empty lines count as lines and are nothing to publish', async () => {
  const checked = await check(['', contact({}), '  \r', 'x']);
  expect(checked).toMatchObject({ good: 1, refusedLines: new Set([4]), refused: [{ line: 4 }] });
});

test('good lines are published in order, in windows, and bad ones passed over', async () => {
  const published: Publishable[][] = [];
  const publisher = {
    start: async () => {},
    stop: async () => {},
    publish: async (events: readonly Publishable[]) => {
      published.push([...events]);
      return events.map((_, index): Position => ({ topic: 't', partition: 0, offset: String(index) }));
    },
  };
  const lines = Array.from({ length: 2_700 }, (_, index) =>
    index % 9 === 0 ? 'x' : contact({ contactId: `c${index}` }),
  );
  const summary = positionSummary();
  const { refusedLines } = await check(lines);
  await publishEvents(readEvents(input(...lines)), {
    publisher,
    refusedLines,
    progress: () => {},
    stored: summary.add,
  });
  expect(published.map((window) => window.length)).toEqual([2_000, 400]);
  const ids = published.flat().map(({ event }) => 'contactId' in event && event.contactId);
  expect(ids).toEqual(lines.map((_, index) => `c${index}`).filter((_, index) => index % 9 !== 0));
  expect(summary.count()).toBe(2_400);
});

test('there is no header without positions, nor for more than one request may have', () => {
  const summary = positionSummary();
  expect(summary.waitHeader()).toBeNull();
  const positions = Array.from({ length: 64 }, (_, partition) => ({ topic: 'a', partition, offset: '0' }));
  summary.add(positions);
  expect(summary.waitHeader()?.split(',')).toHaveLength(64);
  summary.add([{ topic: 'b', partition: 0, offset: '0' }]);
  expect(summary.waitHeader()).toBeNull();
});

test('positions are printed per partition', () => {
  const summary = positionSummary();
  summary.add([
    { topic: 'b', partition: 0, offset: '9007199254740993' },
    { topic: 'a', partition: 10, offset: '5' },
    { topic: 'a', partition: 2, offset: '7' },
    { topic: 'a', partition: 2, offset: '9' },
  ]);
  expect(summary.lines()).toEqual([
    '  a partition 2: 2 events, offsets 7 to 9',
    '  a partition 10: 1 event, offset 5',
    '  b partition 0: 1 event, offset 9007199254740993',
  ]);
  expect(summary.waitHeader()).toBe('X-Wait-For-Position: a/2/9,a/10/5,b/0/9007199254740993');
  expect(plural(1_234_567, 'event')).toBe('1,234,567 events');
});
