import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fetchArtifact } from '@fundlens/local/download-cache';
import { cacheDirectory } from '../../infra/local/src/artifacts.mjs';

/** How a sample is run here, once its libraries are there. */
export type SampleProgram = { readonly command: string; readonly args: readonly string[]; readonly folder: string };

export type Sample = {
  readonly language: 'python' | 'go' | 'java' | 'kcat';
  /** Programs on the path without which the sample cannot be run. */
  readonly tools: readonly string[];
  /** What its libraries follow from: another content, and they are fetched again. */
  readonly lockedBy: readonly string[];
  /** Fetches libraries, and builds, into a new folder. */
  readonly steps: (target: string) => readonly (readonly string[])[];
  readonly run: (target: string) => readonly string[];
};

const SAMPLES = fileURLToPath(new URL('../../shared/contracts/samples/', import.meta.url));
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';

/** The steps of each sample's README. */
export const samples: readonly Sample[] = [
  {
    language: 'python',
    tools: ['python3'],
    lockedBy: ['requirements.txt'],
    // Into a folder instead of a virtual environment, which could not be renamed.
    steps: (target) => [['python3', '-m', 'pip', 'install', '--quiet', '--target', target, '-r', 'requirements.txt']],
    run: (target) => ['env', `PYTHONPATH=${target}`, 'python3', 'publish_contact.py'],
  },
  {
    language: 'go',
    tools: ['go'],
    lockedBy: ['go.mod', 'go.sum', 'main.go'],
    steps: (target) => [['go', 'build', '-o', `${target}/publish-contact`, '.']],
    run: (target) => [`${target}/publish-contact`],
  },
  {
    language: 'java',
    tools: ['java', 'mvn'],
    lockedBy: ['pom.xml'],
    steps: (target) => [['mvn', '-B', '-ntp', '-q', COPY, `-DoutputDirectory=${target}`]],
    run: (target) => ['java', '-cp', `${target}/*`, 'PublishContact.java'],
  },
  {
    language: 'kcat',
    tools: ['kcat', 'curl'],
    lockedBy: [],
    steps: () => [],
    run: () => ['sh', 'append-again.sh'],
  },
];

/** Compiling all of a client for the first time, on a machine that does other work. */
const STEP_MS = 8 * 60_000;

/**
 * The program of a sample, with its libraries from the cache or freshly fetched; or why it cannot be run on this machine,
 * as a sentence.
 */
export async function prepareSample(sample: Sample): Promise<SampleProgram | string> {
  const { language, tools, lockedBy, steps, run } = sample;
  const folder = join(SAMPLES, language);
  try {
    for (const tool of tools) await call(['sh', '-c', `command -v ${tool}`], folder);
    const target = await fetchArtifact(
      { cache: cacheDirectory(process.env), report: console.error },
      {
        name: `sample-${language}`,
        version: hash('sha256', lockedBy.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')).slice(
          0,
          16,
        ),
        work: { doing: 'downloading', extent: 'its libraries' },
        landmark: DONE,
        async fill(directory) {
          for (const step of steps(directory)) await call(step, folder);
          writeFileSync(join(directory, DONE), '');
        },
      },
    );
    const [command = '', ...args] = run(target);
    return { command, args, folder };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const execute = promisify(execFile);

/** In a folder whose steps have all succeeded. */
const DONE = '.complete';

/** @throws with the command and its last words */
async function call([command = '', ...args]: readonly string[], cwd: string): Promise<void> {
  await execute(command, args, { cwd, timeout: STEP_MS });
}
