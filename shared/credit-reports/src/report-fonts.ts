import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkit';
import { withoutTables } from './font-tables.ts';

type ReportFont = { readonly file: Buffer; readonly has: (codePoint: number) => boolean };

/** Noto Sans (OFL-1.1): Latin with all its extensions, Greek and Cyrillic; figures of equal width. */
export type ReportFonts = { readonly regular: ReportFont; readonly bold: ReportFont };

const FAMILY = '@expo-google-fonts/noto-sans';
const resolve = createRequire(import.meta.url).resolve;

/**
 * Rules for kerning and ligatures: reading them takes ten times longer than all the rest of a document.
 */
const LAYOUT_TABLES = ['GDEF', 'GPOS', 'GSUB', 'kern'];

export function loadReportFonts(): ReportFonts {
  return {
    regular: loadFont(`${FAMILY}/400Regular/NotoSans_400Regular.ttf`),
    bold: loadFont(`${FAMILY}/600SemiBold/NotoSans_600SemiBold.ttf`),
  };
}

function loadFont(name: string): ReportFont {
  const file = withoutTables(readFileSync(resolve(name)), LAYOUT_TABLES);
  const font = create(file);
  if (!('characterSet' in font)) throw new TypeError('one font is expected here, not a collection');
  const characters = new Set(font.characterSet);
  return { file, has: (codePoint) => characters.has(codePoint) };
}

/** Stands where a character has no glyph, so that something is seen to be missing. */
const MISSING = '\uFFFD';

/** Text in which every character can be drawn. */
export function drawable(text: string, { regular, bold }: ReportFonts): string {
  let drawn = '';
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    // A run of missing characters is one sign: a word in another script is one gap.
    if (regular.has(codePoint) && bold.has(codePoint)) drawn += character;
    else if (!drawn.endsWith(MISSING)) drawn += MISSING;
  }
  return drawn;
}
