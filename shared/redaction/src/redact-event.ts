import { InvalidError } from '@fundlens/runtime/errors';
import { contextOf, isKept } from './custom-fields.ts';
import type { Edit, RuleName } from './edits.ts';
import {
  type EventShape,
  ITEMS,
  type PathNode,
  pathTree,
  type Redacted,
  type RedactionOptions,
  UNLISTED,
} from './event-shape.ts';
import { CONTEXTS } from './evidence/fields.ts';
import { asksForNumber } from './evidence/prose.ts';
import { judge } from './judge.ts';
import { SSN_REPLACEMENT } from './limits.ts';
import { isSureName, MAY_NAME, readName } from './names.ts';
import { normalized } from './normalized.ts';
import { isPlain, type Reading, TextReader } from './reading.ts';
import { decodeUtf8, type JsonTextContext, readFreeText, readJsonText, redactedField } from './redact-json-text.ts';
import { numbersIn, readValue } from './values.ts';

export type { EventShape, Redacted, RedactionOptions } from './event-shape.ts';

type Members = Record<string, unknown>;

/** A value: where it stands in the copy (`holder`, `key`), in the event (`path`, last field `name`) and in the shape. */
type Field = {
  readonly holder: Members;
  readonly key: string;
  readonly path: string;
  readonly name: string;
  /** The members of the object that the value, or the array that holds it, stands in. */
  readonly siblings: Members;
  readonly node: PathNode;
  /** Of a text. Null: it can hold nothing but a number of the event, and is read when there is one. */
  reading: Reading | null;
};

/** What became of a field: it went as a whole, for one reason, or its text was edited. */
export type Change =
  | { readonly path: string; readonly rule: RuleName | 'dropped'; readonly because: string | null }
  | { readonly path: string; readonly text: string; readonly edits: readonly Edit[] };

