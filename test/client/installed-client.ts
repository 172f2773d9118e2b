import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CLIENT = join(import.meta.dirname, '../../shared/client');
/** npm itself takes a second or two; a machine may be busy with other things. */
const TIMEOUT_MS = 120_000;

export type InstalledProject = {
  readonly directory: string;
  /** Writes a file of the project. Resolves with its path. */
  write(name: string, text: string): Promise<string>;
  /** Output of a program that runs in the project. @throws when it ends with another status than 0 */
  run(program: string, args: readonly string[]): Promise<string>;
  remove(): Promise<void>;
};

/**
 * An empty project that has installed the client from its tarball as a customer does: without this repository, and without
 * a network, which it does not need because it has no dependencies.
 */
export async function projectWithClient(): Promise<InstalledProject> {
  const root = await mkdtemp(join(tmpdir(), 'fundlens-client-'));
  const directory = join(root, 'project');
  const npm = (cwd: string, ...args: string[]) =>
    run('npm', [...args, '--loglevel=error'], { cwd, timeout: TIMEOUT_MS });
  await npm(CLIENT, 'run', 'build');
  const { stdout } = await npm(root, 'pack', join(CLIENT, 'dist'), '--json');
  const [packed] = JSON.parse(stdout) as [{ filename: string }];
  await mkdir(directory);
  await writeFile(join(directory, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await npm(directory, 'install', '--offline', '--no-audit', '--no-fund', join(root, packed.filename));
  return {
    directory,
    async write(name, text) {
      await writeFile(join(directory, name), text);
      return join(directory, name);
    },
    async run(program, args) {
      const { stdout: output } = await run(program, [...args], { cwd: directory, timeout: TIMEOUT_MS });
      return output;
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
