import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { buildPackage } from '@fundlens/client/build-package';

const run = promisify(execFile);
/** npm itself takes a second or two; a machine may be busy with other things. */
const TIMEOUT_MS = 120_000;

export type NodeProgram = { readonly path: string; readonly version: string };

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
  const built = join(root, 'built');
  const directory = join(root, 'project');
  await buildPackage(built);
  const npm = (cwd: string, ...args: string[]) =>
    run('npm', [...args, '--loglevel=error'], { cwd, timeout: TIMEOUT_MS });
  const { stdout } = await npm(root, 'pack', built, '--json');
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

/** The oldest Node that the client is made for. */
const OLDEST_NODE = 20;

/** One Node of each major version that this machine has on its path, this process's among them; oldest first. */
export async function nodesOfThisMachine(): Promise<readonly NodeProgram[]> {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  const found = new Map<number, NodeProgram>();
  for (const path of [process.execPath, ...onPath.filter((file) => existsSync(file))]) {
    const version = (await run(path, ['--version'], { timeout: TIMEOUT_MS })).stdout.trim();
    const major = Number(version.slice(1).split('.')[0]);
    if (major >= OLDEST_NODE && !found.has(major)) found.set(major, { path, version });
  }
  return [...found].sort(([a], [b]) => a - b).map(([, program]) => program);
}
