import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Environment } from '@fundlens/runtime/config';
import { InvalidError } from '@fundlens/runtime/errors';
import { localStackFile, readLocalStack } from '@fundlens/runtime/local-stack';
import { z } from 'zod';

const urlsSchema = z.object({
  kafkaBrokers: z.array(z.string()).min(1),
  schemaRegistryUrl: z.url(),
  mongodbUrl: z.string(),
  mongodbStandIn: z.boolean(),
  baseUrl: z.url(),
});

/** Where a running `npm start` is reached, and a key that reads one of its locations. */
export type LocalSystem = z.output<typeof urlsSchema> & { readonly apiKey: string; readonly locationId: string };

const LOCAL_STACK_FILE = new URL('../../../../.fundlens/dev/urls.json', import.meta.url);

/** @throws InvalidError `not_running` while `npm start` does not run */
export async function readLocalSystem(environment: Environment): Promise<LocalSystem> {
  const file = localStackFile(environment, LOCAL_STACK_FILE);
  const urls = urlsSchema.safeParse(await readLocalStack(file));
  if (!urls.success) {
    throw new InvalidError(
      'not_running',
      'No system runs here that webhooks could reach. Run "npm start" in another terminal and wait for its addresses; if it was ' +
        'started with LOCAL_DATA_DIRECTORY, give this command the same.',
    );
  }
  // Written with the addresses, and for this account alone, because it holds the key.
  const { API_KEY = '', LOCATION_ID = '' } = parseEnv(await readFile(join(dirname(file), 'samples.env'), 'utf8'));
  return { ...urls.data, apiKey: API_KEY, locationId: LOCATION_ID };
}
