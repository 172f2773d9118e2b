import { InvalidError } from '@fundlens/runtime/errors';
import { applyEdits } from './edits.ts';
import { type Finding, findingsOf } from './findings.ts';
import { readJson } from './index/json.ts';
import { MAX_INPUT_BYTES } from './limits.ts';
import { TextReader } from './reading.ts';
import { decodeUtf8, readFreeText, readJsonText } from './redact-json-text.ts';

/** What one file gave, piece by piece: a document is one piece, a feed has one for each line. */
export type Piece =
  | { readonly kind: 'redacted'; readonly text: string; readonly findings: readonly Finding[] }
  /** Not read to its end, so nothing of it is shown. `line`: of a feed. */
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string; readonly line: number | null };

const NEWLINE = 0x0a;
const INPUT = { what: 'input' };

/** Redacts a file, of the format that it seems to have. */
export function* inspectFile(file: Buffer): Generator<Piece> {
  const format = formatOf(file);
  let line = 0;
  for (const bytes of format === 'ndjson' ? linesOf(file) : [file]) {
    line++;
    try {
      const text = decodeUtf8(bytes, INPUT);
      const isBlank = format === 'ndjson' && text.trim() === '';
      yield { kind: 'redacted', ...inspectText(text, format === 'text' || isBlank ? 'text' : 'json') };
    } catch (error) {
      if (!(error instanceof InvalidError)) throw error;
      yield { kind: 'refused', code: error.code, reason: error.message, line: format === 'ndjson' ? line : null };
    }
  }
}

/** A feed has an object on its first line and more than that; a JSON document is JSON as a whole; all else is text. */
function formatOf(file: Buffer): 'json' | 'ndjson' | 'text' {
  const text = file.toString('utf8', 0, MAX_INPUT_BYTES);
  if (file.length <= MAX_INPUT_BYTES && isJson(text)) return 'json';
  const [first = ''] = /^\s*\{[^\n]*(?=\n)/.exec(text) ?? [];
  if (first !== '' && isJson(first)) return 'ndjson';
  // It was meant to be JSON: to be read as text it would have to be something that people write.
  return /^\s*(?:\{\s*["}]|\[\s*[[{"\]])/.test(text) ? 'json' : 'text';
}

function isJson(text: string): boolean {
  return typeof readJson(text) !== 'string';
}

/** The lines with their ends. */
function* linesOf(file: Buffer): Generator<Buffer> {
  for (let start = 0; start < file.length; ) {
    const newline = file.indexOf(NEWLINE, start);
    const end = newline < 0 ? file.length : newline + 1;
    yield file.subarray(start, end);
    start = end;
  }
}

/**
 * Redacts one text (a document, or one line of a feed) and says what went, by the same reading and rules as at ingest.
 *
 * @throws InvalidError `input_not_json`, `input_too_deep`, `input_too_large`
 */
export function inspectText(text: string, format: 'json' | 'text'): { text: string; findings: readonly Finding[] } {
  const reader = new TextReader();
  const reading = format === 'json' ? readJsonText(text, reader, INPUT) : readFreeText(text, reader, INPUT, null);
  reader.readAnswers(reading);
  const edits = reader.editsOf(reading);
  return { text: applyEdits(text, edits), findings: findingsOf(text, edits, reader.numbers) };
}
