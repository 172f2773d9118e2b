import { classesOf } from './character-classes.ts';
import { decodeEntities } from './unfold/escapes.ts';
import { MAX_DEPTH, MAX_VALUES } from './limits.ts';
import { OBJECT, STRING, type TokenIndex, TokenIndexWriter } from './token-index.ts';

/** End tags look this far up for their start tag: HTML leaves elements open, and hostile text must not cost more. */
const MAX_OPEN_LOOKED_AT = 16;

/** HTML elements that have no end tag. */
const VOID_ELEMENT = /(?:br|hr|img|input|link|meta|col|area|base|wbr)(?=[\s<>/=]|$)/iy;

/** How what is no element begins and ends. */
const ASIDES = [
  ['<!--', '-->'],
  ['<?', '?>'],
] as const;

const CDATA = '<![CDATA[';
const CDATA_END = ']]>';

const LESS = 0x3c;
const GREATER = 0x3e;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const BANG = 0x21;
const QUESTION = 0x3f;
const LETTER = /[\p{L}_]/u;

/** Sticky: where they end is where the next part of a tag begins. */
const SPACES = /\s*/y;
const TAG_NAME = /[^\s<>/=]*/y;
const END_TAG_NAME = /[^\s<>/]*/y;
const ATTRIBUTE_NAME = /[^\s<>/="']*/y;
const BARE_VALUE = /[^\s<>"']*/y;
const TO_BRACKET = /[^<>]*/y;

/** Whether a text is worth reading as XML or HTML. */
export function looksLikeXml(text: string): boolean {
  const open = text.indexOf('<');
  return open >= 0 && text.indexOf('>', open) > 0;
}

/**
 * Reads XML or HTML, tolerantly: elements become objects under their name, attributes their members, texts their items
 * without a key; an element with only text becomes a string. Never fails: what is not markup is text.
 */
export function readXml(text: string): TokenIndex {
  return new XmlTokenizer(text).read();
}

class XmlTokenizer {
  readonly #text: string;
  readonly #tokens: TokenIndexWriter;
  /** The innermost open element, and how many are open. */
  #parent = -1;
  #depth = 0;
  /** How far a sign was looked for and not found. */
  readonly #searched = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
    this.#tokens = new TokenIndexWriter(text);
  }

  read(): TokenIndex {
    const text = this.#text;
    let position = 0;
    while (position < text.length) {
      const open = text.indexOf('<', position);
      if (open < 0) break;
      position = this.#readMarkup(open, position);
    }
    this.#addText(position, text.length);
    while (this.#parent >= 0) this.#leave(this.#parent, text.length);
    return this.#tokens.finish((spelling) => (spelling.includes('&') ? decodeEntities(spelling).text : spelling));
  }

  /** Reads what begins at a `<`, and the text before it; returns the position after it. */
  #readMarkup(open: number, textStart: number): number {
    const next = this.#text.charCodeAt(open + 1);
    if (next === BANG && this.#text.startsWith(CDATA, open)) {
      const close = this.#text.indexOf(CDATA_END, open);
      const end = close < 0 ? this.#text.length : close;
      this.#addText(textStart, open);
      this.#addText(open + CDATA.length, end);
      return end + CDATA_END.length;
    }
    const aside = next === BANG || next === QUESTION ? this.#endOfAside(open) : 0;
    if (aside > 0) {
      this.#addText(textStart, open);
      return aside;
    }
    if (next === SLASH) {
      this.#addText(textStart, open);
      return this.#closeElement(open);
    }
    // A declaration, a comment with elements in it or a bare "<": its characters stay part of the text that follows.
    if (!this.#isNameStart(open + 1) || this.#tokens.length >= MAX_VALUES) return open + 1;
    this.#addText(textStart, open);
    return this.#openElement(open);
  }

  #isNameStart(at: number): boolean {
    const code = this.#text.charCodeAt(at) | 0x20;
    if (code >= 0x61 && code <= 0x7a) return true;
    return LETTER.test(String.fromCodePoint(this.#text.codePointAt(at) ?? 0));
  }

  /** Where what the sticky expression matches here ends. */
  #endOf(part: RegExp, at: number): number {
    if (at >= this.#text.length) return at;
    part.lastIndex = at;
    part.test(this.#text);
    return part.lastIndex;
  }

  #addText(from: number, to: number): void {
    if (this.#parent < 0 || this.#tokens.length >= MAX_VALUES) return;
    const text = this.#text.slice(from, to).trimStart();
    const end = to - text.length + text.trimEnd().length;
    const start = to - text.length;
    if (end > start)
      this.#tokens.setSpan(this.#tokens.add(STRING, this.#parent), start, end, classesOf(this.#text, start, end));
  }

  #leave(entry: number, end: number): void {
    this.#tokens.close(entry, end);
    this.#tokens.collapse(entry);
    this.#parent = this.#tokens.parentOf(entry);
    this.#depth--;
  }

  /**
   * Where the comment or the processing instruction that begins here ends; 0 when none does. A comment with elements in
   * it is read: they have names too.
   */
  #endOfAside(open: number): number {
    const [begin, end] = ASIDES.find(([sign]) => this.#text.startsWith(sign, open)) ?? [];
    if (begin === undefined || end === undefined || open < (this.#searched.get(end) ?? 0)) return 0;
    const close = this.#text.indexOf(end, open + begin.length);
    if (close < 0) this.#searched.set(end, this.#text.length);
    if (close < 0) return 0;
    const inner = this.#text.indexOf('<', open + begin.length);
    return begin === '<!--' && inner >= 0 && inner < close ? 0 : close + end.length;
  }

  /** Ends the element that the end tag here names; returns the position after it. */
  #closeElement(open: number): number {
    const start = this.#endOf(SPACES, open + 2);
    const name = this.#text.slice(start, this.#endOf(END_TAG_NAME, start));
    let end = this.#endOf(TO_BRACKET, start + name.length);
    if (this.#text.charCodeAt(end) === GREATER) end++;
    let entry = this.#parent;
    for (let up = 0; entry >= 0 && up < MAX_OPEN_LOOKED_AT; up++, entry = this.#tokens.parentOf(entry)) {
      const keyStart = this.#tokens.keyStart(entry);
      if (this.#tokens.keyEnd(entry) - keyStart !== name.length || !this.#text.startsWith(name, keyStart)) continue;
      while (this.#parent !== entry) this.#leave(this.#parent, end);
      this.#leave(entry, end);
      break;
    }
    return end;
  }

  /** Adds the element and its attributes; returns the position after its start tag. */
  #openElement(open: number): number {
    const named = this.#endOf(TAG_NAME, open + 1);
    const entry = this.#tokens.add(OBJECT, this.#parent);
    this.#tokens.setKey(entry, open + 1, named);
    this.#parent = entry;
    this.#depth++;
    let at = named;
    for (let end = this.#attributeEnd(entry, at); end >= 0; end = this.#attributeEnd(entry, at)) at = end;
    at = this.#endOf(SPACES, at);
    const empty = this.#text.charCodeAt(at) === SLASH;
    if (empty) at++;
    if (this.#text.charCodeAt(at) !== LESS && at < this.#text.length) at++;
    if (empty || this.#depth >= MAX_DEPTH || this.#isVoid(open + 1)) {
      this.#tokens.close(entry, at);
      this.#parent = this.#tokens.parentOf(entry);
      this.#depth--;
    }
    return at;
  }

  #isVoid(start: number): boolean {
    VOID_ELEMENT.lastIndex = start;
    return VOID_ELEMENT.test(this.#text);
  }

  /** Adds the attribute that stands here, if one does and has a value; returns where it ends, -1 when there is none. */
  #attributeEnd(entry: number, from: number): number {
    const start = this.#endOf(SPACES, from);
    const end = this.#endOf(ATTRIBUTE_NAME, start);
    if (end === start) return -1;
    const sign = this.#endOf(SPACES, end);
    if (this.#text.charCodeAt(sign) !== EQUALS) return end;
    const value = this.#endOf(SPACES, sign + 1);
    const quote = this.#text.charCodeAt(value);
    let [first, last, after] = [value, value, value];
    if (quote === QUOTE || quote === APOSTROPHE) {
      const close = this.#text.indexOf(quote === QUOTE ? '"' : "'", value + 1);
      if (close < 0) return end;
      [first, last, after] = [value + 1, close, close + 1];
    } else {
      last = this.#endOf(BARE_VALUE, value);
      // A slash at the end is the tag's.
      while (last > first && this.#text.charCodeAt(last - 1) === SLASH) last--;
      if (last === first) return end;
      after = last;
    }
    if (this.#tokens.length < MAX_VALUES) {
      const added = this.#tokens.add(STRING, entry);
      this.#tokens.setSpan(added, first, last, classesOf(this.#text, first, last));
      this.#tokens.setKey(added, start, end);
    }
    return after;
  }
}