/** JSON of most custom fields, which to read would find nothing: a number of few digits, a list of words. */
const PLAIN_NUMBER = /^-?(?:0|[1-9]\d{0,7})(?:\.\d+)?$/;
const PLAIN_LIST = /^\[(?:"[^"\\\p{Cc}\d]*"(?:,(?!\])|(?=\])))*\]$/u;
/** SSNs that lost more than two zeros are not looked for; a fraction may hold the digits of one. */
const LEAST_NUMBER = 1_000_000;
const MAX_LABEL = 64;
/** Of a step or a task: its kind, its state. */
const TEXTS_BETWEEN = 3;
/** Less holds neither a number of the event nor its last four. */
const FOUR_DIGITS = /(?:\d\D*){4}/;

/**
 * Removes every SSN from a decoded event; the event itself is not changed. Two passes: the first reads all texts and
 * gathers the numbers of the people concerned, the second removes these and all that was found.
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
  const walk = new EventWalk(shape, options);
  const copy = walk.redact(event as Members);
  // The walk has read every string of the event: this is what the brand promises.
  return { event: copy as Redacted<T>, redactions: walk.redactions };
}

/** One event on its way; afterwards `changes` tells what was done to it. */
export class EventWalk {
  readonly reader = new TextReader();
  readonly changes: Change[] = [];
  redactions = 0;
  readonly #tree: PathNode;
  readonly #options: RedactionOptions;
  /** The last ones that were read, in the order of the event. */
  readonly #textsBefore: string[] = [];
  /** Those with a text, in their order. */
  readonly #fields: Field[] = [];
  /** Refuse what cannot be rewritten, once all numbers of the event are known. */
  readonly #checks: (() => void)[] = [];

  constructor(shape: EventShape, options: RedactionOptions) {
    this.#tree = pathTree(shape);
    this.#options = options;
  }

  redact(event: Members): Members {
    const copy = this.#copyMembers(event, this.#tree, '');
    for (const { reading } of this.#fields) if (reading !== null) this.reader.readAnswers(reading);
    for (const check of this.#checks) check();
    for (const field of this.#fields) this.#finish(field);
    return copy;
  }

  #copyMembers(source: Members, node: PathNode, prefix: string): Members {
    const copy: Members = {};
    for (const key of Object.keys(source)) {
      const member = node.members.get(key) ?? UNLISTED;
      const value = source[key];
      const path = prefix === '' ? key : `${prefix}.${key}`;
      if (member.role === 'dropped') this.#drop(key, value, path);
      else if (value === null || typeof value === 'boolean') copy[key] = value;
      else
        this.#copyValue(value, {
          holder: copy,
          key,
          path,
          name: key,
          siblings: source,
          node: member,
          reading: null,
        });
    }
    return copy;
  }

  /** Copies a value to its place in the copy; texts get their final value in `#finish`. */
  #copyValue(value: unknown, field: Field): void {
    const { holder, key, path, node } = field;
    holder[key] = value;
    if (typeof value === 'string') this.#readString(value, field);
    else if (typeof value === 'number' || typeof value === 'bigint') {
      const isLong =
        value >= LEAST_NUMBER || value <= -LEAST_NUMBER || (typeof value === 'number' && !Number.isInteger(value));
      if (node.role !== 'opaque' && isLong) this.#checks.push(() => this.#checkNumber(path, value));
    } else if (value instanceof Uint8Array) this.#readBytes(value, field);
    else if (Array.isArray(value)) holder[key] = this.#copyItems(value, field);
    else if (typeof value === 'object' && value !== null) holder[key] = this.#copyMembers(value as Members, node, path);
  }

  #copyItems(items: readonly unknown[], { name, siblings, path, node }: Field): unknown[] {
    const copy: unknown[] = [];
    // An array is written by index, like an object with keys.
    const holder = copy as unknown as Members;
    const item = node.members.get(ITEMS) ?? UNLISTED;
    for (const [index, value] of items.entries())
      this.#copyValue(value, {
        holder,
        key: String(index),
        path: `${path}${ITEMS}`,
        name,
        siblings,
        node: item,
        reading: null,
      });
    return copy;
  }

  #readString(value: string, field: Field): void {
    const { path, node } = field;
    if (node.role === 'identity') this.#checks.push(() => this.#checkIdentity(path, value));
    if (node.role === 'identity' || node.role === 'opaque') return;
    this.#fields.push(field);
    field.reading = this.#readText(value, field, false);
  }

  /** @param isLate what can hold nothing but a number of the event is read too: there is one */
  #readText(text: string, field: Field, isLate: boolean): Reading | null {
    if (field.node.role === 'json_text') return this.#readCustomField(text, field, isLate);
    const { holder, key, path, name } = field;
    const { says } = readName(name);
    if (says === 'sure' && this.#takeNamed(text, name)) {
      holder[key] = SSN_REPLACEMENT;
      this.redactions++;
      this.changes.push({ path, rule: 'key', because: name });
      return null;
    }
    const isSaid = says !== null && says !== 'taxpayer';
    // What is read late was asked for by none of the texts before it.
    const asked = isSaid || isLate ? null : this.#takeAsked(text, name);
    const about = isSaid ? name : asked;
    return !isLate && isPlain(text, about) ? null : readFreeText(text, this.reader, contextFor(field), about);
  }

  /**
   * One of the texts before it that asks for a number (`SSN:`, `Get SSN`), unless its own name says what it holds; it becomes the
   * last of them.
   */
  #takeAsked(text: string, name: string): string | null {
    const asked = FOUR_DIGITS.test(text) ? this.#textsBefore.find(asksNext) : undefined;
    if (this.#textsBefore.push(text) > TEXTS_BETWEEN) this.#textsBefore.shift();
    return asked !== undefined && readName(name).other === null ? asked : null;
  }

  /** Whether a value under a sure name goes; its numbers are those of the event then. */
  #takeNamed(text: string, because: string): boolean {
    const value = readValue(text);
    if (!judge(value.form, 'named')) return false;
    for (const number of numbersIn(text, value)) this.reader.numbers.add(number, because);
    return true;
  }

  /** JSON text beside the `id` and, by its definition, the `name` of the custom field that it is the value of. */
  #readCustomField(text: string, field: Field, isLate: boolean): Reading | null {
    const { id, name } = field.siblings;
    const ownId = typeof id === 'string' ? id : '';
    const ownName = typeof name === 'string' ? name : '';
    const named = contextOf(ownName, ownId);
    if (named === 0 && !isLate && isPlainJson(text)) return null;
    const outer = isKept(ownId, ownName, this.#options.customFieldKeepList) ? named : named | CONTEXTS.custom;
    return readJsonText(text, this.reader, contextFor(field), outer);
  }

  #readBytes(value: Uint8Array, field: Field): void {
    const { path, node } = field;
    // Bytes of which nothing is known cannot be shown to be clean.
    if (node.role !== 'json_bytes')
      throw new InvalidError('bytes_not_readable', `${path} holds bytes that are not declared as JSON text`, {
        field: path,
      });
    const context = contextFor(field);
    this.#fields.push(field);
    field.reading = readJsonText(decodeUtf8(value, context), this.reader, context);
  }

  #drop(key: string, value: unknown, path: string): void {
    if (value !== null && value !== undefined) this.changes.push({ path, rule: 'dropped', because: null });
    if (readName(key).says !== 'sure' || (typeof value !== 'string' && typeof value !== 'number')) return;
    if (this.#takeNamed(String(value), key)) this.redactions++;
  }

  #checkIdentity(path: string, id: string): void {
    if (isPlain(id, null) && this.reader.numbers.sweep(normalized(id)).found.length === 0) return;
    const reading = readFreeText(id, this.reader, { what: 'id', field: path }, null);
    if (this.reader.editsOf(reading).length > 0)
      throw new InvalidError('id_reads_as_ssn', `${path} reads as a Social Security number`, { field: path });
  }

  #checkNumber(path: string, value: number | bigint): void {
    if (this.reader.numbers.isIn(String(value)))
      throw new InvalidError('number_reads_as_ssn', `${path} is a Social Security number of this event`, {
        field: path,
      });
  }

  #finish(field: Field): void {
    const { holder, key, path, node } = field;
    const isLate = field.reading === null && !this.reader.numbers.isEmpty && FOUR_DIGITS.test(holder[key] as string);
    const reading = isLate ? this.#readText(holder[key] as string, field, true) : field.reading;
    const edits = reading === null ? [] : this.reader.editsOf(reading);
    if (reading === null || edits.length === 0) return;
    holder[key] = redactedField(reading.text, edits, node.role === 'json_bytes', contextFor(field));
    this.redactions += edits.length;
    this.changes.push({ path, text: reading.text, edits });
  }
}

/** How errors tell of a field. */
function contextFor({ path, node: { role } }: Field): JsonTextContext {
  const what = role === 'json_bytes' ? 'report' : role === 'json_text' ? 'json_field' : 'text';
  return { what, field: path };
}

function isPlainJson(json: string): boolean {
  // One string; with an escape or a control character in it, it is not plain.
  const isString = json.length > 1 && json.startsWith('"') && json.indexOf('"', 1) === json.length - 1;
  if (isString || PLAIN_NUMBER.test(json)) return isPlain(json, null);
  return PLAIN_LIST.test(json) && isPlain(json.slice(1, -1), null);
}

/** Whether a text names what the next one holds. */
function asksNext(text: string): boolean {
  if (text.length > MAX_LABEL || !MAY_NAME.test(text)) return false;
  const label = text.replace(/[\s:#=?-]+$/, '');
  return isSureName(/[\p{L}\d]*$/u.exec(label)?.[0] ?? '') || asksForNumber(normalized(label));
}
