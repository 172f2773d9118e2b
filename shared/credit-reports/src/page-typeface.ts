import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { remembering } from '@fundlens/redaction/remembering';

/** What pdfkit embeds of a font; its types do not have it. */
type EmbeddedFont = {
  readonly id: string;
  /** In thousandths of the size, as all its measures. */
  readonly ascender: number;
  readonly lineHeight: (size: number, includeGap: boolean) => number;
  readonly ref: () => unknown;
  readonly font: { readonly hasGlyphForCodePoint: (codePoint: number) => boolean };
  /** Embeds the glyphs of a text. @returns their codes, and how wide they are */
  readonly encode: (text: string) => readonly [string[], readonly { readonly advanceWidth: number }[]];
};

/** Files of Noto Sans (OFL-1.1): Latin with all its extensions, Greek and Cyrillic; figures of equal width. */
const FILES = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
};
export type FontName = keyof typeof FILES;

/** Reading the tables of a font takes as long as some pages do: documents share what is read. */
const opened = new Map<FontName, EmbeddedFont['font']>();

/** The font in a document, of which it holds the glyphs that it uses. */
function embeddedFont(document: PDFKit.PDFDocument, name: FontName): EmbeddedFont {
  const source: unknown = opened.get(name) ?? readFileSync(createRequire(import.meta.url).resolve(FILES[name]));
  const { _font } = document.font(source as PDFKit.Mixins.PDFFontSource) as unknown as { readonly _font: EmbeddedFont };
  opened.set(name, _font.font);
  return _font;
}

/** A line as pages write it: hexadecimal codes of its glyphs, and its width at the size 1. */
export type Line = { readonly codes: string; readonly width: number };

type Glyph = Line & { readonly isSpace: boolean };

/** Stands where a character has no glyph, so that something is seen to be missing. */
const MISSING = '\uFFFD';
const ELLIPSIS = '…';

/**
 * Measures and breaks texts of one font in one document. Without kerning and ligatures, so a text is as wide as its
 * characters: reading the font's rules for them takes ten times longer than all the rest of a document.
 */
export class Typeface {
  readonly font: EmbeddedFont;
  readonly #glyphs = new Map<string, Glyph>();
  /** Pages repeat most of their texts. */
  readonly line = remembering((text): Line => lineOf(this.#glyphsOf(text)));

  constructor(document: PDFKit.PDFDocument, name: FontName) {
    this.font = embeddedFont(document, name);
  }

  /** @param width at the size 1. What has no room ends in an ellipsis. */
  lines(text: string, width: number, maxLines: number): Line[] {
    const whole = this.line(text);
    if (whole.width <= width) return [whole];
    const lines = broken(this.#glyphsOf(text), width);
    if (lines.length <= maxLines) return lines.map(lineOf);
    const [cut = []] = broken([...(lines[maxLines - 1] ?? [])], width - this.#glyph(ELLIPSIS).width);
    return [...lines.slice(0, maxLines - 1), [...cut, this.#glyph(ELLIPSIS)]].map(lineOf);
  }

  #glyphsOf(text: string): readonly Glyph[] {
    const glyphs: Glyph[] = [];
    for (const character of text) {
      const glyph = this.#glyph(character);
      // A run of missing characters is one sign: a word in another script is one gap.
      if (glyph !== this.#glyphs.get(MISSING) || glyphs.at(-1) !== glyph) glyphs.push(glyph);
    }
    return glyphs;
  }

  #glyph(character: string): Glyph {
    const known = this.#glyphs.get(character);
    if (known !== undefined) return known;
    const isMissing = character !== MISSING && !this.font.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
    const glyph = isMissing ? this.#glyph(MISSING) : this.#embedded(character);
    this.#glyphs.set(character, glyph);
    return glyph;
  }

  #embedded(character: string): Glyph {
    const [codes, widths] = this.font.encode(character);
    const width = widths.reduce((total, { advanceWidth }) => total + advanceWidth, 0) / 1_000;
    return { codes: codes.join(''), width, isSpace: character === ' ' };
  }
}

function lineOf(glyphs: readonly Glyph[]): Line {
  let [codes, width] = ['', 0];
  for (const glyph of glyphs) {
    codes += glyph.codes;
    width += glyph.width;
  }
  return { codes, width };
}

/** At its last space, or within a word that is longer than a line. */
function broken(glyphs: readonly Glyph[], limit: number): (readonly Glyph[])[] {
  const lines: (readonly Glyph[])[] = [];
  let [start, space, width] = [0, -1, 0];
  for (let index = 0; index < glyphs.length; index += 1) {
    const glyph = glyphs[index];
    width += glyph?.width ?? 0;
    if (glyph?.isSpace) space = index;
    else if (width > limit && index > start) {
      const end = space > start ? space : index;
      lines.push(glyphs.slice(start, end));
      start = end === space ? space + 1 : end;
      [index, space, width] = [start - 1, -1, 0];
    }
  }
  return [...lines, glyphs.slice(start)];
}
