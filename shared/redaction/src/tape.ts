/**
 * A text's structure as one flat array: an entry per object, array, string and number (JSON), or per element, attribute
 * and text (XML), in the order in which they begin. Positions are those of the text; a string's
 * span excludes its quotes.
 */
export type Tape = {
  readonly text: string;
  readonly cells: Int32Array;
  readonly length: number;
  /** Keys as spelled, most of them once: an entry has the index of its key, so that each is judged once. */
  readonly names: readonly string[];
  /** The marks of all strings and names together. */
  readonly marks: number;
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
export const KEY_MARKS = 3;
export const START = 4;
export const END = 5;
export const MARKS = 6;
export const NEXT = 7;
export const PARENT = 8;
export const NAME = 9;

export function kindOf(tape: Tape, entry: number): number {
  return tape.cells[entry * WIDTH + KIND] as number;
}
/** Whether an object's member (or an attribute): array items and texts of elements have no key. */
export function hasKey(tape: Tape, entry: number): boolean {
  return (tape.cells[entry * WIDTH + KEY_START] as number) >= 0;
}
export function keyStart(tape: Tape, entry: number): number {
  return tape.cells[entry * WIDTH + KEY_START] as number;
}
export function keyEnd(tape: Tape, entry: number): number {
  return tape.cells[entry * WIDTH + KEY_END] as number;
}
export function keyMarks(tape: Tape, entry: number): number {
  return tape.cells[entry * WIDTH + KEY_MARKS] as number;
}
/** The key as spelled in the text. */
export function keyOf(tape: Tape, entry: number): string {
  return tape.names[nameOf(tape, entry)] as string;
}
/** Index of the key in `names`, or -1. */
export function nameOf(tape: Tape, entry: number): number {
  return tape.cells[entry * WIDTH + NAME] as number;
}
export function startOf(tape: Tape, entry: number): number {
  return tape.cells[entry * WIDTH + START] as number;
}
export function endOf(tape: Tape, entry: number): number {
  return tape.cells[entry * WIDTH + END] as number;
}
export function entryMarks(tape: Tape, entry: number): number {
  return tape.cells[entry * WIDTH + MARKS] as number;
}
/** The entry after this one and all that it contains. */
export function nextOf(tape: Tape, entry: number): number {
  return tape.cells[entry * WIDTH + NEXT] as number;
}
/** The containing entry, or -1. */
export function parentOf(tape: Tape, entry: number): number {
  return tape.cells[entry * WIDTH + PARENT] as number;
}

/** Of a text whose strings are not all known. */
const ALL_MARKS = -1;

/** Small tapes are cut from a slab of this many cells: an array of its own costs more than reading a small text. */
const SLAB_CELLS = 32 * 1024;
const MAX_CUT_CELLS = 2 * 1024;
let slab = new Int32Array(SLAB_CELLS);
let cut = 0;

/** Room for the entries of a text of this length, or for the first of them; cells hold anything until they are set. */
export function newCells(textLength: number): Int32Array {
  const size = Math.min(2 + (textLength >> 4), 16_384) * WIDTH;
  if (size > MAX_CUT_CELLS) return new Int32Array(size);
  if (cut + size > SLAB_CELLS) {
    slab = new Int32Array(SLAB_CELLS);
    cut = 0;
  }
  cut += size;
  return slab.subarray(cut - size, cut);
}

export function doubled(cells: Int32Array): Int32Array {
  const larger = new Int32Array(cells.length * 2);
  larger.set(cells);
  return larger;
}

export type TapeWriter = {
  readonly length: () => number;
  /** Adds an entry and returns its index. */
  readonly add: (kind: EntryKind, parent: number) => number;
  readonly setSpan: (entry: number, start: number, end: number, marks: number) => void;
  readonly setKey: (entry: number, start: number, end: number, marks: number) => void;
  /** Ends a container, or moves a string's end; what was added since belongs to it. */
  readonly close: (entry: number, end: number) => void;
  /** Turns an element that holds one text and nothing else into a string under the element's name. */
  readonly collapse: (entry: number) => void;
  readonly parent: (entry: number) => number;
  readonly kind: (entry: number) => number;
  readonly keyStart: (entry: number) => number;
  readonly keyEnd: (entry: number) => number;
  readonly finish: () => Tape;
};

export function createTapeWriter(text: string): TapeWriter {
  let cells = newCells(text.length);
  let length = 0;
  const names: string[] = [];
  const nameIndexes = new Map<string, number>();
  const nameIndex = (name: string): number => {
    const known = nameIndexes.get(name);
    if (known !== undefined) return known;
    nameIndexes.set(name, names.length);
    return names.push(name) - 1;
  };
  const cell = (entry: number, field: number): number => cells[entry * WIDTH + field] as number;
  return {
    length: () => length,
    add: (kind, parent) => {
      const at = length * WIDTH;
      if (at + WIDTH > cells.length) cells = doubled(cells);
      cells[at + KIND] = kind;
      cells[at + KEY_START] = -1;
      cells[at + KEY_END] = -1;
      cells[at + KEY_MARKS] = 0;
      cells[at + START] = 0;
      cells[at + END] = 0;
      cells[at + MARKS] = 0;
      cells[at + NEXT] = length + 1;
      cells[at + PARENT] = parent;
      cells[at + NAME] = -1;
      return length++;
    },
    setSpan: (entry, start, end, marks) => {
      const at = entry * WIDTH;
      cells[at + START] = start;
      cells[at + END] = end;
      cells[at + MARKS] = marks;
    },
    setKey: (entry, start, end, marks) => {
      const at = entry * WIDTH;
      cells[at + KEY_START] = start;
      cells[at + KEY_END] = end;
      cells[at + KEY_MARKS] = marks;
      cells[at + NAME] = nameIndex(text.slice(start, end));
    },
    close: (entry, end) => {
      cells[entry * WIDTH + END] = end;
      cells[entry * WIDTH + NEXT] = length;
    },
    collapse: (entry) => {
      const at = entry * WIDTH;
      if (length !== entry + 2 || cell(entry + 1, KIND) !== STRING || cell(entry + 1, KEY_START) >= 0) return;
      cells[at + KIND] = STRING;
      cells[at + START] = cell(entry + 1, START);
      cells[at + END] = cell(entry + 1, END);
      cells[at + MARKS] = cell(entry + 1, MARKS);
      cells[at + NEXT] = entry + 1;
      length = entry + 1;
    },
    parent: (entry) => cell(entry, PARENT),
    kind: (entry) => cell(entry, KIND),
    keyStart: (entry) => cell(entry, KEY_START),
    keyEnd: (entry) => cell(entry, KEY_END),
    finish: () => ({ text, cells, length, names, marks: ALL_MARKS }),
  };
}
