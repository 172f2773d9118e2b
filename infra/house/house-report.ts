import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { walkOf } from '../../test/walks/readme-walk.ts';
import { countUnnamedActors } from './comment-lines.ts';
import { type FileSize, longestFiles, type PackageSize, packageSizes } from './file-sizes.ts';
import { type FunctionLength, readFunctionLengths } from './function-lengths.ts';
import { type ImportArrows, readArrows } from './import-arrows.ts';
import { isProduct, readSourceFiles } from './source-files.ts';

const WALKS = ["One event's way", "One request's way"];
const LONGEST = 10;
/** The linter's limit for product code. */
const MAX_FUNCTION_LINES = 60;

export type WalkFiles = { readonly heading: string; readonly files: number; readonly missing: readonly string[] };

export type HouseReport = {
  readonly productLines: number;
  readonly packages: readonly PackageSize[];
  readonly longestFiles: readonly FileSize[];
  readonly longestFunctions: readonly FunctionLength[];
  readonly functionsOverLimit: number;
  readonly unnamedActors: number;
  readonly arrows: ImportArrows;
  readonly walks: readonly WalkFiles[];
};

/** How many files a walk of the README names, and which of them do not exist. */
export function walkFiles(readme: string, heading: string, exists: (path: string) => boolean): WalkFiles {
  const { files } = walkOf(readme, heading);
  return { heading, files: files.length, missing: files.filter((file) => !exists(file)) };
}

export async function createHouseReport(root: string): Promise<HouseReport> {
  const sources = readSourceFiles(root);
  const product = sources.filter(({ path }) => isProduct(path));
  const packages = packageSizes(product);
  const functions = readFunctionLengths(root).filter(({ path }) => isProduct(path));
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  return {
    productLines: packages.reduce((sum, { lines }) => sum + lines, 0),
    packages,
    longestFiles: longestFiles(product, LONGEST),
    longestFunctions: functions.slice(0, LONGEST),
    functionsOverLimit: functions.filter(({ lines }) => lines > MAX_FUNCTION_LINES).length,
    unnamedActors: sources.reduce((sum, { text }) => sum + countUnnamedActors(text), 0),
    arrows: await readArrows(root),
    walks: WALKS.map((heading) => walkFiles(readme, heading, (path) => existsSync(join(root, path)))),
  };
}
