import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { withoutTables } from './font-tables.ts';

/** Files of Noto Sans (OFL-1.1): Latin with all its extensions, Greek and Cyrillic; figures of equal width. */
export type ReportFonts = { readonly regular: Buffer; readonly bold: Buffer };

const FAMILY = '@expo-google-fonts/noto-sans';
const resolve = createRequire(import.meta.url).resolve;

/** Rules for kerning and ligatures: reading them takes ten times longer than all the rest of a document. */
const LAYOUT_TABLES = ['GDEF', 'GPOS', 'GSUB', 'kern'];

export function loadReportFonts(): ReportFonts {
  return {
    regular: loadFont(`${FAMILY}/400Regular/NotoSans_400Regular.ttf`),
    bold: loadFont(`${FAMILY}/600SemiBold/NotoSans_600SemiBold.ttf`),
  };
}

function loadFont(name: string): Buffer {
  return withoutTables(readFileSync(resolve(name)), LAYOUT_TABLES);
}
