import { MAX_BYTES_IN_FLIGHT } from '@fundlens/projection/consumer/pump';
import type { Stream } from '@fundlens/read-models/definition';
import { type Environment, list, parseConfig, wholeNumber } from '@fundlens/runtime/config';
import {
  kafkaOptions,
  readingOptions,
  requireWholeLogins,
  schemaRegistryOptions,
  standInOptions,
  topicOptions,
} from '@fundlens/runtime/event-options';
import { redisOptions, redisUrl, requireWholeRedis } from '@fundlens/redis-client/redis-options';
import { secretOptions } from '@fundlens/runtime/secret-files';
import { adminOptions, adminTokenOptions, mongodbOptions, processOptions } from '@fundlens/runtime/service-options';
import { tracingOptions } from '@fundlens/runtime/tracing-options';
import { z } from 'zod';

/** No database sees so many. */
const MAX_GENERATION = 1_000_000;

/** The consumer groups of the projectors, each with its streams. Every stream belongs to one group. */
export const consumerGroups = {
  /** Which credentials may read what. Never waits behind a bulk import. */
  access: ['access'],
  /** Everything else, and the dashboards. */
  changes: ['crm', 'funding'],
} as const satisfies Record<string, readonly Stream[]>;

export type ConsumerGroup = keyof typeof consumerGroups;

const groups = () =>
  list()
    .refine(
      (names) => names.every((name) => Object.hasOwn(consumerGroups, name)),
      `must be of ${Object.keys(consumerGroups).join(', ')}`,
    )
    .refine((names) => new Set(names).size === names.length, 'must name each group once')
    .transform((names) => names as ConsumerGroup[]);

/** Every option of the projector: name, rule, default and meaning. */
export const configSchema = z
  .object({
    ...kafkaOptions,
    ...schemaRegistryOptions,
    ...mongodbOptions,
    ...secretOptions({
      REDIS_URL: redisUrl()
        .optional()
        .describe(
          'Redis connection string; wake-ups of background work go through it. Unset: sweeps alone find the work.',
        ),
    }),
    ...redisOptions,
    JOBS_KEY_PREFIX: z
      .string()
      .regex(/^[A-Za-z0-9:._-]{1,100}$/, 'must be 1 to 100 of the characters A-Z a-z 0-9 : . _ -')
      .prefault('fundlens:jobs')
      .describe('Beginning of the keys of wake-ups in Redis; in braces with REDIS_CLUSTER.'),
    ...standInOptions,
    ...topicOptions,
    TOPIC_PARTITIONS: wholeNumber({ min: 1, max: 10_000 })
      .prefault('12')
      .describe('Partitions of topics created here.'),
    TOPIC_REPLICATION_FACTOR: wholeNumber({ min: 1, max: 100 })
      .prefault('1')
      .describe('Replicas of topics created here; 3 in production.'),
    CONSUMER_GROUPS: groups()
      .prefault('access,changes')
      .describe('What this process takes: access, changes (CRM and funding events, dashboards), or both.'),
    ...readingOptions,
    MAX_BYTES_IN_FLIGHT: wholeNumber({ min: 1_024, max: 1_073_741_824 })
      .prefault(String(MAX_BYTES_IN_FLIGHT))
      .describe('Bytes of the log that each consumer group has in work at once; memory is some ten times as much.'),
    UNKNOWN_SCHEMA_RETRY_MS: wholeNumber({ min: 0, max: 86_400_000 })
      .prefault('15000')
      .describe(
        'How long an event whose schema the registry does not know holds its partition before it is set aside; it is ' +
          'replayed by itself once the schema is known.',
      ),
    GENERATION: wholeNumber({ min: 1, max: MAX_GENERATION })
      .optional()
      .describe(
        'Generation of documents that this process writes, in consumer groups of its own. Unset: the active one.',
      ),
    DEAD_LETTER_PAYLOAD_DAYS: wholeNumber({ min: 0, max: 36_500 })
      .prefault('90')
      .describe('Days after which a dead letter loses its redacted payload, whatever its status; 0: never.'),
    DASHBOARD_SWEEP_MS: wholeNumber({ min: 100, max: 3_600_000 })
      .prefault('2000')
      .describe('Pause between two looks for dashboards whose refresh was lost; without Redis their usual delay.'),
    ...adminOptions(9101),
    ...adminTokenOptions,
    ...tracingOptions,
    ...processOptions,
  })
  .superRefine((options, context) => {
    requireWholeLogins(options, context);
    requireWholeRedis(options, context);
  });

export type ProjectorConfig = z.output<typeof configSchema>;

/** Its members share the checkpoints of one generation in one database; another system may read the same topics, or others there. */
export function groupIdOf(
  {
    TOPIC_PREFIX,
    MONGODB_DATABASE,
    GENERATION,
  }: Pick<ProjectorConfig, 'TOPIC_PREFIX' | 'MONGODB_DATABASE' | 'GENERATION'>,
  group: ConsumerGroup,
): string {
  const suffix = GENERATION === undefined ? '' : `-${GENERATION}`;
  return `${TOPIC_PREFIX}${MONGODB_DATABASE}-${group}${suffix}`;
}

/** @throws ConfigError naming every wrong option at once. */
export function readConfig(environment: Environment): ProjectorConfig {
  return parseConfig(configSchema, environment);
}
