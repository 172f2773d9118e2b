import { TextDecoder } from 'node:util';
import { readEventLine } from './event-line.ts';
import { MAX_REPORT_BYTES } from '../definition/limits.ts';
import { linesOf } from './lines.ts';
import type { Publishable } from './publisher.ts';
import type { EventIssue } from '../validation.ts';

/** What an input holds in one line: an event, or the rules that it breaks. */
export type EventRead = {
  /** Number of the line, from 1. */
  readonly line: number;
  readonly bytes: number;
} & ({ readonly publishable: Publishable } | { readonly issues: readonly EventIssue[] });

/** A report whose every byte is written as a JSON escape of six characters, and its other fields. */
const MAX_LINE_BYTES = 7 * MAX_REPORT_BYTES;

/** One JSON object a line, as `readEventLine` has it; empty lines are passed over. */
export async function* readEvents(chunks: AsyncIterable<Buffer>): AsyncIterable<EventRead> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const { number: line, bytes } of linesOf(chunks, MAX_LINE_BYTES)) {
    const text = bytes === null ? null : decode(decoder, bytes);
    if (bytes === null) yield refused(line, `must be at most ${MAX_LINE_BYTES} bytes`);
    else if (text === null) yield refused(line, 'must be UTF-8');
    else if (text.trim() !== '') yield { line, bytes: bytes.length, ...readEventLine(text) };
  }
}

function refused(line: number, rule: string): EventRead {
  return { line, bytes: 0, issues: [{ code: 'undecodable', field: '', rule }] };
}

function decode(decoder: TextDecoder, bytes: Buffer): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}
