import { describe, expect, test } from 'vitest';
import { isEventType } from '../event-types.ts';
import { checkEvent } from '../testing/checked-event.ts';
import { eventLines, readEvent } from './event-lines.ts';
import { contactLine, reportLine } from '../testing/sample-lines.ts';
import { SAMPLE_OCCURRED_AT, sampleEvent } from '../testing/sample-events.ts';

function rulesOf(line: string): string[] {
  const result = readEvent(line);
  const checked = 'issues' in result ? result : checkEvent(result.publishable.type, result.publishable.event);
  return 'issues' in checked ? checked.issues.map(({ field, rule }) => `${field}: ${rule}`) : [];
}

test('what has a default may be left out, in the items of lists and in records too', () => {
  expect(readEvent(contactLine({ contactId: 'contact-1' }))).toEqual({
    publishable: { type: 'ContactChanged', event: sampleEvent('ContactChanged') },
  });
  const pipeline = contactLine({
    type: 'PipelineChanged',
    contactId: undefined,
    pipelineId: 'p',
    stages: [{ stageId: 's' }],
  });
  const stages = [{ stageId: 's', name: null, position: null }];
  expect(readEvent(pipeline)).toMatchObject({ publishable: { event: { stages } } });
  const summary = { scores: [{ bureau: 'equifax', model: null, score: null }], inquiries6m: null };
  expect(readEvent(reportLine({ summary: { scores: [{ bureau: 'equifax' }] } }))).toMatchObject({
    publishable: { event: { summary } },
  });
});

describe('an instant', () => {
  test.each([
    [0, 0],
    ['2026-01-15T12:00:00Z', SAMPLE_OCCURRED_AT],
    ['2026-01-15T12:00Z', SAMPLE_OCCURRED_AT],
    ['2026-01-15T07:00:00.000-05:00', SAMPLE_OCCURRED_AT],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
  ])('may be written %j', (written, createdAt) => {
    expect(readEvent(contactLine({ createdAt: written }))).toMatchObject({
      publishable: { event: { createdAt } },
    });
  });

  test.each([
    '2026-01-15',
    '2026-01-15T12:00:00',
    '',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-15T25:00:00Z',
  ])('may not be written %j', (createdAt) => {
    expect(rulesOf(contactLine({ createdAt }))).toEqual([expect.stringMatching(/^createdAt: must be an instant/)]);
  });
});

test('a report is published byte for byte as the text says', () => {
  const report = '{ "score": 0712.10e+0, "a":1, "a":1, "ü": "\\u00fc" }';
  expect(readEvent(reportLine({ report }))).toMatchObject({ publishable: { event: { report: Buffer.from(report) } } });
  expect(rulesOf(reportLine({ report: { score: 712 } }))).toEqual([
    'report: must be bytes, in NDJSON a string that holds the JSON text',
  ]);
});

test.each(['{"type":', '[]', 'null', '"ContactChanged"'])('%s is no event', (line) => {
  expect(readEvent(line)).toEqual({ issues: [{ code: 'undecodable', field: '', rule: 'must be one JSON object' }] });
});

test('an unknown type is refused with the known ones, also one that every object inherits', () => {
  for (const type of ['Contact', 'toString', '__proto__', 7, undefined]) {
    expect(isEventType(type)).toBe(false);
    expect(rulesOf(contactLine({ type }))).toEqual([expect.stringContaining('type: must be one of LocationChanged, ')]);
  }
});

test('lines are the same wherever the stream was cut; empty ones count', async () => {
  const bytes = Buffer.from('{"a":"é"}\n\r\n\nx\r\n{"type":"é"}');
  for (let size = 1; size <= bytes.length; size += 1) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
    async function* stream() {
      yield* chunks;
    }
    const lines: unknown[] = [];
    for await (const line of eventLines(stream())) {
      lines.push([line.number, line.bytes, 'issues' in line && line.issues[0]?.field]);
    }
    expect(lines).toEqual([
      [1, 10, 'type'],
      [4, 2, ''],
      [5, 13, 'type'],
    ]);
  }
});
