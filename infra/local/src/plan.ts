import { InvalidError } from '@fundlens/runtime/errors';
import type { StorageByServer } from './server-storage.ts';
import type { ServerName } from './server.ts';
import { SERVER_NAMES } from './server.ts';
import type { LocalMongodb } from './servers/mongodb.ts';

/** Where each server comes from: an address that was given, a container, or a process of this machine. */
export type Plan = { [Name in ServerName]: ServerPlan };
export type ServerPlan = { provider: 'url'; url: string } | { provider: 'container' } | { provider: 'process' };

/** The variable that names a server which is already running. */
export const URL_VARIABLES: Record<ServerName, string> = {
  kafka: 'KAFKA_BROKERS',
  registry: 'SCHEMA_REGISTRY_URL',
  mongodb: 'MONGODB_URL',
  redis: 'REDIS_URL',
};

export type StackMode = 'automatic' | 'process' | 'container';

/** @throws InvalidError `invalid_option` for a LOCAL_STACK that is neither absent, `process` nor `container` */
export function stackMode(environment: Record<string, string | undefined>): StackMode {
  const mode = environment.LOCAL_STACK || 'automatic';
  if (mode === 'process' || mode === 'container' || mode === 'automatic') return mode;
  throw new InvalidError('invalid_option', 'LOCAL_STACK must be "process", "container" or absent.', {
    field: 'LOCAL_STACK',
  });
}

/**
 * The servers for which a container is looked for: no address is given, no real mongod is installed, and no local
 * process has their data.
 */
export function serversForContainers(options: {
  environment: Record<string, string | undefined>;
  mongodInstalled: boolean;
  storage: StorageByServer;
}): ServerName[] {
  const mode = stackMode(options.environment);
  if (mode === 'process') return [];
  const open = SERVER_NAMES.filter((name) => !options.environment[URL_VARIABLES[name]]);
  if (mode === 'container') return open;
  const isFree = (name: ServerName) => name !== 'mongodb' || !options.mongodInstalled;
  return open.filter((name) => {
    const holder = options.storage[name];
    return holder === 'container' || (holder === undefined && isFree(name));
  });
}

/**
 * The order of choice: explicit address, container, local process.
 * @param runnable the servers that are to run in containers; empty without an engine
 */
export function planStack(options: {
  environment: Record<string, string | undefined>;
  runnable: ReadonlySet<ServerName>;
}): Plan {
  const planOf = (name: ServerName): ServerPlan => {
    const url = options.environment[URL_VARIABLES[name]];
    if (url) return { provider: 'url', url };
    if (options.runnable.has(name)) return { provider: 'container' };
    return { provider: 'process' };
  };
  return Object.fromEntries(SERVER_NAMES.map((name) => [name, planOf(name)])) as Plan;
}

/** @throws InvalidError `invalid_option` for a LOCAL_MONGO that is neither absent nor `crate` */
export function localMongodb(options: {
  environment: Record<string, string | undefined>;
  mongodInstalled: boolean;
  storage: StorageByServer;
}): LocalMongodb {
  const wanted = options.environment.LOCAL_MONGO || undefined;
  if (wanted !== undefined && wanted !== 'crate') {
    throw new InvalidError('invalid_option', 'LOCAL_MONGO must be "crate" or absent.', { field: 'LOCAL_MONGO' });
  }
  if (wanted === 'crate') return 'crate';
  const stored = options.storage.mongodb;
  if (stored === 'prebuilt' || stored === 'crate' || (stored === 'mongod' && options.mongodInstalled)) return stored;
  return options.mongodInstalled ? 'mongod' : 'prebuilt';
}
