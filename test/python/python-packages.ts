import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fetchArtifact } from '@fundlens/local/download-cache';
import { FatalError } from '@fundlens/runtime/errors';
import { cacheDirectory } from '../../infra/local/src/artifacts.mjs';

/** What runs Python programs with the packages of one requirements file. */
export type Python = {
  /** Resolves with what the program has written, however it ended. */
  run(args: readonly string[], options?: PythonRun): Promise<PythonResult>;
};

export type PythonRun = {
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Modules beside the packages. */
  readonly path?: readonly string[];
};

export type PythonResult = { readonly status: number | null; readonly output: string };

/**
 * Python with the packages that `requirements/<name>.txt` pins. They are installed once, into the cache of downloads that
 * every checkout shares, and nothing else of the machine is touched.
 * @throws FatalError that says what the machine lacks
 */
export async function pythonWith(name: 'schemathesis' | 'openapi-python-client'): Promise<Python> {
  const requirements = join(import.meta.dirname, 'requirements', `${name}.txt`);
  const pinned = hash('sha256', readFileSync(requirements)).slice(0, 12);
  const packages = await fetchArtifact(
    { cache: cacheDirectory(process.env), report: console.error },
    {
      name: `python-${name}`,
      version: pinned,
      work: { doing: 'downloading', extent: 'some 80 MB' },
      landmark: 'bin',
      fill: (directory) => install(directory, requirements),
    },
  );
  return {
    run: (args, options = {}) => runPython(args, { ...options, path: [packages, ...(options.path ?? [])], packages }),
  };
}

/** A folder of packages instead of a virtual environment: it can be renamed, and needs no ensurepip. */
async function install(directory: string, requirements: string): Promise<void> {
  const { status, output } = await pipInstall(directory, ['-r', requirements]);
  const why = 'with Python 3.11 or newer, pip, and the package index';
  if (status !== 0) throw new FatalError('tool_failed', `pip could not install ${requirements} (${why}):\n${output}`);
}

/** Into a folder of its own. */
export function pipInstall(directory: string, what: readonly string[]): Promise<PythonResult> {
  const quiet = ['--quiet', '--disable-pip-version-check'];
  return runPython(['-m', 'pip', 'install', ...quiet, '--target', directory, ...what]);
}

/** Python as the machine has it, with what is on the path of modules alone. */
export function runPython(
  args: readonly string[],
  { cwd, environment, path = [], packages }: PythonRun & { readonly packages?: string } = {},
): Promise<PythonResult> {
  // Programs that come with the packages, such as formatters, are looked up on the path.
  const programs = packages === undefined ? [] : [join(packages, 'bin')];
  const env = {
    ...process.env,
    PATH: [...programs, process.env.PATH].join(delimiter),
    PYTHONPATH: path.join(delimiter),
    PYTHONDONTWRITEBYTECODE: '1',
    ...environment,
  };
  return new Promise((resolve, reject) => {
    const child = spawn('python3', args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const take = (chunk: Buffer) => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, output }));
  });
}
