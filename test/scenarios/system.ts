import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { choosePorts } from '@fundlens/local/ports';
import { type Stack, startStack } from '@fundlens/local/stack';
import type { StackAddresses } from '@fundlens/local/started-server';
import { proxiedUrl, serverOf } from '@fundlens/testing/proxied-url';
import { startTcpProxy, type TcpProxy } from '@fundlens/testing/tcp-proxy';
import { type Db, type MongoClient, ReadConcern } from 'mongodb';
import { projectorEnvironment, queryEnvironment } from '../harness/service-environment.ts';
import { startService } from '../harness/service-process.ts';
import { createTestSystem, type TestSystem } from '../harness/test-system.ts';
import type { Random } from '@fundlens/runtime/testing/random';
import { SERVICES, type ServerTarget, type ServiceTarget, type Victims } from './strike.ts';
import { type SupervisedService, superviseService } from './supervised-service.ts';

/** Of an operator who retries or sets aside by the admin port. */
export const ADMIN_TOKEN = 'token-of-the-operator-of-the-tests';

/** How a service is started otherwise than usual, from its next start on. */
export type ServiceChange = {
  readonly options?: Readonly<Record<string, string>>;
  /** Of another build. */
  readonly program?: string;
  readonly logFile?: string;
};

/** A whole system of its own, in which every process and every connection of a service can be struck. */
export type System = Pick<TestSystem, 'topics' | 'kafka' | 'registry' | 'publish'> & {
  readonly victims: Victims;
  /** Past every proxy, for watching. */
  readonly stack: Stack;
  readonly mongo: MongoClient;
  readonly db: Db;
  /** Of the query services. */
  readonly baseUrls: readonly string[];
  /** Where services and servers log. */
  readonly logDirectories: readonly string[];
  /** Of the servers. */
  readonly dataDirectory: string;
  /** The folder of what the services log. */
  readonly serviceLogs: string;
  readonly adminPorts: Readonly<Record<ServiceTarget, number>>;
  /** The options of a projector of this system that reaches the servers past every proxy, for the operator's command. */
  readonly directEnvironment: Readonly<Record<string, string>>;
  readonly changes: Map<ServiceTarget, ServiceChange>;
  /** Asks all services to end. @returns their exit status by name */
  stopServices(): Promise<ReadonlyMap<ServiceTarget, number | null>>;
  stop(): Promise<void>;
};

export type SystemOptions = {
  readonly dataDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly random: Random;
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
  readonly changes?: System['changes'];
  /** Of both query services, beyond those of every test. */
  readonly serviceOptions?: Readonly<Record<string, string>>;
};

const PARTITIONS = 4;
/** Shorter than the longest faults, so that partitions change hands under a stopped owner. */
const SESSION_MS = '6000';
const LONGEST_GOODBYE_MS = 2_000;
const PORTS = [
  ...['kafkaListener', 'kafkaProxy', 'projector-1-admin', 'projector-2-admin'],
  ...['query-1-admin', 'query-2-admin', 'query-1', 'query-2'],
] as const;
type Ports = Readonly<Record<(typeof PORTS)[number], number>>;

/** Servers of its own, and processes, because only those can be struck. */
const OWN_SERVERS = {
  KAFKA_BROKERS: undefined,
  SCHEMA_REGISTRY_URL: undefined,
  MONGODB_URL: undefined,
  REDIS_URL: undefined,
  LOCAL_STACK: undefined,
};

