import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDirectory } from './artifacts.mjs';
import type { Sources } from './choose-sources.ts';
import { RUN_LABEL, removeLabelled } from './container/engine.ts';
import { startInContainer } from './container/start-in-container.ts';
import { markContainers } from './container/volumes.ts';
import { useGivenServer } from './given-server.ts';
import { writeStorage } from './server-storage.ts';
import type { ServerPlan } from './plan.ts';
import { choosePorts, readPorts, writePorts } from './ports.ts';
import { type LaunchContext, SERVER_NAMES, type ServerName } from './server.ts';
import { startKafka } from './servers/kafka.ts';
import type { ProxiedListener } from './servers/kafka-properties.ts';
import { startMongodb } from './servers/mongodb.ts';
import { startRedis } from './servers/redis.ts';
import { startSchemaRegistry } from './servers/schema-registry.ts';
import { recordsOf } from './stack-directory.ts';
import type { StackAddresses, StartedServer } from './started-server.ts';
import { startWatchdog } from './watchdog-process.ts';

const PORT_NAMES = ['kafka', 'kafkaController', 'registry', 'registryManagement', 'mongodb', 'redis'] as const;
type Ports = Record<(typeof PORT_NAMES)[number], number>;

export type StartedServers = StackAddresses & {
  provider: Record<ServerName, ServerPlan['provider']>;
  logsDirectory: string;
  /** Process group of a server that runs as a process of this machine; undefined for the others. */
  pidOf(name: ServerName): number | undefined;
  /**
   * Ends a server, unless it was killed, and starts it again with its data on its port.
   * @throws as the start does
   */
  restart(name: ServerName): Promise<void>;
  stop(): Promise<void>;
};

type StartOptions = {
  dataDirectory: string;
  environment: Record<string, string | undefined>;
  report: (line: string) => void;
  signal: AbortSignal;
  kafkaProxied?: ProxiedListener | undefined;
};

/**
 * Starts all servers at once, each from its source. The first failure interrupts the others, ends what was started and
 * is the one that is thrown.
 */
export async function startServers(sources: Sources, options: StartOptions): Promise<StartedServers> {
  const failure = new AbortController();
  const signal = AbortSignal.any([options.signal, failure.signal]);
  const run = await createRun(sources, { ...options, signal });
  const watchdog = startWatchdog(run.context);
  const servers = new Map<ServerName, StartedServer>();
  await Promise.allSettled(
    SERVER_NAMES.map(async (name) => {
      try {
        servers.set(name, await startServer(name, run));
      } catch (error) {
        failure.abort(error);
      }
    }),
  );
  const stop = () => stopServers(servers, run, watchdog);
  if (signal.aborted) {
    await stop();
    throw signal.reason;
  }
  writeStorage(options.dataDirectory, sources.storage);
  const addresses = Object.assign({}, ...[...servers.values()].map((server) => server.addresses)) as StackAddresses;
  return {
    ...addresses,
    provider: providersOf(sources),
    logsDirectory: run.context.logsDirectory,
    pidOf: (name) => servers.get(name)?.pid,
    async restart(name) {
      await servers.get(name)?.stop();
      servers.set(name, await startServer(name, run));
    },
    stop,
  };
}

/** What the servers of one run are started with. */
type Run = {
  id: string;
  context: LaunchContext;
  sources: Sources;
  ports: Ports;
  /** Undefined when no server of this run is in a container. */
  engine: Sources['engine'];
  kafkaProxied: ProxiedListener | undefined;
};

async function createRun(sources: Sources, options: StartOptions): Promise<Run> {
  const { dataDirectory, kafkaProxied } = options;
  const id = randomUUID();
  const context: LaunchContext = {
    ...options,
    logsDirectory: join(dataDirectory, 'logs'),
    recordsDirectory: recordsOf(dataDirectory, id),
    cache: cacheDirectory(options.environment),
  };
  mkdirSync(context.logsDirectory, { recursive: true });
  mkdirSync(context.cache, { recursive: true });
  const engine = Object.values(providersOf(sources)).includes('container') ? sources.engine : undefined;
  if (engine !== undefined) markContainers(dataDirectory);
  return { id, context, sources, ports: await portsFor(dataDirectory), engine, kafkaProxied };
}

function providersOf({ plan }: Sources): StartedServers['provider'] {
  const entries = SERVER_NAMES.map((name) => [name, plan[name].provider]);
  return Object.fromEntries(entries) as StartedServers['provider'];
}

async function startServer(name: ServerName, run: Run): Promise<StartedServer> {
  const { id, context, sources, ports, engine } = run;
  const startedAt = Date.now();
  const plan = sources.plan[name];
  if (plan.provider === 'url') return useGivenServer(name, plan.url, context);
  const port = ports[name];
  const server =
    plan.provider === 'container' && engine !== undefined
      ? await startInContainer(name, { ...context, client: engine, run: id }, { port })
      : await startProcess(name, run);
  const where = plan.provider === 'container' ? ', in a container' : '';
  context.report(`${name}: ready after ${((Date.now() - startedAt) / 1000).toFixed(1)} s on port ${port}${where}`);
  return server;
}

async function stopServers(
  servers: ReadonlyMap<ServerName, StartedServer>,
  { id, engine }: Run,
  watchdog: { dismiss: () => Promise<void> },
): Promise<void> {
  const endings = await Promise.allSettled([...servers.values()].map((server) => server.stop()));
  // Also what a failed start left. The watchdog is dismissed last: it ends what is still there.
  if (engine !== undefined) await removeLabelled(engine, { name: RUN_LABEL, value: id });
  await watchdog.dismiss();
  const failed = endings.find((ending) => ending.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

async function portsFor(dataDirectory: string): Promise<Ports> {
  const file = join(dataDirectory, 'ports.json');
  const ports = await choosePorts({ names: PORT_NAMES, remembered: readPorts(file) });
  writePorts(file, ports);
  return ports;
}

function startProcess(name: ServerName, run: Run): Promise<StartedServer> {
  const { context, sources, ports, kafkaProxied } = run;
  const { javaVersion } = sources;
  switch (name) {
    case 'kafka':
      return startKafka(context, {
        port: ports.kafka,
        controllerPort: ports.kafkaController,
        proxied: kafkaProxied,
        javaVersion,
      });
    case 'registry':
      return startSchemaRegistry(context, {
        port: ports.registry,
        managementPort: ports.registryManagement,
        javaVersion,
      });
    case 'mongodb':
      return startMongodb(context, { port: ports.mongodb, kind: sources.mongodb });
    case 'redis':
      return startRedis(context, { port: ports.redis, installed: sources.installedRedis });
  }
}
