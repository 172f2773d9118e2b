import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { SECANTUSDB } from '../artifacts.mjs';
import { fetchWheel } from '../python-wheel.ts';
import { askMongodb } from '../readiness.ts';
import { type LaunchContext, type LaunchedServer, launchServer, serverDirectory } from '../server.ts';
import type { StartedServer } from '../started-server.ts';

/** `mongod`: the real server of this machine. `prebuilt`: the stand-in, from a wheel. */
export type LocalMongodb = 'mongod' | 'prebuilt';

const WHEEL_SHA256 = 'fe8ccfd1295c872c92a4c4c13c5a6a1dead88b2ff3b9aafb361406ec8aac4d14';
const PREBUILT_EXECUTABLE = 'secantusdb.scripts/secantusd-rs';

export async function startMongodb(
  context: LaunchContext,
  options: { port: number; kind: LocalMongodb; secured?: SecuredMongodb },
): Promise<StartedServer> {
  const { url = `mongodb://127.0.0.1:${options.port}/?directConnection=true` } = options.secured ?? {};
  // One folder per kind: no server ever opens the files of another.
  const directory = serverDirectory(context, `mongodb-${options.kind}`);
  const data = join(directory, 'data');
  mkdirSync(data, { recursive: true });
  const server =
    options.kind === 'mongod'
      ? await launchMongod(context, { ...options, url, directory, data })
      : await launchStandIn(context, { ...options, url, directory, data });
  const addresses = { mongodbUrl: url, mongodbStandIn: options.kind !== 'mongod' };
  return { addresses, pid: server.pid, stop: server.stop };
}

type Launch = { port: number; url: string; directory: string; data: string; secured?: SecuredMongodb };

/** Flags of the stand-in for TLS and logins, and the URL of a user that may write. */
export type SecuredMongodb = { url: string; args: string[] };

function launchMongod(context: LaunchContext, options: Launch): Promise<LaunchedServer> {
  return launchServer(context, {
    name: 'mongodb',
    command: 'mongod',
    args: [
      ...['--port', String(options.port), '--bind_ip', '127.0.0.1', '--dbpath', options.data],
      ...['--replSet', 'fundlens', '--wiredTigerCacheSizeGB', '1', '--nounixsocket'],
    ],
    workingDirectory: options.directory,
    ask: async () => {
      await ensureReplicaSet(options.url, `127.0.0.1:${options.port}`);
      await askMongodb(options.url, { tryInsert: true });
    },
  });
}

/** Codes of replSetGetConfig's and replSetInitiate's answers that are part of an ordinary start. */
const NOT_YET_INITIALIZED = 94;
const ALREADY_INITIALIZED = 23;

/**
 * Transactions and change streams need a replica set, here of one member. Its address is stored with the data, so a
 * start on another port has to put the new one there.
 */
export async function ensureReplicaSet(url: string, host: string): Promise<void> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 3_000, maxPoolSize: 1 });
  try {
    const admin = client.db('admin');
    if ((await admin.command({ hello: 1 })).isWritablePrimary === true) return;
    const stored = await admin.command({ replSetGetConfig: 1 }).catch((error: unknown) => {
      if (codeOf(error) === NOT_YET_INITIALIZED) return undefined;
      throw error;
    });
    if (stored === undefined) {
      await admin
        .command({ replSetInitiate: { _id: 'fundlens', members: [{ _id: 0, host }] } })
        .catch((error: unknown) => {
          if (codeOf(error) !== ALREADY_INITIALIZED) throw error;
        });
      return;
    }
    const { config } = stored as { config: { version: number; members: { host: string }[] } };
    if (config.members[0]?.host === host) return;
    const members = config.members.map((member) => ({ ...member, host }));
    await admin.command({ replSetReconfig: { ...config, version: config.version + 1, members }, force: true });
  } finally {
    await client.close();
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

async function launchStandIn(context: LaunchContext, options: Launch): Promise<LaunchedServer> {
  const command = join(await fetchStandIn(context), PREBUILT_EXECUTABLE);
  // Named explicitly, so that it finds no configuration file of this user or machine.
  const configuration = join(options.directory, 'secantusd.toml');
  writeFileSync(configuration, '');
  return launchServer(context, {
    name: 'mongodb',
    command,
    args: [
      ...['--config', configuration, '--host', '127.0.0.1', '--port', String(options.port)],
      ...['--storage-path', options.data],
      // A smaller cache can hang the server on a large transaction.
      ...['--cache-size', '1G', '--log-file-max', '128MB'],
      ...['--oplog-retention-seconds', '86400', '--oplog-max-entries', '1000000', '--noop-heartbeat-seconds', '10'],
      ...(options.secured?.args ?? []),
    ],
    workingDirectory: options.directory,
    // Not optional: with default flags SIGKILL loses the last 100 ms of acknowledged writes, `w: majority` or not.
    environment: { WIREDTIGER_CONFIG: 'transaction_sync=(enabled=true,method=none)' },
    ask: () => askMongodb(options.url, { tryInsert: true }),
  });
}

export function fetchStandIn(context: LaunchContext): Promise<string> {
  return fetchWheel(context, {
    artifact: SECANTUSDB,
    distribution: 'SecantusDB',
    extent: 'about 22 MB',
    pipOptions: ['--python-version', '3.11', '--implementation', 'cp', '--abi', 'cp311'],
    sha256: WHEEL_SHA256,
    // The server and the one library that it finds by its relative place.
    entryPrefixes: [PREBUILT_EXECUTABLE, 'secantusdb.libs/liblz4'],
    executable: PREBUILT_EXECUTABLE,
  });
}
