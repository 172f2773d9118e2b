import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type SourceFile = { readonly path: string; readonly text: string };

const INSTALLED_OR_BUILT = ['**/node_modules/**', '**/dist/**'];
/** `npm run generate` writes it. */
const GENERATED = ['shared/client/src/api-types.ts'];

/** Whether a file is product code: of a service or a shared package, no test, no test support, no corpus, not generated. */
export function isProduct(path: string): boolean {
  return (
    /^(services|shared)\/[^/]+\/src\//.test(path) &&
    !path.endsWith('.test.ts') &&
    !/\/(testing|corpus)\//.test(path) &&
    !GENERATED.includes(path)
  );
}

export function readSourceFiles(root: string): SourceFile[] {
  const paths = globSync('{services,shared,infra,test}/**/*.{ts,mjs}', { cwd: root, exclude: INSTALLED_OR_BUILT });
  return paths.toSorted().map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}
