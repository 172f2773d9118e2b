import { describe, expect, test } from 'vitest';
import { createCodec } from '../wire/codec.ts';
import { contactLine, reportLine } from '../testing/sample-lines.ts';
import { memoryRegistry } from '../testing/memory-registry.ts';
import { topicNames } from '../wire/topic-names.ts';
import { eventLines } from './event-lines.ts';
import { publishLines } from './publish-lines.ts';
import { createPublishReport } from './publish-report.ts';
import type { OutgoingRecord } from './publisher.ts';

/** Publishes into a log of one partition. */
async function run(input: readonly (string | Buffer)[]) {
  const codec = createCodec({ registry: memoryRegistry(), topics: topicNames(), clock: () => 0 });
  const sent: OutgoingRecord[][] = [];
  const publisher = {
    publishRecords: async (records: readonly OutgoingRecord[]) => {
      const first = sent.flat().length;
      sent.push([...records]);
      return records.map(({ topic }, index) => ({ topic, partition: 0, offset: String(first + index) }));
    },
  };
  async function* chunks() {
    for (const line of input) yield Buffer.concat([Buffer.from(line), Buffer.from('\n')]);
  }
  const told = createPublishReport({ keepGoing: false });
  await publishLines(eventLines(chunks()), { codec, publisher, report: told });
  return { sent, refused: told.refusedLines(), published: told.publishedLines(true) };
}

const contacts = (count: number) =>
  Array.from({ length: count }, (_, index) => contactLine({ contactId: `c${index}` }));

describe('refused at the desk, because the projector would set it aside', () => {
  test.each([
    ['an id that reads as an SSN', contactLine({ contactId: '078-05-1120' })],
    ['a report that is not JSON', reportLine({ report: '<xml/>' })],
    ['a report that nests without end', reportLine({ report: '['.repeat(100_000) })],
    [
      'a record that is too large',
      contactLine({ customFields: Array(60).fill({ id: 'f', valueJson: `"${'x'.repeat(16_000)}"` }) }),
    ],
    ['a trace context that is none', contactLine({ traceparent: 'x' })],
  ])('%s', async (_, line) => {
    const { refused } = await run([contactLine({}), line]);
    expect(refused).toEqual(['Refused: 1 line', expect.stringMatching(/^ {2}line 2: /)]);
    expect(refused.join()).not.toContain('078');
  });

  test('what is too long or not UTF-8', async () => {
    const { refused } = await run([Buffer.from([0x7b, 0xff]), Buffer.alloc(59 * 1024 * 1024, 'x')]);
    expect(refused).toEqual([
      'Refused: 2 lines',
      '  line 1: must be UTF-8',
      expect.stringMatching(/^ {2}line 2: must be at most \d+ bytes/),
    ]);
  });
});

test('when a line is refused, nothing of its 2,000 lines nor behind them is sent, and those behind are checked', async () => {
  const lines = contacts(7_000);
  lines[3_500] = 'x';
  lines[6_000] = contactLine({ contactId: 'no id' });
  const { sent, refused, published } = await run(lines);
  expect(sent.map(({ length }) => length)).toEqual([2_000]);
  expect(sent[0]?.map(({ message }) => message.key)).toEqual(
    lines.slice(0, 2_000).map((_, index) => `contact:loc-1:c${index}`),
  );
  expect(refused.slice(1)).toEqual([
    '  line 3501: must be one JSON object',
    expect.stringMatching(/^ {2}line 6001: contactId: must start/),
  ]);
  expect(published).toEqual([
    'Published 2,000 events, refused 2 lines.',
    'From line 2001 on nothing is known to be published.',
    'Publish the whole input again when it is mended: duplicates change nothing.',
    'To read an answer that has all of it, send the header:',
    '  X-Wait-For-Position: crm.changes.v1/0/1999',
  ]);
});

test('more positions than one request may have are told in several headers', () => {
  const told = createPublishReport({ keepGoing: false });
  const positions = Array.from({ length: 64 }, (_, partition) => ({ topic: 'a', partition, offset: '0' }));
  told.publish(1, positions);
  expect(told.publishedLines(true).at(-1)?.split(',')).toHaveLength(64);
  told.publish(2, [{ topic: 'b', partition: 0, offset: '0' }]);
  const headers = told.publishedLines(true).slice(2);
  expect(headers.map((header) => header.split(',').length)).toEqual([64, 1]);
  expect(headers.at(-1)).toBe('  X-Wait-For-Position: b/0/0');
});
