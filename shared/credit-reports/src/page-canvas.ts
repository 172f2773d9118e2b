import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { type FontName, type Line, Typeface } from './page-typeface.ts';

/** Points; US Letter. */
const PAGE = { width: 612, height: 792, side: 42, top: 64, firstTop: 44, bottom: 56 } as const;
const FLOOR = PAGE.height - PAGE.bottom;

export const LEFT = PAGE.side;
export const WIDTH = PAGE.width - 2 * PAGE.side;
/** As high as something may be that is not divided. */
export const MAX_HEIGHT = FLOOR - PAGE.top;

/** The operator that fills what comes with it. @param rgb `#rrggbb` */
export function color(rgb: string): string {
  const parts = [1, 3, 5].map((start) => Number.parseInt(rgb.slice(start, start + 2), 16) / 255);
  return `${parts.map((part) => part.toFixed(3)).join(' ')} rg`;
}

export const INK = color('#1f2933');
export const MUTED = color('#556270');
export const PALE = color('#eef2f6');
const RULE = color('#d3dae2');
export const ACCENT = color('#1d4e89');

export type Style = { readonly font: FontName; readonly size: number; readonly color: string };
export const SMALL: Style = { font: 'regular', size: 7.2, color: MUTED };

export type Place = { readonly x: number; readonly y: number };
export type Box = Place & { readonly width: number; readonly height: number };
export type Room = {
  readonly width: number;
  readonly maxLines: number;
  readonly align?: 'left' | 'right';
};

/** A text that is broken into lines, before it has a place. */
export type LaidText = {
  readonly lines: readonly Line[];
  readonly style: Style;
  readonly room: Room;
  /** To the next text below. */
  readonly height: number;
};

export type CanvasOptions = {
  /** Of the document; at the head of every page but the first. */
  readonly title: string;
  /** At the foot of every page. */
  readonly footer: string;
  /** The instant that the document states as that of its making, in epoch milliseconds. */
  readonly createdAt: number;
};

type Tag = 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure';
type TagOptions = { readonly scope?: 'Row' | 'Column'; readonly alt?: string; readonly bbox?: readonly number[] };

/** Of a page's content, which has many repetitions: the default of zlib takes three times as long for a tenth of the bytes. */
const COMPRESSION_LEVEL = 3;

/**
 * Pages that are filled from top to bottom, tagged so that they can be read aloud (PDF/UA-1): what is drawn belongs to an
 * element of the structure, or is decoration (`artifact`). The same calls give the same bytes.
 *
 * Texts and boxes are written as operators of a page's content (ISO 32000-1, 8.5 and 9.4): pages have thousands of them, and
 * pdfkit's own methods take several times as long. Fonts, structure, pages and the file are pdfkit's.
 */
export class Canvas {
  /** Where the next thing stands. */
  y = 0;
  /** Of each page. */
  readonly #operators = new Map<PDFKit.PDFPage, string[]>();
  /** Of the file. */
  readonly #pieces: Uint8Array[] = [];
  readonly #options: CanvasOptions;
  readonly #document: PDFKit.PDFDocument;
  readonly #typefaces: Readonly<Record<FontName, Typeface>>;
  /** The element that what is drawn belongs to. */
  #element: PDFKit.PDFStructureElement;

  constructor(options: CanvasOptions) {
    this.#options = options;
    this.#document = createDocument(options);
    // pdfkit makes bytes of each of its operators, one by one.
    this.#document.addContent = (operator: string) => {
      const { page } = this.#document;
      const operators = this.#operators.get(page) ?? [];
      operators.push(operator);
      this.#operators.set(page, operators);
      return this.#document;
    };
    // A stream takes longer for its thousands of pieces than all else that is done with them. It holds what the file begins with.
    this.#pieces.push(this.#document.read());
    this.#document.push = (piece: Uint8Array | null) => piece !== null && this.#pieces.push(piece) > 0;
    this.#typefaces = {
      regular: new Typeface(this.#document, 'regular'),
      bold: new Typeface(this.#document, 'bold'),
    };
    this.#element = this.#document.struct('Document');
    this.#document.addStructure(this.#element);
    this.#newPage();
  }

