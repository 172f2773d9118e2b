export type EntryKind = 1 | 2 | 3 | 4 | 5;
export const OBJECT = 1;
export const ARRAY = 2;
export const STRING = 3;
export const NUMBER = 4;
/** true, false or null: kept only for a key that needs a look. */
export const LITERAL = 5;

/** Slots of an entry, and what each holds. */
export const WIDTH = 10;
export const KIND = 0;
export const KEY_START = 1;
export const KEY_END = 2;
export const KEY_CLASSES = 3;
export const START = 4;
export const END = 5;
export const CLASSES = 6;
export const NEXT = 7;
export const PARENT = 8;
export const NAME = 9;

export type TokenIndexParts = Pick<TokenIndex, 'text' | 'length' | 'names' | 'classes' | 'decode'> & {
  readonly slots: Int32Array;
};

/**
 * A text's structure as one flat array: an entry per object, array, string and number (JSON), or per element, attribute
 * and text (XML), in the order in which they begin. Positions are those of the text; a string's span excludes its quotes.
 */
export class TokenIndex {
  readonly text: string;
  readonly length: number;
  /** Keys as spelled, most of them once: an entry has the index of its key, so that each is judged once. */
  readonly names: readonly string[];
  /** The character classes of all strings and names together. */
  readonly classes: number;
  /** The text that a spelling of this format stands for: without escapes or entities. */
  readonly decode: (spelling: string) => string;
  readonly #slots: Int32Array;

  constructor({ text, slots, length, names, classes, decode }: TokenIndexParts) {
    this.text = text;
    this.length = length;
    this.names = names;
    this.classes = classes;
    this.decode = decode;
    this.#slots = slots;
  }

  kindOf(entry: number): number {
    return this.#slots[entry * WIDTH + KIND] as number;
  }

  isContainer(entry: number): boolean {
    return this.kindOf(entry) === ARRAY || this.kindOf(entry) === OBJECT;
  }

  isScalar(entry: number): boolean {
    return this.kindOf(entry) === STRING || this.kindOf(entry) === NUMBER;
  }

  /** Whether an object's member (or an attribute): array items and texts of elements have no key. */
  hasKey(entry: number): boolean {
    return (this.#slots[entry * WIDTH + KEY_START] as number) >= 0;
  }

  keyStart(entry: number): number {
    return this.#slots[entry * WIDTH + KEY_START] as number;
  }

  keyEnd(entry: number): number {
    return this.#slots[entry * WIDTH + KEY_END] as number;
  }

  keyClasses(entry: number): number {
    return this.#slots[entry * WIDTH + KEY_CLASSES] as number;
  }

  /** The key as spelled in the text. */
  keyOf(entry: number): string {
    return this.names[this.nameOf(entry)] as string;
  }

  /** Index of the key in `names`, or -1. */
  nameOf(entry: number): number {
    return this.#slots[entry * WIDTH + NAME] as number;
  }

  startOf(entry: number): number {
    return this.#slots[entry * WIDTH + START] as number;
  }

  endOf(entry: number): number {
    return this.#slots[entry * WIDTH + END] as number;
  }

  lengthOf(entry: number): number {
    return this.endOf(entry) - this.startOf(entry);
  }

  /** A value as the text spells it; of a long one, the beginning. */
  spelling(entry: number, most = Number.POSITIVE_INFINITY): string {
    const start = this.startOf(entry);
    return this.text.slice(start, Math.min(this.endOf(entry), start + most));
  }

  classesOf(entry: number): number {
    return this.#slots[entry * WIDTH + CLASSES] as number;
  }

  /** The entry after this one and all that it contains. */
  nextOf(entry: number): number {
    return this.#slots[entry * WIDTH + NEXT] as number;
  }

  /** The containing entry, or -1. */
  parentOf(entry: number): number {
    return this.#slots[entry * WIDTH + PARENT] as number;
  }

  /** The members of an object, the items of a list, the children of an element; at most so many. */
  membersOf(container: number, most = Number.POSITIVE_INFINITY): readonly number[] {
    const members: number[] = [];
    const end = this.nextOf(container);
    for (let member = container + 1; member < end && members.length < most; member = this.nextOf(member)) {
      members.push(member);
    }
    return members;
  }
}

/** Small indexes are cut from a slab of this many slots: an array of its own costs more than reading a small text. */
const SLAB_SLOTS = 32 * 1024;
const MAX_CUT_SLOTS = 2 * 1024;
let slab = new Int32Array(SLAB_SLOTS);
let cut = 0;

/** Room for the entries of a text of this length, or for the first of them; slots hold anything until they are set. */
export function newSlots(textLength: number): Int32Array {
  const size = Math.min(2 + (textLength >> 4), 16_384) * WIDTH;
  if (size > MAX_CUT_SLOTS) return new Int32Array(size);
  if (cut + size > SLAB_SLOTS) {
    slab = new Int32Array(SLAB_SLOTS);
    cut = 0;
  }
  cut += size;
  return slab.subarray(cut - size, cut);
}

export function doubled(slots: Int32Array): Int32Array {
  const larger = new Int32Array(slots.length * 2);
  larger.set(slots);
  return larger;
}

/** Of a text whose strings are not all known. */
const ALL_CLASSES = -1;

/** Writes a token index entry by entry; the JSON tokenizer, which is the hot one, writes its slots itself. */
export class TokenIndexWriter {
  readonly text: string;
  #slots: Int32Array;
  #length = 0;
  readonly #names: string[] = [];
  readonly #nameIndexes = new Map<string, number>();

