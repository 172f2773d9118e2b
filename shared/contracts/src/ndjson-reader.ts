import { TextDecoder } from 'node:util';
import { readEventLine } from './event-line.ts';
import { MAX_REPORT_BYTES } from './limits.ts';
import { linesOf } from './lines.ts';
import { type EventReader, refusedRead } from './event-reader.ts';

/** A report whose every byte is written as a JSON escape of six characters, and its other fields. */
const MAX_LINE_BYTES = 7 * MAX_REPORT_BYTES;

/** One JSON object a line, as `readEventLine` has it; empty lines are passed over. */
export const ndjsonReader: EventReader = {
  unit: 'line',
  async *read(chunks) {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    for await (const { number: at, bytes } of linesOf(chunks, MAX_LINE_BYTES)) {
      if (bytes === null) {
        yield refusedRead(at, 'undecodable', `must be at most ${MAX_LINE_BYTES} bytes`);
        continue;
      }
      const text = decode(decoder, bytes);
      if (text === null) yield refusedRead(at, 'undecodable', 'must be UTF-8');
      else if (text.trim() !== '') yield { at, bytes: bytes.length, ...readEventLine(text) };
    }
  },
};

function decode(decoder: TextDecoder, bytes: Buffer): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}
