import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** `npm run check` answers from a cache by package, which rests on what each package declares and runs. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const SLOWER_TIERS = /\.(?:int|e2e|property)\.test\.ts$/;

type Manifest = {
  readonly name: string;
  readonly scripts: Record<string, string>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
};

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n');
const packages = files
  .filter((file) => file.endsWith('/package.json'))
  .map((file) => ({ folder: dirname(file), manifest: manifestOf(join(root, file)) }));

function manifestOf(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}

function declaredBy({ name, dependencies, devDependencies }: Manifest): Set<string> {
  return new Set([name, ...Object.keys({ ...dependencies, ...devDependencies })]);
}

it('every package declares the packages that its sources and unit tests import', () => {
  const undeclared = packages.flatMap(({ folder, manifest }) => {
    const declared = declaredBy(manifest);
    const own = files.filter((file) => file.startsWith(`${folder}/`) && /\.(?:ts|mjs)$/.test(file));
    return own
      .filter((file) => !SLOWER_TIERS.test(file))
      .flatMap((file) => {
        const imports = readFileSync(join(root, file), 'utf8').matchAll(/^(?:import|export) .*'(@fundlens\/[a-z-]+)/gm);
        return [...imports].flatMap(([, name = '']) => (declared.has(name) ? [] : [`${file}: ${name}`]));
      });
  });
  expect(undeclared).toEqual([]);
});

it('every unit test is run by the task of one package', () => {
  const tests = files.filter((file) => file.endsWith('.test.ts') && !SLOWER_TIERS.test(file));
  const paths = packages.flatMap(({ manifest }) => manifest.scripts.unit?.match(/\S+\/(?=\s|$)/g) ?? []);
  const homeless = tests.filter((file) => paths.filter((path) => file.startsWith(path)).length !== 1);
  expect(tests.length).toBeGreaterThan(100);
  expect(homeless).toEqual([]);
});
