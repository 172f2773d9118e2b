import { namesEmployerId } from './custom-field-names.ts';
import { findBareNumbers } from './custom-fields.ts';
import { applyEdits, type Edit, mergeEdits, movedBy } from './edits.ts';
import { decodeBackslashes } from './unfold/escapes.ts';
import { type Finding, findingsOf } from './findings.ts';
import { parseJson } from './json-tokenizer.ts';
import { MAX_DEPTH, MAX_VALUES } from './limits.ts';
import { createReadingState, findEdits, type Reading, type ReadingState, readJson } from './reading.ts';
import { readFreeText, readJsonText } from './redact-json-text.ts';
import { createSubjectNumbers } from './subject-numbers.ts';
import { STRING, type TokenIndex } from './token-index.ts';

export type TextFormat = 'json' | 'text';

export type Inspected = { readonly text: string; readonly findings: readonly Finding[] };

/**
 * Redacts one text (a document, or one event of a feed) and says what went. The same reading and rules as at ingest;
 * events are told by their custom fields.
 *
 * @param keepList ids of CRM custom fields whose nine digits are known not to be SSNs
 * @throws InvalidError `input_not_json`, `input_too_deep`, `input_too_large`
 */
export function inspectText(text: string, format: TextFormat, keepList: ReadonlySet<string>): Inspected {
  const subjects = createSubjectNumbers();
  const state = createReadingState(subjects);
  const read = format === 'json' ? readJsonText : readFreeText;
  const reading = read(text, state, { what: 'input' });
  const found = findEdits(reading, subjects, null);
  const known = customFieldEdits(reading, state, keepList);
  const edits = known.length === 0 ? found : mergeEdits([...found, ...known]);
  return { text: applyEdits(text, edits), findings: findingsOf(reading, edits, subjects) };
}

/** `customFields: [{id, valueJson, name}]`, as `ContactChanged` has them. */
function customFieldEdits({ json }: Reading, state: ReadingState, keepList: ReadonlySet<string>): readonly Edit[] {
  const edits: Edit[] = [];
  if (json === null) return edits;
  for (const { entry, id, name } of customFieldsOf(json)) {
    if (keepList.has(id) || namesEmployerId(name)) continue;
    const from = json.startOf(entry);
    const decoded = decodeBackslashes(json.spelling(entry));
    const value = parseJson(decoded.text, { maxDepth: MAX_DEPTH, maxValues: MAX_VALUES });
    // What is no JSON here has been read as text.
    if (typeof value === 'string') continue;
    for (const edit of findBareNumbers(readJson(value, state, 1))) edits.push(movedBy(from, decoded.toOuter(edit)));
  }
  return edits;
}

type CustomField = { readonly entry: number; readonly id: string; readonly name: string };

function* customFieldsOf(json: TokenIndex): Generator<CustomField> {
  for (let entry = 0; entry < json.length; entry++) {
    if (!isString(json, entry, 'valueJson')) continue;
    const field = json.parentOf(entry);
    const list = field < 0 ? -1 : json.parentOf(field);
    if (list < 0 || !json.hasKey(list) || json.keyOf(list) !== 'customFields') continue;
    yield { entry, id: textOf(json, field, 'id'), name: textOf(json, field, 'name') };
  }
}

function textOf(json: TokenIndex, container: number, key: string): string {
  const member = json.membersOf(container).findLast((each) => isString(json, each, key));
  return member === undefined ? '' : json.decode(json.spelling(member));
}

function isString(json: TokenIndex, entry: number, key: string): boolean {
  return json.kindOf(entry) === STRING && json.hasKey(entry) && json.keyOf(entry) === key;
}
