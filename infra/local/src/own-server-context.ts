import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDirectory } from './artifacts.mjs';
import type { LaunchContext } from './server.ts';
import { recordsOf, stackDirectory } from './stack-directory.ts';
import { startWatchdog } from './watchdog-process.ts';

/** For servers beside a stack: a run of its own, of which the watchdog of the stack knows nothing. */
export function launchContext(
  given: Pick<LaunchContext, 'dataDirectory' | 'environment' | 'report' | 'signal'>,
): LaunchContext {
  const context = {
    ...given,
    logsDirectory: join(given.dataDirectory, 'logs'),
    recordsDirectory: recordsOf(given.dataDirectory, randomUUID()),
    cache: cacheDirectory(given.environment),
  };
  for (const directory of [context.logsDirectory, context.cache]) mkdirSync(directory, { recursive: true });
  return context;
}

/** For servers that one test file starts for itself; they end with this process. */
export type OwnServerContext = {
  readonly context: LaunchContext;
  /** Removes what they have stored, once they have ended. */
  close(): Promise<void>;
};

export function openOwnServerContext(
  label: string,
  report: LaunchContext['report'] = () => undefined,
): OwnServerContext {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const dataDirectory = stackDirectory(root, `${label}-${process.pid}`);
  const context = launchContext({
    dataDirectory,
    environment: process.env,
    report,
    signal: new AbortController().signal,
  });
  const watchdog = startWatchdog(context);
  return {
    context,
    async close() {
      await watchdog.dismiss();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}
