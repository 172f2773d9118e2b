import { type Environment, parseConfig } from '@fundlens/runtime/config';
import { InvalidError } from '@fundlens/runtime/errors';
import {
  kafkaOptions,
  readingOptions,
  requireWholeLogins,
  schemaRegistryOptions,
  standInOptions,
  topicOptions,
} from '@fundlens/runtime/event-options';
import { localStackFile, readLocalStack } from '@fundlens/runtime/local-stack';
import { fileOptionOf } from '@fundlens/runtime/secret-files';
import { mongodbOptions } from '@fundlens/runtime/service-options';
import { z } from 'zod';

/** Every option of the operator's commands: those of a projector that name the system or decide how events are read. */
export const configSchema = z
  .object({
    ...kafkaOptions,
    ...schemaRegistryOptions,
    ...mongodbOptions,
    ...standInOptions,
    ...topicOptions,
    ...readingOptions,
  })
  .superRefine(requireWholeLogins);

export type OperatorConfig = z.output<typeof configSchema> & {
  /** What it was read from: a projector that this command starts has the same. */
  readonly environment: Environment;
};

/** @throws ConfigError naming every wrong option at once. */
export function readConfig(environment: Environment): OperatorConfig {
  return { ...parseConfig(configSchema, environment), environment };
}

/** What `npm start` writes for other commands. */
const localStackSchema = z.object({
  kafkaBrokers: z.array(z.string()).min(1),
  schemaRegistryUrl: z.url(),
  mongodbUrl: z.string(),
  mongodbStandIn: z.boolean(),
  /** Of its projector, whose documents depend on it. */
  customFieldKeepList: z.array(z.string()).default([]),
});

const LOCAL_STACK_FILE = new URL('../../../.fundlens/dev/urls.json', import.meta.url);
const SERVERS = ['KAFKA_BROKERS', 'SCHEMA_REGISTRY_URL', 'MONGODB_URL'] as const;

/**
 * The configuration from the environment, as for a projector. If the environment names no server, that of the local stack while
 * `npm start` runs: the two are never mixed.
 * @throws ConfigError naming every wrong option at once; InvalidError `no_system` when neither is there.
 */
export async function readOperatorConfig(
  environment: Environment,
  defaultLocalStack: URL = LOCAL_STACK_FILE,
): Promise<OperatorConfig> {
  if (SERVERS.some((name) => environment[name] || environment[fileOptionOf(name)])) return readConfig(environment);
  const file = localStackFile(environment, defaultLocalStack);
  const local = localStackSchema.safeParse(await readLocalStack(file));
  if (!local.success) {
    throw new InvalidError(
      'no_system',
      `There is no system to operate: the environment has none of ${SERVERS.join(', ')}, and no local stack has written ` +
        `${file}. Set the variables as the projectors have them, or start "npm start"; give this command its LOCAL_DATA_DIRECTORY.`,
    );
  }
  const { kafkaBrokers, schemaRegistryUrl, mongodbUrl, mongodbStandIn, customFieldKeepList } = local.data;
  return readConfig({
    CUSTOM_FIELD_KEEP_LIST: customFieldKeepList.join(','),
    MONGODB_STAND_IN_INDEXES: String(mongodbStandIn),
    ...environment,
    KAFKA_BROKERS: kafkaBrokers.join(','),
    SCHEMA_REGISTRY_URL: schemaRegistryUrl,
    MONGODB_URL: mongodbUrl,
  });
}
