import { MAX_DEPTH } from '../limits.ts';
import { decodeEntities } from '../unfold/unfoldings.ts';
import { OBJECT, Structure } from './structure.ts';

/** End tags look this far up for their start tag: HTML leaves elements open, and hostile text must not cost more. */
const MAX_OPEN_LOOKED_AT = 16;

/** HTML elements that have no end tag. */
const VOID = /^(?:br|hr|img|input|link|meta|col|area|base|wbr)$/i;

/** What begins at a `<`, each part sticky. A comment or CDATA with elements in it is read: they have names too. */
const ASIDE = /<!--[^<]*?-->|<\?(?:[^<?]|\?(?!>))*\?>/y;
const CDATA = '<![CDATA[';
const CDATA_END = ']]>';
const START_TAG = /<([\p{L}_][^\s<>/=]*)/uy;
const SLASH = 0x2f;
const EXCLAMATION = 0x21;
const QUESTION = 0x3f;
/** Matches at every `</`. */
const END_TAG = /<\/\s*([^\s<>/]*)[^<>]*>?/y;
/** What is left of a tag, wherever it is not well-formed. */
const REST = /[^<>]*>?/y;
/** In a line of a log its quotes may be escaped. */
const ATTRIBUTE = /\s*([^\s<>/="']+)(?:\s*=\s*(?:(\\{0,3}["'])([\s\S]*?)\2|([^\s<>"']+)))?/y;
/** A sign that ends no tag is left out with it. */
const TAG_END = /\s*(\/?)[^<]?/y;
/** The least that goes. */
const FOUR_DIGITS = /(?:\d\D*){4}/;
/** No name of a tag or an attribute: it is read like text. */
const ODD_NAME = /[^\w:.-]|\d{4}/;

/** Whether a text is worth reading as XML or HTML. */
export function looksLikeMarkup(text: string): boolean {
  const open = text.search(/<[/!?\p{L}_]/u);
  return open >= 0 && text.indexOf('>', open) > 0;
}

/**
 * Reads XML or HTML, tolerantly: elements become objects under their name, attributes their members, texts their items
 * without a name; an element with only text becomes a string. Never fails: what is not markup is text.
 */
export function readMarkup(text: string): Structure {
  return new MarkupReader(text).read();
}

/** The text that a string of markup spells. */
export function markupText(structure: Structure, entry: number): string {
  const spelling = structure.spelling(entry);
  return spelling.includes('&') ? decodeEntities(spelling) : spelling;
}

class MarkupReader {
  readonly #text: string;
  readonly #structure: Structure;
  #parent = -1;
  #depth = 0;
  /** Where the text begins that stands before what is read next. */
  #textStart = 0;

  constructor(text: string) {
    this.#text = text;
    this.#structure = new Structure(text, 'markup');
  }

  read(): Structure {
    let open = this.#text.indexOf('<');
    while (open >= 0) open = this.#text.indexOf('<', this.#readAt(open));
    this.#addText(this.#text.length);
    while (this.#parent >= 0) this.#leave(this.#text.length);
    return this.#structure;
  }

  /** Reads what begins here; returns the position behind it. */
  #readAt(open: number): number {
    const text = this.#text;
    if (text.startsWith(CDATA, open)) return this.#skip(open, open + CDATA.length);
    const sign = text.charCodeAt(open + 1);
    if (sign === SLASH) {
      const [tag, name = ''] = this.#match(END_TAG, open) as RegExpExecArray;
      this.#addUnseen(open, open + tag.length);
      this.#skip(open, open + tag.length);
      this.#closeElement(name);
      return this.#textStart;
    }
    if (sign === EXCLAMATION || sign === QUESTION) {
      const aside = this.#match(ASIDE, open);
      this.#addUnseen(open, aside === null ? this.#restEnd(open + 1) : ASIDE.lastIndex);
      if (aside !== null) return this.#skip(open, ASIDE.lastIndex);
    }
    const start = this.#match(START_TAG, open);
    // A declaration or a bare "<": its characters stay part of the text that follows.
    if (start === null || this.#structure.isFull) return open + 1;
    this.#addText(open);
    this.#textStart = this.#openElement(start[1] as string, open + 1);
    return this.#textStart;
  }

  #match(part: RegExp, at: number): RegExpExecArray | null {
    part.lastIndex = at;
    return part.exec(this.#text);
  }

  #restEnd(at: number): number {
    this.#match(REST, at);
    return REST.lastIndex;
  }

  #addUnseen(start: number, end: number): void {
    if (FOUR_DIGITS.test(this.#text.slice(start, end))) this.#structure.unseen.push({ start, end });
  }

  #skip(from: number, to: number): number {
    this.#addText(from);
    this.#textStart = to;
    return to;
  }

  #addText(to: number): void {
    const text = this.#text;
    let start = this.#textStart;
    if (this.#parent < 0 || this.#structure.isFull) return;
    let end = to;
    while (start < end && text.charCodeAt(start) <= 0x20) start++;
    while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
    if (text.startsWith(CDATA_END, end - CDATA_END.length)) end -= CDATA_END.length;
    if (end > start) this.#structure.addString(this.#parent, start, end);
  }

  #leave(end: number): void {
    const entry = this.#parent;
    this.#structure.close(entry, end);
    this.#parent = this.#structure.parentOf(entry);
    this.#structure.collapse(entry);
    this.#depth--;
  }

  /** Ends the element that an end tag names, with what is open in it. */
  #closeElement(name: string): void {
    let entry = this.#parent;
    for (let up = 0; entry >= 0 && up < MAX_OPEN_LOOKED_AT; up++, entry = this.#structure.parentOf(entry)) {
      if (this.#structure.keyOf(entry) !== name) continue;
      const outer = this.#structure.parentOf(entry);
      while (this.#parent !== outer) this.#leave(this.#textStart);
      return;
    }
  }

  /** Adds an element and its attributes; returns the position behind its start tag. */
  #openElement(name: string, key: number): number {
    const structure = this.#structure;
    const entry = structure.add(OBJECT, this.#parent, key, key);
    structure.setName(entry, structure.nameIndex(name), key);
    let at = key + name.length;
    let isWellFormed = !ODD_NAME.test(name);
    for (let found = this.#match(ATTRIBUTE, at); found !== null; found = this.#match(ATTRIBUTE, at)) {
      at = ATTRIBUTE.lastIndex;
      const [attribute, own = '', , quoted, bare] = found;
      isWellFormed &&= quoted !== undefined && !ODD_NAME.test(own);
      // A slash at the end is the tag's.
      const value = quoted ?? bare?.replace(/\/+$/, '') ?? '';
      if (quoted === undefined && bare !== undefined) at -= bare.length - value.length;
      if (value === '' || structure.isFull) continue;
      const start = found.index + attribute.lastIndexOf(value);
      const string = structure.addString(entry, start, start + value.length);
      structure.setName(string, structure.nameIndex(own), found.index + attribute.indexOf(own));
    }
    const [end, slash] = this.#match(TAG_END, at) as RegExpExecArray;
    at += end.length;
    if (!isWellFormed || !end.endsWith('>')) this.#addUnseen(key - 1, this.#restEnd(at));
    if (slash === '/' || this.#depth + 1 >= MAX_DEPTH || VOID.test(name)) structure.close(entry, at);
    else {
      this.#parent = entry;
      this.#depth++;
    }
    return at;
  }
}
