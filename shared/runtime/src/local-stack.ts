import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment } from './config.ts';

const FILE = 'urls.json';

/**
 * The file with addresses that `npm start` keeps in its data directory while it runs: `LOCAL_DATA_DIRECTORY`, else
 * `defaultFile` in the checkout.
 */
export function localStackFile(environment: Environment, defaultFile: URL): string {
  const directory = environment.LOCAL_DATA_DIRECTORY;
  return directory ? join(resolve(directory), FILE) : fileURLToPath(defaultFile);
}

/** The addresses as they are stored; null for a missing or half-written file. */
export async function readLocalStack(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing || error instanceof SyntaxError) return null;
    throw error;
  }
}
