import { InvalidError } from '@fundlens/runtime/errors';
import type { ContainerRuntimeClient } from 'testcontainers';
import { cacheDirectory, isCachedIn } from './artifacts.mjs';
import { findEngine } from './container/engine.ts';
import { runnableServers } from './container/images.ts';
import {
  installedRedis,
  isMongodInstalled,
  javaVersionIn,
  missingTools,
  probeCommand,
  thisPlatform,
} from './machine.mjs';
import { neededTools } from './needed-tools.mjs';
import { checkStorage, type StorageByServer, readStorage } from './server-storage.ts';
import { localMongodb, type Plan, planStack, serversForContainers, stackMode } from './plan.ts';
import { SERVER_NAMES, type ServerName } from './server.ts';
import type { LocalMongodb } from './servers/mongodb.ts';

/** Where each server comes from, and what this machine has for those that it runs itself. */
export type Sources = {
  plan: Plan;
  engine: ContainerRuntimeClient | undefined;
  mongodb: LocalMongodb;
  installedRedis: string | undefined;
  javaVersion: string;
  storage: StorageByServer;
};

/**
 * Looks at the environment, the container engine and the machine, and decides.
 * @throws InvalidError `missing_tools` naming everything that is missing, `invalid_option`, `no_container_engine`,
 *   `data_elsewhere`
 */
export async function chooseSources(options: {
  dataDirectory: string;
  environment: Record<string, string | undefined>;
  report: (line: string) => void;
  signal: AbortSignal;
}): Promise<Sources> {
  const { environment } = options;
  const mongodInstalled = isMongodInstalled(probeCommand);
  const earlier = readStorage(options.dataDirectory);
  const mongodb = localMongodb({ environment, mongodInstalled, storage: earlier });
  const wanted = serversForContainers({ environment, mongodInstalled, storage: earlier });
  const { engine, runnable } = await lookForContainers(options, wanted);
  const plan = planStack({ environment, runnable });
  const storage = storageOf(plan, mongodb);
  const chosenByHand = stackMode(environment) !== 'automatic' || Boolean(environment.LOCAL_MONGO);
  for (const line of checkStorage(storage, earlier, chosenByHand)) options.report(line);
  const processes = new Set(SERVER_NAMES.filter((name) => plan[name].provider === 'process'));
  const redis = processes.has('redis') ? installedRedis(probeCommand) : undefined;
  const isCached = isCachedIn(cacheDirectory(environment));
  const missing = missingTools(neededTools({ processes, mongodb, redisInstalled: redis !== undefined, isCached }), {
    probe: probeCommand,
    platform: thisPlatform(),
  });
  if (missing.length > 0) {
    throw new InvalidError(
      'missing_tools',
      ['This machine cannot run the local stack yet:', ...missing].join('\n  - '),
    );
  }
  const needsJava = processes.has('kafka') || processes.has('registry');
  const javaVersion = (needsJava ? javaVersionIn(probeCommand('java', ['-version'])) : undefined) ?? 'unknown';
  return { plan, engine, mongodb, installedRedis: redis, javaVersion, storage };
}

/** Servers at a given address keep their data themselves. */
function storageOf(plan: Plan, mongodb: LocalMongodb): StorageByServer {
  const storage = SERVER_NAMES.flatMap((name) => {
    const { provider } = plan[name];
    if (provider === 'url') return [];
    return [[name, name === 'mongodb' && provider === 'process' ? mongodb : provider]];
  });
  return Object.fromEntries(storage);
}

async function lookForContainers(
  options: { environment: Record<string, string | undefined>; report: (line: string) => void; signal: AbortSignal },
  wanted: ServerName[],
): Promise<{ engine: ContainerRuntimeClient | undefined; runnable: Set<ServerName> }> {
  const { environment } = options;
  const required = stackMode(environment) === 'container';
  const engine = wanted.length === 0 ? undefined : await findEngine(environment);
  if (engine !== undefined) {
    return { engine, runnable: await runnableServers(engine, wanted, { ...options, required }) };
  }
  if (required && wanted.length > 0) {
    throw new InvalidError(
      'no_container_engine',
      'LOCAL_STACK=container, but no container engine answers: start one, set DOCKER_HOST, or leave LOCAL_STACK unset.',
    );
  }
  if (environment.DOCKER_HOST && wanted.length > 0) {
    options.report('DOCKER_HOST is set, but no container engine answers there: local processes instead');
  }
  return { engine, runnable: new Set() };
}
