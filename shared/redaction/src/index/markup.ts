import { MAX_DEPTH, MAX_VALUES } from '../limits.ts';
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
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
/** Matches at every `</`. */
const END_TAG = /<\/\s*([^\s<>/]*)[^<>]*>?/y;
/** What is left of a tag, wherever it is not well-formed. */
const REST = /[^<>]*>?/y;
/** The names of well-formed tags; one with four digits is read like text. */
const NAME = /^(?!.*\d{4})[\w:.-]{1,64}$/;
const SPACE = /\s*/y;
const ATTRIBUTE = /[^\s<>/="']+/y;
const EQUALS = /\s*=\s*/y;
const BARE_VALUE = /[^\s<>"']+/y;
/** A sign that ends no tag is left out with it. */
const TAG_END = /\s*(\/?)[^<]?/y;

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
  /** By the index of a name. */
  readonly #wellFormed: boolean[] = [];
  /** Whether the start tag that is read is well-formed so far. */
  #isTag = true;
  /** Where the last CDATA ends, which may hold markup of its own: the length of the text if nowhere. */
  #cdataEnd = -1;

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
    if (text.startsWith(CDATA, open)) {
      this.#skip(open, open + CDATA.length);
      // Each end is looked for once, however many sections begin before it.
      if (this.#cdataEnd < open) this.#cdataEnd = indexOrEnd(text, CDATA_END, open);
      return this.#textStart;
    }
    const sign = text.charCodeAt(open + 1);
    if (sign === SLASH) {
      const [tag, name = ''] = this.#match(END_TAG, open) as RegExpExecArray;
      if (tag.length > name.length + 3 || !this.#isWellFormed(this.#structure.nameIndex(name)))
        this.#addUnseen(open, open + tag.length);
      this.#skip(open, open + tag.length);
      this.#closeElement(name);
      return this.#textStart;
    }
    if (sign === EXCLAMATION || sign === QUESTION) {
      const aside = this.#behind(ASIDE, open);
      this.#addUnseen(open, aside < 0 ? this.#behind(REST, open + 1) : aside);
      if (aside >= 0) return this.#skip(open, aside);
    }
    const start = this.#match(START_TAG, open);
    // A declaration or a bare "<": its characters stay part of the text that follows.
    if (start === null || this.#structure.length >= MAX_VALUES) return open + 1;
    this.#addText(open);
    this.#textStart = this.#openElement(start[1] as string, open + 1);
    return this.#textStart;
  }

  #match(part: RegExp, at: number): RegExpExecArray | null {
    part.lastIndex = at;
    return part.exec(this.#text);
  }

  /** @param name by its index */
  #isWellFormed(name: number): boolean {
    this.#wellFormed[name] ??= NAME.test(this.#structure.names[name] as string);
    return this.#wellFormed[name];
  }

  #addUnseen(start: number, end: number): void {
    if (/\d/.test(this.#text.slice(start, end))) this.#structure.unseen.push({ start, end });
  }

  #skip(from: number, to: number): number {
    this.#addText(from);
    this.#textStart = to;
    return to;
  }

  /** Adds the text up to here; the end of CDATA parts it. */
  #addText(to: number): void {
    const end = this.#cdataEnd;
    if (end >= this.#textStart && end < to) {
      this.#addTextBetween(this.#textStart, end);
      this.#textStart = end + CDATA_END.length;
    }
    this.#addTextBetween(this.#textStart, to);
  }

  #addTextBetween(from: number, to: number): void {
    if (this.#parent < 0 || this.#structure.length >= MAX_VALUES) return;
    let [start, end] = [from, to];
    while (start < end && this.#text.charCodeAt(start) <= 0x20) start++;
    while (end > start && this.#text.charCodeAt(end - 1) <= 0x20) end--;
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
    const index = structure.nameIndex(name);
    structure.setName(entry, index, key);
    let at = key + name.length;
    this.#isTag = this.#isWellFormed(index);
    for (let end = this.#readAttribute(entry, at); end >= 0; end = this.#readAttribute(entry, at)) at = end;
    const [end, slash] = this.#match(TAG_END, at) as RegExpExecArray;
    at += end.length;
    if (!this.#isTag || !end.endsWith('>')) this.#addUnseen(key - 1, this.#behind(REST, at));
    if (slash === '/' || this.#depth + 1 >= MAX_DEPTH || VOID.test(name)) structure.close(entry, at);
    else {
      this.#parent = entry;
      this.#depth++;
    }
    return at;
  }

  /** Adds the attribute that stands here; returns the position behind it, or -1. */
  #readAttribute(element: number, from: number): number {
    const text = this.#text;
    const key = this.#behind(SPACE, from);
    const keyEnd = this.#behind(ATTRIBUTE, key);
    const equals = keyEnd < 0 ? -1 : this.#behind(EQUALS, keyEnd);
    if (equals < 0) {
      this.#isTag &&= keyEnd < 0;
      return keyEnd;
    }
    const name = this.#structure.nameIndex(text.slice(key, keyEnd));
    const sign = text.charCodeAt(equals);
    const isQuoted = sign === DOUBLE_QUOTE || sign === SINGLE_QUOTE;
    const start = isQuoted ? equals + 1 : equals;
    let end = isQuoted ? text.indexOf(text.charAt(equals), start) : this.#behind(BARE_VALUE, start);
    this.#isTag &&= isQuoted && end >= 0 && key > from && this.#isWellFormed(name);
    if (end < 0 || this.#structure.length >= MAX_VALUES) return end < 0 ? keyEnd : end + (isQuoted ? 1 : 0);
    // A slash at the end is the tag's.
    if (!isQuoted) while (end > start && text.charCodeAt(end - 1) === SLASH) end--;
    if (end > start) {
      this.#structure.setName(this.#structure.addString(element, start, end), name, key);
    }
    return isQuoted ? end + 1 : end;
  }

  /** The position behind what matches here, or -1. */
  #behind(part: RegExp, at: number): number {
    part.lastIndex = at;
    return part.test(this.#text) ? part.lastIndex : -1;
  }
}

function indexOrEnd(text: string, sign: string, from: number): number {
  const found = text.indexOf(sign, from);
  return found < 0 ? text.length : found;
}
