import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDirectory } from './artifacts.mjs';
import type { LaunchContext } from './server.ts';
import { stackDirectory } from './stack-directory.ts';

/** What servers of a data directory are started with. */
export function launchContext(
  given: Pick<LaunchContext, 'dataDirectory' | 'environment' | 'report' | 'signal'>,
): LaunchContext {
  const context = {
    ...given,
    logsDirectory: join(given.dataDirectory, 'logs'),
    cache: cacheDirectory(given.environment),
  };
  for (const directory of [context.logsDirectory, context.cache]) mkdirSync(directory, { recursive: true });
  return context;
}

export type OwnServerContext = ReturnType<typeof openOwnServerContext>;

/** For servers that one test file starts for itself. `close` removes what they have stored, once they have ended. */
export function openOwnServerContext(label: string, report: LaunchContext['report'] = () => undefined) {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const dataDirectory = stackDirectory(root, `${label}-${process.pid}`);
  const { signal } = new AbortController();
  return {
    context: launchContext({ dataDirectory, environment: process.env, report, signal }),
    close: async () => rmSync(dataDirectory, { recursive: true, force: true }),
  };
}
