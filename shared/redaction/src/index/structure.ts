import type { Span } from '../edits.ts';
import { MAX_NAMES, MAX_VALUES, SSN_REPLACEMENT } from '../limits.ts';
import { type Flags, flagsOf } from './flags.ts';

export type Kind = 1 | 2 | 3 | 4 | 5;
export const OBJECT = 1;
export const ARRAY = 2;
export const STRING = 3;
export const NUMBER = 4;
/** true, false or null. */
export const LITERAL = 5;

const WIDTH = 8;
const KIND = 0;
const START = 1;
const END = 2;
const NEXT = 3;
const PARENT = 4;
const NAME = 5;
const KEY = 6;
const FLAGS = 7;

/** How strings are spelled: with the escapes of JSON, with entities, or as they are. */
export type Spelling = 'json' | 'markup' | 'plain';

/**
 * A text's structure: an entry per object, list, string, number and literal of JSON, or per element, attribute and text of
 * markup, in the order in which they begin. Positions are those of the text; a string's span is without its quotes.
 */
export class Structure {
  readonly text: string;
  readonly strings: Spelling;
  /** Of markup, what stands in tags and is no attribute, nor seen: comments, declarations, tags that are not well-formed. */
  readonly unseen: Span[] = [];
  /** Names as spelled, each once. */
  readonly names: string[] = [];
  readonly #nameIndexes = new Map<string, number>();
  #slots: Int32Array;
  #length = 0;

  constructor(text: string, strings: Spelling) {
    this.text = text;
    this.strings = strings;
    this.#slots = new Int32Array((16 + (text.length >> 5)) * WIDTH);
  }

  get isMarkup(): boolean {
    return this.strings === 'markup';
  }

  get length(): number {
    return this.#length;
  }

  /** Whether no more may be added: what is left is refused (JSON), or is text (markup). */
  get isFull(): boolean {
    return this.#length >= MAX_VALUES || this.names.length >= MAX_NAMES;
  }

  kindOf(entry: number): number {
    return this.#slots[entry * WIDTH + KIND] as number;
  }

  isContainer(entry: number): boolean {
    return this.kindOf(entry) <= ARRAY;
  }

  isScalar(entry: number): boolean {
    return this.kindOf(entry) === STRING || this.kindOf(entry) === NUMBER;
  }

  startOf(entry: number): number {
    return this.#slots[entry * WIDTH + START] as number;
  }

  endOf(entry: number): number {
    return this.#slots[entry * WIDTH + END] as number;
  }

  spanOf(entry: number): Span {
    return { start: this.startOf(entry), end: this.endOf(entry) };
  }

  /** What stands in place of a value, within the quotes if it has some. */
  replacementOf(entry: number): string {
    return this.kindOf(entry) === NUMBER ? `"${SSN_REPLACEMENT}"` : SSN_REPLACEMENT;
  }

  lengthOf(entry: number): number {
    return this.endOf(entry) - this.startOf(entry);
  }

  /** The entry after this one and all that it contains. */
  nextOf(entry: number): number {
    return this.#slots[entry * WIDTH + NEXT] as number;
  }

  /** The containing entry, or -1. */
  parentOf(entry: number): number {
    return this.#slots[entry * WIDTH + PARENT] as number;
  }

  /** Index of the name in `names`; -1 of items of lists and texts of elements. */
  nameOf(entry: number): number {
    return this.#slots[entry * WIDTH + NAME] as number;
  }

  hasKey(entry: number): boolean {
    return this.nameOf(entry) >= 0;
  }

  keyStart(entry: number): number {
    return this.#slots[entry * WIDTH + KEY] as number;
  }

  keySpanOf(entry: number): Span {
    const start = this.keyStart(entry);
    return { start, end: start + this.keyOf(entry).length };
  }

  /** The name as spelled; empty when there is none. */
  keyOf(entry: number): string {
    return this.names[this.nameOf(entry)] ?? '';
  }

  /** A value as the text spells it; of a long one, the beginning. */
  spelling(entry: number, most = Number.POSITIVE_INFINITY): string {
    const start = this.startOf(entry);
    return this.text.slice(start, Math.min(this.endOf(entry), start + most));
  }

  /** The members of an object, the items of a list, the children of an element or (-1) the outermost; at most so many. */
  membersOf(container: number, most = Number.POSITIVE_INFINITY): number[] {
    const members: number[] = [];
    const end = container < 0 ? this.#length : this.nextOf(container);
    for (let member = container + 1; member < end && members.length < most; member = this.nextOf(member))
      members.push(member);
    return members;
  }

  /** The innermost entry that a position lies in, or in the name of. */
  entryAt(position: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const begin = this.hasKey(middle) ? this.keyStart(middle) : this.startOf(middle);
      if (begin <= position) low = middle + 1;
      else high = middle;
    }
    let entry = Math.max(0, low - 1);
    while (this.parentOf(entry) >= 0 && this.endOf(entry) < position) entry = this.parentOf(entry);
    return entry;
  }

  /** Of a string: what it is made of (`flags.ts`). */
  flagsOf(entry: number): Flags {
    return this.#slots[entry * WIDTH + FLAGS] as number;
  }

  add(kind: Kind, parent: number, start: number, end: number): number {
    const at = this.#length * WIDTH;
    if (at + WIDTH > this.#slots.length) this.#grow();
    const slots = this.#slots;
    slots[at + KIND] = kind;
    slots[at + START] = start;
    slots[at + END] = end;
    slots[at + NEXT] = this.#length + 1;
    slots[at + PARENT] = parent;
    slots[at + NAME] = -1;
    slots[at + KEY] = -1;
    slots[at + FLAGS] = 0;
    return this.#length++;
  }

  /** Gives an entry its name, which stands at `key`. */
  setName(entry: number, name: number, key: number): void {
    this.#slots[entry * WIDTH + NAME] = name;
    this.#slots[entry * WIDTH + KEY] = key;
  }

  /** Adds a string; `flags`: what it is made of, if that is known. */
  addString(parent: number, start: number, end: number, flags = flagsOf(this.text, start, end)): number {
    const entry = this.add(STRING, parent, start, end);
    this.#slots[entry * WIDTH + FLAGS] = flags;
    return entry;
  }

  /** Ends a container: what was added since belongs to it. */
  close(entry: number, end: number): void {
    this.#slots[entry * WIDTH + END] = end;
    this.#slots[entry * WIDTH + NEXT] = this.#length;
  }

  /** Turns an element that holds one text and nothing else into a string under the element's name. */
  collapse(entry: number): void {
    const only = entry + 1;
    if (this.#length !== only + 1 || this.kindOf(only) !== STRING || this.hasKey(only)) return;
    const at = entry * WIDTH;
    this.#slots[at + KIND] = STRING;
    this.#slots[at + START] = this.startOf(only);
    this.#slots[at + END] = this.endOf(only);
    this.#slots[at + FLAGS] = this.flagsOf(only);
    this.#slots[at + NEXT] = only;
    this.#length = only;
  }

  nameIndex(name: string): number {
    const known = this.#nameIndexes.get(name);
    if (known !== undefined) return known;
    this.#nameIndexes.set(name, this.names.length);
    return this.names.push(name) - 1;
  }

  #grow(): void {
    const larger = new Int32Array(this.#slots.length * 2);
    larger.set(this.#slots);
    this.#slots = larger;
  }
}
