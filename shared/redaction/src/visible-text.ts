import { lastAtMost } from './ascending-numbers.ts';
import { type DecodedText, partOf } from './unfold/decoded-text.ts';
import type { Span } from './digit-runs.ts';
import type { Edit } from './edits.ts';
import { LONGEST_WHOLE } from './text-spans.ts';

/** What a person sees of HTML, with the way back. */
export type VisibleText = {
  readonly text: string;
  /** The same edit, one per piece of text between tags: the first has the replacement, and the tags stay. */
  readonly toOuter: (edit: Edit) => readonly Edit[];
};

const HTML = /<(?:br|wbr|t[dhr]|div|span|p|li|d[dt]|b|i|u|em|strong|font|su[bp]|small|mark)[\s/>]/i;
/** A start or end tag: its name and its attributes. A longer one is data. */
const TAG = /<\/?([a-z][a-z0-9:]{0,31})(\s[^<>]{0,1024})?\/?>/giy;
/** Of a piece that stands for a tag. */
const NO_ORIGIN = -1;
/** Stands at the beginning of a cell right after one that names it (`<th>…</th><td>`): a space without width. */
export const NAMED_CELL = '\ufeff';
/** A line of its own where a table begins or ends: a header is that of its own table only. */
export const TABLE_EDGE = '\u001d';
const TABLE_CELL = /^(?:t[dh])$/;
/** Within a word or between two words of one line. */
const INLINE = /^(?:wbr|span|b|i|u|em|strong|font|su[bp]|small|mark|a|code|tt|s|o:p)$/;
const CELL_CLASS =
  /(?:class|role)\s*=\s*["']?[^"'>]{0,128}(?:\b|[_-])(?:cell|columnheader|rowheader|gridcell|td|th|col)(?:\b|[_-])/i;
const ROW_CLASS = /(?:class|role)\s*=\s*["']?[^"'>]{0,128}(?:\b|[_-])(?:row|tr)(?:\b|[_-])/i;

const TABLE_TAG = /<\/?table[\s/>]/gi;

/**
 * The parts of a page in which words about SSNs may stand: the tables, or what stands between two of them, that have a
 * hint. No header is that of another table.
 */
function partsWithHints(html: string, hints: readonly number[]): readonly Span[] {
  const edges = [...html.matchAll(TABLE_TAG)].map(({ index }) => index);
  const parts: Span[] = [];
  let end = 0;
  for (const hint of hints) {
    if (hint < end) continue;
    const edge = lastAtMost(edges, hint);
    const next = edges[edge + 1];
    // With the tag that ends the table.
    end = next === undefined ? html.length : next + LONGEST_TABLE_TAG;
    parts.push([edges[edge] ?? 0, end]);
  }
  return parts;
}

/** The parts of a text that a person may see as a page with words about SSNs. */
export function visibleParts(text: string, hints: readonly number[]): readonly DecodedText[] {
  if (hints.length === 0 || !text.includes('<')) return [];
  const spans: readonly Span[] = text.length <= LONGEST_WHOLE ? [[0, text.length]] : partsWithHints(text, hints);
  return spans.map((span) => partOf(text, span));
}

/** The parts of a text whose elements and attributes may say anything: of a long page its tables with hints, else all. */
export function markupParts(text: string, hints: readonly number[]): readonly Span[] {
  const isPage = text.length > LONGEST_WHOLE && text.search(TABLE_TAG) >= 0;
  return isPage ? partsWithHints(text, hints) : [[0, text.length]];
}

const LONGEST_TABLE_TAG = 8;

/**
 * HTML without its tags: rows of tables (and of elements of class or role `row`) are lines, their cells parted by tabs,
 * other blocks are lines of their own, and what only changes letters or breaks lines within a cell parts no word. Null
 * when nothing looks like HTML.
 */
export function visibleText(html: string): VisibleText | null {
  return HTML.test(html) ? new VisiblePieces(html).read() : null;
}

class VisiblePieces {
  readonly #html: string;
  readonly #pieces: string[] = [];
  /** Where each piece begins, in the visible text and in the other one, if it is of that. */
  readonly #starts: number[] = [];
  readonly #origins: number[] = [];
  #length = 0;
  #isInCell = false;
  #isInRow = false;
  #lastCell = '';

  constructor(html: string) {
    this.#html = html;
  }

  read(): VisibleText {
    const html = this.#html;
    let position = 0;
    for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', Math.max(position, open + 1))) {
      TAG.lastIndex = open;
      const tag = TAG.exec(html);
      if (tag === null) continue;
      this.#copy(position, open);
      const sign = this.#signOf((tag[1] as string).toLowerCase(), tag[2] ?? '', html.charAt(open + 1) === '/');
      this.#put(sign, NO_ORIGIN);
      position = open + tag[0].length;
    }
    this.#copy(position, html.length);
    return { text: this.#pieces.join(''), toOuter: (edit) => this.#toOuter(edit) };
  }

  #put(piece: string, origin: number): void {
    if (piece === '') return;
    this.#pieces.push(piece);
    this.#starts.push(this.#length);
    this.#origins.push(origin);
    this.#length += piece.length;
  }

  #copy(from: number, to: number): void {
    const text = this.#html.slice(from, to);
    // White space between cells is layout of the source and is not shown.
    if (this.#isInRow && !this.#isInCell && text.trim() === '') return;
    this.#put(this.#isInCell ? text.replace(/[\t\n\r]/g, ' ') : text, from);
  }

  /** What stands for a tag in the visible text. */
  #signOf(name: string, attributes: string, isEnd: boolean): string {
    if (TABLE_CELL.test(name) || CELL_CLASS.test(attributes)) {
      this.#isInCell = !isEnd;
      if (isEnd) return '';
      const isNamed = this.#lastCell === 'th' && name === 'td';
      this.#lastCell = name;
      return isNamed ? `\t${NAMED_CELL}` : '\t';
    }
    if (name === 'table') {
      this.#isInCell = false;
      this.#isInRow = false;
      return `\n${TABLE_EDGE}\n`;
    }
    if (name === 'tr' || ROW_CLASS.test(attributes)) {
      this.#isInCell = false;
      this.#isInRow = !isEnd;
      this.#lastCell = '';
      return '\n';
    }
    if (INLINE.test(name) || (name === 'dt' && isEnd)) return '';
    return this.#isInCell || name === 'dd' ? ' ' : '\n';
  }

  #toOuter(edit: Edit): readonly Edit[] {
    const edits: Edit[] = [];
    for (let piece = lastAtMost(this.#starts, edit.start); piece < this.#starts.length; piece++) {
      const start = this.#starts[piece] as number;
      if (start >= edit.end) break;
      // What stands for a tag is not in the other text.
      const origin = this.#origins[piece] as number;
      if (origin < 0) continue;
      const from = Math.max(edit.start, start);
      const to = Math.min(edit.end, start + (this.#pieces[piece] as string).length);
      const replacement = edits.length === 0 ? edit.replacement : '';
      edits.push({ ...edit, start: origin + from - start, end: origin + to - start, replacement });
    }
    return edits;
  }
}
