import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { launchContext } from '@fundlens/local/own-server-context';
import { choosePorts } from '@fundlens/local/ports';
import type { LaunchContext } from '@fundlens/local/server';
import { type ConnectWorker, fetchConnectors, startConnect } from './kafka-connect.ts';
import { type PostgresServer, startPostgres } from './postgres.ts';

export type OutboxServers = {
  readonly postgres: PostgresServer;
  /** One worker at a time, always with the same offsets. */
  startConnect(): Promise<ConnectWorker>;
  close(): Promise<void>;
};

type OutboxServersOptions = Pick<LaunchContext, 'dataDirectory' | 'environment' | 'report' | 'signal'> & {
  readonly kafkaBrokers: readonly string[];
};

/** What an upstream has beside the stack: its PostgreSQL, and Kafka Connect. */
export async function startOutboxServers({ kafkaBrokers, ...given }: OutboxServersOptions): Promise<OutboxServers> {
  const { dataDirectory } = given;
  rmSync(dataDirectory, { recursive: true, force: true });
  const context = launchContext(given);
  await fetchConnectors(context);
  const ports = await choosePorts({ names: ['postgres', 'connect'] });
  let worker: ConnectWorker | undefined;
  const postgres = await startPostgres(context, {
    port: ports.postgres,
    password: randomBytes(16).toString('hex'),
  });
  return {
    postgres,
    async startConnect() {
      worker = await startConnect(context, { port: ports.connect, kafkaBrokers, database: postgres });
      return worker;
    },
    async close() {
      await worker?.stop();
      await postgres.close();
    },
  };
}
