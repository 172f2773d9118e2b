import { InvalidError } from '@fundlens/runtime/errors';
import PDFDocument from 'pdfkit';
import type { Density } from './page-density.ts';
import { drawable, type ReportFonts } from './report-fonts.ts';
import { textLines } from './text-lines.ts';

/** Points; US Letter. */
const PAGE = { width: 612, height: 792, side: 42, top: 64, firstTop: 44, bottom: 56 } as const;
const FLOOR = PAGE.height - PAGE.bottom;
const RULE_WIDTH = 0.6;
/** The bounds of a report's lists and texts stay below. */
const MAX_PAGES = 600;

export const LEFT = PAGE.side;
export const WIDTH = PAGE.width - 2 * PAGE.side;
/** As high as something may be that is not divided. */
export const MAX_HEIGHT = FLOOR - PAGE.top;

/** A last page that is filled less is an orphan page: a fifth, and the gap below what stands last. */
const ORPHAN_HEIGHT = MAX_HEIGHT / 5 + 10;
/** An early break aims at this much on the last page: what moves may lose the gap above it and a repeated header. */
const LAST_HEIGHT = ORPHAN_HEIGHT + 30;
/** A page that ends early is at least half full. */
const EARLIEST_BREAK = PAGE.top + MAX_HEIGHT / 2;

export type Style = { readonly font: 'regular' | 'bold'; readonly size: number; readonly color: string };

/** Where lines begin; `right`: they end there instead; `middle`: they stand around it. */
export type LineStart = { readonly x: number; readonly top: number; readonly right?: number; readonly middle?: number };
export type Box = { readonly x: number; readonly top: number; readonly width: number; readonly height: number };

/** A page that ends above its floor, so that more stands on the next one. */
export type EarlyBreak = {
  /** The number of the page, from 1. */
  readonly page: number;
  /** Where the page ends. */
  readonly floor: number;
};

export type CanvasOptions = {
  readonly fonts: ReportFonts;
  readonly density: Density;
  readonly earlyBreak: EarlyBreak | null;
  /** The title of the document. */
  readonly title: string;
  /** The instant that the document states as that of its making, in epoch milliseconds. */
  readonly createdAt: number;
  /** Drawn first on every page. */
  readonly onPage: (canvas: Canvas, page: number) => void;
};

/** Where the line above the foot of a page stands. */
export const FOOT = PAGE.height - 44;
/** Where the line below the head of a page stands. */
export const HEAD = 50;

/** Structure types of ISO 32000-1, 14.8.4, as far as pages use them. */
type Container = 'L' | 'LI' | 'Table' | 'TR' | 'TH' | 'TD';
type Leaf = 'H1' | 'H2' | 'P' | 'Lbl' | 'LBody' | 'TH' | 'TD' | 'Figure';
type Scope = { readonly scope?: 'Row' | 'Column' };

/**
 * Pages that are filled from top to bottom, tagged so that they can be read aloud (PDF/UA-1): what is drawn belongs to an
 * element of the structure (`content`), or is decoration (`artifact`). The same calls give the same bytes.
 */
export class Canvas {
  /** Where the next thing stands. */
  y = 0;
  #pages = 0;
  /** Where things begin on this page that might begin the next one. */
  #starts: number[] = [];
  #previous: { readonly starts: readonly number[]; readonly end: number } = { starts: [], end: 0 };
  readonly #options: CanvasOptions;
  readonly #document: PDFKit.PDFDocument;
  readonly #bytes: Promise<Uint8Array>;
  #parent: PDFKit.PDFStructureElement;

  /** @throws InvalidError `pdf_too_long`, from whatever begins a page */
  constructor(options: CanvasOptions) {
    this.#options = options;
    this.#document = createDocument(options);
    this.#bytes = collected(this.#document);
    this.#parent = this.#document.struct('Document');
    this.#document.addStructure(this.#parent);
    this.#newPage();
  }

