import { InvalidError } from '@fundlens/runtime/errors';
import { findBareNumbers, namesEmployerId } from './custom-fields.ts';
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

export type Format = 'json' | 'ndjson' | 'text';

export type FeedOptions = {
  /** Null: told by what the file holds. */
  readonly format: Format | null;
  /** Ids of CRM custom fields whose nine digits are known not to be SSNs. */
  readonly keepList: ReadonlySet<string>;
};

const NEWLINE = 0x0a;
const INPUT = { what: 'input' };

/** Redacts a file of any size; memory is bounded by the largest piece, 8 MiB. */
export async function* inspectFile(
  chunks: AsyncIterable<Uint8Array>,
  { format, keepList }: FeedOptions,
): AsyncGenerator<Piece> {
  const inspect = (bytes: Uint8Array, as: 'json' | 'text', line: number | null): Piece => {
    try {
      return { kind: 'redacted', ...inspectText(decodeUtf8(bytes, INPUT), as, keepList) };
    } catch (error) {
      if (!(error instanceof InvalidError)) throw error;
      return { kind: 'refused', code: error.code, reason: error.message, line };
    }
  };
  const source = chunks[Symbol.asyncIterator]();
  const head = await readUpTo(source, MAX_INPUT_BYTES + 1);
  const isWhole = head.length <= MAX_INPUT_BYTES;
  const chosen = format ?? formatOf(head, isWhole);
  if (chosen !== 'ndjson') {
    yield isWhole ? inspect(head, chosen, null) : tooLarge(null);
    return;
  }
  let number = 0;
  for await (const line of linesOf(head, source)) {
    number++;
    if (line === null) yield tooLarge(number);
    else if (line.every(isSpace)) yield { kind: 'redacted', text: decodeUtf8(line, INPUT), findings: [] };
    else yield inspect(line, 'json', number);
  }
}

function tooLarge(line: number | null): Piece {
  return { kind: 'refused', code: 'input_too_large', reason: 'input is larger than 8 MiB', line };
}

/** A feed has an object on its first line and more than that; a JSON document is JSON as a whole; all else is text. */
function formatOf(head: Uint8Array, isWhole: boolean): Format {
  const text = Buffer.from(head).toString('utf8');
  if (isWhole && isJson(text)) return 'json';
  const first = firstLine(text);
  if (first.startsWith('{') && isJson(first)) return 'ndjson';
  // It was meant to be JSON: to be read as text it would have to be something that people write.
  return /^\s*(?:\{\s*["}]|\[\s*[[{"\]])/.test(text) ? 'json' : 'text';
}

/** The first line that is not empty, if it ends within the text. */
function firstLine(text: string): string {
  const start = text.search(/\S/);
  const end = text.indexOf('\n', Math.max(0, start));
  return end < 0 ? '' : text.slice(Math.max(0, start), end);
}

function isJson(text: string): boolean {
  return typeof readJson(text) !== 'string';
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === NEWLINE;
}

async function readUpTo(source: AsyncIterator<Uint8Array>, length: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  while (size < length) {
    const next = await source.next();
    if (next.done === true) break;
    parts.push(next.value);
    size += next.value.length;
  }
  return Buffer.concat(parts);
}

/** The lines with their ends; null for one that is too long to be read. */
async function* linesOf(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array | null> {
  let parts: Uint8Array[] = [];
  let size = 0;
  const line = (): Uint8Array | null => (size > MAX_INPUT_BYTES ? null : Buffer.concat(parts));
  for (let chunk: Uint8Array | undefined = head; chunk !== undefined; chunk = (await rest.next()).value) {
    for (let start = 0; start < chunk.length; ) {
      const newline = chunk.indexOf(NEWLINE, start);
      const part = chunk.subarray(start, newline < 0 ? chunk.length : newline + 1);
      start += part.length;
      size += part.length;
      if (size > MAX_INPUT_BYTES) parts = [];
      else parts.push(part);
      if (newline < 0) continue;
      yield line();
      parts = [];
      size = 0;
    }
  }
  if (size > 0) yield line();
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
  if (structure === null) return [];
  const edits: Edit[] = [];
  const reader = new Reader(structure);
  for (let entry = 0; entry < structure.length; entry++) {
    const field = structure.parentOf(entry);
    const isValue =
      structure.keyOf(entry) === 'valueJson' &&
      field >= 0 &&
      structure.keyOf(structure.parentOf(field)) === 'customFields';
    if (!isValue || structure.kindOf(entry) !== STRING) continue;
    const textOf = (key: string): string => {
      const member = structure.membersOf(field).find((each) => structure.keyOf(each) === key);
      return member === undefined || structure.isContainer(member) ? '' : reader.textOf(member);
    };
    if (keepList.has(textOf('id')) || namesEmployerId(textOf('name'))) continue;
    const decoded = decodeJsonString(text, [structure.startOf(entry), structure.endOf(entry)], true);
    // What is no JSON here has been read as text.
    if (typeof readJson(decoded.text) === 'string') continue;
    for (const finding of findBareNumbers(readJsonText(decoded.text, new ReadingState(), INPUT))) {
      const edit = decoded.toOuter(editOf(finding, null));
      edits.push({ ...edit, because: finding.because, places: [{ structure, at: structure.startOf(entry) }] });
    }
  }
  return edits;
}
