import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createCodec } from '@fundlens/contracts/codec';
import { createKafka } from '@fundlens/contracts/kafka-client';
import { createPublisher, type Publisher } from '@fundlens/contracts/publisher';
import { createSchemaRegistry, registerSchemas } from '@fundlens/contracts/registry';
import { ensureTopics } from '@fundlens/contracts/topics';
import { type TopicNames, topicNames } from '@fundlens/contracts/topic-names';
import { choosePorts } from '@fundlens/local/ports';
import { type Stack, startStack } from '@fundlens/local/stack';
import type { StackAddresses } from '@fundlens/local/started-server';
import { sleep } from '@fundlens/runtime/backoff';
import { proxiedUrl, serverOf } from '@fundlens/testing/proxied-url';
import { startTcpProxy, type TcpProxy } from '@fundlens/testing/tcp-proxy';
import { type Db, MongoClient } from 'mongodb';
import { projectorEnvironment, queryEnvironment } from '../harness/service-environment.ts';
import { startService } from '../harness/service-process.ts';
import type { Random } from '../simulation/random.ts';
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
export type System = {
  readonly victims: Victims;
  readonly publisher: Publisher;
  readonly topics: TopicNames;
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
  /** Of both projectors and of both query services, beyond those of every test. */
  readonly options?: {
    readonly projector?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
  };
};

const DATABASE = 'scenario';
const PREFIX = 'scenario.';
const PARTITIONS = 4;
const PLACE = { topicPrefix: PREFIX, partitions: PARTITIONS, database: DATABASE } as const;
/** Shorter than the longest faults, so that partitions change hands under a stopped owner. */
const SESSION_MS = '6000';
const LONGEST_GOODBYE_MS = 2_000;
const PORTS = [
  ...['kafkaListener', 'kafkaProxy', 'projector-1-admin', 'projector-2-admin'],
  ...['query-1-admin', 'query-2-admin', 'query-1', 'query-2'],
] as const;

type Ports = Readonly<Record<(typeof PORTS)[number], number>>;

export async function startSystem(settings: SystemOptions): Promise<System> {
  const { dataDirectory, environment, random, report, signal } = settings;
  const ports: Ports = await choosePorts({ names: PORTS });
  await using starting = new AsyncDisposableStack();
  const stack = await startStack({
    dataDirectory,
    // Servers of its own, and processes, because only those can be struck.
    environment: { ...environment, ...NO_GIVEN_SERVERS, LOCAL_STACK: undefined },
    report,
    emptyFirst: true,
    signal,
    kafkaProxied: { port: ports.kafkaListener, advertisedPort: ports.kafkaProxy },
  });
  starting.defer(() => stack.stop());
  const proxies = await startProxies(starting, { stack, ports, random });
  const addresses = addressesThrough(proxies, stack);
  const { topics, publisher } = await openLog(starting, addresses);
  const mongo = await new MongoClient(stack.mongodbUrl, { readConcernLevel: 'majority' }).connect();
  starting.defer(() => mongo.close());
  const serviceLogs = join(dataDirectory, 'services');
  mkdirSync(serviceLogs, { recursive: true });
  const { changes = new Map() } = settings;
  const services = await startServices(starting, { ...settings, addresses, ports, serviceLogs, changes });
  const started = starting.move();
  return {
    victims: { services, stack, proxies, report },
    publisher,
    topics,
    stack,
    mongo,
    db: mongo.db(DATABASE),
    baseUrls: [ports['query-1'], ports['query-2']].map((port) => `http://127.0.0.1:${port}/api/v1`),
    logDirectories: [serviceLogs, stack.logsDirectory],
    dataDirectory,
    serviceLogs,
    adminPorts: {
      'projector-1': ports['projector-1-admin'],
      'projector-2': ports['projector-2-admin'],
      'query-1': ports['query-1-admin'],
      'query-2': ports['query-2-admin'],
    },
    directEnvironment: projectorEnvironment({ ...PLACE, stack, adminPort: 0 }),
    changes,
    async stopServices() {
      const statuses = SERVICES.map(async (name) => [name, await services[name].terminate()] as const);
      return new Map(await Promise.all(statuses));
    },
    stop: () => started.disposeAsync(),
  };
}

