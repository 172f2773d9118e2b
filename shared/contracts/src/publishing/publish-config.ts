import { type Environment, parseConfig } from '@fundlens/runtime/config';
import {
  kafkaOptions,
  registryAuthOf,
  requireWholeLogins,
  schemaRegistryOptions,
  topicOptions,
} from '@fundlens/runtime/event-options';
import { InvalidError } from '@fundlens/runtime/errors';
import { kafkaSecurity } from '@fundlens/runtime/kafka-security';
import { localStackFile, readLocalStack } from '@fundlens/runtime/local-stack';
import { z } from 'zod';

const environmentSchema = z
  .object({
    ...kafkaOptions,
    ...schemaRegistryOptions,
    ...topicOptions,
    KAFKA_BROKERS: kafkaOptions.KAFKA_BROKERS.optional(),
    SCHEMA_REGISTRY_URL: schemaRegistryOptions.SCHEMA_REGISTRY_URL.optional(),
  })
  .superRefine(requireWholeLogins);

/** What `npm start` writes for its neighbours. */
const localStackSchema = z.object({
  kafkaBrokers: z.array(z.string()).min(1),
  schemaRegistryUrl: z.url(),
  topicPrefix: z.string().default(''),
});

const LOCAL_STACK_FILE = new URL('../../../../.fundlens/dev/urls.json', import.meta.url);

/**
 * Where to publish: the environment when it says so, else the local stack.
 * @throws ConfigError naming every wrong variable; InvalidError with a sentence when neither is there.
 */
export async function readPublishConfig(
  environment: Environment = process.env,
  defaultLocalStack: URL = LOCAL_STACK_FILE,
) {
  const given = parseConfig(environmentSchema, environment);
  const { KAFKA_BROKERS: kafkaBrokers, SCHEMA_REGISTRY_URL: schemaRegistryUrl, TOPIC_PREFIX: topicPrefix } = given;
  if (kafkaBrokers !== undefined && schemaRegistryUrl !== undefined) {
    const logins = { ofKafka: kafkaSecurity(given), ofRegistry: registryAuthOf(given) };
    return { kafkaBrokers, schemaRegistryUrl, topicPrefix, logins };
  }
  if (kafkaBrokers !== undefined || schemaRegistryUrl !== undefined) {
    throw new InvalidError('publish_config', 'Set both KAFKA_BROKERS and SCHEMA_REGISTRY_URL, or neither.');
  }
  const local = localStackSchema.safeParse(await readLocalStack(localStackFile(environment, defaultLocalStack)));
  if (!local.success) {
    const cure =
      'Start the local stack with "npm start", or set KAFKA_BROKERS and SCHEMA_REGISTRY_URL. A stack that was started with ' +
      'LOCAL_DATA_DIRECTORY is found with the same variable.';
    throw new InvalidError('no_stack', `There is nothing to publish to. ${cure}`);
  }
  return { ...local.data, topicPrefix: topicPrefix || local.data.topicPrefix, logins: null };
}

/**
 * Topics and registry alone, for checks that send nothing: the given address, or that of the environment, or none.
 * @throws ConfigError when it, or another option, is wrong.
 */
export function readRegistryConfig(url?: string) {
  const given = parseConfig(environmentSchema, { ...process.env, ...(url && { SCHEMA_REGISTRY_URL: url }) });
  return { url: given.SCHEMA_REGISTRY_URL ?? null, topicPrefix: given.TOPIC_PREFIX, auth: registryAuthOf(given) };
}

/** npm runs scripts in the package's folder and keeps the caller's here; file names are relative to the caller's. */
export function callerDirectory(): string {
  return process.env.INIT_CWD ?? process.cwd();
}
