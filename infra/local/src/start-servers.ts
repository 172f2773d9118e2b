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

/**
 * Starts all servers at once, each from its source. The first failure interrupts the others, ends what was started and
 * is the one that is thrown.
 */
export async function startServers(
  sources: Sources,
  options: {
    dataDirectory: string;
    environment: Record<string, string | undefined>;
    report: (line: string) => void;
    signal: AbortSignal;
    kafkaProxied?: ProxiedListener | undefined;
  },
): Promise<StartedServers> {
  const { dataDirectory, report } = options;
  const ports = await portsFor(dataDirectory);
  const run = randomUUID();
  const failure = new AbortController();
  const context: LaunchContext = {
    ...options,
    logsDirectory: join(dataDirectory, 'logs'),
    recordsDirectory: recordsOf(dataDirectory, run),
    cache: cacheDirectory(options.environment),
    signal: AbortSignal.any([options.signal, failure.signal]),
  };
  mkdirSync(context.logsDirectory, { recursive: true });
  mkdirSync(context.cache, { recursive: true });
  const provider = Object.fromEntries(SERVER_NAMES.map((name) => [name, sources.plan[name].provider]));
  const inContainers = Object.values(provider).includes('container') ? sources.engine : undefined;
  if (inContainers !== undefined) markContainers(dataDirectory);
  const watchdog = startWatchdog(context);

  const start = async (name: ServerName): Promise<StartedServer> => {
    const startedAt = Date.now();
    const plan = sources.plan[name];
    if (plan.provider === 'url') return useGivenServer(name, plan.url, context);
    const server =
      plan.provider === 'container' && inContainers !== undefined
        ? await startInContainer(name, { ...context, client: inContainers, run }, { port: ports[name] })
        : await startProcess(name, { context, sources, ports, kafkaProxied: options.kafkaProxied });
    const where = plan.provider === 'container' ? ', in a container' : '';
    report(`${name}: ready after ${((Date.now() - startedAt) / 1000).toFixed(1)} s on port ${ports[name]}${where}`);
    return server;
  };
  const servers = new Map<ServerName, StartedServer>();
  await Promise.allSettled(
    SERVER_NAMES.map(async (name) => {
      try {
        servers.set(name, await start(name));
      } catch (error) {
        failure.abort(error);
      }
    }),
  );
  const stop = async () => {
    const endings = await Promise.allSettled([...servers.values()].map((server) => server.stop()));
    // Also what a failed start left. The watchdog is dismissed last: it ends what is still there.
    if (inContainers !== undefined) await removeLabelled(inContainers, { name: RUN_LABEL, value: run });
    await watchdog.dismiss();
    const failed = endings.find((ending) => ending.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  };
  if (context.signal.aborted) {
    await stop();
    throw context.signal.reason;
  }
  writeStorage(dataDirectory, sources.storage);
  const addresses = Object.assign({}, ...[...servers.values()].map((server) => server.addresses)) as StackAddresses;
  return {
    ...addresses,
    provider: provider as StartedServers['provider'],
    logsDirectory: context.logsDirectory,
    pidOf: (name) => servers.get(name)?.pid,
    async restart(name) {
      await servers.get(name)?.stop();
      servers.set(name, await start(name));
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

function startProcess(
  name: ServerName,
  parts: { context: LaunchContext; sources: Sources; ports: Ports; kafkaProxied: ProxiedListener | undefined },
): Promise<StartedServer> {
  const { context, sources, ports, kafkaProxied } = parts;
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
