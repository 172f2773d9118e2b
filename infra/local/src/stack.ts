import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidError } from '@fundlens/runtime/errors';
import { cacheDirectory, isCachedIn } from './artifacts.mjs';
import { useGivenServer } from './given-server.ts';
import {
  installedRedis,
  isMongodInstalled,
  javaVersionIn,
  missingTools,
  probeCommand,
  thisPlatform,
} from './machine.mjs';
import { neededTools } from './needed-tools.mjs';
import { localMongodb, type Plan, planStack, type ServerPlan } from './plan.ts';
import { choosePorts, isPortFree, readPorts, writePorts } from './ports.ts';
import { type LaunchContext, SERVER_NAMES, type ServerName } from './server.ts';
import { startKafka } from './servers/kafka.ts';
import { type LocalMongodb, startMongodb } from './servers/mongodb.ts';
import { startRedis } from './servers/redis.ts';
import { startSchemaRegistry } from './servers/schema-registry.ts';
import { emptyDirectory, endSurvivors, recordsOf, takeDirectory } from './stack-directory.ts';
import type { StackAddresses, StackUrls, StartedServer } from './started-server.ts';
import { startWatchdog } from './watchdog-process.ts';

export type { StackUrls } from './started-server.ts';

export type Stack = StackUrls & {
  provider: Record<ServerName, ServerPlan['provider']>;
  /** True when MongoDB is the SecantusDB stand-in: callers then ask for the stand-in's indexes. */
  mongodbStandIn: boolean;
  logsDirectory: string;
  /** Ends what was started here; the data stays. */
  stop(): Promise<void>;
};

export type StackOptions = {
  /** Where this stack keeps data, logs and process records. One runner at a time. */
  dataDirectory: string;
  /** KAFKA_BROKERS, SCHEMA_REGISTRY_URL, MONGODB_URL, REDIS_URL, LOCAL_STACK, LOCAL_MONGO, FUNDLENS_CACHE, PATH … */
  environment: Record<string, string | undefined>;
  /** Progress for people, one line at a time. */
  report: (line: string) => void;
  /** Throw away what an earlier run stored, before starting. */
  emptyFirst?: boolean;
  /** Aborting ends what has been started so far and rejects. */
  signal?: AbortSignal;
};

const PORT_NAMES = ['kafka', 'kafkaController', 'registry', 'registryManagement', 'mongodb', 'redis'] as const;

/**
 * Starts Kafka, schema registry, MongoDB and Redis, each from the first source that there is: a given address, a
 * container, a local process. Resolves when all four answer their protocol.
 * @throws InvalidError `stack_in_use`, `missing_tools`, `invalid_option`: plain sentences that say what to do
 * @throws FatalError `server_did_not_start`, `tool_failed`, `checksum_mismatch` with the end of the log concerned
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const startedAt = Date.now();
  const giveBack = takeDirectory(options.dataDirectory);
  try {
    await endSurvivors(options.dataDirectory, options.report);
    if (options.emptyFirst) emptyDirectory(options.dataDirectory);
    const stack = await startServers(options);
    options.report(`all four servers answer after ${secondsSince(startedAt)} s; logs in ${stack.logsDirectory}`);
    return {
      ...stack,
      async stop() {
        await stack.stop();
        giveBack();
      },
    };
  } catch (error) {
    giveBack();
    throw error;
  }
}

type Machine = { plan: Plan; mongodb: LocalMongodb; installedRedis: string | undefined; javaVersion: string };

function lookAtMachine(options: StackOptions): Machine {
  const { environment } = options;
  const mongodInstalled = isMongodInstalled(probeCommand);
  const plan = planStack({ environment, runnable: new Set(), mongodInstalled });
  const mongodb = localMongodb({ environment, mongodInstalled });
  const redis = plan.redis.provider === 'process' ? installedRedis(probeCommand) : undefined;
  const missing = missingTools(
    neededTools({
      processes: new Set(SERVER_NAMES.filter((name) => plan[name].provider === 'process')),
      mongodb,
      redisInstalled: redis !== undefined,
      isCached: isCachedIn(cacheDirectory(environment)),
    }),
    { probe: probeCommand, platform: thisPlatform() },
  );
  if (missing.length > 0) {
    throw new InvalidError(
      'missing_tools',
      ['This machine cannot run the local stack yet:', ...missing].join('\n  - '),
    );
  }
  const javaVersion = javaVersionIn(probeCommand('java', ['-version'])) ?? 'unknown';
  return { plan, mongodb, installedRedis: redis, javaVersion };
}

async function startServers(options: StackOptions): Promise<Stack> {
  const { dataDirectory } = options;
  const machine = lookAtMachine(options);
  const portsFile = join(dataDirectory, 'ports.json');
  const ports = await choosePorts({
    names: PORT_NAMES,
    remembered: readPorts(portsFile),
    isFree: isPortFree,
    random: Math.random,
  });
  writePorts(portsFile, ports);

  const failure = new AbortController();
  const context: LaunchContext = {
    dataDirectory,
    logsDirectory: join(dataDirectory, 'logs'),
    recordsDirectory: recordsOf(dataDirectory, randomUUID()),
    cache: cacheDirectory(options.environment),
    environment: options.environment,
    report: options.report,
    signal: options.signal === undefined ? failure.signal : AbortSignal.any([options.signal, failure.signal]),
  };
  mkdirSync(context.logsDirectory, { recursive: true });
  mkdirSync(context.cache, { recursive: true });
  const watchdog = startWatchdog(context);

  const start = async (name: ServerName): Promise<StartedServer> => {
    const startedAt = Date.now();
    const plan = machine.plan[name];
    if (plan.provider === 'url') return useGivenServer(name, plan.url, context);
    const server = await startProcess(name, { context, machine, ports });
    options.report(`${name}: ready after ${secondsSince(startedAt)} s on port ${ports[name]}`);
    return server;
  };
  // The first failure interrupts the others; it is the one to show.
  const outcomes = await Promise.allSettled(
    SERVER_NAMES.map((name) =>
      start(name).catch((error: unknown) => {
        failure.abort(error);
        throw error;
      }),
    ),
  );
  const servers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await watchdog.dismiss();
  };
  if (context.signal.aborted) {
    await stop();
    throw context.signal.reason;
  }
  const addresses = Object.assign({}, ...servers.map((server) => server.addresses)) as StackAddresses;
  const provider = Object.fromEntries(SERVER_NAMES.map((name) => [name, machine.plan[name].provider]));
  return { ...addresses, provider: provider as Stack['provider'], logsDirectory: context.logsDirectory, stop };
}

function startProcess(
  name: ServerName,
  options: { context: LaunchContext; machine: Machine; ports: Record<(typeof PORT_NAMES)[number], number> },
): Promise<StartedServer> {
  const { context, machine, ports } = options;
  const { javaVersion } = machine;
  switch (name) {
    case 'kafka':
      return startKafka(context, { port: ports.kafka, controllerPort: ports.kafkaController, javaVersion });
    case 'registry':
      return startSchemaRegistry(context, {
        port: ports.registry,
        managementPort: ports.registryManagement,
        javaVersion,
      });
    case 'mongodb':
      return startMongodb(context, { port: ports.mongodb, kind: machine.mongodb });
    case 'redis':
      return startRedis(context, { port: ports.redis, installed: machine.installedRedis });
  }
}

function secondsSince(startedAt: number): string {
  return ((Date.now() - startedAt) / 1000).toFixed(1);
}
