import { MAX_DEPTH, MAX_VALUES } from './limits.ts';
import { classesOf } from './character-classes.ts';
import { createTokenIndexWriter, OBJECT, STRING, type TokenIndex } from './token-index.ts';

/** End tags look this far up for their start tag: HTML leaves elements open, and hostile text must not cost more. */
const MAX_OPEN_LOOKED_AT = 16;

/** HTML elements that have no end tag. */
const VOID_ELEMENT = /(?:br|hr|img|input|link|meta|col|area|base|wbr)(?=[\s<>/=]|$)/iy;

/** How what is no element begins and ends. */
const ASIDES = [
  ['<!--', '-->'],
  ['<?', '?>'],
] as const;

const LESS = 0x3c;
const GREATER = 0x3e;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const BANG = 0x21;
const QUESTION = 0x3f;
const SPACES = /\s/;
const LETTER = /[\p{L}_]/u;

/** What ends a name: spaces, the signs of markup and, of an attribute's, quotes. */
const IS_SPACE = 1;
const ENDS_TAG_NAME = 2;
const ENDS_ATTRIBUTE_NAME = 4;
const SIGNS = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const sign = String.fromCharCode(code);
  if (SPACES.test(sign)) return IS_SPACE | ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME;
  return /[<>/=]/.test(sign) ? ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME : /["']/.test(sign) ? ENDS_ATTRIBUTE_NAME : 0;
});

