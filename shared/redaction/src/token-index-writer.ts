import {
  CLASSES,
  doubled,
  END,
  type EntryKind,
  KEY_CLASSES,
  KEY_END,
  KEY_START,
  KIND,
  NAME,
  NEXT,
  newSlots,
  PARENT,
  START,
  STRING,
  TokenIndex,
  WIDTH,
} from './token-index.ts';

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
