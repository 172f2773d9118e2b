import { MAX_DEPTH, MAX_VALUES } from '../limits.ts';
import { decodeEntities } from '../unfold/escapes.ts';
import { flagsOf } from './flags.ts';
import { OBJECT, STRING, Structure } from './structure.ts';

/** End tags look this far up for their start tag: HTML leaves elements open, and hostile text must not cost more. */
const MAX_OPEN_LOOKED_AT = 16;

/** HTML elements that have no end tag. */
const VOID = /^(?:br|hr|img|input|link|meta|col|area|base|wbr)$/i;

/** What begins at a `<`, each part sticky. A comment with elements in it is read: they have names too. */
const COMMENT = /<!--[^<]*?-->|<\?(?:[^<?]|\?(?!>))*\?>/y;
const CDATA = '<![CDATA[';
const CDATA_END = ']]>';
const START_TAG = /<([\p{L}_][^\s<>/=]*)/uy;
const END_TAG = /<\/\s*([^\s<>/]*)[^<>]*>?/y;
const ATTRIBUTE = /\s*([^\s<>/="']+)(\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s<>"']+)))?/y;
const TAG_END = /\s*(\/?)>?/y;

/** The text that a string of markup spells. */
export function markupText(structure: Structure, entry: number): string {
  const spelling = structure.spelling(entry);
  return spelling.includes('&') ? decodeEntities(spelling).text : spelling;
}

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
  const structure = new Structure(text, true);
  let parent = -1;
  let depth = 0;
  let position = 0;
  let textStart = 0;
  /** No comment ends behind here. */
  const lastAside = text.lastIndexOf('>');

  for (;;) {
    const open = text.indexOf('<', position);
    if (open < 0) break;
    position = readAt(open);
  }
  addText(textStart, text.length);
  while (parent >= 0) leave(text.length);
  return structure;

  /** Reads what begins here; returns the position behind it. */
  function readAt(open: number): number {
    if (text.startsWith(CDATA, open)) {
      const end = text.indexOf(CDATA_END, open);
      addText(textStart, open);
      addText(open + CDATA.length, end < 0 ? text.length : end);
      textStart = end < 0 ? text.length : end + CDATA_END.length;
      return textStart;
    }
    const sign = text.charCodeAt(open + 1);
    if ((sign === 0x21 || sign === 0x3f) && open < lastAside) {
      const aside = matchAt(COMMENT, open);
      if (aside === null) return open + 1;
      return skipTo(open, open + aside[0].length);
    }
    const end = sign === 0x2f ? matchAt(END_TAG, open) : null;
    if (end !== null) {
      skipTo(open, open + end[0].length);
      closeElement(end[1] as string, textStart);
      return textStart;
    }
    const start = matchAt(START_TAG, open);
    // A declaration or a bare "<": its characters stay part of the text that follows.
    if (start === null || structure.length >= MAX_VALUES) return open + 1;
    addText(textStart, open);
    textStart = openElement(start[1] as string, open + 1);
    return textStart;
  }

  function skipTo(open: number, end: number): number {
    addText(textStart, open);
    textStart = end;
    return end;
  }

  function matchAt(part: RegExp, at: number): RegExpExecArray | null {
    part.lastIndex = at;
    return part.exec(text);
  }

  function addText(from: number, to: number): void {
    if (parent < 0 || structure.length >= MAX_VALUES) return;
    let [start, end] = [from, to];
    while (start < end && text.charCodeAt(start) <= 0x20) start++;
    while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
    if (end > start) structure.add(STRING, parent, start, end, -1, -1, flagsOf(text, start, end));
  }

  function leave(end: number): void {
    structure.close(parent, end);
    const outer = structure.parentOf(parent);
    structure.collapse(parent);
    parent = outer;
    depth--;
  }

  /** Ends the element that an end tag names, with what is open in it. */
  function closeElement(name: string, end: number): void {
    let entry = parent;
    for (let up = 0; entry >= 0 && up < MAX_OPEN_LOOKED_AT; up++, entry = structure.parentOf(entry)) {
      if (structure.keyOf(entry) !== name) continue;
      const outer = structure.parentOf(entry);
      while (parent !== outer) leave(end);
      return;
    }
  }

  /** Adds an element and its attributes; returns the position behind its start tag. */
  function openElement(name: string, key: number): number {
    const entry = structure.add(OBJECT, parent, key, key, structure.nameIndex(name), key, 0);
    let at = key + name.length;
    for (let found = matchAt(ATTRIBUTE, at); found !== null; found = matchAt(ATTRIBUTE, at)) {
      at = addAttribute(entry, found);
    }
    const end = matchAt(TAG_END, at) as RegExpExecArray;
    at += end[0].length;
    parent = entry;
    depth++;
    if (end[1] === '/' || depth >= MAX_DEPTH || VOID.test(name)) {
      structure.close(entry, at);
      parent = structure.parentOf(entry);
      depth--;
    }
    return at;
  }

  function addAttribute(entry: number, found: RegExpExecArray): number {
    const [whole, name = '', assigned, double, single, bare] = found;
    const key = found.index + whole.indexOf(name);
    const end = found.index + whole.length;
    if (assigned === undefined || structure.length >= MAX_VALUES) return end;
    // A slash at the end is the tag's.
    const value = double ?? single ?? (bare as string).replace(/\/+$/, '');
    const start = end - (bare ?? `${value}"`).length;
    const flags = flagsOf(text, start, start + value.length);
    if (value !== '') structure.add(STRING, entry, start, start + value.length, structure.nameIndex(name), key, flags);
    return bare === undefined ? end : start + value.length;
  }
}
