import { InvalidError } from '@fundlens/runtime/errors';
import { findBareNumbers, isKept } from './custom-fields.ts';
import { applyEdits, type Edit, mergeEdits } from './edits.ts';
import { Reader } from './evidence/reader.ts';
import { type Finding, findingsOf } from './findings.ts';
import { readJson } from './index/json.ts';
import { STRING } from './index/structure.ts';
import { MAX_INPUT_BYTES } from './limits.ts';
import { editOf, editsOf, type Reading, ReadingState, readAnswers } from './reading.ts';
import { decodeUtf8, readFreeText, readJsonText } from './redact-json-text.ts';
import { decodeJsonString } from './unfold/decoded-text.ts';

/** What one file gave, piece by piece: a document is one piece, a feed has one for each line. */
export type Piece =
  | { readonly kind: 'redacted'; readonly text: string; readonly findings: readonly Finding[] }
  /** Not read to its end, so nothing of it is shown. `line`: of a feed. */
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string; readonly line: number | null };

type Format = 'json' | 'ndjson' | 'text';

const NEWLINE = 0x0a;
const INPUT = { what: 'input' };

/**
 * Redacts a file, of the format that it seems to have.
 *
 * @param keepList ids of CRM custom fields whose nine digits are known not to be SSNs
 */
export function* inspectFile(file: Buffer, keepList: ReadonlySet<string>): Generator<Piece> {
  const format = formatOf(file);
  let line = 0;
  for (const bytes of format === 'ndjson' ? linesOf(file) : [file]) {
    line++;
    try {
      const text = decodeUtf8(bytes, INPUT);
      const isBlank = format === 'ndjson' && text.trim() === '';
      yield { kind: 'redacted', ...inspectText(text, format === 'text' || isBlank ? 'text' : 'json', keepList) };
    } catch (error) {
      if (!(error instanceof InvalidError)) throw error;
      yield { kind: 'refused', code: error.code, reason: error.message, line: format === 'ndjson' ? line : null };
    }
  }
}

/** A feed has an object on its first line and more than that; a JSON document is JSON as a whole; all else is text. */
function formatOf(file: Buffer): Format {
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
 * Redacts one text (a document, or one event of a feed) and says what went, by the same reading and rules as at ingest; events
 * are told by their custom fields.
 *
 * @throws InvalidError `input_not_json`, `input_too_deep`, `input_too_large`
 */
export function inspectText(
  text: string,
  format: 'json' | 'text',
  keepList: ReadonlySet<string>,
): { text: string; findings: readonly Finding[] } {
  const state = new ReadingState();
  const reading = format === 'json' ? readJsonText(text, state, INPUT) : readFreeText(text, state, INPUT, null);
  readAnswers(reading, state);
  const edits = mergeEdits([...editsOf(reading, state.numbers), ...customFieldEdits(reading, keepList)]);
  return { text: applyEdits(text, edits), findings: findingsOf(text, edits, state.numbers) };
}

/** `customFields: [{id, valueJson, name}]`, as `ContactChanged` has them. */
function customFieldEdits({ structure, text }: Reading, keepList: ReadonlySet<string>): readonly Edit[] {
  if (structure === null || !structure.names.includes('valueJson')) return [];
  const reader = new Reader(structure);
  return structure.entries().flatMap((entry) => {
    if (structure.keyOf(entry) !== 'valueJson' || structure.kindOf(entry) !== STRING) return [];
    const members = structure.membersOf(structure.parentOf(entry));
    const [id = '', name = ''] = ['id', 'name'].map((key) => {
      const member = members.find((each) => structure.keyOf(each) === key && structure.isScalar(each));
      return member === undefined ? '' : reader.textOf(member);
    });
    const decoded = decodeJsonString(text, structure.spanOf(entry));
    // What is no JSON here has been read as text.
    if (isKept(id, name, keepList) || !isJson(decoded.text)) return [];
    return findBareNumbers(readJsonText(decoded.text, new ReadingState(), INPUT)).map((finding) => ({
      ...decoded.toOuter(editOf(finding, null)),
      places: [{ structure, at: structure.startOf(entry) }],
    }));
  });
}
