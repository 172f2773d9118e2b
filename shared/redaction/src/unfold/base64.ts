import { SSN_REPLACEMENT } from '../limits.ts';
import type { DecodedText } from './decoded-text.ts';
import { documentIn, documentNote } from './documents.ts';

/** A part of a text, end exclusive. */
type Span = readonly [start: number, end: number];

/** Letters of base64 that belong together, in lines or in one piece. */
type Run = {
  readonly letters: string;
  readonly start: number;
  /** Behind the signs that fill the last group. */
  readonly end: number;
  /** Where each begins and ends; one is the whole run. */
  readonly lines: readonly Span[];
};

/** Base64 of seven ASCII digits: what is left of nine when two leading zeros are lost. */
const SHORTEST_BASE64 = 10;
/** Both alphabets. */
const IS_LETTER = Uint8Array.from({ length: 0x80 }, (_, code) =>
  /[A-Za-z0-9+/_-]/.test(String.fromCharCode(code)) ? 1 : 0,
);
/** Lines of one text have one width (MIME 76, PEM 64), of whole groups of four letters. */
const SHORTEST_LINE = 16;
const GROUP = 4;
/** A line break, also as an escape, with indentation; a space that once was one; the backslash that JSON may put before a slash. */
const LINE_BREAK = /(?:\\{1,8}r)?\\{1,8}n|\r?\n[ \t]{0,16}| |\\{1,8}(?=\/)/y;

/**
 * How the base64 of a digit before any ASCII character begins at the start of a group of three bytes, or the base64 of
 * such base64. Seven digits have at least one group that begins with a digit.
 */
const DIGIT_GROUP = /[MNO][A-HQ-Xg-nw-z0-3]|T[0-3T-Xj-nz]/;
/** The base64 of nine digits outside ASCII is as long, and its letters say nothing. */
const SHORTEST_ODD_DIGITS = 24;
/** What no text has. Noise in base64 nearly always does. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells binary data from text.
const NOISE = /[\u0000-\u0008\u000e-\u001f\u007f]/;

/** The texts that runs of base64 hold, and their documents. A number in a text takes the whole run. */
export function decodeBase64Runs(text: string): readonly DecodedText[] {
  const decoded: DecodedText[] = [];
  for (const run of runsIn(text)) {
    const document = documentIn(run.letters);
    if (document === null) {
      for (const segment of segmentsOf(text, run)) {
        const inner = textOf(segment.letters);
        if (inner !== null) decoded.push(wholly(segment, inner, SSN_REPLACEMENT));
      }
      continue;
    }
    const start = positionOf(text, run, document.at);
    const note = documentNote(document.kind, run.letters.length - document.at);
    decoded.push({ ...wholly({ ...run, start }, '', note), isDocument: true });
  }
  return decoded;
}

function wholly({ start, end }: Run, text: string, replacement: string): DecodedText {
  return { text, toOuter: (edit) => ({ ...edit, start, end, replacement }) };
}

/** UTF-8, else Latin-1, if it is text throughout; null for binary data and for what has no digits. */
function textOf(letters: string): string | null {
  if (letters.length < SHORTEST_ODD_DIGITS && !DIGIT_GROUP.test(letters)) return null;
  const bytes = Buffer.from(letters, 'base64');
  const latin = bytes.toString('latin1');
  if (NOISE.test(latin)) return null;
  const text = bytes.toString('utf8');
  // A text that breaks off may end within a character.
  return text.includes('\ufffd') && text.indexOf('\ufffd') < text.length - 1 ? latin : text;
}

/**
 * A run, and the pieces of it that may be texts by themselves: lines, all of them but the last too, because a word may stand
 * below them and be no part; what a path or a file name is made of.
 */
