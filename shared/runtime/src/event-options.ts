import { z } from 'zod';
import { flag, httpUrl, list, refusalsIn, requireBoth, wholeNumber } from './config.ts';
import { kafkaSecurityOptions, requireKafkaSecurity } from './kafka-security.ts';
import { currentSecret, secretOptions } from './secret-files.ts';
import { certificates, privateKey, requireWholeTls, tlsMaterial } from './tls-options.ts';

/** The options that projector and operator share, because both read events and write read models. */

/** KafkaJS has no usual port: without one it would try for ever. */
const BROKER = /^(\[[0-9a-f:]+\]|[^\s:@/]+):[0-9]{1,5}$/i;

export const kafkaOptions = {
  KAFKA_BROKERS: list()
    .refine((brokers) => brokers.every((broker) => BROKER.test(broker)), 'must be host:port, separated by commas')
    .describe('Kafka bootstrap servers, host:port, separated by commas.'),
  ...kafkaSecurityOptions,
};

export const schemaRegistryOptions = {
  SCHEMA_REGISTRY_URL: httpUrl().describe('Base URL of the Confluent-compatible schema registry.'),
  ...secretOptions({
    SCHEMA_REGISTRY_USERNAME: z.string().optional().describe('User name for the schema registry; unset: none.'),
    SCHEMA_REGISTRY_PASSWORD: z.string().optional().describe('Password for the schema registry.'),
    SCHEMA_REGISTRY_TOKEN: z.string().optional().describe('Bearer token for the schema registry, instead of a user.'),
    SCHEMA_REGISTRY_SSL_CA: certificates()
      .optional()
      .describe('Certificates that sign that of the schema registry; unset: those that Node.js knows.'),
    SCHEMA_REGISTRY_SSL_CERT: certificates().optional().describe('Client certificate for the schema registry.'),
    SCHEMA_REGISTRY_SSL_KEY: privateKey().optional().describe('Private key of the client certificate.'),
  }),
};

export const standInOptions = {
  MONGODB_STAND_IN_INDEXES: flag()
    .prefault('false')
    .describe('Create the indexes without which the local stand-in for MongoDB scans a collection per update.'),
};

export const topicOptions = {
  TOPIC_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9._-]{0,100}$/, 'must be at most 100 of the characters A-Z a-z 0-9 . _ -')
    .prefault('')
    .describe('Put before the names of all three topics, and of the consumer groups.'),
};

/** How events are read. */
export const readingOptions = {
  KAFKA_SESSION_TIMEOUT_MS: wholeNumber({ min: 1_000, max: 300_000 })
    .prefault('15000')
    .describe(
      'After this long without a sign of life others take over the partitions of a projector; brokers refuse less than their group.min.session.timeout.ms.',
    ),
  CUSTOM_FIELD_KEEP_LIST: list()
    .optional()
    .describe('Ids of CRM custom fields whose nine-digit values are not Social Security numbers.'),
};

type KafkaSecurity = Parameters<typeof requireKafkaSecurity>[0];
type SchemaRegistryLogin = Omit<z.output<z.ZodObject<typeof schemaRegistryOptions>>, 'SCHEMA_REGISTRY_URL'>;

/** For the schemas with `kafkaOptions` and `schemaRegistryOptions`: what is given of a login is whole. */
export function requireWholeLogins(
  options: KafkaSecurity & SchemaRegistryLogin & { readonly SCHEMA_REGISTRY_URL?: string | undefined },
  context: z.core.$RefinementCtx,
): void {
  requireKafkaSecurity(options, context);
  const refuse = refusalsIn(context);
  requireBoth(options, ['SCHEMA_REGISTRY_USERNAME', 'SCHEMA_REGISTRY_PASSWORD'], refuse);
  if (options.SCHEMA_REGISTRY_USERNAME !== undefined && options.SCHEMA_REGISTRY_TOKEN !== undefined) {
    refuse('SCHEMA_REGISTRY_TOKEN', 'is set, and so is SCHEMA_REGISTRY_USERNAME. Unset one of the two');
  }
  const isOn = options.SCHEMA_REGISTRY_URL?.startsWith('https://') ?? false;
  requireWholeTls('SCHEMA_REGISTRY', options, { isOn, wanted: 'https:// in SCHEMA_REGISTRY_URL', refuse });
}

/** How the schema registry is told who asks; both are asked for at each request. */
export function registryAuthOf(config: SchemaRegistryLogin) {
  const tls = tlsMaterial('SCHEMA_REGISTRY', config);
  const authorization = authorizationOf(config);
  return { ...(authorization && { authorization }), ...(tls && { tls }) };
}

function authorizationOf(config: SchemaRegistryLogin): (() => string) | null {
  const token = currentSecret(config, 'SCHEMA_REGISTRY_TOKEN');
  if (token !== null) return () => `Bearer ${token()}`;
  const name = currentSecret(config, 'SCHEMA_REGISTRY_USERNAME');
  const word = currentSecret(config, 'SCHEMA_REGISTRY_PASSWORD');
  if (name === null || word === null) return null;
  return () => `Basic ${Buffer.from(`${name()}:${word()}`).toString('base64')}`;
}
