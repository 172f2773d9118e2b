import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { type LaunchContext, launchServer, runTool } from '@fundlens/local/server';
import { InvalidError } from '@fundlens/runtime/errors';
import pg from 'pg';

/** `pgoutput` and `publish = 'insert'` are older; what is older than this is past its end of life. */
const OLDEST_POSTGRES = 13;
/** Debian keeps the server's programs off the path, one folder for each version. */
const DEBIAN_PROGRAMS = '/usr/lib/postgresql/*/bin/postgres';
/** PostgreSQL refuses to run as root: then it runs as `nobody`. */
const NOBODY = 65_534;
const SUPERUSER = 'postgres';
const DATABASE = 'upstream';

export type PostgresServer = {
  readonly host: string;
  readonly port: number;
  /** The name of the upstream's database. */
  readonly name: string;
  readonly password: string;
  /** A connection as the owner of the upstream's tables. The caller ends it. */
  connect(): Promise<pg.Client>;
  /** Ends it, and removes its data. */
  close(): Promise<void>;
};

/**
 * The folder of PostgreSQL's programs: the newest that Debian's packages have installed, or the one on the path.
 * @throws InvalidError `missing_tools`, a plain sentence that says what to do
 */
export function findPostgres(environment: Readonly<Record<string, string | undefined>>): string {
  const onPath = (environment.PATH ?? '').split(delimiter).map((folder) => join(folder, 'postgres'));
  const programs = [...globSync(DEBIAN_PROGRAMS), ...onPath.filter((program) => existsSync(program))];
  return dirname(newestPostgres(programs.map((program) => ({ program, version: versionOf(program) }))));
}

type Installed = { readonly program: string; readonly version: number };

/** @throws InvalidError `missing_tools` */
export function newestPostgres(installed: readonly Installed[]): string {
  const [newest] = installed.toSorted((one, other) => other.version - one.version);
  if (newest !== undefined && newest.version >= OLDEST_POSTGRES) return newest.program;
  const has = newest === undefined ? 'this machine has none' : `this machine has ${newest.version}`;
  throw new InvalidError(
    'missing_tools',
    `PostgreSQL ${OLDEST_POSTGRES} or newer holds the outbox, but ${has}: install it (Debian: apt-get install -y --no-install-recommends postgresql; macOS: brew install postgresql).`,
  );
}

function versionOf(program: string): number {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return Number.parseInt(/(\d+)/.exec(stdout ?? '')?.[1] ?? '0', 10);
}

/** A server with an empty database of its own, and logins by password as in production. */
export async function startPostgres(
  context: LaunchContext,
  { port, password }: { readonly port: number; readonly password: string },
): Promise<PostgresServer> {
  const programs = findPostgres(context.environment);
  // Not below the checkout: `nobody` may have no way in there.
  const directory = mkdtempSync(join(tmpdir(), 'fundlens-outbox-'));
  const [data, passwordFile] = [join(directory, 'data'), join(directory, 'password')];
  writeFileSync(passwordFile, `${password}\n`);
  mkdirSync(data);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const path of [directory, data, passwordFile]) chownSync(path, NOBODY, NOBODY);
  chmodSync(data, 0o700);
  const run = (program: string, args: string[]) =>
    isRoot
      ? {
          command: 'setpriv',
          args: [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', join(programs, program), ...args],
        }
      : { command: join(programs, program), args };
  const connect = async (database: string) => {
    const client = new pg.Client({ host: '127.0.0.1', port, database, user: SUPERUSER, password });
    // A server that is stopped ends its connections; queries on them reject.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const query = async (database: string, text: string) => {
    const client = await connect(database);
    await client.query(text).finally(() => client.end());
  };

  const initdb = ['-D', data, '-U', SUPERUSER, '-A', 'scram-sha-256', '--pwfile', passwordFile, '-E', 'UTF8'];
  await runTool(context, {
    ...{ name: 'postgres-init', workingDirectory: directory },
    ...run('initdb', [...initdb, '--locale=C']),
  });
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', wal_level: 'logical' };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = await launchServer(context, {
    ...{ name: 'postgres', workingDirectory: directory },
    ...run('postgres', ['-D', data, ...options]),
    ask: () => query('postgres', 'SELECT 1'),
  });
  await query('postgres', `CREATE DATABASE ${DATABASE}`);
  return {
    ...{ host: '127.0.0.1', port, name: DATABASE, password },
    connect: () => connect(DATABASE),
    async close() {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
