/** A server as the options of a process name it. */
export type ConfiguredServer = {
  /** E.g. `MongoDB`. */
  readonly name: string;
  /** The option with its address. */
  readonly option: string;
  /** Hosts and ports, without user and password; see `addressesOf`. */
  readonly addresses: string;
};

function serverOf(name: string, option: string, given: string | readonly string[]): ConfiguredServer {
  return { name, option, addresses: addressesOf(given) };
}

export const mongodbServer = ({ MONGODB_URL }: { readonly MONGODB_URL: string }) =>
  serverOf('MongoDB', 'MONGODB_URL', MONGODB_URL);
export const kafkaServer = ({ KAFKA_BROKERS }: { readonly KAFKA_BROKERS: readonly string[] }) =>
  serverOf('Kafka', 'KAFKA_BROKERS', KAFKA_BROKERS);
export const schemaRegistryServer = ({ SCHEMA_REGISTRY_URL }: { readonly SCHEMA_REGISTRY_URL: string }) =>
  serverOf('The schema registry', 'SCHEMA_REGISTRY_URL', SCHEMA_REGISTRY_URL);
export const redisServer = ({ REDIS_URL }: { readonly REDIS_URL: string }) => serverOf('Redis', 'REDIS_URL', REDIS_URL);

const HOST = /^(\[[0-9A-Fa-f:]+\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?$/;

/** Hosts and ports of a connection string, or of brokers; without user, password, path and query. */
export function addressesOf(given: string | readonly string[]): string {
  const hosts =
    typeof given === 'string'
      ? given
          .replace(/^[a-z+]+:\/\//i, '')
          .replace(/^.*@/, '')
          .replace(/[/?#].*$/, '')
          .split(',')
      : given;
  return hosts.every((host) => HOST.test(host)) ? hosts.join(', ') : 'the given address';
}
