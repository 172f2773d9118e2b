import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { installedRedis, isMongodInstalled, missingForStack } from './machine.mjs';
import { launchContext } from './own-server-context.ts';
import { choosePorts, readPorts, writePorts } from './ports.ts';
import { askServer } from './readiness.ts';
import { type LaunchContext, SERVER_NAMES, type ServerName } from './server.ts';
import { startKafka } from './servers/kafka.ts';
import type { ProxiedListener } from './servers/kafka-properties.ts';
import { startMongodb } from './servers/mongodb.ts';
import { startRedis } from './servers/redis.ts';
import { startSchemaRegistry } from './servers/schema-registry.ts';
import { emptyDirectory, takeDirectory } from './stack-directory.ts';
import type { StackAddresses, StartedServer } from './started-server.ts';

export type { StackUrls } from './started-server.ts';

export type Stack = StackAddresses & {
  logsDirectory: string;
  /** Process group of a server that runs as a process of this machine; undefined for the others. */
  pidOf(name: ServerName): number | undefined;
  /**
   * Ends a server, unless it was killed, and starts it again with its data on its port.
   * @throws as the start does
   */
  restart(name: ServerName): Promise<void>;
  /** Ends what was started here; the data stays. */
  stop(): Promise<void>;
};

export type StackOptions = {
  /** Where this stack keeps data and logs. One runner at a time. */
  dataDirectory: string;
  /** KAFKA_BROKERS, SCHEMA_REGISTRY_URL, MONGODB_URL, REDIS_URL, LOCAL_STACK, FUNDLENS_CACHE, PATH … */
  environment: Record<string, string | undefined>;
  /** Takes progress, one line at a time. */
  report: (line: string) => void;
  /** Throw away what an earlier run stored, before starting. */
  emptyFirst?: boolean;
  /** Aborting ends what has been started so far and rejects. */
  signal?: AbortSignal;
  /** Asks a local Kafka for a further listener, whose clients reach the broker through this proxy. */
  kafkaProxied?: ProxiedListener;
};

/** The variable that names a server which is already running. */
const URL_VARIABLES: Record<ServerName, string> = {
  kafka: 'KAFKA_BROKERS',
  registry: 'SCHEMA_REGISTRY_URL',
  mongodb: 'MONGODB_URL',
  redis: 'REDIS_URL',
};

const PORT_NAMES = ['kafka', 'kafkaController', 'registry', 'registryManagement', 'mongodb', 'redis'] as const;
type Ports = Record<(typeof PORT_NAMES)[number], number>;

/**
 * Starts Kafka, schema registry, MongoDB and Redis side by side: a given address is used, the others run as containers
 * where LOCAL_STACK=containers asks for them, else as processes of this machine. Resolves when all four answer their
 * protocol. The first failure interrupts the others, ends what was started and is the one that is thrown.
 * @throws InvalidError `stack_in_use`, `missing_tools`: plain sentences that say what to do
 * @throws FatalError `server_did_not_start`, `tool_failed`, `checksum_mismatch` with the end of the log concerned
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const startedAt = Date.now();
  const missing = missingForStack(options.environment);
  if (missing !== undefined) throw new InvalidError('missing_tools', missing);
  const release = await takeDirectory(options.dataDirectory, options.report);
  const failure = new AbortController();
  const signal = AbortSignal.any([failure.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const servers = new Map<ServerName, StartedServer>();
  const stop = async () => {
    const endings = await Promise.allSettled([...servers.values()].map((server) => server.stop()));
    await release();
    for (const ending of endings) if (ending.status === 'rejected') throw ending.reason;
  };
  if (options.emptyFirst) emptyDirectory(options.dataDirectory);
  const context = launchContext({ ...options, signal });
  const ports = await portsFor(options.dataDirectory);
  const start = async (name: ServerName) => {
    servers.set(name, await startServer(name, context, { ports, kafkaProxied: options.kafkaProxied }));
  };
  await Promise.all(SERVER_NAMES.map((name) => start(name).catch((error: unknown) => failure.abort(error))));
  if (signal.aborted) {
    await stop();
    throw signal.reason;
  }
  options.report(`all four servers answer after ${since(startedAt)}; logs in ${context.logsDirectory}`);
  return {
    ...(Object.assign({}, ...[...servers.values()].map((server) => server.addresses)) as StackAddresses),
    logsDirectory: context.logsDirectory,
    pidOf: (name) => servers.get(name)?.pid,
    async restart(name) {
      await servers.get(name)?.stop();
      await start(name);
    },
    stop,
  };
}

async function portsFor(dataDirectory: string): Promise<Ports> {
  const file = join(dataDirectory, 'ports.json');
  const ports = await choosePorts({ names: PORT_NAMES, remembered: readPorts(file) });
  writePorts(file, ports);
  return ports;
}

async function startServer(
  name: ServerName,
  context: LaunchContext,
  options: { ports: Ports; kafkaProxied: ProxiedListener | undefined },
): Promise<StartedServer> {
  const startedAt = Date.now();
  const url = context.environment[URL_VARIABLES[name]];
  if (url) return await useGivenServer(name, url, context);
  const port = options.ports[name];
  const inContainers = context.environment.LOCAL_STACK === 'containers';
  const server = inContainers
    ? // Loaded here because its client takes most of a second.
      await (await import('./containers.ts')).startContainer(name, context, port)
    : await startProcess(name, context, options);
  context.report(`${name}: ready after ${since(startedAt)} on port ${port}${inContainers ? ', in a container' : ''}`);
  return server;
}

function startProcess(
  name: ServerName,
  context: LaunchContext,
  { ports, kafkaProxied }: { ports: Ports; kafkaProxied: ProxiedListener | undefined },
): Promise<StartedServer> {
  switch (name) {
    case 'kafka':
      return startKafka(context, { port: ports.kafka, controllerPort: ports.kafkaController, proxied: kafkaProxied });
    case 'registry':
      return startSchemaRegistry(context, { port: ports.registry, managementPort: ports.registryManagement });
    case 'mongodb':
      return startMongodb(context, { port: ports.mongodb, kind: isMongodInstalled() ? 'mongod' : 'prebuilt' });
    case 'redis':
      return startRedis(context, { port: ports.redis, installed: installedRedis() });
  }
}

/** The server at a given address may be starting at the same time. */
const ANSWER_LIMIT_MILLISECONDS = 30_000;
const ASK_AGAIN_MILLISECONDS = 250;

/**
 * A server that runs already: asked whether it answers, never started, stopped or emptied.
 * @throws RetryableError `server_unreachable`; its message holds no address, which may carry a password
 */
async function useGivenServer(name: ServerName, url: string, context: LaunchContext): Promise<StartedServer> {
  const deadline = Date.now() + ANSWER_LIMIT_MILLISECONDS;
  for (;;) {
    context.signal.throwIfAborted();
    try {
      // No write: this may be a database in use.
      const addresses = await askServer(name, url, { tryInsert: false });
      context.report(`${name}: answers at the given address (${URL_VARIABLES[name]})`);
      return { addresses, stop: async () => undefined };
    } catch (cause) {
      if (Date.now() > deadline) {
        throw new RetryableError(
          'server_unreachable',
          `${name}: the server named by ${URL_VARIABLES[name]} did not answer its protocol within ${ANSWER_LIMIT_MILLISECONDS / 1_000} s.`,
          { cause },
        );
      }
    }
    await sleep(ASK_AGAIN_MILLISECONDS);
  }
}

function since(startedAt: number): string {
  return `${((Date.now() - startedAt) / 1_000).toFixed(1)} s`;
}
