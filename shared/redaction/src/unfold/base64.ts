import { SSN_REPLACEMENT } from '../limits.ts';
import type { DecodedText } from './decoded-text.ts';

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
/** Of both alphabets. A longer run is not matched as a whole: expressions run out of stack on megabytes. */
const BEGINS = /[\w+/-]{10}/g;
const ENDS = /[^\w+/-]|$/g;
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
/** The base64 of nine digits outside ASCII is as long, and its letters say nothing; that of a document has as many at least. */
const SHORTEST_ODD_DIGITS = 24;
/** What no text has. Noise in base64 nearly always does. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells binary data from text.
const NOISE = /[\u0000-\u0008\u000e-\u001f\u007f]/;

/**
 * Documents: what they say is compressed or drawn, so they are not read and go whole. They are told by how they begin, in the
 * letters of both alphabets. PDF (also behind a line break or a byte order mark), PNG and ZIP are no chance wherever in a run
 * they stand; the letters of gzip, TIFF in both byte orders and JPEG may stand in a word or a path, so that only a beginning tells.
 */
const SIGNATURES = {
  gzip: /^H4sI[A-H]/,
  TIFF: /^(?:SUk[qr]A|TU0AK)/,
  JPEG: /^[/_]9j[/_][w-z0-9+/_-]/,
  PDF: /JVBERi0|[CSiy]VQREYt|[AEIMQUYcgkosw048]lUERGL/,
  PNG: /iVBORw0KG/,
  ZIP: /UEsDB[A-P]/,
};

/** The texts that runs of base64 hold, and their documents. A number in a text takes the whole run. */
export function decodeBase64Runs(text: string): readonly DecodedText[] {
  return runsIn(text).flatMap((run): DecodedText[] => {
    const isLong = run.letters.length >= SHORTEST_ODD_DIGITS;
    if (!isLong && !DIGIT_GROUP.test(run.letters)) return [];
    const first = isLong ? documentIn(run.letters) : undefined;
    if (first === undefined)
      return segmentsOf(text, run).flatMap((segment) => {
        const inner = textOf(segment.letters);
        return inner === null ? [] : [wholly(segment, inner, SSN_REPLACEMENT)];
      });
    const note = documentNote(first.kind, run.letters.length - first.at);
    return [{ ...wholly({ ...run, start: positionOf(run, first.at) }, '', note), isDocument: true }];
  });
}

function documentIn(letters: string): { readonly kind: string; readonly at: number } | undefined {
  return Object.entries(SIGNATURES)
    .map(([kind, signature]) => ({ kind, at: letters.search(signature) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)[0];
}

/** What stands in a document's place: what it was and how large, so that a reader knows what is missing. */
function documentNote(kind: string, letters: number): string {
  return `[removed: ${kind}, ${Math.ceil((letters * 3) / 4 / 1024)} KiB]`;
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
function segmentsOf(text: string, run: Run): readonly Run[] {
  const { letters, start, lines } = run;
  const beforeLast = lines.length > 2 ? (lines.at(-2) as Span)[1] : start;
  const allButLast = text.slice(start, beforeLast).replace(NO_LETTERS, '');
  const pieces =
    lines.length > 1 ? lines : /[/_-]/.test(letters) ? PIECES.flatMap((piece) => piecesOf(run, piece)) : [];
  return [
    run,
    ...(allButLast === '' ? [] : [{ letters: allButLast, start, end: beforeLast, lines: [] }]),
    ...pieces.map(([from, to]) => ({ letters: text.slice(from, to), start: from, end: to, lines: [] })),
  ];
}

/** Line breaks between letters, also as escapes. */
const NO_LETTERS = /\\{1,8}[nr]|[^A-Za-z\d+/_-]/g;
/** Between slashes base64 has its other alphabet; `report_eyJ…` has a dash or a line before it. */
const PIECES = [/[^/]+/g, /[^/_-]+/g];

function piecesOf({ letters, start }: Run, piece: RegExp): readonly Span[] {
  return [...letters.matchAll(piece)]
    .filter(({ 0: { length } }) => length >= SHORTEST_BASE64 && length < letters.length)
    .map(({ 0: { length }, index }): Span => [start + index, start + index + length]);
}

/** The runs of a text that are long enough. */
function runsIn(text: string): readonly Run[] {
  const runs: Run[] = [];
  for (let start = nextIn(BEGINS, text, 0); start >= 0; start = nextIn(BEGINS, text, start)) {
    const begins = text.charAt(start - 1) === '\\' && /[nrt]/.test(text.charAt(start)) ? start + 1 : start;
    let end = nextIn(ENDS, text, start);
    start = end;
    const width = end - begins;
    if (width < SHORTEST_BASE64) continue;
    // Most are words and dates, of one line.
    if (width < SHORTEST_LINE && text.charAt(end) !== '\\' && !DIGIT_GROUP.test(text.slice(begins, end))) continue;
    const lines: Span[] = [[begins, end]];
    for (let next = nextLine(text, end, width); next >= 0; next = nextLine(text, end, width)) {
      const lineEnd = nextIn(ENDS, text, next);
      if (lineEnd === next || (text.charAt(next - 1) !== '\\' && lineEnd - next > width)) break;
      lines.push([next, lineEnd]);
      end = lineEnd;
      // What goes on behind an escaped slash is no line.
      if (text.charAt(next) !== '/' && lineEnd - next < width) break;
    }
    while (text.charAt(end) === '=') end++;
    runs.push({ letters: lines.map((line) => text.slice(...line)).join(''), start: begins, end, lines });
    start = end;
  }
  return runs;
}

function nextIn(expression: RegExp, text: string, from: number): number {
  expression.lastIndex = from;
  return expression.exec(text)?.index ?? -1;
}

/** Where the next line of a run begins, or -1. */
function nextLine(text: string, end: number, width: number): number {
  LINE_BREAK.lastIndex = end;
  if (!LINE_BREAK.test(text)) return -1;
  const next = LINE_BREAK.lastIndex;
  const isLines = width >= SHORTEST_LINE && width % GROUP === 0;
  return isLines || text.charAt(next) === '/' ? next : -1;
}

/** Where in a text a letter of a run stands. */
function positionOf({ start, lines }: Run, letter: number): number {
  let left = letter;
  for (const [from, to] of lines) {
    if (left < to - from) return from + left;
    left -= to - from;
  }
  return start;
}
