import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { GenericContainer } from 'testcontainers';
import { askServer } from './readiness.ts';
import { type LaunchContext, type ServerName, waitUntilReady } from './server.ts';
import { kafkaProperties } from './servers/kafka-properties.ts';
import { ensureReplicaSet } from './servers/mongodb.ts';
import { DURABLE_AND_COMPLETE } from './servers/redis.ts';
import { registryProperties } from './servers/schema-registry.ts';
import { rotateLog } from './supervised.ts';
import type { StackAddresses, StartedServer } from './started-server.ts';

/** Inside of the container; outside each server has a port of the stack. */
const INSIDE = { kafka: 9092, registry: 8080, mongodb: 27_017, redis: 6379 } as const;
const KAFKA_CONTROLLER_PORT = 9093;
const KAFKA_INTERNAL_PORT = 9094;

type Recipe = {
  readonly image: string;
  readonly command?: string[];
  readonly environment?: Record<string, string>;
  readonly url: string;
};

/** Reachable from this machine only, as the local processes are. */
class LocalContainer extends GenericContainer {
  protected override async beforeContainerCreated(): Promise<void> {
    const bindings: Record<string, { HostIp?: string }[]> = this.hostConfig.PortBindings ?? {};
    for (const binding of Object.values(bindings).flat()) binding.HostIp = '127.0.0.1';
  }
}

/**
 * One server in a container, with the settings that the local process has. Its data end with it. Testcontainers' own
 * helper removes what a killed runner leaves.
 */
export async function startContainer(name: ServerName, context: LaunchContext, port: number): Promise<StartedServer> {
  context.signal.throwIfAborted();
  const { image, command, environment = {}, url } = RECIPES[name](port, context.environment);
  const logFile = join(context.logsDirectory, `${name}.log`);
  rotateLog(logFile);
  const container = new LocalContainer(image)
    .withExposedPorts({ container: INSIDE[name], host: port })
    .withEnvironment(environment)
    .withLogConsumer((stream) => stream.pipe(createWriteStream(logFile)));
  if (command !== undefined) container.withCommand(command);
  const started = await container.start();
  const stop = async () => void (await started.stop());
  let addresses: Partial<StackAddresses> = {};
  try {
    await waitUntilReady(context, {
      name,
      logFile,
      child: { ending: () => undefined },
      ask: async () => {
        // The member's name is the one under which it finds itself, and clients connect directly.
        if (name === 'mongodb') await ensureReplicaSet(url, `127.0.0.1:${INSIDE.mongodb}`);
        addresses = await askServer(name, url, { tryInsert: true });
      },
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { addresses, stop };
}

/** Each image can be named by a variable, because not every engine can pull these. */
const RECIPES: Record<ServerName, (port: number, environment: LaunchContext['environment']) => Recipe> = {
  kafka: (port, { KAFKA_IMAGE }) => ({
    image: KAFKA_IMAGE || 'apache/kafka:4.3.1',
    environment: kafkaEnvironment(port),
    url: `127.0.0.1:${port}`,
  }),
  registry: (port, { SCHEMA_REGISTRY_IMAGE }) => ({
    image: SCHEMA_REGISTRY_IMAGE || 'apicurio/apicurio-registry:3.0.9',
    environment: {
      ...asVariables({ ...registryProperties('/tmp/registry'), 'quarkus.http.host': '0.0.0.0' }, ''),
      JAVA_TOOL_OPTIONS: '-Xms128m -Xmx384m',
    },
    url: `http://127.0.0.1:${port}/apis/ccompat/v7`,
  }),
  mongodb: (port, { MONGODB_IMAGE }) => ({
    image: MONGODB_IMAGE || 'mongo:8',
    command: ['mongod', '--replSet', 'fundlens', '--bind_ip_all', '--wiredTigerCacheSizeGB', '1'],
    url: `mongodb://127.0.0.1:${port}/?directConnection=true`,
  }),
  redis: (port, { REDIS_IMAGE }) => ({
    image: REDIS_IMAGE || 'redis:8',
    command: ['redis-server', '--bind', '0.0.0.0', '--protected-mode', 'no', ...DURABLE_AND_COMPLETE],
    url: `redis://127.0.0.1:${port}`,
  }),
};

/**
 * Kafka's image takes its properties from variables. Clients come from outside and get the outside address, at which
 * the broker does not reach itself: it has a listener of its own for that.
 */
function kafkaEnvironment(port: number): Record<string, string> {
  const properties = {
    ...kafkaProperties({ port: INSIDE.kafka, controllerPort: KAFKA_CONTROLLER_PORT }),
    listeners: [
      `CLIENT://0.0.0.0:${INSIDE.kafka}`,
      `CONTROLLER://127.0.0.1:${KAFKA_CONTROLLER_PORT}`,
      `INTERNAL://127.0.0.1:${KAFKA_INTERNAL_PORT}`,
    ].join(),
    'advertised.listeners': `CLIENT://127.0.0.1:${port},INTERNAL://127.0.0.1:${KAFKA_INTERNAL_PORT}`,
    'listener.security.protocol.map': 'CLIENT:PLAINTEXT,CONTROLLER:PLAINTEXT,INTERNAL:PLAINTEXT',
    'inter.broker.listener.name': 'INTERNAL',
  };
  // By its id the demo knows whether this Kafka has its data; the image's own id is always the same.
  const id = { CLUSTER_ID: randomBytes(16).toString('base64url'), KAFKA_HEAP_OPTS: '-Xms256m -Xmx512m' };
  return { ...asVariables(properties, 'KAFKA_'), ...id };
}

function asVariables(properties: Record<string, string>, prefix: string): Record<string, string> {
  const entries = Object.entries(properties);
  return Object.fromEntries(
    entries.map(([name, value]) => [`${prefix}${name.toUpperCase().replaceAll(/[.-]/g, '_')}`, value]),
  );
}
