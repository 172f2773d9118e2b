import { z } from 'zod';
import { flag, list, wholeNumber } from './config.ts';

/** The options that projector and operator share, because both read events and write read models. */

export const kafkaOptions = {
  KAFKA_BROKERS: list().describe('Kafka bootstrap servers, host:port, separated by commas.'),
  KAFKA_SSL: flag().prefault('false').describe('Speak TLS to Kafka.'),
  KAFKA_SASL_USERNAME: z.string().optional().describe('User name for SASL SCRAM-SHA-512; unset: no SASL.'),
  KAFKA_SASL_PASSWORD: z.string().optional().describe('Password for SASL SCRAM-SHA-512.'),
};

export const schemaRegistryOptions = {
  SCHEMA_REGISTRY_URL: z
    .string()
    .refine(isHttpUrl, 'must be a URL beginning with http:// or https://')
    .describe('Base URL of the Confluent-compatible schema registry.'),
  SCHEMA_REGISTRY_USERNAME: z.string().optional().describe('User name for the schema registry; unset: none.'),
  SCHEMA_REGISTRY_PASSWORD: z.string().optional().describe('Password for the schema registry.'),
};

function isHttpUrl(text: string): boolean {
  return ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '');
}

export const standInOptions = {
  MONGODB_STAND_IN_INDEXES: flag()
    .prefault('false')
    .describe('Create the indexes that only the local stand-in for MongoDB needs.'),
};

export const topicOptions = {
  TOPIC_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9._-]{0,100}$/, 'must be at most 100 of the characters A-Z a-z 0-9 . _ -')
    .prefault('')
    .describe('Put before the names of all three topics.'),
};

/** Kafka's own bound for names of topics and groups is 249; the rest of a name needs room too. */
const GROUP_ID = /^[A-Za-z0-9._-]{1,200}$/;

export function groupId() {
  return z.string().regex(GROUP_ID, 'must be 1 to 200 of the characters A-Z a-z 0-9 . _ -');
}

export const changesGroupOptions = {
  CHANGES_GROUP_ID: groupId().prefault('fundlens-changes').describe('Consumer group of the CRM and funding topics.'),
};

/** @param defaultBytes The default of MAX_BYTES_IN_FLIGHT. */
export function consumerOptions(defaultBytes: number) {
  return {
    KAFKA_SESSION_TIMEOUT_MS: wholeNumber({ min: 1_000, max: 300_000 })
      .prefault('15000')
      .describe('After this long without a sign of life others take over the partitions of a projector.'),
    MAX_BYTES_IN_FLIGHT: wholeNumber({ min: 1_024, max: 1_073_741_824 })
      .prefault(String(defaultBytes))
      .describe('Bytes of the log that each consumer group has in work at once; memory is some ten times as much.'),
    UNKNOWN_SCHEMA_RETRY_MS: wholeNumber({ min: 0, max: 86_400_000 })
      .prefault('600000')
      .describe('How long an event whose schema the registry does not know is waited for before it is set aside.'),
    CUSTOM_FIELD_KEEP_LIST: list()
      .optional()
      .describe('Ids of CRM custom fields whose nine-digit values are not Social Security numbers.'),
  };
}

export const pdfSweepOptions = {
  PDF_SWEEP_MS: wholeNumber({ min: 100, max: 3_600_000 })
    .prefault('5000')
    .describe('Pause between two looks for reports whose PDF is missing, and how long each waits for its job before.'),
};

type KafkaUser = {
  readonly KAFKA_SASL_USERNAME?: string | undefined;
  readonly KAFKA_SASL_PASSWORD?: string | undefined;
};
type SchemaRegistryUser = {
  readonly SCHEMA_REGISTRY_USERNAME?: string | undefined;
  readonly SCHEMA_REGISTRY_PASSWORD?: string | undefined;
};

/** For the schemas with `kafkaOptions` and `schemaRegistryOptions`: a user has a password. */
export function requirePasswords(options: KafkaUser & SchemaRegistryUser, context: z.core.$RefinementCtx): void {
  for (const server of ['KAFKA_SASL', 'SCHEMA_REGISTRY'] as const) {
    if (options[`${server}_USERNAME`] !== undefined && options[`${server}_PASSWORD`] === undefined) {
      const message = `is required when ${server}_USERNAME is set`;
      context.addIssue({ code: 'custom', path: [`${server}_PASSWORD`], message, input: undefined });
    }
  }
}

/** Kafka's user, if there is one. */
export function saslOf({ KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password }: KafkaUser) {
  if (username === undefined || password === undefined) return {};
  return { sasl: { mechanism: 'scram-sha-512' as const, username, password } };
}

/** The schema registry's user, if there is one. */
export function registryAuthOf(config: SchemaRegistryUser) {
  const { SCHEMA_REGISTRY_USERNAME: username, SCHEMA_REGISTRY_PASSWORD: password } = config;
  return username === undefined || password === undefined ? {} : { auth: { username, password } };
}
