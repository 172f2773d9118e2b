import { InvalidError } from '@fundlens/runtime/errors';
import PDFDocument from 'pdfkit';
import { drawable, type ReportFonts } from './report-fonts.ts';

/** Points; US Letter. */
const PAGE = { width: 612, height: 792, side: 42, top: 64, firstTop: 44, bottom: 56 } as const;
const FLOOR = PAGE.height - PAGE.bottom;
/** The bounds of a report's lists and texts stay below. */
const MAX_PAGES = 600;

export const LEFT = PAGE.side;
export const WIDTH = PAGE.width - 2 * PAGE.side;
/** As high as something may be that is not divided. */
export const MAX_HEIGHT = FLOOR - PAGE.top;

export const INK = '#1f2933';
export const MUTED = '#556270';
export const PALE = '#eef2f6';
export const RULE = '#d3dae2';
export const ACCENT = '#1d4e89';

export type Style = { readonly font: 'regular' | 'bold'; readonly size: number; readonly color: string };
export const SMALL: Style = { font: 'regular', size: 7.2, color: MUTED };

export type Place = { readonly x: number; readonly y: number };
export type Box = Place & { readonly width: number; readonly height: number };
export type Room = {
  readonly width: number;
  readonly maxLines: number;
  readonly align?: 'left' | 'right';
};

type Shown = { readonly text: string; readonly width: number };

export type CanvasOptions = {
  readonly fonts: ReportFonts;
  /** Of the document; at the head of every page but the first. */
  readonly title: string;
  /** At the foot of every page. */
  readonly footer: string;
  /** The instant that the document states as that of its making, in epoch milliseconds. */
  readonly createdAt: number;
};

/**
 * Pages that are filled from top to bottom, tagged so that they can be read aloud (PDF/UA-1): what is drawn belongs to an
 * element of the structure, or is decoration (`artifact`). The same calls give the same bytes.
 */
export class Canvas {
  /** Where the next thing stands. */
  y = 0;
  #pages = 0;
  #color = '';
  readonly #known = { regular: new Map<string, Shown>(), bold: new Map<string, Shown>() };
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
    this.#color = '';
    this.#pages += 1;
    this.y = this.#pages === 1 ? PAGE.firstTop : PAGE.top;
    if (this.#pages === 1) return;
    const oneLine = { width: WIDTH, maxLines: 1 };
    this.artifact(() => this.text(this.#options.title, SMALL, { x: LEFT, y: PAGE.top - 30 }, oneLine));
    this.rule(PAGE.top - 14);
  }

  /** Begins a new page where `height` is not left on this one; tells whether it did. */
  need(height: number): boolean {
    const isMissing = this.y + height > FLOOR;
    if (isMissing) this.#newPage();
    return isMissing;
  }

  /** Of the lines that a text takes. */
  height(text: string, style: Style, { width, maxLines }: Room): number {
    const shown = this.#shown(text, style);
    const lineHeight = this.#document.font(style.font).fontSize(style.size).currentLineHeight(true);
    if (shown.width * style.size <= width) return lineHeight;
    return Math.min(this.#document.heightOfString(shown.text, { width }), maxLines * lineHeight);
  }

  /** What is drawn of a text, and its width in sizes. Pages repeat most of their texts. */
  #shown(text: string, { font }: Style): Shown {
    const known = this.#known[font].get(text);
    if (known !== undefined) return known;
    const drawn = drawable(text, this.#options.fonts);
    const shown = { text: drawn, width: this.#document.font(font).fontSize(1).widthOfString(drawn) };
    this.#known[font].set(text, shown);
    return shown;
  }

  /** Draws lines below each other; what has no room ends in an ellipsis. What has no glyph is seen to be missing. */
  text(text: string, style: Style, { x, y }: Place, { width, maxLines, align = 'left' }: Room): void {
    const shown = this.#shown(text, style);
    const document = this.#document.font(style.font).fontSize(style.size);
    this.#fillColor(style.color);
    const free = width - shown.width * style.size;
    if (free >= 0) {
      document.text(shown.text, align === 'right' ? x + free : x, y, { lineBreak: false });
      return;
    }
    // A little more than the lines take, because pdfkit compares rounded sums.
    const height = maxLines * document.currentLineHeight(true) + 0.5;
    document.text(shown.text, x, y, { width, height, align, ellipsis: true });
  }

  /** Words of one width, each in the middle of a step of its own, as one text: a page holds thousands of them. */
  steps(words: readonly string[], style: Style, { x, y }: Place, step: number): void {
    const width = this.#shown(words[0] ?? '', style).width * style.size;
    const space = this.#shown(' ', style).width * style.size;
    const document = this.#document.font(style.font).fontSize(style.size);
    this.#fillColor(style.color);
    const options = { lineBreak: false, wordSpacing: step - width - space };
    document.text(words.join(' '), x + (step - width) / 2, y, options);
  }

  /** Setting a colour costs as much as drawing a text. */
  #fillColor(color: string): void {
    if (color !== this.#color) this.#document.fillColor(color);
    this.#color = color;
  }

  /** An element that holds others: what `body` draws. It may go on over pages. */
  element(type: 'Table' | 'TR' | 'TH', body: () => void, options: { readonly scope?: 'Row' } = {}): void {
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
  content(
    type: 'H1' | 'H2' | 'P' | 'TH' | 'TD' | 'Figure',
    body: () => void,
    { box, ...options }: { readonly scope?: 'Row' | 'Column'; readonly alt?: string; readonly box?: Box } = {},
  ): void {
    const bbox: object = box === undefined ? {} : { bbox: [box.x, box.y, box.x + box.width, box.y + box.height] };
    this.#parent.add(this.#document.struct(type, { ...options, ...bbox }, [body]));
  }

  /** What `body` draws says nothing that is not said elsewhere. Not within `content`. */
  artifact(body: () => void): void {
    this.#document.markContent('Artifact', { type: 'Layout' });
    body();
    this.#document.endMarkedContent();
  }

  /** A thin line over the whole width; no content. */
  rule(y: number): void {
    this.artifact(() => {
      this.#document
        .moveTo(LEFT, y)
        .lineTo(LEFT + WIDTH, y)
        .lineWidth(0.6)
        .strokeColor(RULE)
        .stroke();
    });
  }

  /** A filled box, of what is being drawn. */
  fill({ x, y, width, height }: Box, color: string): void {
    this.#fillColor(color);
    this.#document.rect(x, y, width, height).fill();
  }

  /** Draws the feet of all pages, and closes the document. */
  async finish(): Promise<Uint8Array> {
    const y = PAGE.height - 37;
    for (let page = 0; page < this.#pages; page += 1) {
      this.#document.switchToPage(page);
      this.#color = '';
      this.rule(y - 7);
      const number = `Page ${page + 1} of ${this.#pages}`;
      this.artifact(() => {
        this.text(this.#options.footer, SMALL, { x: LEFT, y }, { width: WIDTH - 90, maxLines: 1 });
        this.text(number, SMALL, { x: LEFT + WIDTH - 80, y }, { width: 80, maxLines: 1, align: 'right' });
      });
    }
    this.#parent.end();
    this.#document.end();
    return await this.#bytes;
  }
}

/** Its types do not know PDF/UA yet. */
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
