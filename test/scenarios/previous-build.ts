import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServiceName } from '../harness/service-process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LOCK = 'package-lock.json';
const OWN = '@fundlens';

/** A build of this repository whose services can be started. */
export type Build = {
  readonly name: string;
  program(service: ServiceName): string;
};

export const thisBuild: Build = buildAt('this build', ROOT);

/** The latest tag before this commit; without one, the commit before. */
export function previousRef(): string {
  try {
    return git('describe', '--tags', '--abbrev=0', 'HEAD~1');
  } catch {
    return 'HEAD~1';
  }
}

/**
 * Checks the commit out into a directory of its own, with the dependencies of its lock file: linked where ours are the same,
 * else installed.
 */
export function checkOut(ref: string): Build & { remove(): void } {
  const commit = git('rev-parse', '--short', `${ref}^{commit}`);
  const directory = mkdtempSync(join(tmpdir(), 'fundlens-previous-'));
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', directory], { input: archive });
  const isSame = readFileSync(join(directory, LOCK), 'utf8') === readFileSync(join(ROOT, LOCK), 'utf8');
  if (isSame) linkDependencies(directory);
  else execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: directory, stdio: 'ignore' });
  return {
    ...buildAt(`${ref} (${commit})`, directory),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

function buildAt(name: string, directory: string): Build {
  return { name, program: (service) => join(directory, 'services', service, 'src/main.ts') };
}

/** Packages of the registry are links to ours; those of the workspace are links into the checkout. */
function linkDependencies(directory: string): void {
  for (const modules of ['node_modules', ...globSync('{shared,services,infra}/*/node_modules', { cwd: ROOT })]) {
    const into = join(directory, modules);
    if (!existsSync(dirname(into))) continue;
    mkdirSync(into, { recursive: true });
    for (const name of readdirSync(join(ROOT, modules))) {
      if (name !== OWN && !name.startsWith('.')) symlinkSync(join(ROOT, modules, name), join(into, name));
    }
  }
  mkdirSync(join(directory, 'node_modules', OWN));
  for (const manifest of globSync(['{shared,services}/*/package.json', '{test,infra/local}/package.json'], {
    cwd: directory,
  })) {
    const { name } = JSON.parse(readFileSync(join(directory, manifest), 'utf8')) as { readonly name: string };
    symlinkSync(join(directory, dirname(manifest)), join(directory, 'node_modules', name));
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}
