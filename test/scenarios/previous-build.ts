import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServiceName } from '../harness/service-process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

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

/** Checks the commit out into a directory of its own, with the dependencies of its lock file. */
export function checkOut(ref: string): Build & { remove(): void } {
  const commit = git('rev-parse', '--short', `${ref}^{commit}`);
  const directory = mkdtempSync(join(tmpdir(), 'fundlens-previous-'));
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', directory], { input: archive });
  const install = ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  execFileSync('npm', install, { cwd: directory, stdio: 'ignore' });
  return {
    ...buildAt(`${ref} (${commit})`, directory),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

function buildAt(name: string, directory: string): Build {
  return { name, program: (service) => join(directory, 'services', service, 'src/main.ts') };
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}