export async function startSystem(settings: SystemOptions): Promise<System> {
  const { dataDirectory, environment, random, report, signal, changes = new Map() } = settings;
  const ports: Ports = await choosePorts({ names: PORTS });
  await using starting = new AsyncDisposableStack();
  const stack = await startStack({
    dataDirectory,
    environment: { ...environment, ...OWN_SERVERS },
    report,
    emptyFirst: true,
    signal,
    kafkaProxied: { port: ports.kafkaListener, advertisedPort: ports.kafkaProxy },
  });
  starting.defer(() => stack.stop());
  const proxies = await startProxies(starting, { stack, ports, random });
  const proxied: StackAddresses = {
    kafkaBrokers: [`127.0.0.1:${proxies.kafka.port}`],
    schemaRegistryUrl: proxiedUrl(stack.schemaRegistryUrl, proxies.registry.port),
    mongodbUrl: proxiedUrl(stack.mongodbUrl, proxies.mongodb.port),
    redisUrl: proxiedUrl(stack.redisUrl, proxies.redis.port),
    mongodbStandIn: stack.mongodbStandIn,
  };
  // Kafka's clients come to its proxy by themselves, because it advertises that.
  const { stop, ...own } = await createTestSystem({ name: 'scenario', stack, partitions: PARTITIONS });
  // Its publisher waits for what is being sent, which may be for as long as Kafka is away.
  starting.defer(() => Promise.race([stop().catch(() => undefined), delay(LONGEST_GOODBYE_MS)]));
  const place = { topicPrefix: own.topicPrefix, partitions: PARTITIONS, database: own.database };
  const mongo = own.db.client;
  const serviceLogs = join(dataDirectory, 'services');
  mkdirSync(serviceLogs, { recursive: true });
  const services = await startServices(starting, {
    ...{ ...settings, ports, serviceLogs, changes },
    place: { ...place, stack: proxied },
  });
  const started = starting.move();
  return {
    ...own,
    victims: { services, stack, proxies, report },
    stack,
    mongo,
    db: mongo.db(own.database, { readConcern: new ReadConcern('majority') }),
    baseUrls: [ports['query-1'], ports['query-2']].map((port) => `http://127.0.0.1:${port}/api/v1`),
    logDirectories: [serviceLogs, stack.logsDirectory],
    dataDirectory,
    serviceLogs,
    adminPorts: byService((name) => ports[`${name}-admin`]),
    directEnvironment: projectorEnvironment({ ...place, stack, adminPort: 0 }),
    changes,
    async stopServices() {
      const statuses = SERVICES.map(async (name) => [name, await services[name].terminate()] as const);
      return new Map(await Promise.all(statuses));
    },
    stop: () => started.disposeAsync(),
  };
}

function byService<T>(of: (name: ServiceTarget) => T): Record<ServiceTarget, T> {
  return Object.fromEntries(SERVICES.map((name) => [name, of(name)])) as Record<ServiceTarget, T>;
}

/** One before each server; Kafka's has the port that Kafka advertises. */
async function startProxies(
  started: AsyncDisposableStack,
  { stack, ports, random }: { readonly stack: Stack; readonly ports: Ports; readonly random: Random },
): Promise<Record<ServerTarget, TcpProxy>> {
  const proxy = async (server: Parameters<typeof startTcpProxy>[0], place: { readonly port?: number } = {}) =>
    started.adopt(await startTcpProxy(server, { ...place, random: random.next }), (own) => own.stop());
  return {
    kafka: await proxy({ host: '127.0.0.1', port: ports.kafkaListener }, { port: ports.kafkaProxy }),
    mongodb: await proxy(serverOf(stack.mongodbUrl)),
    redis: await proxy(serverOf(stack.redisUrl)),
    registry: await proxy(serverOf(stack.schemaRegistryUrl)),
  };
}

type ServicesOptions = Pick<SystemOptions, 'report' | 'signal' | 'serviceOptions'> &
  Pick<System, 'changes' | 'serviceLogs'> & {
    readonly ports: Ports;
    readonly place: Omit<Parameters<typeof projectorEnvironment>[0], 'adminPort'>;
  };

async function startServices(
  started: AsyncDisposableStack,
  { place, ports, serviceLogs, report, signal, serviceOptions, changes }: ServicesOptions,
): Promise<Record<ServiceTarget, SupervisedService>> {
  const start = (name: ServiceTarget) => {
    const adminPort = ports[`${name}-admin`];
    const isProjector = name === 'projector-1' || name === 'projector-2';
    const usual = isProjector
      ? { ...projectorEnvironment({ ...place, adminPort }), KAFKA_SESSION_TIMEOUT_MS: SESSION_MS, ADMIN_TOKEN }
      : { ...queryEnvironment({ ...place, adminPort, port: ports[name] }), ...serviceOptions };
    const { options, ...change } = changes.get(name) ?? {};
    const environment = { ...usual, LOG_LEVEL: 'info', ...options };
    const logFile = join(serviceLogs, `${name}.log`);
    return startService({ name: isProjector ? 'projector' : 'query', environment, logFile, adminPort, ...change });
  };
  const starting = byService(async (name) =>
    started.adopt(await superviseService({ name, start: () => start(name), report, signal }), (own) => own.kill()),
  );
  const all = await Promise.all(SERVICES.map(async (name) => [name, await starting[name]] as const));
  return Object.fromEntries(all) as Record<ServiceTarget, SupervisedService>;
}
