import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDirectory } from '../local/src/artifacts.mjs';
import { fetchArtifact } from '../local/src/download-cache.ts';
import type { Engine } from './engine.ts';

const run = promisify(execFile);
const PODMAN_COMPOSE = Object.freeze({ name: 'podman-compose', version: '1.6.0' });
const DOWNLOAD_MS = 120_000;

/** A program that reads `compose.yaml`, as the beginning of a command line. */
export type ComposeTool = readonly [command: string, ...args: string[]];

/**
 * `docker compose`, or podman-compose from PyPI, which is fetched into the download cache and not installed.
 * @throws where pip cannot fetch it
 */
export async function findComposeTool(engine: Engine, report: (line: string) => void): Promise<ComposeTool> {
  if (engine.name === 'docker') return ['docker', 'compose'];
  const cache = cacheDirectory(process.env);
  mkdirSync(cache, { recursive: true });
  const program = 'podman_compose.py';
  const directory = await fetchArtifact(
    { cache, report },
    {
      ...PODMAN_COMPOSE,
      work: { doing: 'downloading', extent: 'about 1 MB' },
      landmark: program,
      async fill(target) {
        const wanted = `${PODMAN_COMPOSE.name}==${PODMAN_COMPOSE.version}`;
        const args = ['-m', 'pip', 'install', '--quiet', '--only-binary=:all:', '--target', target, wanted];
        await run('python3', args, { timeout: DOWNLOAD_MS });
      },
    },
  );
  // Python finds its modules beside it.
  return ['python3', join(directory, program)];
}
