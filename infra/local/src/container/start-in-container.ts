import { askKafka, askMongodb, askRedis, askRegistry } from '../readiness.ts';
import type { ServerName } from '../server.ts';
import { kafkaProperties } from '../servers/kafka-properties.ts';
import { ensureReplicaSet } from '../servers/mongodb.ts';
import { DURABLE_AND_COMPLETE } from '../servers/redis.ts';
import { registryProperties } from '../servers/schema-registry.ts';
import type { StartedServer } from '../started-server.ts';
import { type ContainerContext, launchContainer } from './container-server.ts';
import { imageOf } from './images.ts';

/** Inside of the container; outside each server has a port of the stack. */
const KAFKA_PORT = 9092;
const KAFKA_CONTROLLER_PORT = 9093;
const KAFKA_INTERNAL_PORT = 9094;
const REGISTRY_PORT = 8080;
const MONGODB_PORT = 27017;
const REDIS_PORT = 6379;

/** Starts one server in a container, with the settings that the local process has. */
export function startInContainer(
  name: ServerName,
  context: ContainerContext,
  { port }: { port: number },
): Promise<StartedServer> {
  const address = `${context.client.info.containerRuntime.host}:${port}`;
  return STARTS[name](context, { name, image: imageOf(name, context.environment), address, outside: port });
}

/** `address`: host and port at which the server is reached from outside of its container. */
type Target = { name: ServerName; image: string; address: string; outside: number };

const STARTS: Record<ServerName, (context: ContainerContext, target: Target) => Promise<StartedServer>> = {
  async kafka(context, { address, outside, ...target }) {
    const { stop } = await launchContainer(context, {
      ...target,
      environment: kafkaEnvironment(address),
      port: { inside: KAFKA_PORT, outside },
      dataPath: '/var/lib/kafka/data',
      ask: () => askKafka([address]),
    });
    return { addresses: { kafkaBrokers: [address] }, stop };
  },
  async registry(context, { address, outside, ...target }) {
    const schemaRegistryUrl = `http://${address}/apis/ccompat/v7`;
    const { stop } = await launchContainer(context, {
      ...target,
      environment: registryEnvironment(),
      // The image brings no folder that its own user may write to.
      user: '0',
      port: { inside: REGISTRY_PORT, outside },
      dataPath: '/var/lib/registry',
      ask: () => askRegistry(schemaRegistryUrl),
    });
    return { addresses: { schemaRegistryUrl }, stop };
  },
  async mongodb(context, { address, outside, ...target }) {
    const mongodbUrl = `mongodb://${address}/?directConnection=true`;
    let mongodbStandIn = false;
    const { stop } = await launchContainer(context, {
      ...target,
      command: ['mongod', '--replSet', 'fundlens', '--bind_ip_all', '--wiredTigerCacheSizeGB', '1'],
      port: { inside: MONGODB_PORT, outside },
      dataPath: '/data/db',
      ask: async () => {
        // The member's name is the one under which it finds itself, and clients connect directly.
        await ensureReplicaSet(mongodbUrl, `127.0.0.1:${MONGODB_PORT}`);
        mongodbStandIn = (await askMongodb(mongodbUrl, { tryInsert: true })).isStandIn;
      },
    });
    return { addresses: { mongodbUrl, mongodbStandIn }, stop };
  },
  async redis(context, { address, outside, ...target }) {
    const redisUrl = `redis://${address}`;
    const options = ['--bind', '0.0.0.0', '--protected-mode', 'no', '--dir', '/data', ...DURABLE_AND_COMPLETE];
    const { stop } = await launchContainer(context, {
      ...target,
      command: ['redis-server', ...options],
      port: { inside: REDIS_PORT, outside },
      dataPath: '/data',
      ask: () => askRedis(redisUrl),
    });
    return { addresses: { redisUrl }, stop };
  },
};

/**
 * Kafka's image takes its properties from variables. Clients come from outside and get the outside address, at which
 * the broker does not reach itself: it has a listener of its own for that.
 */
function kafkaEnvironment(address: string): Record<string, string> {
  const properties = {
    ...kafkaProperties({ port: KAFKA_PORT, controllerPort: KAFKA_CONTROLLER_PORT }),
    listeners: [
      `CLIENT://0.0.0.0:${KAFKA_PORT}`,
      `CONTROLLER://127.0.0.1:${KAFKA_CONTROLLER_PORT}`,
      `INTERNAL://127.0.0.1:${KAFKA_INTERNAL_PORT}`,
    ].join(),
    'advertised.listeners': `CLIENT://${address},INTERNAL://127.0.0.1:${KAFKA_INTERNAL_PORT}`,
    'listener.security.protocol.map': 'CLIENT:PLAINTEXT,CONTROLLER:PLAINTEXT,INTERNAL:PLAINTEXT',
    'inter.broker.listener.name': 'INTERNAL',
    'log.dirs': '/var/lib/kafka/data',
  };
  return { ...asVariables(properties, 'KAFKA_'), KAFKA_HEAP_OPTS: '-Xms256m -Xmx512m' };
}

function registryEnvironment(): Record<string, string> {
  const properties = {
    ...registryProperties('/var/lib/registry/registry'),
    'quarkus.http.host': '0.0.0.0',
    'quarkus.http.port': String(REGISTRY_PORT),
  };
  return { ...asVariables(properties, ''), JAVA_TOOL_OPTIONS: '-Xms128m -Xmx384m' };
}

function asVariables(properties: Record<string, string>, prefix: string): Record<string, string> {
  const entries = Object.entries(properties);
  return Object.fromEntries(
    entries.map(([name, value]) => [`${prefix}${name.toUpperCase().replaceAll(/[.-]/g, '_')}`, value]),
  );
}
