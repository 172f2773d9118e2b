import { InvalidError } from '@fundlens/runtime/errors';
import { classesOf, isSuspicious } from './character-classes.ts';
import { findBareNumbers } from './custom-fields.ts';
import { contextOfDefinition, namesEmployerId, namesSsn } from './custom-field-names.ts';
import { type Edit, mergeEdits } from './edits.ts';
import { ITEMS, type PathNode, pathTree, UNLISTED } from './event-paths.ts';
import type { EventShape, Redacted, RedactionOptions } from './event-shape.ts';
import { IN_SSN } from './field-verdicts.ts';
import { judgeKey, judgeLabel } from './key-rules.ts';
import { MAX_INPUT_BYTES, SSN_REPLACEMENT } from './limits.ts';
import { collectValue } from './named-values.ts';
import { findInNumber } from './number-rules.ts';
import {
  createReadingState,
  findEdits,
  grantWork,
  isHarmlessString,
  isHarmlessText,
  type Reading,
  type ReadingState,
} from './reading.ts';
import { decodeUtf8, type JsonTextContext, readFreeText, readJsonText, redactedField } from './redact-json-text.ts';
import { eraseSplitNumbers } from './split-fields.ts';
import { findSsnWords } from './ssn-words.ts';
import { createSubjectNumbers, type SubjectNumbers } from './subject-numbers.ts';
import { findSpans } from './text-spans.ts';

export type { EventShape, Redacted, RedactionOptions } from './event-shape.ts';

type Members = Record<string, unknown>;

/** Where a value stands: in the copy (`holder`, `key`), in the event (`path`, last field `name`) and in the shape. */
type ValuePosition = {
  readonly holder: Members;
  readonly key: string;
  readonly path: string;
  readonly name: string;
  /** The members of the object that the value, or the array that holds it, stands in. */
  readonly siblings: Members;
  /** The item before it, if it is one. */
  readonly before: unknown;
  readonly node: PathNode;
};

/** A field whose text was read and waits until all subject numbers are known. */
type PendingText = {
  readonly position: ValuePosition;
  readonly context: JsonTextContext;
  readonly reading: Reading;
  /** What says that its nine digits are one: the name of the field, or the item before. */
  readonly aboutSsn: string | null;
  readonly isBytes: boolean;
  /** What was found without the subject numbers. */
  readonly edits: readonly Edit[];
};

type PendingCheck<T> = { readonly path: string; readonly value: T };

/** Told of everything that goes, by the path of its field. For checks that show people what goes and why; ingest has none. */
export type RedactionObserver = {
  /** A field that the contract drops had a value. */
  dropped(path: string): void;
  /** The name of the field says that its value is an SSN. */
  named(path: string): void;
  /** The edits of the field's text, in order and disjoint. */
  edited(path: string, edited: { readonly reading: Reading; readonly edits: readonly Edit[] }): void;
  /** The field is a part of a number that is split over several fields. */
  split(path: string): void;
};

type Walk = {
  readonly state: ReadingState;
  readonly options: RedactionOptions;
  readonly texts: PendingText[];
  /** Fields that are read only if the event has subject numbers. */
  readonly harmless: ValuePosition[];
  readonly identities: PendingCheck<string>[];
  readonly numbers: PendingCheck<number | bigint>[];
  readonly observer: RedactionObserver | null;
  redactions: number;
};

/**
 * Removes every SSN from a decoded event; the event itself is not changed. Two passes: the first reads all texts and
 * gathers the numbers of the people concerned, the second removes these and all that reads as an SSN.
 *
 * @returns the redacted copy, without the dropped fields, and the number of values that were rewritten or dropped as SSNs
 * @throws InvalidError `id_reads_as_ssn` or `number_reads_as_ssn` (values that cannot be rewritten), and those of
 *   `redactJsonText`: `report_…` for bytes, `json_field_…` for JSON in strings, `text_…` for other strings; `field` says where
 */
export function redactEvent<T extends object>(
  event: T,
  shape: EventShape,
  options: RedactionOptions,
): { event: Redacted<T>; redactions: number } {
  return redactObserved(event, { shape, options, subjects: createSubjectNumbers(), observer: null });
}

