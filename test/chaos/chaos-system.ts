import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createCodec } from '@fundlens/contracts/codec';
import { createKafka } from '@fundlens/contracts/kafka-client';
import { createPublisher, type Publisher } from '@fundlens/contracts/publisher';
import { createSchemaRegistry, registerSchemas } from '@fundlens/contracts/registry';
import { ensureTopics, type TopicNames, topicNames } from '@fundlens/contracts/topics';
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
import type { Victims } from './fault-injection.ts';
import type { ServerTarget, ServiceTarget } from './schedule.ts';
import { SERVICES } from './schedule.ts';
import { type SupervisedService, superviseService } from './supervised-service.ts';

/** A whole system of its own, in which every process and every connection of a service can be struck. */
export type ChaosSystem = {
  readonly victims: Victims;
  readonly publisher: Publisher;
  readonly topics: TopicNames;
  readonly database: string;
  /** Past every proxy, for those who watch. */
  readonly stack: Stack;
  readonly mongo: MongoClient;
  readonly db: Db;
  /** Of the query services. */
  readonly baseUrls: readonly string[];
  /** Where services and servers log. */
  readonly logDirectories: readonly string[];
  /** The folder of what the services log. */
  readonly serviceLogs: string;
  /** Asks all services to end. @returns their exit status by name */
  stopServices(): Promise<ReadonlyMap<ServiceTarget, number | null>>;
  stop(): Promise<void>;
};

export type ChaosSystemOptions = {
  readonly dataDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly random: Random;
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
};

const DATABASE = 'chaos';
const PREFIX = 'chaos.';
const PARTITIONS = 4;
/** Shorter than the longest faults, so that partitions change hands under a stopped owner. */
const SESSION_MS = '6000';
const LONGEST_GOODBYE_MS = 2_000;
const PORTS = [
  ...['kafkaListener', 'kafkaProxy', 'projector-1-admin', 'projector-2-admin'],
  ...['query-1-admin', 'query-2-admin', 'query-1', 'query-2'],
] as const;

export async function startChaosSystem(options: ChaosSystemOptions): Promise<ChaosSystem> {
  const { dataDirectory, environment, random, report, signal } = options;
  const ports = await choosePorts({ names: PORTS });
  const portOf = (name: string) => ports[name as keyof typeof ports] as number;
  const stack = await startStack({
    dataDirectory,
    // Servers of its own, and processes, because only those can be struck.
    environment: { ...environment, ...NO_GIVEN_SERVERS, LOCAL_STACK: 'process' },
    report,
    emptyFirst: true,
    signal,
    kafkaProxied: { port: portOf('kafkaListener'), advertisedPort: portOf('kafkaProxy') },
  });
  const ended: (() => Promise<unknown>)[] = [() => stack.stop()];
  const stop = async () => {
    for (const end of ended.toReversed()) await end();
  };
  try {
    const proxy = async (url: string) => await startTcpProxy(serverOf(url), { random: random.next });
    const proxies: Record<ServerTarget, TcpProxy> = {
      kafka: await startTcpProxy(
        { host: '127.0.0.1', port: portOf('kafkaListener') },
        { port: portOf('kafkaProxy'), random: random.next },
      ),
      mongodb: await proxy(stack.mongodbUrl),
      redis: await proxy(stack.redisUrl),
      registry: await proxy(stack.schemaRegistryUrl),
    };
    for (const each of Object.values(proxies)) ended.push(() => each.stop());
    const addresses: StackAddresses = {
      kafkaBrokers: [`127.0.0.1:${proxies.kafka.port}`],
      schemaRegistryUrl: proxiedUrl(stack.schemaRegistryUrl, proxies.registry.port),
      mongodbUrl: proxiedUrl(stack.mongodbUrl, proxies.mongodb.port),
      redisUrl: proxiedUrl(stack.redisUrl, proxies.redis.port),
      mongodbStandIn: stack.mongodbStandIn,
    };

    const topics = topicNames(PREFIX);
    const kafka = createKafka({ brokers: addresses.kafkaBrokers, clientId: 'chaos' });
    const admin = kafka.admin();
    await admin.connect();
    await ensureTopics(admin, { topics, partitions: PARTITIONS });
    await admin.disconnect();
    const registry = createSchemaRegistry({ url: addresses.schemaRegistryUrl });
    await registerSchemas(registry, topics);
    const publisher = createPublisher({ kafka, codec: createCodec({ registry, topics, clock: Date.now }) });
    await publisher.start();
    // It waits for what is being sent, which may be for as long as Kafka is away.
    ended.push(() => Promise.race([publisher.stop(), sleep(LONGEST_GOODBYE_MS)]));
    const mongo = await new MongoClient(stack.mongodbUrl, { readConcernLevel: 'majority' }).connect();
    ended.push(() => mongo.close());

    const logs = join(dataDirectory, 'services');
    mkdirSync(logs, { recursive: true });
    const place = { stack: addresses, topicPrefix: PREFIX, partitions: PARTITIONS, database: DATABASE };
    const start = (name: ServiceTarget) => {
      const adminPort = portOf(`${name}-admin`);
      const kind = name.startsWith('projector') ? 'projector' : 'query';
      const own =
        kind === 'projector'
          ? { ...projectorEnvironment({ ...place, adminPort }), KAFKA_SESSION_TIMEOUT_MS: SESSION_MS }
          : queryEnvironment({ ...place, adminPort, port: portOf(name) });
      const logFile = join(logs, `${name}.log`);
      return startService({ name: kind, environment: { ...own, LOG_LEVEL: 'info' }, logFile, adminPort });
    };
    const supervised = new Map<ServiceTarget, SupervisedService>();
    ended.push(() => Promise.all([...supervised.values()].map((service) => service.kill())));
    await Promise.all(
      SERVICES.map(async (name) => {
        supervised.set(name, await superviseService({ name, start: () => start(name), report, signal }));
      }),
    );
    const services = Object.fromEntries(supervised) as Record<ServiceTarget, SupervisedService>;

    return {
      victims: { services, stack, proxies, report },
      publisher,
      topics,
      database: DATABASE,
      stack,
      mongo,
      db: mongo.db(DATABASE),
      baseUrls: (['query-1', 'query-2'] as const).map((name) => `http://127.0.0.1:${portOf(name)}/api/v1`),
      logDirectories: [logs, stack.logsDirectory],
      serviceLogs: logs,
      async stopServices() {
        const statuses = SERVICES.map(async (name) => [name, await services[name].terminate()] as const);
        return new Map(await Promise.all(statuses));
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const NO_GIVEN_SERVERS = {
  KAFKA_BROKERS: undefined,
  SCHEMA_REGISTRY_URL: undefined,
  MONGODB_URL: undefined,
  REDIS_URL: undefined,
};
