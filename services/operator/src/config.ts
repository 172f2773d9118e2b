import { readFile } from 'node:fs/promises';
import type { Environment } from '@fundlens/runtime/config';
import { z } from 'zod';
import { type ProjectorConfig, readConfig } from '@fundlens/projector/config';

/** What `npm start` writes for its neighbours. */
const localStackSchema = z.object({
  kafkaBrokers: z.array(z.string()).min(1),
  schemaRegistryUrl: z.url(),
  mongodbUrl: z.string(),
});

const LOCAL_STACK_FILE = new URL('../../../.fundlens/dev/urls.json', import.meta.url);
const SERVERS = ['KAFKA_BROKERS', 'SCHEMA_REGISTRY_URL', 'MONGODB_URL'] as const;

/**
 * Which system to operate: the one that the environment names, by the options of a projector; when it names no server at
 * all, the local stack while `npm start` runs.
 * @throws ConfigError naming every wrong option at once.
 */
export async function readOperatorConfig(
  environment: Environment,
  localStackFile: URL = LOCAL_STACK_FILE,
): Promise<ProjectorConfig> {
  if (SERVERS.some((name) => environment[name])) return readConfig(environment);
  const local = localStackSchema.safeParse(await readJson(localStackFile));
  if (!local.success) return readConfig(environment);
  return readConfig({
    ...environment,
    KAFKA_BROKERS: local.data.kafkaBrokers.join(','),
    SCHEMA_REGISTRY_URL: local.data.schemaRegistryUrl,
    MONGODB_URL: local.data.mongodbUrl,
  });
}

/** A missing or half-written file counts as none. */
async function readJson(file: URL): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error && error.code === 'ENOENT')) {
      return null;
    }
    throw error;
  }
}
