import type { Finding, Span } from '../edits.ts';
import { SSN_REPLACEMENT } from '../limits.ts';
import type { DecodedText } from './decoded-text.ts';

/** The base64 of a number in groups. Shorter ones are words, dates, or digits of which nothing says what they are. */
export const LEAST_CODE = 15;
/**
 * Of both alphabets, and looked for where a run begins: words are many. A longer run is not matched as a whole: expressions run
 * out of stack on megabytes.
 */
const BEGINS = new RegExp(String.raw`(?<![\w+/-])[\w+/-]{${LEAST_CODE}}`, 'g');
const ENDS = /[^\w+/-]|$/g;
/** Lines of one text have one width (MIME 76, PEM 64), of whole groups of four letters. */
const GROUP = 4;
/** A line break, with indentation. */
const LINE_BREAK = /\r?\n[ \t]{0,16}/y;
/** A line of words may follow. */
const WORD = /^[A-Za-z]?[a-z]*[ ,.:;]/;

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
    const document = DOCUMENT.exec(text.slice(run.start, run.end));
    if (document !== null) documents.push(documentOf(document, run));
    else texts.push(...textOf(text, run));
  }
  return { texts, documents };
}

/** Whether a text has a document or a text in base64. */
export function hidesText(text: string): boolean {
  const { texts, documents } = readBase64(text);
  return documents.length > 0 || texts.length > 0;
}

/** A note stands in a document's place: what it was and how large, so that a reader knows what is missing. */
function documentOf({ groups = {}, index }: RegExpExecArray, run: Span): Finding {
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
  if (isNoise) return [];
  return [{ text, toOuter: (edit) => ({ ...edit, start, end, replacement: SSN_REPLACEMENT }) }];
}

/** Letters of base64 that belong together, in lines or in one piece, with the signs that fill the last group. */
function runsIn(text: string): readonly Span[] {
  const runs: Span[] = [];
  for (let start = nextIn(BEGINS, text, 0); start >= 0; start = nextIn(BEGINS, text, runs.at(-1)?.end ?? 0)) {
    let end = nextIn(ENDS, text, start);
    const width = end - start;
    let next = width % GROUP === 0 ? behindBreak(text, end) : -1;
    while (next >= 0) {
      const lineEnd = nextIn(ENDS, text, next);
      const isShort = lineEnd - next < width;
      if (lineEnd === next || lineEnd - next > width || (isShort && WORD.test(text.slice(next, lineEnd + 1)))) break;
      end = lineEnd;
      next = isShort ? -1 : behindBreak(text, end);
    }
    while (text.charAt(end) === '=') end++;
    runs.push({ start, end });
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
