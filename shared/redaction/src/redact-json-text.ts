import { InvalidError } from '@fundlens/runtime/errors';
import { applyEdits, type Edit } from './edits.ts';
import { readJson } from './index/json.ts';
import { MAX_INPUT_BYTES, MAX_OUTPUT_BYTES } from './limits.ts';
import { type Reading, TextReader } from './reading.ts';

export type JsonTextContext = {
  /** Begins the error codes: `report` gives `report_not_json`, `report_too_deep` … */
  readonly what: string;
  /** The field that errors name. */
  readonly field?: string;
};

const REPORT: JsonTextContext = { what: 'report' };

type RedactedJson<T> = {
  /** The input itself when nothing had to go. */
  readonly text: T;
  /** How many values were rewritten. */
  readonly redactions: number;
};

/**
 * Redacts JSON text (a string, or its UTF-8 bytes, as stored) and leaves every other byte as it was: spelling of numbers
 * and escapes, white space, key order, duplicate keys.
 *
 * @throws InvalidError `…_not_utf8`, `…_not_json` (a byte order mark counts as such), `…_too_deep`, `…_too_large`
 */
export function redactJsonText<T extends string | Uint8Array>(input: T): RedactedJson<T> {
  const text = typeof input === 'string' ? input : decodeUtf8(input, REPORT);
  const reader = new TextReader();
  const reading = readJsonText(text, reader, REPORT);
  reader.readAnswers(reading);
  const edits = reader.editsOf(reading);
  if (edits.length === 0) return { text: input, redactions: 0 };
  const redacted = redactedField(text, edits, typeof input !== 'string', REPORT);
  return { text: redacted as T, redactions: edits.length };
}

/** Reads a field's JSON text by the letter; what is nested in it is read as far as it can be. `outer`: of `readStructure`. */
export function readJsonText(text: string, reader: TextReader, context: JsonTextContext, outer = 0): Reading {
  if (text.length > MAX_INPUT_BYTES) throw invalid('too_large', context);
  reader.grant(text.length);
  const json = readJson(text);
  if (typeof json === 'string') throw invalid(json, context);
  return inContext(context, () => reader.readStructure(json, null, outer));
}

export function readFreeText(
  text: string,
  reader: TextReader,
  context: JsonTextContext,
  about: string | null,
): Reading {
  reader.grant(text.length);
  return inContext(context, () => reader.read(text, about));
}

const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function decodeUtf8(bytes: Uint8Array, context: JsonTextContext): string {
  if (bytes.length > MAX_INPUT_BYTES) throw invalid('too_large', context);
  try {
    return STRICT_UTF8.decode(bytes);
  } catch {
    // The decoder's TypeError says nothing but this.
    throw invalid('not_utf8', context);
  }
}

/** Applies the edits to the text of a field, within the limit for what is stored. */
export function redactedField(
  text: string,
  edits: readonly Edit[],
  isBytes: boolean,
  context: JsonTextContext,
): string | Uint8Array {
  const redacted = applyEdits(text, edits);
  const field = isBytes ? Buffer.from(redacted, 'utf8') : redacted;
  if (field.length > MAX_OUTPUT_BYTES) throw invalid('too_large', context);
  return field;
}

const FAILURES = {
  not_utf8: 'is not well-formed UTF-8',
  not_json: 'is not well-formed JSON',
  too_deep: 'is nested too deeply',
  too_large: 'is too large',
};

function invalid(
  failure: keyof typeof FAILURES,
  { what, field }: JsonTextContext,
  message = `${what} ${FAILURES[failure]}`,
): InvalidError {
  return new InvalidError(`${what}_${failure}`, message, field === undefined ? {} : { field });
}

/** Names the field in errors about nested texts, and gives them the codes of the field. */
function inContext<T>(context: JsonTextContext, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
    throw invalid(error.code as keyof typeof FAILURES, context, `${context.what}: ${error.message}`);
  }
}