type ObservedRedaction = {
  readonly shape: EventShape;
  readonly options: RedactionOptions;
  /** Gets the numbers of the event. */
  readonly subjects: SubjectNumbers;
  readonly observer: RedactionObserver | null;
};

/** `redactEvent`, with what it knows and does shown to its caller. */
export function redactObserved<T extends object>(
  event: T,
  { shape, options, subjects, observer }: ObservedRedaction,
): { event: Redacted<T>; redactions: number } {
  const walk: Walk = {
    state: createReadingState(subjects),
    options,
    texts: [],
    harmless: [],
    identities: [],
    numbers: [],
    observer,
    redactions: 0,
  };
  const tree = pathTree(shape);
  const copy = copyMembers(event as Members, tree, '', walk);
  for (const { path, value } of walk.identities) checkIdentity(path, value, walk.state);
  for (const { path, value } of walk.numbers) {
    if (subjects.isEmpty() || !findInNumber(String(value), subjects)) continue;
    throw new InvalidError('number_reads_as_ssn', `${path} is a Social Security number of this event`, { field: path });
  }
  for (const text of walk.texts) finish(text, walk);
  if (!subjects.isEmpty()) {
    for (const position of walk.harmless) finish(readText(position, walk, null), walk);
    walk.redactions += eraseSplitNumbers(copy, tree, subjects, observer?.split);
  }
  // The walk has read every string of the event: this is what the brand promises.
  return { event: copy as Redacted<T>, redactions: walk.redactions };
}

function copyMembers(source: Members, node: PathNode, prefix: string, walk: Walk): Members {
  const copy: Members = {};
  for (const key of Object.keys(source)) {
    const member = node.members.get(key) ?? UNLISTED;
    const value = source[key];
    if (member.role === 'dropped') drop(key, value, { walk, prefix });
    else if (value === null || typeof value === 'boolean') copy[key] = value;
    else {
      const path = pathOf(prefix, key);
      const position = { holder: copy, key, path, name: key, siblings: source, before: null, node: member };
      copyValue(value, position, walk);
    }
  }
  return copy;
}

/** Copies a value to its position in the copy; texts get their final value in `finish`. */
function copyValue(value: unknown, position: ValuePosition, walk: Walk): void {
  const { holder, key, path, node } = position;
  holder[key] = value;
  if (typeof value === 'string') readString(value, position, walk);
  else if (typeof value === 'number' || typeof value === 'bigint') {
    if (node.role !== 'opaque' && mayBeNumber(value)) walk.numbers.push({ path, value });
  } else if (value instanceof Uint8Array) readBytes(value, position, walk);
  else if (Array.isArray(value)) holder[key] = copyItems(value, position, walk);
  else if (typeof value === 'object' && value !== null) holder[key] = copyMembers(value as Members, node, path, walk);
}

/** SSNs that lost more than two zeros are not looked for; a fraction may hold the digits of one. */
function mayBeNumber(value: number | bigint): boolean {
  return value >= LEAST_NUMBER || value <= -LEAST_NUMBER || (typeof value === 'number' && !Number.isInteger(value));
}

const LEAST_NUMBER = 1_000_000;

function copyItems(items: readonly unknown[], position: ValuePosition, walk: Walk): unknown[] {
  const copy: unknown[] = [];
  const node = position.node.members.get(ITEMS) ?? UNLISTED;
  // An array is written by index, like an object with keys.
  const holder = copy as unknown as Members;
  const { name, siblings } = position;
  const path = `${position.path}${ITEMS}`;
  for (const [index, item] of items.entries()) {
    copyValue(item, { holder, key: String(index), path, name, siblings, before: items[index - 1], node }, walk);
  }
  return copy;
}

function readString(value: string, position: ValuePosition, walk: Walk): void {
  const { path, node } = position;
  if (node.role === 'opaque') return;
  if (node.role === 'identity') {
    walk.identities.push({ path, value });
    return;
  }
  if (node.role === 'json_text') {
    readCustomField(value, position, walk);
    return;
  }
  const judgement = judgeKey(position.name);
  if (judgement.says === 'ssn' && collectValue(value, walk.state.subjects)) {
    position.holder[position.key] = SSN_REPLACEMENT;
    walk.redactions++;
    walk.observer?.named(path);
    return;
  }
  const classes = classesOf(value);
  if (!isSuspicious(classes)) return;
  const aboutSsn = judgement.context
    ? position.name
    : endsWithSsnWord(position.before)
      ? String(position.before)
      : null;
  if (aboutSsn === null && value.length <= MAX_INPUT_BYTES && isHarmlessText(value, classes))
    walk.harmless.push(position);
  else walk.texts.push(readText(position, walk, aboutSsn));
}

