import { addressesOf, type ConfiguredServer } from './connection-advice.ts';

/** The servers of the system as the options of a process name them, for sentences about their connections. */

export function mongodbServer({ MONGODB_URL }: { readonly MONGODB_URL: string }): ConfiguredServer {
  return {
    name: 'MongoDB',
    option: 'MONGODB_URL',
    login: 'user, password and authSource in the environment variable MONGODB_URL',
    tls: 'tls and tlsCAFile in the environment variable MONGODB_URL',
    certificates: 'tlsCAFile in the environment variable MONGODB_URL',
    rights: 'infra/deploy/roles/mongodb-roles.json',
    addresses: addressesOf(MONGODB_URL),
  };
}

export function kafkaServer({ KAFKA_BROKERS }: { readonly KAFKA_BROKERS: readonly string[] }): ConfiguredServer {
  return {
    name: 'Kafka',
    option: 'KAFKA_BROKERS',
    login: 'the environment variables KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD and KAFKA_SASL_MECHANISM',
    tls: 'the environment variable KAFKA_SSL',
    certificates: 'the environment variable KAFKA_SSL_CA_FILE',
    rights: 'infra/deploy/roles/kafka-acls.json',
    addresses: addressesOf(KAFKA_BROKERS),
  };
}

export function schemaRegistryServer(options: { readonly SCHEMA_REGISTRY_URL: string }): ConfiguredServer {
  return {
    name: 'The schema registry',
    option: 'SCHEMA_REGISTRY_URL',
    login: 'the environment variables SCHEMA_REGISTRY_USERNAME and SCHEMA_REGISTRY_PASSWORD, or SCHEMA_REGISTRY_TOKEN',
    tls: 'http or https in the environment variable SCHEMA_REGISTRY_URL',
    certificates: 'the environment variable SCHEMA_REGISTRY_SSL_CA_FILE',
    rights: 'reading and registering schemas',
    addresses: addressesOf(options.SCHEMA_REGISTRY_URL),
  };
}

export function redisServer({ REDIS_URL }: { readonly REDIS_URL: string }): ConfiguredServer {
  return {
    name: 'Redis',
    option: 'REDIS_URL',
    login: 'user and password in the environment variable REDIS_URL',
    tls: 'redis or rediss in the environment variable REDIS_URL',
    certificates: 'the environment variable REDIS_SSL_CA_FILE',
    rights: 'infra/deploy/roles/redis-users.acl',
    addresses: addressesOf(REDIS_URL),
  };
}