function* segmentsOf(text: string, run: Run): Generator<Run> {
  yield run;
  const beforeLast = run.lines.at(-2);
  if (beforeLast !== undefined && run.lines.length > 2) {
    const letters = text.slice(run.start, beforeLast[1]).replace(NO_LETTERS, '');
    yield { letters, start: run.start, end: beforeLast[1], lines: [] };
  }
  const pieces = run.lines.length > 1 ? run.lines : piecesOf(run);
  for (const [start, end] of pieces) yield { letters: text.slice(start, end), start, end, lines: [] };
}

/** Line breaks between letters, also as escapes. */
const NO_LETTERS = /\\{1,8}[nr]|[^A-Za-z\d+/_-]/g;

function piecesOf({ letters, start }: Run): Span[] {
  if (!/[/_-]/.test(letters)) return [];
  return PIECES.flatMap((piece) => [...letters.matchAll(piece)])
    .filter(({ 0: { length } }) => length >= SHORTEST_BASE64 && length < letters.length)
    .map(({ 0: { length }, index }) => [start + index, start + index + length]);
}

/** Between slashes base64 has its other alphabet; `report_eyJ…` has a dash or a line before it. */
const PIECES = [/[^/]+/g, /[^/_-]+/g];

/**
 * The runs in a part of a text that are long enough, in linear time: of a shorter one no letter at every so many places
 * has its neighbours. Character by character: a regular expression runs out of stack on a run of megabytes.
 */
function* runsIn(text: string): Generator<Run> {
  const to = text.length;
  for (let at = SHORTEST_BASE64 - 1; at < to; at += SHORTEST_BASE64) {
    if (!isLetter(text, at)) continue;
    let start = at;
    while (start > 0 && isLetter(text, start - 1)) start--;
    if (text.charCodeAt(start - 1) === BACKSLASH && ESCAPES.test(text.charAt(start))) start++;
    let end = endOfLetters(text, at + 1, to);
    if (end - start < SHORTEST_BASE64) {
      at = end - 1;
      continue;
    }
    const width = end - start;
    let letters = text.slice(start, end);
    const lines: Span[] = [[start, end]];
    for (let next = nextPiece(text, end, to, width); next >= 0; next = nextPiece(text, end, to, width)) {
      const pieceEnd = endOfLetters(text, next, to);
      if (pieceEnd === next || (text.charCodeAt(next - 1) !== BACKSLASH && pieceEnd - next > width)) break;
      letters += text.slice(next, pieceEnd);
      lines.push([next, pieceEnd]);
      end = pieceEnd;
      // What goes on behind an escaped slash is no line.
      if (text.charCodeAt(next) !== SLASH && pieceEnd - next < width) break;
    }
    while (end < to && text.charCodeAt(end) === EQUALS) end++;
    yield { letters, start, end, lines };
    at = end - 1;
  }
}

const BACKSLASH = 0x5c;
/** Letters that are spaces behind a backslash. */
const ESCAPES = /[nrt]/;
const EQUALS = 0x3d;
const SLASH = 0x2f;

function isLetter(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit < 0x80 && IS_LETTER[unit] === 1;
}

function endOfLetters(text: string, at: number, to: number): number {
  let end = at;
  while (end < to && isLetter(text, end)) end++;
  return end;
}

/** Where the next line of a run begins, or -1. */
function nextPiece(text: string, end: number, to: number, width: number): number {
  LINE_BREAK.lastIndex = end;
  if (!LINE_BREAK.test(text) || LINE_BREAK.lastIndex >= to) return -1;
  const next = LINE_BREAK.lastIndex;
  const isLines = width >= SHORTEST_LINE && width % GROUP === 0;
  return isLines || text.charCodeAt(next) === SLASH ? next : -1;
}

/** Where in a text a letter of a run stands. */
function positionOf(text: string, run: Run, letter: number): number {
  if (letter === 0) return run.start;
  let left = letter;
  for (let at = run.start; at < run.end; at++) {
    if (isLetter(text, at) && left-- === 0) return at;
  }
  return run.start;
}
