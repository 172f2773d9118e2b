import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

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
    steps: (target) => [
      ['python3', '-m', 'venv', target],
      [`${target}/bin/pip`, 'install', '--quiet', '--disable-pip-version-check', '-r', 'requirements.txt'],
    ],
    // A copy: the program needs no other file of the checkout.
    run: (target) => [
      'sh',
      '-c',
      `cp publish_contact.py ${target} && exec ${target}/bin/python ${target}/publish_contact.py`,
    ],
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
  const missing: string[] = [];
  for (const tool of tools)
    if ((await failureOf(['sh', '-c', `command -v ${tool}`], SAMPLES)) !== null) missing.push(tool);
  if (missing.length > 0) return `${missing.join(' and ')} not on the path`;
  const folder = join(SAMPLES, language);
  const hash = createHash('sha256');
  for (const file of lockedBy) hash.update(readFileSync(join(folder, file)));
  const target = join(cacheFolder(), `${language}-${hash.digest('hex').slice(0, 16)}`);
  const failure = existsSync(join(target, DONE)) ? null : await fetchInto(target, { folder, steps: steps(target) });
  if (failure !== null) return failure;
  const [command = '', ...args] = run(target);
  return { command, args, folder };
}

/** In a folder whose steps have all succeeded. */
const DONE = '.complete';

type Steps = { readonly folder: string; readonly steps: readonly (readonly string[])[] };

/** In place: a virtual environment knows its own path. */
async function fetchInto(target: string, { folder, steps }: Steps): Promise<string | null> {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const step of steps) {
    const failure = await failureOf(step, folder);
    if (failure !== null) return failure;
  }
  writeFileSync(join(target, DONE), '');
  return null;
}

const execute = promisify(execFile);

/** Null when the program ended well; else its last words. */
async function failureOf([command = '', ...args]: readonly string[], folder: string): Promise<string | null> {
  try {
    await execute(command, args, { cwd: folder, timeout: STEP_MS });
    return null;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    const words = `${stdout}${stderr}`.trim().split('\n').slice(-5).join('\n');
    return `${command} ${args[0]} failed: ${words}`;
  }
}

function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'fundlens', 'samples');
}