/** One before each server; Kafka's has the port that Kafka advertises. */
async function startProxies(
  started: AsyncDisposableStack,
  { stack, ports, random }: { readonly stack: Stack; readonly ports: Ports; readonly random: Random },
): Promise<Record<ServerTarget, TcpProxy>> {
  const proxy = async (...[server, port]: [Parameters<typeof startTcpProxy>[0], number?]) => {
    const own = await startTcpProxy(server, { ...(port === undefined ? {} : { port }), random: random.next });
    started.defer(() => own.stop());
    return own;
  };
  return {
    kafka: await proxy({ host: '127.0.0.1', port: ports.kafkaListener }, ports.kafkaProxy),
    mongodb: await proxy(serverOf(stack.mongodbUrl)),
    redis: await proxy(serverOf(stack.redisUrl)),
    registry: await proxy(serverOf(stack.schemaRegistryUrl)),
  };
}

function addressesThrough(proxies: Readonly<Record<ServerTarget, TcpProxy>>, stack: Stack): StackAddresses {
  return {
    kafkaBrokers: [`127.0.0.1:${proxies.kafka.port}`],
    schemaRegistryUrl: proxiedUrl(stack.schemaRegistryUrl, proxies.registry.port),
    mongodbUrl: proxiedUrl(stack.mongodbUrl, proxies.mongodb.port),
    redisUrl: proxiedUrl(stack.redisUrl, proxies.redis.port),
    mongodbStandIn: stack.mongodbStandIn,
  };
}

/** Topics, schemas and a publisher. */
async function openLog(
  started: AsyncDisposableStack,
  { kafkaBrokers, schemaRegistryUrl }: StackAddresses,
): Promise<{ readonly topics: TopicNames; readonly publisher: Publisher }> {
  const topics = topicNames(PREFIX);
  const kafka = createKafka({ brokers: kafkaBrokers, clientId: 'scenario' });
  const admin = kafka.admin();
  await admin.connect();
  await ensureTopics(admin, { topics, partitions: PARTITIONS });
  await admin.disconnect();
  const registry = createSchemaRegistry({ url: schemaRegistryUrl });
  await registerSchemas(registry, topics);
  const publisher = createPublisher({ kafka, codec: createCodec({ registry, topics, clock: Date.now }) });
  await publisher.start();
  // It waits for what is being sent, which may be for as long as Kafka is away.
  started.defer(async () => {
    await Promise.race([publisher.stop(), sleep(LONGEST_GOODBYE_MS)]);
  });
  return { topics, publisher };
}

type ServicesOptions = Pick<SystemOptions, 'report' | 'signal' | 'options'> &
  Pick<System, 'changes' | 'serviceLogs'> & { readonly addresses: StackAddresses; readonly ports: Ports };

async function startServices(
  started: AsyncDisposableStack,
  { addresses, ports, serviceLogs, report, signal, options = {}, changes }: ServicesOptions,
): Promise<Record<ServiceTarget, SupervisedService>> {
  const place = { ...PLACE, stack: addresses };
  const environmentOf = (name: ServiceTarget, adminPort: number) =>
    name === 'projector-1' || name === 'projector-2'
      ? {
          ...projectorEnvironment({ ...place, adminPort }),
          ...{ KAFKA_SESSION_TIMEOUT_MS: SESSION_MS, ADMIN_TOKEN },
          ...options.projector,
        }
      : { ...queryEnvironment({ ...place, adminPort, port: ports[name] }), ...options.query };
  const start = (name: ServiceTarget) => {
    const adminPort = ports[`${name}-admin`];
    const { options: others, ...change } = changes.get(name) ?? {};
    const environment = { ...environmentOf(name, adminPort), LOG_LEVEL: 'info', ...others };
    const kind = name.startsWith('projector') ? 'projector' : 'query';
    return startService({ name: kind, environment, logFile: join(serviceLogs, `${name}.log`), adminPort, ...change });
  };
  const supervised = new Map<ServiceTarget, SupervisedService>();
  started.defer(async () => {
    await Promise.all([...supervised.values()].map((service) => service.kill()));
  });
  await Promise.all(
    SERVICES.map(async (name) => {
      supervised.set(name, await superviseService({ name, start: () => start(name), report, signal }));
    }),
  );
  return Object.fromEntries(supervised) as Record<ServiceTarget, SupervisedService>;
}

const NO_GIVEN_SERVERS = {
  KAFKA_BROKERS: undefined,
  SCHEMA_REGISTRY_URL: undefined,
  MONGODB_URL: undefined,
  REDIS_URL: undefined,
};