  constructor(text: string) {
    this.text = text;
    this.#slots = newSlots(text.length);
  }

  get length(): number {
    return this.#length;
  }

  /** Adds an entry and returns its index. */
  add(kind: EntryKind, parent: number): number {
    const at = this.#length * WIDTH;
    if (at + WIDTH > this.#slots.length) this.#slots = doubled(this.#slots);
    const slots = this.#slots;
    slots[at + KIND] = kind;
    slots[at + KEY_START] = -1;
    slots[at + KEY_END] = -1;
    slots[at + KEY_CLASSES] = 0;
    slots[at + START] = 0;
    slots[at + END] = 0;
    slots[at + CLASSES] = 0;
    slots[at + NEXT] = this.#length + 1;
    slots[at + PARENT] = parent;
    slots[at + NAME] = -1;
    return this.#length++;
  }

  setSpan(entry: number, start: number, end: number, classes: number): void {
    const at = entry * WIDTH;
    this.#slots[at + START] = start;
    this.#slots[at + END] = end;
    this.#slots[at + CLASSES] = classes;
  }

  setKey(entry: number, start: number, end: number): void {
    const at = entry * WIDTH;
    this.#slots[at + KEY_START] = start;
    this.#slots[at + KEY_END] = end;
    this.#slots[at + NAME] = this.#nameIndex(this.text.slice(start, end));
  }

  /** Ends a container, or moves a string's end; what was added since belongs to it. */
  close(entry: number, end: number): void {
    this.#slots[entry * WIDTH + END] = end;
    this.#slots[entry * WIDTH + NEXT] = this.#length;
  }

  /** Turns an element that holds one text and nothing else into a string under the element's name. */
  collapse(entry: number): void {
    if (this.#length !== entry + 2) return;
    if (this.#slot(entry + 1, KIND) !== STRING || this.#slot(entry + 1, KEY_START) >= 0) return;
    const at = entry * WIDTH;
    this.#slots[at + KIND] = STRING;
    this.#slots[at + START] = this.#slot(entry + 1, START);
    this.#slots[at + END] = this.#slot(entry + 1, END);
    this.#slots[at + CLASSES] = this.#slot(entry + 1, CLASSES);
    this.#slots[at + NEXT] = entry + 1;
    this.#length = entry + 1;
  }

  parentOf(entry: number): number {
    return this.#slot(entry, PARENT);
  }

  keyStart(entry: number): number {
    return this.#slot(entry, KEY_START);
  }

  keyEnd(entry: number): number {
    return this.#slot(entry, KEY_END);
  }

  finish(decode: TokenIndex['decode']): TokenIndex {
    return new TokenIndex({
      text: this.text,
      slots: this.#slots,
      length: this.#length,
      names: this.#names,
      classes: ALL_CLASSES,
      decode,
    });
  }

  #slot(entry: number, field: number): number {
    return this.#slots[entry * WIDTH + field] as number;
  }

  #nameIndex(name: string): number {
    const known = this.#nameIndexes.get(name);
    if (known !== undefined) return known;
    this.#nameIndexes.set(name, this.#names.length);
    return this.#names.push(name) - 1;
  }
}