function readText(position: ValuePosition, walk: Walk, aboutSsn: string | null): PendingText {
  const context = { what: 'text', field: position.path };
  const reading = readFreeText(position.holder[position.key] as string, walk.state, context);
  return { position, context, reading, aboutSsn, isBytes: false, edits: [] };
}

/** A longer item is a text of its own. */
const MAX_LABEL = 64;

/** Whether an item of a list (`SSN:`, `Verify SSN`) names what the next one holds. */
function endsWithSsnWord(item: unknown): boolean {
  if (typeof item !== 'string' || item.length > MAX_LABEL) return false;
  const label = item.replace(/[\s:#=?-]+$/, '');
  return (
    judgeLabel(label, false) === 'ssn' || findSsnWords(label, findSpans(label).hints)?.ends.at(-1) === label.length
  );
}

/** JSON text beside the `id` and, by its definition, the `name` of the custom field that it is the value of. */
function readCustomField(value: string, position: ValuePosition, walk: Walk): void {
  const id = typeof position.siblings.id === 'string' ? position.siblings.id : '';
  const name = typeof position.siblings.name === 'string' ? position.siblings.name : '';
  const outer = contextOfDefinition(name) || (namesSsn(id) ? IN_SSN : 0);
  if (outer === 0 && value.length <= MAX_INPUT_BYTES && isHarmlessString(value)) {
    grantWork(walk.state, value.length);
    return;
  }
  const context = { what: 'json_field', field: position.path, outer };
  const reading = readJsonText(value, walk.state, context);
  const isKept = walk.options.customFieldKeepList.has(id) || namesEmployerId(name);
  const edits = isKept ? [] : findBareNumbers(reading);
  walk.texts.push({ position, context, reading, aboutSsn: null, isBytes: false, edits });
}

function readBytes(value: Uint8Array, position: ValuePosition, walk: Walk): void {
  const { path: field, node } = position;
  if (node.role !== 'json_bytes') {
    // Bytes of which nothing is known cannot be shown to be clean.
    throw new InvalidError('bytes_not_readable', `${field} holds bytes that are not declared as JSON text`, { field });
  }
  const context = { what: 'report', field };
  const reading = readJsonText(decodeUtf8(value, context), walk.state, context);
  walk.texts.push({ position, context, reading, aboutSsn: null, isBytes: true, edits: [] });
}

function pathOf(prefix: string, key: string): string {
  return prefix === '' ? key : `${prefix}.${key}`;
}

function drop(key: string, value: unknown, { walk, prefix }: { readonly walk: Walk; readonly prefix: string }): void {
  if (value !== null && value !== undefined) walk.observer?.dropped(pathOf(prefix, key));
  if (judgeKey(key).says !== 'ssn' || (typeof value !== 'string' && typeof value !== 'number')) return;
  if (collectValue(String(value), walk.state.subjects)) walk.redactions++;
}

function checkIdentity(path: string, id: string, state: ReadingState): void {
  const classes = classesOf(id);
  if (!isSuspicious(classes) || (state.subjects.isEmpty() && isHarmlessText(id, classes))) return;
  const reading = readFreeText(id, state, { what: 'id', field: path });
  if (findEdits(reading, state.subjects, null).length === 0) return;
  throw new InvalidError('id_reads_as_ssn', `${path} reads as a Social Security number`, { field: path });
}

function finish({ position, context, reading, aboutSsn, isBytes, edits: known }: PendingText, walk: Walk): void {
  const found = findEdits(reading, walk.state.subjects, aboutSsn);
  const edits = known.length === 0 ? found : mergeEdits([...found, ...known]);
  if (edits.length === 0) return;
  position.holder[position.key] = redactedField(reading.text, edits, { isBytes, context });
  walk.redactions += edits.length;
  walk.observer?.edited(position.path, { reading, edits });
}
