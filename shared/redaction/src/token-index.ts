/**
 * A text's structure as one flat array: an entry per object, array, string and number (JSON), or per element, attribute
 * and text (XML), in the order in which they begin. Positions are those of the text; a string's
 * span excludes its quotes.
 */
export type TokenIndex = {
  readonly text: string;
  readonly slots: Int32Array;
  readonly length: number;
  /** Keys as spelled, most of them once: an entry has the index of its key, so that each is judged once. */
  readonly names: readonly string[];
  /** The classes of all strings and names together. */
  readonly classes: number;
};

export type EntryKind = 1 | 2 | 3 | 4 | 5;
export const OBJECT = 1;
export const ARRAY = 2;
export const STRING = 3;
export const NUMBER = 4;
/** true, false or null: kept only for a key that needs a look. */
export const LITERAL = 5;

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

export function kindOf(tokens: TokenIndex, entry: number): number {
  return tokens.slots[entry * WIDTH + KIND] as number;
}
/** Whether an object's member (or an attribute): array items and texts of elements have no key. */
export function hasKey(tokens: TokenIndex, entry: number): boolean {
  return (tokens.slots[entry * WIDTH + KEY_START] as number) >= 0;
}
export function keyStart(tokens: TokenIndex, entry: number): number {
  return tokens.slots[entry * WIDTH + KEY_START] as number;
}
export function keyEnd(tokens: TokenIndex, entry: number): number {
  return tokens.slots[entry * WIDTH + KEY_END] as number;
}
export function keyClasses(tokens: TokenIndex, entry: number): number {
  return tokens.slots[entry * WIDTH + KEY_CLASSES] as number;
}
/** The key as spelled in the text. */
export function keyOf(tokens: TokenIndex, entry: number): string {
  return tokens.names[nameOf(tokens, entry)] as string;
}
/** Index of the key in `names`, or -1. */
export function nameOf(tokens: TokenIndex, entry: number): number {
  return tokens.slots[entry * WIDTH + NAME] as number;
}
export function startOf(tokens: TokenIndex, entry: number): number {
  return tokens.slots[entry * WIDTH + START] as number;
}
export function endOf(tokens: TokenIndex, entry: number): number {
  return tokens.slots[entry * WIDTH + END] as number;
}
export function entryClasses(tokens: TokenIndex, entry: number): number {
  return tokens.slots[entry * WIDTH + CLASSES] as number;
}
/** The entry after this one and all that it contains. */
export function nextOf(tokens: TokenIndex, entry: number): number {
  return tokens.slots[entry * WIDTH + NEXT] as number;
}
/** The containing entry, or -1. */
export function parentOf(tokens: TokenIndex, entry: number): number {
  return tokens.slots[entry * WIDTH + PARENT] as number;
}

/** Of a text whose strings are not all known. */
const ALL_CLASSES = -1;

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

export type TokenIndexWriter = {
  readonly length: () => number;
  /** Adds an entry and returns its index. */
  readonly add: (kind: EntryKind, parent: number) => number;
  readonly setSpan: (entry: number, start: number, end: number, classes: number) => void;
  readonly setKey: (entry: number, start: number, end: number, classes: number) => void;
  /** Ends a container, or moves a string's end; what was added since belongs to it. */
  readonly close: (entry: number, end: number) => void;
  /** Turns an element that holds one text and nothing else into a string under the element's name. */
  readonly collapse: (entry: number) => void;
  readonly parent: (entry: number) => number;
  readonly kind: (entry: number) => number;
  readonly keyStart: (entry: number) => number;
  readonly keyEnd: (entry: number) => number;
  readonly finish: () => TokenIndex;
};

export function createTokenIndexWriter(text: string): TokenIndexWriter {
  let slots = newSlots(text.length);
  let length = 0;
  const names: string[] = [];
  const nameIndexes = new Map<string, number>();
  const nameIndex = (name: string): number => {
    const known = nameIndexes.get(name);
    if (known !== undefined) return known;
    nameIndexes.set(name, names.length);
    return names.push(name) - 1;
  };
  const slot = (entry: number, field: number): number => slots[entry * WIDTH + field] as number;
  return {
    length: () => length,
    add: (kind, parent) => {
      const at = length * WIDTH;
      if (at + WIDTH > slots.length) slots = doubled(slots);
      slots[at + KIND] = kind;
      slots[at + KEY_START] = -1;
      slots[at + KEY_END] = -1;
      slots[at + KEY_CLASSES] = 0;
      slots[at + START] = 0;
      slots[at + END] = 0;
      slots[at + CLASSES] = 0;
      slots[at + NEXT] = length + 1;
      slots[at + PARENT] = parent;
      slots[at + NAME] = -1;
      return length++;
    },
    setSpan: (entry, start, end, classes) => {
      const at = entry * WIDTH;
      slots[at + START] = start;
      slots[at + END] = end;
      slots[at + CLASSES] = classes;
    },
    setKey: (entry, start, end, classes) => {
      const at = entry * WIDTH;
      slots[at + KEY_START] = start;
      slots[at + KEY_END] = end;
      slots[at + KEY_CLASSES] = classes;
      slots[at + NAME] = nameIndex(text.slice(start, end));
    },
    close: (entry, end) => {
      slots[entry * WIDTH + END] = end;
      slots[entry * WIDTH + NEXT] = length;
    },
    collapse: (entry) => {
      const at = entry * WIDTH;
      if (length !== entry + 2 || slot(entry + 1, KIND) !== STRING || slot(entry + 1, KEY_START) >= 0) return;
      slots[at + KIND] = STRING;
      slots[at + START] = slot(entry + 1, START);
      slots[at + END] = slot(entry + 1, END);
      slots[at + CLASSES] = slot(entry + 1, CLASSES);
      slots[at + NEXT] = entry + 1;
      length = entry + 1;
    },
    parent: (entry) => slot(entry, PARENT),
    kind: (entry) => slot(entry, KIND),
    keyStart: (entry) => slot(entry, KEY_START),
    keyEnd: (entry) => slot(entry, KEY_END),
    finish: () => ({ text, slots, length, names, classes: ALL_CLASSES }),
  };
}
