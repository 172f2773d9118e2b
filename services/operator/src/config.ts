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
import { lookAlikes } from '@fundlens/runtime/look-alikes';
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
  .superRefine((options, context) => {
    requireWholeLogins(options, context);
  });

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
  /** Of its projector, whose documents depend on it. */
  customFieldKeepList: z.array(z.string()).default([]),
});

type LocalStack = z.output<typeof localStackSchema>;

const LOCAL_STACK_FILE = new URL('../../../.fundlens/dev/urls.json', import.meta.url);
const SERVERS = ['KAFKA_BROKERS', 'SCHEMA_REGISTRY_URL', 'MONGODB_URL'] as const;

/**
 * The configuration from the environment, as for a projector. If the environment names no server, or only servers of the local
 * stack, that of the local stack while `npm start` runs.
 * @throws ConfigError naming every wrong option at once; InvalidError `no_system` when neither is there.
 */
export async function readOperatorConfig(
  environment: Environment,
  defaultLocalStack: URL = LOCAL_STACK_FILE,
): Promise<OperatorConfig> {
  const file = localStackFile(environment, defaultLocalStack);
  const local = localStackSchema.safeParse(await readLocalStack(file));
  if (namesServer(environment)) {
    return readConfig(
      local.success && namesOnly(serversOf(local.data), environment) ? inLocal(local.data) : environment,
    );
  }
  if (!local.success) throw noSystem(file);
  return readConfig(inLocal(local.data));

  function inLocal(data: LocalStack): Environment {
    const { customFieldKeepList } = data;
    return { CUSTOM_FIELD_KEEP_LIST: customFieldKeepList.join(','), ...environment, ...serversOf(data) };
  }
}

function serversOf({ kafkaBrokers, schemaRegistryUrl, mongodbUrl }: LocalStack) {
  return { KAFKA_BROKERS: kafkaBrokers.join(','), SCHEMA_REGISTRY_URL: schemaRegistryUrl, MONGODB_URL: mongodbUrl };
}

/** The variables of a shell that publishes to the local stack name it by halves, and no other system. */
function namesOnly(servers: ReturnType<typeof serversOf>, environment: Environment): boolean {
  const isLocal = (name: (typeof SERVERS)[number]) =>
    !environment[fileOptionOf(name)] && [undefined, '', servers[name]].includes(environment[name]);
  return SERVERS.every(isLocal) && !hasSlip(environment);
}

function namesServer(environment: Environment): boolean {
  return SERVERS.some((name) => environment[name] || environment[fileOptionOf(name)]) || hasSlip(environment);
}

/** A name that is a slip away from a server's: the local stack is not what it meant. */
function hasSlip(environment: Environment): boolean {
  const others = Object.keys(environment).filter((name) => !SERVERS.some((server) => server === name));
  return lookAlikes(SERVERS, others).length > 0;
}

function noSystem(file: string): InvalidError {
  return new InvalidError(
    'no_system',
    `There is no system to operate. The environment has none of ${SERVERS.join(', ')}, and no local stack is running: ` +
      `it would have written ${file}.\n` +
      'Set the three variables as the projectors have them (infra/OPTIONS.md describes them). Or start the local stack with ' +
      '"npm start"; if it was started with LOCAL_DATA_DIRECTORY, give this command the same.',
  );
}
