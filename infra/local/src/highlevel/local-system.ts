import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidError } from '@fundlens/runtime/errors';
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

/** @throws InvalidError `not_running` while `npm start` does not run on this directory */
export function readLocalSystem(dataDirectory: string): LocalSystem {
  const urls = urlsSchema.safeParse(JSON.parse(readIfThere(join(dataDirectory, 'urls.json')) ?? 'null'));
  const variables = readIfThere(join(dataDirectory, 'samples.env')) ?? '';
  const variable = (name: string) => new RegExp(`^export ${name}='([^']+)'$`, 'm').exec(variables)?.[1];
  const [apiKey, locationId] = [variable('API_KEY'), variable('LOCATION_ID')];
  if (!urls.success || apiKey === undefined || locationId === undefined) {
    throw new InvalidError(
      'not_running',
      'No system runs here that webhooks could reach. Run "npm start" in another terminal and wait for its addresses; if it was ' +
        'started with LOCAL_DATA_DIRECTORY, give this command the same.',
    );
  }
  return { ...urls.data, apiKey, locationId };
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