  #newPage(): void {
    if (this.#pages === MAX_PAGES) throw new InvalidError('pdf_too_long', `a report has at most ${MAX_PAGES} pages`);
    this.#document.addPage();
    this.#pages += 1;
    this.#previous = { starts: this.#starts, end: this.y };
    this.#starts = [];
    this.artifact(() => this.#options.onPage(this, this.#pages));
    this.y = this.#pages === 1 ? PAGE.firstTop : PAGE.top;
  }

  widthOf(text: string, { font, size }: Style): number {
    return this.#options.fonts[font].width(text) * size;
  }

  /** Begins a new page where `height` is not left on this one; tells whether it did. */
  need(height: number): boolean {
    const { earlyBreak } = this.#options;
    const floor = earlyBreak?.page === this.#pages ? earlyBreak.floor : FLOOR;
    if (this.y + height > floor) {
      this.#newPage();
      return true;
    }
    this.#starts.push(this.y);
    return false;
  }

  get pages(): number {
    return this.#pages;
  }

  /** Whether the last of several pages holds next to nothing. */
  get hasOrphanPage(): boolean {
    return this.#pages > 1 && this.y - PAGE.top < ORPHAN_HEIGHT;
  }

  /** Where the page before the last one has to end so that the last one is no orphan page. Null: it has no such place. */
  get earlyBreak(): EarlyBreak | null {
    const missing = LAST_HEIGHT - (this.y - PAGE.top);
    const { starts, end } = this.#previous;
    const floor = starts.findLast((start) => start >= EARLIEST_BREAK && end - start >= missing);
    return floor === undefined ? null : { page: this.#pages - 1, floor };
  }

  heightOf(lines: number, { size }: Style): number {
    return lines * size * this.#options.density.lineHeight;
  }

  /** @param points between things that stand comfortably. */
  gap(points: number): number {
    return points * this.#options.density.gap;
  }

  /** The lines that a text takes. What has no glyph is seen to be missing. */
  lines(text: string, style: Style, room: { readonly width: number; readonly maxLines: number }): string[] {
    return textLines(drawable(text, this.#options.fonts), (part) => this.widthOf(part, style), room);
  }

  /** Draws lines below each other; returns where they end. */
  draw(lines: readonly string[], style: Style, { x, top, right, middle }: LineStart): number {
    this.#document.font(style.font).fontSize(style.size).fillColor(style.color);
    let y = top;
    for (const line of lines) {
      const width = right === undefined && middle === undefined ? 0 : this.widthOf(line, style);
      const left = middle === undefined ? (right === undefined ? x : right - width) : middle - width / 2;
      this.#document.text(line, left, y, { lineBreak: false });
      y += this.heightOf(1, style);
    }
    return y;
  }

  /** An element that holds others: what `body` draws. It may go on over pages. */
  element(type: Container, body: () => void, options: Scope = {}): void {
    const parent = this.#parent;
    const scope: object = options;
    const element = this.#document.struct(type, scope);
    parent.add(element);
    this.#parent = element;
    body();
    element.end();
    this.#parent = parent;
  }

  /** An element with what `body` draws, all of it on this page. */
  content(type: Leaf, body: () => void, options: Scope & { readonly alt?: string; readonly box?: Box } = {}): void {
    const { box, ...rest } = options;
    const bbox = box && ([box.x, box.top, box.x + box.width, box.top + box.height] as [number, number, number, number]);
    const element = this.#document.struct(type, { ...rest, ...(bbox && { bbox }) });
    this.#parent.add(element);
    element.add(this.#document.markStructureContent(type));
    body();
    this.#document.endMarkedContent();
    element.end();
  }

  /**
   * Elements beside each other whose content is drawn in turns, all on one page: a line of a row of columns at a time.
   * `say` draws a part of the element at `index`, which is read aloud as `words`.
   */
  columns(
    type: 'TD',
    count: number,
    draw: (say: (index: number, words: string, body: () => void) => void) => void,
  ): void {
    const elements = Array.from({ length: count }, () => this.#document.struct(type));
    for (const element of elements) this.#parent.add(element);
    draw((index, words, body) => {
      elements[index]?.add(this.#document.markStructureContent('Span', { alt: words }));
      body();
      this.#document.endMarkedContent();
    });
    for (const element of elements) element.end();
  }

  /** What `body` draws says nothing that is not said elsewhere. Not within `content`. */
  artifact(body: () => void): void {
    this.#document.markContent('Artifact', { type: 'Layout' });
    body();
    this.#document.endMarkedContent();
  }

  /** A thin line over the whole width; no content. */
  rule(top: number, color: string): void {
    this.artifact(() => this.line(top, color));
  }

  /** A thin line over the whole width, of what is being drawn. */
  line(top: number, color: string): void {
    this.#document
      .moveTo(LEFT, top)
      .lineTo(LEFT + WIDTH, top)
      .lineWidth(RULE_WIDTH)
      .strokeColor(color)
      .stroke();
  }

  /** A filled box, of what is being drawn. */
  fill(
    { x, top, width, height }: Box,
    { color, radius = 0 }: { readonly color: string; readonly radius?: number },
  ): void {
    if (radius === 0) this.#document.rect(x, top, width, height).fill(color);
    else this.#document.roundedRect(x, top, width, height, radius).fill(color);
  }

  /** Draws on every page, and closes the document. */
  async finish(footer: (page: number, pages: number) => void): Promise<Uint8Array> {
    for (let page = 0; page < this.#pages; page += 1) {
      this.#document.switchToPage(page);
      this.artifact(() => footer(page + 1, this.#pages));
    }
    this.#parent.end();
    this.#document.end();
    return await this.#bytes;
  }
}

/** Its types do not know PDF/UA and the scope of a header yet. */
const PDF_UA: object = { tagged: true, subset: 'PDF/UA' };
const PDF_UA_PART = '1';

function createDocument({ fonts, title, createdAt }: CanvasOptions): PDFKit.PDFDocument {
  const created = new Date(createdAt);
  const document = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    // Everything is placed here: pdfkit must not begin pages by itself.
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: 'en-US',
    displayTitle: true,
    ...PDF_UA,
    // Set below; without this pdfkit would load and embed a font of its own.
    font: '',
    info: {
      Title: drawable(title, fonts),
      CreationDate: created,
      ModDate: created,
      Producer: 'Fundlens',
      Creator: 'Fundlens',
    },
  });
  // pdfkit compares it with the number 1 before it writes a list of the glyphs of a font (`CIDSet`). The list is optional in
  // PDF/UA-1 and lacks the parts of composite glyphs, such as the A and the accent of Á: a document with one is not valid.
  Object.assign(document, { subset: PDF_UA_PART });
  document.registerFont('regular', fonts.regular.file);
  document.registerFont('bold', fonts.bold.file);
  return document;
}

function collected(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
}
