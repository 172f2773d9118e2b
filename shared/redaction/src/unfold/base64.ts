import type { Finding, Span } from '../edits.ts';
import { SSN_REPLACEMENT } from '../limits.ts';
import type { DecodedText } from './decoded-text.ts';

/** Letters of base64 that belong together, in lines or in one piece, with the signs that fill the last group. */
type Run = Span & { readonly lines: readonly Span[] };

/** The base64 of seven digits. */
export const LEAST_CODE = 10;
/** That of nine digits outside ASCII is as long, and its letters say nothing; that of a document has as many at least. */
export const LONG_CODE = 24;
/**
 * How the base64 of a digit before any ASCII character begins at the start of a group of three bytes, or the base64 of such base64.
 * Seven digits have at least one group that begins with a digit.
 */
export const DIGITS_IN_CODE = /[MNO][A-HQ-Xg-nw-z0-3]|T[0-3T-Xj-nz]/;
/** Of both alphabets. A longer run is not matched as a whole: expressions run out of stack on megabytes. */
const BEGINS = new RegExp(String.raw`[\w+/-]{${LEAST_CODE}}`, 'g');
const ENDS = /[^\w+/-]|$/g;
/** Lines of one text have one width (MIME 76, PEM 64), of whole groups of four letters. */
const SHORTEST_LINE = 16;
const GROUP = 4;
/** A line break, with indentation; a space that once was one. */
const LINE_BREAK = /\r?\n[ \t]{0,16}| /y;
/** Between slashes base64 has its other alphabet; `report_eyJ…` has a dash or a line before it. */
const PIECES = [/[^/]+/g, /[^/_-]+/g];

/** What is left of nine when two leading zeros are lost. */
const LEAST_DIGITS = 7;
/** What no text has. Noise in base64 nearly always does. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells binary data from text.
const NOISE = /[\u0000-\u0008\u000e-\u001f\u007f]/;
/** In a text of any encoding that may hold a number: a word, or four digits. */
const SAYS = /[\w+/-]{4}|(?:\p{Nd}\P{Nd}*){4}/u;

/**
 * Documents: what they say is compressed or drawn, so they are not read and go whole. They are told by how they begin, in the
 * letters of both alphabets. PDF (also behind a line break or a byte order mark), PNG and ZIP are no chance wherever in a run
 * they stand; the letters of gzip, TIFF in both byte orders and JPEG may stand in a word or a path, so that only a beginning tells.
 */
const DOCUMENT = new RegExp(
  [
    '^(?:(?<gzip>H4sI[A-H])',
    '(?<TIFF>SUk[qr]A|TU0AK)',
    '(?<JPEG>[/_]9j[/_][w-z0-9+/_-]))',
    '(?<PDF>JVBERi0|[CSiy]VQREYt|[AEIMQUYcgkosw048]lUERGL)',
    '(?<PNG>iVBORw0KG)',
    '(?<ZIP>UEsDB[A-P])',
  ].join('|'),
);

/** The texts that runs of base64 hold, of which a number takes the whole run, and the documents, which go. */
export function readBase64(text: string): { readonly texts: DecodedText[]; readonly documents: Finding[] } {
  const texts: DecodedText[] = [];
  const documents: Finding[] = [];
  for (const run of runsIn(text)) {
    const letters = text.slice(run.start, run.end);
    const isLong = letters.length >= LONG_CODE;
    // Most are words and dates.
    if (!isLong && !DIGITS_IN_CODE.test(letters)) continue;
    const document = isLong ? DOCUMENT.exec(letters) : null;
    if (document !== null) documents.push(documentOf(document, run));
    else texts.push(...[run, ...piecesOf(text, run)].flatMap((span) => textOf(text, span)));
  }
  return { texts, documents };
}

/** Whether a text has a document in base64, or a text with such a sign. */
export function hidesText(text: string, sign = /^/): boolean {
  const { texts, documents } = readBase64(text);
  return documents.length > 0 || texts.some((decoded) => sign.test(decoded.text));
}

/** A note stands in a document's place: what it was and how large, so that a reader knows what is missing. */
function documentOf({ groups = {}, index }: RegExpExecArray, run: Run): Finding {
  const kind = Object.keys(groups).find((name) => groups[name] !== undefined);
  const start = run.start + index;
  const kib = Math.ceil(((run.end - start) * 3) / 4 / 1024);
  return {
    start,
    end: run.end,
    digits: null,
    rule: 'pattern',
    because: 'an encoded document',
    replacement: `[removed: ${kind}, ${kib} KiB]`,
  };
}

/** The text, if it is one throughout and may hold a number. */
function textOf(outer: string, { start, end }: Span): readonly DecodedText[] {
  const text = Buffer.from(outer.slice(start, end), 'base64').toString('utf8');
  const isNoise = NOISE.test(text) || (text.includes('\ufffd') && !SAYS.test(text));
  if (isNoise || text.length < LEAST_DIGITS) return [];
  return [{ text, toOuter: (edit) => ({ ...edit, start, end, replacement: SSN_REPLACEMENT }) }];
}

/**
 * The pieces of a run that may be texts by themselves: lines, all of them but the last too, because a word may stand below them and
 * be no part; what a path or a file name is made of.
 */
function piecesOf(text: string, { start, end, lines }: Run): readonly Span[] {
  const beforeLast = lines.at(-2);
  if (beforeLast !== undefined) return [{ start, end: beforeLast.end }, ...lines];
  const run = text.slice(start, end);
  return PIECES.flatMap((piece) => [...run.matchAll(piece)])
    .filter(({ 0: { length } }) => length >= LEAST_CODE && length < run.length)
    .map(({ 0: { length }, index }) => ({ start: start + index, end: start + index + length }));
}

/** The runs of a text that are long enough. */
function runsIn(text: string): readonly Run[] {
  const runs: Run[] = [];
  for (let start = nextIn(BEGINS, text, 0); start >= 0; start = nextIn(BEGINS, text, runs.at(-1)?.end ?? 0)) {
    let end = nextIn(ENDS, text, start);
    const lines = [{ start, end }];
    const width = end - start;
    let next = width >= SHORTEST_LINE && width % GROUP === 0 ? behindBreak(text, end) : -1;
    while (next >= 0) {
      const lineEnd = nextIn(ENDS, text, next);
      if (lineEnd === next || lineEnd - next > width) break;
      lines.push({ start: next, end: lineEnd });
      end = lineEnd;
      next = lineEnd - next < width ? -1 : behindBreak(text, end);
    }
    while (text.charAt(end) === '=') end++;
    runs.push({ start, end, lines });
  }
  return runs;
}

function nextIn(expression: RegExp, text: string, from: number): number {
  expression.lastIndex = from;
  return expression.exec(text)?.index ?? -1;
}

/** Where the line begins that a line break leads to, or -1. */
function behindBreak(text: string, at: number): number {
  LINE_BREAK.lastIndex = at;
  return LINE_BREAK.test(text) ? LINE_BREAK.lastIndex : -1;
}
