import type { SourceFile } from './source-files.ts';

export type PackageSize = { readonly name: string; readonly files: number; readonly lines: number };
export type FileSize = { readonly path: string; readonly lines: number };

/** Physical lines, with blank ones and comments. */
export function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') || text === '' ? 1 : 0);
}

/** Files and lines by package, the largest first. */
export function packageSizes(files: readonly SourceFile[]): PackageSize[] {
  const byPackage = Map.groupBy(files, ({ path }) => path.split('/').slice(0, 2).join('/'));
  const sizes = [...byPackage].map(([name, own]) => ({
    name,
    files: own.length,
    lines: own.reduce((sum, { text }) => sum + countLines(text), 0),
  }));
  return sizes.toSorted((a, b) => b.lines - a.lines);
}

export function longestFiles(files: readonly SourceFile[], count: number): FileSize[] {
  const sizes = files.map(({ path, text }) => ({ path, lines: countLines(text) }));
  return sizes.toSorted((a, b) => b.lines - a.lines).slice(0, count);
}