  #newPage(): void {
    const isFirst = this.#operators.size === 0;
    // A page that is done is one text: thousands of pieces of one take every collection of garbage longer.
    const done = this.#operators.get(this.#document.page) ?? [];
    done.splice(0, done.length, done.join('\n'));
    this.#document.addPage();
    const fonts = Object.values(this.#typefaces).map(({ font }) => [font.id, font.ref()]);
    Object.assign(this.#document.page.fonts, Object.fromEntries(fonts));
    this.y = isFirst ? PAGE.firstTop : PAGE.top;
    if (isFirst) return;
    const title = this.laid(this.#options.title, SMALL, { width: WIDTH, maxLines: 1 });
    this.artifact(() => this.draw([title], { x: LEFT, y: PAGE.top - 30 }));
    this.rule(PAGE.top - 14);
  }

  /** Begins a new page where `height` is not left on this one; tells whether it did. */
  need(height: number): boolean {
    const isMissing = this.y + height > FLOOR;
    if (isMissing) this.#newPage();
    return isMissing;
  }

  /** What has no room ends in an ellipsis. What has no glyph is seen to be missing. */
  laid(text: string, style: Style, room: Room): LaidText {
    const typeface = this.#typefaces[style.font];
    const lines = typeface.lines(text, room.width / style.size, room.maxLines);
    return { lines, style, room, height: lines.length * typeface.font.lineHeight(style.size, true) };
  }

  /** Texts below each other. */
  draw(texts: readonly LaidText[], { x, y }: Place): void {
    if (texts.length === 0) return;
    let [operators, top, before]: [string, number, Style | null] = ['', y, null];
    for (const { lines, style, room, height } of texts) {
      if (style !== before) operators += this.#styled(style);
      before = style;
      for (const [index, { codes, width }] of lines.entries()) {
        const free = room.align === 'right' ? room.width - width * style.size : 0;
        operators += `${this.#at(style, { x: x + free, y: top + (index * height) / lines.length })}<${codes}> Tj `;
      }
      top += height;
    }
    this.#document.addContent(`BT ${operators}ET`);
  }

  /** Words of one width, each in the middle of a step of its own, as one text: a page holds thousands of them. */
  steps(words: readonly string[], style: Style, { x, y }: Place, step: number): void {
    const typeface = this.#typefaces[style.font];
    const { width } = typeface.line(words[0] ?? '');
    const space = typeface.line(' ');
    // Between glyphs, in thousandths of the size; what is added moves to the left.
    const gap = ((width + space.width - step / style.size) * 1_000).toFixed(1);
    const shown = words.map((word) => `<${typeface.line(word).codes}${space.codes}> ${gap}`).join(' ');
    const start = this.#at(style, { x: x + (step - width * style.size) / 2, y });
    this.#document.addContent(`BT ${this.#styled(style)}${start}[${shown}] TJ ET`);
  }

  #styled({ font, size, color: fill }: Style): string {
    return `${fill} /${this.#typefaces[font].font.id} ${size} Tf `;
  }

  /** @param place of the upper left corner. Glyphs stand on their heads where a page counts from the top. */
  #at({ font, size }: Style, { x, y }: Place): string {
    const baseline = y + (this.#typefaces[font].font.ascender * size) / 1_000;
    return `1 0 0 -1 ${x.toFixed(2)} ${baseline.toFixed(2)} Tm `;
  }

  /** What `body` draws belongs to an element of this type. It may go on over pages where it holds other elements alone. */
  element(type: Tag, body: () => void, options: TagOptions = {}): void {
    const parent = this.#element;
    this.#element = this.#document.struct(type, options as object);
    parent.add(this.#element);
    body();
    this.#element.end();
    this.#element = parent;
  }

  /** Draws what the element says, on this page. */
  mark(draw: () => void): void {
    this.#element.add(draw);
  }

  /** What `draw` draws says nothing that is not said elsewhere. Not within `mark`. */
  artifact(draw: () => void): void {
    this.#document.markContent('Artifact', { type: 'Layout' });
    draw();
    this.#document.endMarkedContent();
  }

  /** A thin line over the whole width; no content. */
  rule(y: number): void {
    this.artifact(() => this.fill({ x: LEFT, y: y - 0.3, width: WIDTH, height: 0.6 }, RULE));
  }

  /** A filled box, of what is being drawn. */
  fill({ x, y, width, height }: Box, color: string): void {
    this.#document.addContent(`${color} ${x.toFixed(2)} ${y.toFixed(2)} ${width.toFixed(2)} ${height.toFixed(2)} re f`);
  }

  /** Draws the feet of all pages, and closes the document. */
  finish(): Uint8Array<ArrayBuffer> {
    const y = PAGE.height - 37;
    const footer = this.laid(this.#options.footer, SMALL, { width: WIDTH - 90, maxLines: 1 });
    const room = { width: 80, maxLines: 1, align: 'right' } as const;
    for (const [index, [page, operators]] of [...this.#operators].entries()) {
      this.#document.switchToPage(index);
      this.rule(y - 7);
      const number = this.laid(`Page ${index + 1} of ${this.#operators.size}`, SMALL, room);
      this.artifact(() => {
        this.draw([footer], { x: LEFT, y });
        this.draw([number], { x: LEFT + WIDTH - room.width, y });
      });
      Object.assign(page.content.data, { Filter: 'FlateDecode' });
      page.write(deflateSync(Buffer.from(operators.join('\n'), 'latin1'), { level: COMPRESSION_LEVEL }));
    }
    this.#element.end();
    // Of what comes now, the fonts.
    this.#document.compress = true;
    this.#document.end();
    // With memory of its own, which can be handed to another thread.
    return new Uint8Array(Buffer.concat(this.#pieces));
  }
}
/** Its types do not know PDF/UA yet. */
const PDF_UA: object = { tagged: true, subset: 'PDF/UA' };

function createDocument({ title, createdAt }: CanvasOptions): PDFKit.PDFDocument {
  const created = new Date(createdAt);
  const document = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    // Everything is placed here: pdfkit must not begin pages by itself.
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    // Content is compressed here.
    compress: false,
    pdfVersion: '1.7',
    lang: 'en-US',
    displayTitle: true,
    ...PDF_UA,
    // Set below; without this pdfkit would load and embed a font of its own.
    font: '',
    info: { Title: title, CreationDate: created, ModDate: created, Producer: 'Fundlens', Creator: 'Fundlens' },
  });
  // pdfkit compares it with the number 1 before it writes a list of the glyphs of a font (`CIDSet`). The list is optional in
  // PDF/UA-1 and lacks the parts of composite glyphs, such as the A and the accent of Á: a document with one is not valid.
  Object.assign(document, { subset: '1' });
  return document;
}
