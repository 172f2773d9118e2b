import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { EmbeddedFont } from './page-typeface.ts';

/** Files of Noto Sans (OFL-1.1): Latin with all its extensions, Greek and Cyrillic; figures of equal width. */
const FILES = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
};
export type FontName = keyof typeof FILES;

/** Reading the tables of a font takes as long as some pages do: documents share what is read. */
const opened = new Map<FontName, EmbeddedFont['font']>();

/** The font in a document, of which it holds the glyphs that it uses. */
export function embeddedFont(document: PDFKit.PDFDocument, name: FontName): EmbeddedFont {
  const source: unknown = opened.get(name) ?? readFileSync(createRequire(import.meta.url).resolve(FILES[name]));
  const { _font } = document.font(source as PDFKit.Mixins.PDFFontSource) as unknown as { readonly _font: EmbeddedFont };
  opened.set(name, _font.font);
  return _font;
}
