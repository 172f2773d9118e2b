import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** `npm run check` answers from a cache; these tests hold what the cache knows of the packages. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const TIMEOUT_MS = 60_000;
const SLOWER_TIERS = /\.(?:int|e2e|property|mutation)\.test\.ts$/;

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

/** The package and every one that depends on it, directly or not. */
function dependentsOf(name: string): Set<string> {
  const found = new Set([name]);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const { manifest } of packages) {
      if ([...declaredBy(manifest)].some((dependency) => found.has(dependency))) found.add(manifest.name);
    }
  }
  return found;
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

describe('in a checkout of manifests alone', () => {
  let checkout: string;
  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), 'fundlens-check-'));
    for (const file of ['package.json', 'package-lock.json', 'turbo.json', 'vitest.config.ts', 'tsconfig.base.json']) {
      cpSync(join(root, file), join(checkout, file));
    }
    for (const file of globSync('{infra/local,services/*,shared/*,test}/{package,turbo}.json', { cwd: root })) {
      cpSync(join(root, file), join(checkout, file));
      write(join(dirname(file), 'src', 'source.ts'), 'export {};\n');
    }
  });
  afterEach(() => rmSync(checkout, { recursive: true }));

  function write(file: string, text: string): void {
    mkdirSync(dirname(join(checkout, file)), { recursive: true });
    writeFileSync(join(checkout, file), text);
  }

  function turbo(...args: readonly string[]) {
    const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1' };
    const program = join(root, 'node_modules', '.bin', 'turbo');
    return spawnSync(program, ['run', 'unit', ...args], { cwd: checkout, env, encoding: 'utf8' });
  }

  function hashes(): Map<string, string> {
    type Plan = { readonly tasks: readonly { package: string; task: string; hash: string }[] };
    const { tasks } = JSON.parse(turbo('--dry=json').stdout) as Plan;
    return new Map(tasks.filter(({ task }) => task === 'unit').map(({ package: name, hash }) => [name, hash]));
  }

  it.each(['@fundlens/redaction', '@fundlens/query'])(
    'a change in %s runs its unit tests again, and those of the packages that depend on it',
    (name) => {
      const before = hashes();
      const folder = packages.find(({ manifest }) => manifest.name === name)?.folder ?? '';
      write(join(folder, 'src', 'source.ts'), 'export const changed = true;\n');
      const changed = [...hashes()].flatMap(([task, hash]) => (hash === before.get(task) ? [] : [task]));
      expect(changed.toSorted()).toEqual([...dependentsOf(name)].toSorted());
      expect(before.size).toBe(packages.length);
    },
    TIMEOUT_MS,
  );

  it(
    'tests that pass are not run again, tests that fail are',
    () => {
      const file = join(checkout, 'shared/runtime/package.json');
      const run = (unit: string) => {
        const manifest = manifestOf(file);
        writeFileSync(file, JSON.stringify({ ...manifest, scripts: { ...manifest.scripts, unit } }));
        const { status, stdout } = turbo('--filter=@fundlens/runtime');
        return { failed: status !== 0, cached: stdout.includes('cache hit') };
      };
      expect([run('exit 1'), run('exit 1')]).toEqual(Array(2).fill({ failed: true, cached: false }));
      expect([run('exit 0'), run('exit 0')].map(({ cached }) => cached)).toEqual([false, true]);
    },
    TIMEOUT_MS,
  );
});
