import { execFile } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDirectory } from '../local/src/artifacts.mjs';
import { verifyChecksum } from '../local/src/checksum.ts';
import { fetchArtifact } from '../local/src/download-cache.ts';

const run = promisify(execFile);

/** Debian's package: its programs need libc alone. A new version is a new folder in the download cache. */
const PACKAGE = Object.freeze({ name: 'prometheus', version: '2.42.0+ds-5+deb12u1' });
const PACKAGE_FILE = `${PACKAGE.name}_${PACKAGE.version}_amd64.deb`;
const SHA256 = '81d59a24fce84f7fbe97a45a4f2914b6a5881b5cd1db2a6a0e129e515e1a5f55';
const TOOL_TIMEOUT_MS = 120_000;

/** Paths of the executables. */
export type PrometheusTools = { readonly promtool: string; readonly prometheus: string };

/**
 * Prometheus and its checker, unpacked into the download cache that the local servers share. Nothing is installed, and
 * root is not needed.
 * @throws Error where this machine has no apt-get or dpkg-deb, or Debian no longer has this version
 */
export async function fetchPrometheusTools(report: (line: string) => void = console.error): Promise<PrometheusTools> {
  const cache = cacheDirectory(process.env);
  mkdirSync(cache, { recursive: true });
  const directory = await fetchArtifact(
    { cache, report },
    {
      ...PACKAGE,
      work: { doing: 'downloading', extent: 'about 19 MB' },
      landmark: 'promtool',
      fill: unpackPackage,
    },
  );
  return { promtool: join(directory, 'promtool'), prometheus: join(directory, 'prometheus') };
}

/** For tests that are skipped where the tools cannot be had: the tools, or the reason in one line. */
export async function findPrometheusTools(): Promise<
  { readonly tools: PrometheusTools; readonly missing: null } | { readonly tools: null; readonly missing: string }
> {
  try {
    return { tools: await fetchPrometheusTools(), missing: null };
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    return { tools: null, missing: `Prometheus ${PACKAGE.version} cannot be had here: ${reason}` };
  }
}

async function unpackPackage(directory: string): Promise<void> {
  const work = join(directory, 'work');
  mkdirSync(work);
  await download(work);
  const file = join(work, PACKAGE_FILE);
  await verifyChecksum(file, SHA256);
  await run('dpkg-deb', ['-x', file, join(work, 'unpacked')], { timeout: TOOL_TIMEOUT_MS });
  for (const program of ['promtool', 'prometheus']) {
    renameSync(join(work, 'unpacked', 'usr', 'bin', program), join(directory, program));
  }
  rmSync(work, { recursive: true });
}

/** With the machine's package lists; a new machine has none, so then with lists of our own. */
async function download(directory: string): Promise<void> {
  const options = { cwd: directory, timeout: TOOL_TIMEOUT_MS };
  const wanted = ['download', `${PACKAGE.name}=${PACKAGE.version}`];
  try {
    await run('apt-get', wanted, options);
  } catch {
    const own = [
      ...['-o', `Dir::State=${directory}/state`, '-o', 'Dir::State::status=/var/lib/dpkg/status'],
      ...['-o', `Dir::Cache=${directory}/cache`],
    ];
    mkdirSync(join(directory, 'state', 'lists', 'partial'), { recursive: true });
    mkdirSync(join(directory, 'cache', 'archives', 'partial'), { recursive: true });
    await run('apt-get', [...own, 'update'], options);
    await run('apt-get', [...own, ...wanted], options);
  }
}
