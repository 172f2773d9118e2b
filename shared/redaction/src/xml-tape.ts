import { MAX_DEPTH, MAX_VALUES } from './limits.ts';
import { marksOf } from './marks.ts';
import { createTapeWriter, OBJECT, STRING, type Tape } from './tape.ts';

/** End tags look this far up for their start tag: HTML leaves elements open, and hostile text must not cost more. */
const MAX_OPEN_LOOKED_AT = 16;

/** HTML elements that have no end tag. */
const VOID_ELEMENTS = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'col', 'area', 'base', 'wbr']);

/** How what is no element begins and ends. */
const ASIDES = [
  ['<!--', '-->'],
  ['<?', '?>'],
] as const;

const LESS = 0x3c;
const SPACES = /\s/;

/** Sticky: a start tag's name, an attribute, an end tag, from where the scan stands. */
const START_TAG = /<([\p{L}_][^\s<>/=]*)/uy;
const END_TAG = /<\/\s*([^\s<>/]*)[^<>]*>?/y;
const ATTRIBUTE = /\s*([^\s<>/="']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s<>"']*[^\s<>"'/])))?/dy;

/** Whether a text is worth reading as XML or HTML. */
export function looksLikeXml(text: string): boolean {
  const open = text.indexOf('<');
  return open >= 0 && text.indexOf('>', open) > 0;
}

/**
 * Reads XML or HTML, tolerantly: elements become objects under their name, attributes their members, texts their items
 * without a key; an element with only text becomes a string. Never fails: what is not markup is text.
 */
export function readXml(text: string): Tape {
  const tape = createTapeWriter(text);
  let parent = -1;
  let depth = 0;
  let position = 0;
  /** How far a sign was looked for and not found. */
  const searched = new Map<string, number>();

  const addText = (from: number, to: number): void => {
    if (parent < 0 || tape.length() >= MAX_VALUES) return;
    let start = from;
    let end = to;
    while (start < end && SPACES.test(text.charAt(start))) start++;
    while (end > start && SPACES.test(text.charAt(end - 1))) end--;
    if (end > start) tape.setSpan(tape.add(STRING, parent), start, end, marksOf(text, start, end));
  };
  const leave = (entry: number, end: number): void => {
    tape.close(entry, end);
    tape.collapse(entry);
    parent = tape.parent(entry);
    depth--;
  };

  while (position < text.length) {
    const open = text.indexOf('<', position);
    if (open < 0) break;
    if (text.startsWith('<![CDATA[', open)) {
      const close = text.indexOf(']]>', open);
      const end = close < 0 ? text.length : close;
      addText(position, open);
      addText(open + 9, end);
      position = end + 3;
      continue;
    }
    const aside = endOfAside(open);
    if (aside > 0) {
      addText(position, open);
      position = aside;
      continue;
    }
    END_TAG.lastIndex = open;
    const endTag = END_TAG.exec(text);
    if (endTag !== null) {
      addText(position, open);
      position = END_TAG.lastIndex;
      closeElement(endTag[1] ?? '', position);
      continue;
    }
    START_TAG.lastIndex = open;
    const startTag = START_TAG.exec(text);
    if (startTag === null || tape.length() >= MAX_VALUES) {
      // A declaration, a comment with elements in it or a bare "<": its characters stay part of the text that follows.
      position = open + 1;
      continue;
    }
    addText(position, open);
    position = openElement(startTag[1] as string, open);
  }
  addText(position, text.length);
  while (parent >= 0) leave(parent, text.length);
  return tape.finish();

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

  function closeElement(name: string, end: number): void {
    let entry = parent;
    for (let up = 0; entry >= 0 && up < MAX_OPEN_LOOKED_AT; up++, entry = tape.parent(entry)) {
      if (text.slice(tape.keyStart(entry), tape.keyEnd(entry)) !== name) continue;
      while (parent !== entry) leave(parent, end);
      leave(entry, end);
      return;
    }
  }

  /** Adds the element and its attributes; returns the position after its start tag. */
  function openElement(name: string, open: number): number {
    const nameEnd = open + 1 + name.length;
    const entry = tape.add(OBJECT, parent);
    tape.setKey(entry, open + 1, nameEnd, 0);
    parent = entry;
    depth++;
    let at = nameEnd;
    for (;;) {
      ATTRIBUTE.lastIndex = at;
      const attribute = ATTRIBUTE.exec(text);
      if (attribute === null) break;
      at = ATTRIBUTE.lastIndex;
      const [key, ...values] = (attribute.indices as RegExpIndicesArray).slice(1) as ([number, number] | undefined)[];
      const value = values.find((span) => span !== undefined);
      if (key === undefined || value === undefined || tape.length() >= MAX_VALUES) continue;
      const [from, to] = value;
      const added = tape.add(STRING, entry);
      tape.setSpan(added, from, to, marksOf(text, from, to));
      tape.setKey(added, key[0], key[1], 0);
    }
    while (at < text.length && SPACES.test(text.charAt(at))) at++;
    const empty = text.charCodeAt(at) === 0x2f;
    if (empty) at++;
    if (text.charCodeAt(at) !== LESS && at < text.length) at++;
    if (empty || depth >= MAX_DEPTH || VOID_ELEMENTS.has(name.toLowerCase())) {
      tape.close(entry, at);
      parent = tape.parent(entry);
      depth--;
    }
    return at;
  }
}
