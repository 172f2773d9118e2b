import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Files of Noto Sans (OFL-1.1): Latin with all its extensions, Greek and Cyrillic; figures of equal width. */
export type ReportFonts = { readonly regular: Buffer; readonly bold: Buffer };

const FAMILY = '@expo-google-fonts/noto-sans';
const resolve = createRequire(import.meta.url).resolve;

export function loadReportFonts(): ReportFonts {
  return {
    regular: readFileSync(resolve(`${FAMILY}/400Regular/NotoSans_400Regular.ttf`)),
    bold: readFileSync(resolve(`${FAMILY}/600SemiBold/NotoSans_600SemiBold.ttf`)),
  };
}
