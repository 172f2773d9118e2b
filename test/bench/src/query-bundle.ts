import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildService } from '../../../infra/docker/build-service.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Inside the repository, so that the dependencies that stay outside of the bundle are found. */
const DIRECTORY = '.fundlens/bench-query';

/**
 * Makes the query service as it is deployed: what is measured is what runs in production.
 * @returns its program
 */
export async function buildQueryService(): Promise<string> {
  const output = join(root, DIRECTORY);
  await buildService(join(root, 'services/query'), output);
  return join(output, 'main.js');
}
