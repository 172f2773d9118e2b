import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDirectory } from './artifacts.mjs';
import type { LaunchContext } from './server.ts';
import { recordsOf, stackDirectory } from './stack-directory.ts';
import { startWatchdog } from './watchdog-process.ts';

/** What servers outside of the stack need that one test file starts for itself; they end with this process. */
export type OwnServerContext = {
  readonly context: LaunchContext;
  /** Removes what they have stored, once they have ended. */
  close(): Promise<void>;
};

export function openOwnServerContext(label: string): OwnServerContext {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const dataDirectory = stackDirectory(root, `${label}-${process.pid}`);
  const context: LaunchContext = {
    dataDirectory,
    logsDirectory: join(dataDirectory, 'logs'),
    recordsDirectory: recordsOf(dataDirectory, randomUUID()),
    cache: cacheDirectory(process.env),
    environment: process.env,
    report: () => undefined,
    signal: new AbortController().signal,
  };
  for (const directory of [context.logsDirectory, context.cache]) mkdirSync(directory, { recursive: true });
  const watchdog = startWatchdog(context);
  return {
    context,
    async close() {
      await watchdog.dismiss();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}