function is(sign: number, code: number): boolean {
  if (code < 0x80) return ((SIGNS[code] as number) & sign) !== 0;
  return SPACES.test(String.fromCharCode(code));
}

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
  const tokens = createTokenIndexWriter(text);
  let parent = -1;
  let depth = 0;
  let position = 0;
  /** How far a sign was looked for and not found. */
  const searched = new Map<string, number>();

  while (position < text.length) {
    const open = text.indexOf('<', position);
    if (open < 0) break;
    const next = text.charCodeAt(open + 1);
    if (next === BANG && text.startsWith('<![CDATA[', open)) {
      const close = text.indexOf(']]>', open);
      const end = close < 0 ? text.length : close;
      addText(position, open);
      addText(open + 9, end);
      position = end + 3;
      continue;
    }
    const aside = next === BANG || next === QUESTION ? endOfAside(open) : 0;
    if (aside > 0) {
      addText(position, open);
      position = aside;
      continue;
    }
    if (next === SLASH) {
      addText(position, open);
      position = closeElement(open);
      continue;
    }
    if (!isNameStart(open + 1) || tokens.length() >= MAX_VALUES) {
      // A declaration, a comment with elements in it or a bare "<": its characters stay part of the text that follows.
      position = open + 1;
      continue;
    }
    addText(position, open);
    position = openElement(open);
  }
  addText(position, text.length);
  while (parent >= 0) leave(parent, text.length);
  return tokens.finish();

  function isNameStart(at: number): boolean {
    const code = text.charCodeAt(at) | 0x20;
    if (code >= 0x61 && code <= 0x7a) return true;
    return LETTER.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
  }

  function nameEnd(at: number, ends: number): number {
    let end = at;
    while (end < text.length && !is(ends, text.charCodeAt(end))) end++;
    return end;
  }

  function spacesEnd(at: number): number {
    let end = at;
    while (end < text.length && is(IS_SPACE, text.charCodeAt(end))) end++;
    return end;
  }

  function addText(from: number, to: number): void {
    if (parent < 0 || tokens.length() >= MAX_VALUES) return;
    const start = spacesEnd(from);
    let end = to;
    while (end > start && is(IS_SPACE, text.charCodeAt(end - 1))) end--;
    if (end > start) tokens.setSpan(tokens.add(STRING, parent), start, end, classesOf(text, start, end));
  }

  function leave(entry: number, end: number): void {
    tokens.close(entry, end);
    tokens.collapse(entry);
    parent = tokens.parent(entry);
    depth--;
  }

  /**
   * Where the comment or the processing instruction that begins here ends; 0 when none does. A comment with elements in
   * it is read: they have names too.
   */
  function endOfAside(open: number): number {
    const [begin, end] = ASIDES.find(([sign]) => text.startsWith(sign, open)) ?? [];
    if (begin === undefined || end === undefined || open < (searched.get(end) ?? 0)) return 0;
    const close = text.indexOf(end, open + begin.length);
    if (close < 0) searched.set(end, text.length);
    if (close < 0) return 0;
    const inner = text.indexOf('<', open + begin.length);
    return begin === '<!--' && inner >= 0 && inner < close ? 0 : close + end.length;
  }

  /** Ends the element that the end tag here names; returns the position after it. */
  function closeElement(open: number): number {
    const start = spacesEnd(open + 2);
    let to = start;
    while (to < text.length) {
      const code = text.charCodeAt(to);
      if (code === LESS || code === GREATER || code === SLASH || is(IS_SPACE, code)) break;
      to++;
    }
    let end = to;
    while (end < text.length && text.charCodeAt(end) !== LESS && text.charCodeAt(end) !== GREATER) end++;
    if (text.charCodeAt(end) === GREATER) end++;
    let entry = parent;
    for (let up = 0; entry >= 0 && up < MAX_OPEN_LOOKED_AT; up++, entry = tokens.parent(entry)) {
      if (!isSame(tokens.keyStart(entry), tokens.keyEnd(entry), start, to)) continue;
      while (parent !== entry) leave(parent, end);
      leave(entry, end);
      break;
    }
    return end;
  }

  function isSame(start: number, end: number, otherStart: number, otherEnd: number): boolean {
    if (end - start !== otherEnd - otherStart) return false;
    for (let i = start, k = otherStart; i < end; i++, k++) if (text.charCodeAt(i) !== text.charCodeAt(k)) return false;
    return true;
  }

  /** Adds the element and its attributes; returns the position after its start tag. */
  function openElement(open: number): number {
    const named = nameEnd(open + 1, ENDS_TAG_NAME);
    const entry = tokens.add(OBJECT, parent);
    tokens.setKey(entry, open + 1, named, 0);
    parent = entry;
    depth++;
    let at = named;
    for (let end = attributeEnd(entry, at); end >= 0; end = attributeEnd(entry, at)) at = end;
    at = spacesEnd(at);
    const empty = text.charCodeAt(at) === SLASH;
    if (empty) at++;
    if (text.charCodeAt(at) !== LESS && at < text.length) at++;
    if (empty || depth >= MAX_DEPTH || isVoid(open + 1)) {
      tokens.close(entry, at);
      parent = tokens.parent(entry);
      depth--;
    }
    return at;
  }

  function isVoid(start: number): boolean {
    VOID_ELEMENT.lastIndex = start;
    return VOID_ELEMENT.test(text);
  }

  /** Adds the attribute that stands here, if one does and has a value; returns where it ends, -1 when there is none. */
  function attributeEnd(entry: number, from: number): number {
    const start = spacesEnd(from);
    const end = nameEnd(start, ENDS_ATTRIBUTE_NAME);
    if (end === start) return -1;
    const sign = spacesEnd(end);
    if (text.charCodeAt(sign) !== EQUALS) return end;
    const value = spacesEnd(sign + 1);
    const quote = text.charCodeAt(value);
    let [first, last, after] = [value, value, value];
    if (quote === QUOTE || quote === APOSTROPHE) {
      const close = text.indexOf(quote === QUOTE ? '"' : "'", value + 1);
      if (close < 0) return end;
      [first, last, after] = [value + 1, close, close + 1];
    } else {
      while (last < text.length && !endsBareValue(text.charCodeAt(last))) last++;
      // A slash at the end is the tag's.
      while (last > first && text.charCodeAt(last - 1) === SLASH) last--;
      if (last === first) return end;
      after = last;
    }
    if (tokens.length() < MAX_VALUES) {
      const added = tokens.add(STRING, entry);
      tokens.setSpan(added, first, last, classesOf(text, first, last));
      tokens.setKey(added, start, end, 0);
    }
    return after;
  }

  function endsBareValue(code: number): boolean {
    return code === LESS || code === GREATER || code === QUOTE || code === APOSTROPHE || is(IS_SPACE, code);
  }
}
