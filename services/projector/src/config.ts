import { type Environment, flag, list, parseConfig, wholeNumber } from '@fundlens/runtime/config';
import {
  adminOptions,
  mongodbOptions,
  pdfStoreOptions,
  processOptions,
  requireWholePdfStore,
} from '@fundlens/runtime/service-options';
import { z } from 'zod';
import { MAX_BYTES_IN_FLIGHT } from '@fundlens/projection/consumer/byte-budget';
import { consumerGroups, isConsumerGroup } from '@fundlens/projection/consumer/consumer-groups';

/** Kafka's own bound for names of topics and groups is 249; the rest of a name needs room too. */
const NAME = /^[A-Za-z0-9._-]{1,200}$/;

const name = () => z.string().regex(NAME, 'must be 1 to 200 of the characters A-Z a-z 0-9 . _ -');

const groups = () =>
  list()
    .refine((names) => names.every(isConsumerGroup), `must be of ${Object.keys(consumerGroups).join(', ')}`)
    .refine((names) => new Set(names).size === names.length, 'must name each group once')
    .transform((names) => names.filter(isConsumerGroup));

const url = (...protocols: readonly string[]) =>
  z
    .string()
    .refine(
      (value) => protocols.includes(URL.parse(value)?.protocol ?? ''),
      `must be a URL beginning with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    );

/** Every option of the projector: name, rule, default and meaning. */
export const configSchema = z
  .object({
    KAFKA_BROKERS: list().describe('Kafka bootstrap servers, host:port, separated by commas.'),
    KAFKA_SSL: flag().prefault('false').describe('Speak TLS to Kafka.'),
    KAFKA_SASL_USERNAME: z.string().optional().describe('User name for SASL SCRAM-SHA-512; unset: no SASL.'),
    KAFKA_SASL_PASSWORD: z.string().optional().describe('Password for SASL SCRAM-SHA-512.'),
    SCHEMA_REGISTRY_URL: url('http:', 'https:').describe('Base URL of the Confluent-compatible schema registry.'),
    SCHEMA_REGISTRY_USERNAME: z.string().optional().describe('User name for the schema registry; unset: none.'),
    SCHEMA_REGISTRY_PASSWORD: z.string().optional().describe('Password for the schema registry.'),
    ...mongodbOptions,
    REDIS_URL: z
      .string()
      .regex(/^rediss?:\/\/\S+$/, 'must be a URL beginning with redis:// or rediss://')
      .optional()
      .describe('Redis connection string; hints of background jobs go through it. Unset: sweeps alone find the work.'),
    JOBS_KEY_PREFIX: z
      .string()
      .regex(/^[A-Za-z0-9:._-]{1,100}$/, 'must be 1 to 100 of the characters A-Z a-z 0-9 : . _ -')
      .prefault('fundlens:jobs')
      .describe('Beginning of the keys of job hints in Redis.'),
    MONGODB_STAND_IN_INDEXES: flag()
      .prefault('false')
      .describe('Create the indexes that only the local stand-in for MongoDB needs.'),
    TOPIC_PREFIX: z
      .string()
      .regex(/^[A-Za-z0-9._-]{0,100}$/, 'must be at most 100 of the characters A-Z a-z 0-9 . _ -')
      .prefault('')
      .describe('Put before the names of all three topics.'),
    TOPIC_PARTITIONS: wholeNumber({ min: 1, max: 10_000 })
      .prefault('12')
      .describe('Partitions of topics created here.'),
    TOPIC_REPLICATION_FACTOR: wholeNumber({ min: 1, max: 100 })
      .prefault('1')
      .describe('Replicas of topics created here; 3 in production.'),
    CONSUMER_GROUPS: groups()
      .prefault('access,changes')
      .describe('What this process takes: access, changes (CRM and funding events, dashboards, PDFs), or both.'),
    ACCESS_GROUP_ID: name().prefault('fundlens-access').describe('Consumer group of the access topic.'),
    CHANGES_GROUP_ID: name().prefault('fundlens-changes').describe('Consumer group of the CRM and funding topics.'),
    KAFKA_SESSION_TIMEOUT_MS: wholeNumber({ min: 1_000, max: 300_000 })
      .prefault('15000')
      .describe('After this long without a sign of life others take over the partitions of a projector.'),
    MAX_BYTES_IN_FLIGHT: wholeNumber({ min: 1_024, max: 1_073_741_824 })
      .prefault(String(MAX_BYTES_IN_FLIGHT))
      .describe('Bytes of the log that each consumer group has in work at once; memory is some ten times as much.'),
    UNKNOWN_SCHEMA_RETRY_MS: wholeNumber({ min: 0, max: 86_400_000 })
      .prefault('600000')
      .describe('How long an event whose schema the registry does not know is waited for before it is set aside.'),
    CUSTOM_FIELD_KEEP_LIST: list()
      .optional()
      .describe('Ids of CRM custom fields whose nine-digit values are not Social Security numbers.'),
    DASHBOARD_SWEEP_MS: wholeNumber({ min: 100, max: 3_600_000 })
      .prefault('2000')
      .describe('Pause between two looks for dashboards whose refresh was lost; without Redis their usual delay.'),
    PDF_SWEEP_MS: wholeNumber({ min: 100, max: 3_600_000 })
      .prefault('5000')
      .describe(
        'Pause between two looks for reports whose PDF is missing, and how long each waits for its job before.',
      ),
    ...pdfStoreOptions,
    ...adminOptions(9101),
    ...processOptions,
  })
  .superRefine((options, context) => {
    requireWholePdfStore(options, context);
    for (const part of ['KAFKA_SASL', 'SCHEMA_REGISTRY'] as const) {
      if (options[`${part}_USERNAME`] !== undefined && options[`${part}_PASSWORD`] === undefined) {
        const message = `is required when ${part}_USERNAME is set`;
        context.addIssue({ code: 'custom', path: [`${part}_PASSWORD`], message, input: undefined });
      }
    }
  });

export type ProjectorConfig = z.output<typeof configSchema>;

/** @throws ConfigError naming every wrong option at once. */
export function readConfig(environment: Environment): ProjectorConfig {
  return parseConfig(configSchema, environment);
}

/** Kafka's user, when there is one. */
export function saslOf(config: Pick<ProjectorConfig, 'KAFKA_SASL_USERNAME' | 'KAFKA_SASL_PASSWORD'>) {
  const { KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = config;
  if (username === undefined || password === undefined) return {};
  return { sasl: { mechanism: 'scram-sha-512' as const, username, password } };
}

/** The schema registry's user, when there is one. */
export function registryAuthOf(config: Pick<ProjectorConfig, 'SCHEMA_REGISTRY_USERNAME' | 'SCHEMA_REGISTRY_PASSWORD'>) {
  const { SCHEMA_REGISTRY_USERNAME: username, SCHEMA_REGISTRY_PASSWORD: password } = config;
  return username === undefined || password === undefined ? {} : { auth: { username, password } };
}
