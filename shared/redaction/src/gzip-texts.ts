import { constants, gunzipSync } from 'node:zlib';
import { InvalidError } from '@fundlens/runtime/errors';
import type { CodeRun } from './code-runs.ts';
import type { DecodedText } from './decoded-text.ts';
import { MAX_INPUT_BYTES } from './limits.ts';

/** A member's header: identification and the only method there is (RFC 1952, 2.3). */
const HEADER = [0x1f, 0x8b, 0x08];

/** Whether bytes begin as gzip does. */
export function isGzip(bytes: Uint8Array, length: number): boolean {
  return length > HEADER.length && HEADER.every((byte, index) => bytes[index] === byte);
}

/**
 * The text that gzip in a run of letters spells, as far as it is whole; null when there is none. An edit takes all of
 * the run: nothing is compressed anew.
 * @throws InvalidError `nested_too_much` when it is larger than a report may be.
 */
export function gunzippedText(bytes: Uint8Array, length: number, run: CodeRun): DecodedText | null {
  const text = isGzip(bytes, length) ? gunzipped(bytes.subarray(0, length)).toString('utf8') : '';
  if (text === '') return null;
  const { start, positions, letters } = run;
  const end = positions?.[letters.length] ?? start + letters.length;
  return { text, toOuter: (edit) => ({ ...edit, start, end }) };
}

function gunzipped(bytes: Uint8Array): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_INPUT_BYTES, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    if (error instanceof RangeError) throw new InvalidError('nested_too_much', 'compressed text is too large to read');
    // Bytes that begin as gzip does by chance.
    return Buffer.alloc(0);
  }
}
