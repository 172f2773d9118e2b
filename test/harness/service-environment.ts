import { TEST_KEY } from '@fundlens/ingest-highlevel/receiver/testing/signing-keys';
import type { StackAddresses } from '@fundlens/local/started-server';

export type ServiceSettings = {
  readonly stack: StackAddresses;
  readonly topicPrefix: string;
  readonly partitions: number;
  readonly database: string;
  readonly adminPort: number;
};

/** Where one test's topics and database are: what an operator's commands need, too. */
export function storesEnvironment(
  settings: Pick<ServiceSettings, 'stack' | 'topicPrefix' | 'database'>,
): Record<string, string> {
  const { stack, topicPrefix, database } = settings;
  return {
    KAFKA_BROKERS: stack.kafkaBrokers.join(','),
    SCHEMA_REGISTRY_URL: stack.schemaRegistryUrl,
    TOPIC_PREFIX: topicPrefix,
    MONGODB_URL: stack.mongodbUrl,
    MONGODB_DATABASE: database,
    MONGODB_STAND_IN_INDEXES: String(stack.mongodbStandIn),
  };
}

const admin = (port: number) => ({ ADMIN_HOST: '127.0.0.1', ADMIN_PORT: String(port), LOG_LEVEL: 'debug' });
const served = (port: number) => ({ HTTP_HOST: '127.0.0.1', HTTP_PORT: String(port), DRAIN_MS: '0' });

/** The options of a projector that works on one test's topics and database. */
export function projectorEnvironment(settings: ServiceSettings): Record<string, string> {
  const { stack, partitions, database, adminPort } = settings;
  return {
    ...storesEnvironment(settings),
    ...admin(adminPort),
    REDIS_URL: stack.redisUrl,
    JOBS_KEY_PREFIX: `${database}-jobs`,
    TOPIC_PARTITIONS: String(partitions),
  };
}

/** The options of a query service on the same database. */
export function queryEnvironment(settings: ServiceSettings & { readonly port: number }): Record<string, string> {
  const { stack, database, adminPort, port } = settings;
  return {
    ...{ MONGODB_URL: stack.mongodbUrl, MONGODB_DATABASE: database },
    ...admin(adminPort),
    ...served(port),
    REDIS_URL: stack.redisUrl,
    REDIS_KEY_PREFIX: `${database}:`,
    CURSOR_SECRET: 'a secret of the tests, for cursors only',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LINK_SECRET: 'a secret of the tests, for links only',
  };
}

/** The options of a HighLevel adapter that publishes to the same topics. */
export function ingestEnvironment(settings: ServiceSettings & { readonly port: number }): Record<string, string> {
  return {
    ...storesEnvironment(settings),
    ...admin(settings.adminPort),
    ...served(settings.port),
    HIGHLEVEL_TOKEN: 'pit-of-the-tests',
    STATE_SECRET: 'a-secret-of-the-tests-for-states',
    // In the place of HighLevel's, whose private key only HighLevel has.
    WEBHOOK_PUBLIC_KEYS: TEST_KEY,
  };
}
