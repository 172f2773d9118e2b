import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Stack, startStack } from '@fundlens/local/stack';
import { stackDirectory } from '@fundlens/local/stack-directory';
import type { StackAddresses } from '@fundlens/local/started-server';

export type ServerName = 'kafka' | 'mongodb' | 'redis';

const VARIABLES = { kafka: 'KAFKA_BROKERS', mongodb: 'MONGODB_URL', redis: 'REDIS_URL' } as const;

/** Some servers that belong to one test file, so that it may kill them; the others are those of the whole run. */
export type OwnServers = {
  /** With a folder for the data of each of them. */
  readonly directory: string;
  addresses(): StackAddresses;
  /** SIGKILL: what they had not made safe is lost. */
  kill(): Promise<void>;
  /** An orderly end. */
  stop(): Promise<void>;
  /** On the same ports, with what they have stored. */
  start(): Promise<void>;
  /** Only while they do not run. */
  backUp(): void;
  restore(): void;
  /** As servers that were never used. Only while they do not run. */
  empty(): void;
  close(): Promise<void>;
};

export async function startOwnServers({
  own,
  shared,
}: {
  readonly own: readonly ServerName[];
  readonly shared: StackAddresses;
}): Promise<OwnServers> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const directory = stackDirectory(root, `faults-${own.join('-')}-${randomUUID().slice(0, 8)}`);
  const backup = `${directory}-backup`;
  const given: Record<string, string> = {
    KAFKA_BROKERS: shared.kafkaBrokers.join(','),
    SCHEMA_REGISTRY_URL: shared.schemaRegistryUrl,
    MONGODB_URL: shared.mongodbUrl,
    REDIS_URL: shared.redisUrl,
  };
  for (const name of own) delete given[VARIABLES[name]];
  // Processes, because they are to be killed; and not the servers that a person has named for the run.
  const { KAFKA_BROKERS: _kafka, MONGODB_URL: _mongodb, REDIS_URL: _redis, LOCAL_STACK: _stack, ...rest } = process.env;
  const environment = { ...rest, ...given };
  let stack: Stack | undefined;

  const start = async () => {
    stack = await startStack({ dataDirectory: directory, environment, report: () => undefined });
  };
  const stop = async () => {
    await stack?.stop();
    stack = undefined;
  };
  const dataOf = () => readdirSync(directory).filter((name) => own.some((server) => name.startsWith(server)));
  await start();

  return {
    directory,
    addresses: () => ({ ...shared, ...stack }),
    start,
    stop,
    async kill() {
      for (const name of own) {
        const pid = stack?.pidOf(name);
        if (pid !== undefined) process.kill(-pid, 'SIGKILL');
      }
      await stop();
    },
    backUp() {
      rmSync(backup, { recursive: true, force: true });
      for (const name of dataOf()) cpSync(join(directory, name), join(backup, name), { recursive: true });
    },
    restore() {
      for (const name of dataOf()) rmSync(join(directory, name), { recursive: true });
      for (const name of readdirSync(backup)) cpSync(join(backup, name), join(directory, name), { recursive: true });
    },
    empty() {
      for (const name of dataOf()) rmSync(join(directory, name), { recursive: true });
    },
    async close() {
      await stop();
      for (const path of [directory, backup]) if (existsSync(path)) rmSync(path, { recursive: true });
    },
  };
}
