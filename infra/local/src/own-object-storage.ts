import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDirectory } from './artifacts.mjs';
import { choosePorts } from './ports.ts';
import type { LaunchContext, LaunchedServer } from './server.ts';
import { startObjectStorage } from './servers/object-storage.ts';
import { recordsOf, stackDirectory } from './stack-directory.ts';
import { startWatchdog } from './watchdog-process.ts';

/** An S3-compatible store of one test file, which may take it away. */
export type OwnObjectStorage = {
  /** The options of a service that uses it for PDFs. */
  readonly environment: Readonly<Record<string, string>>;
  /** Where the objects are, as files. */
  readonly folder: string;
  /** Names of all objects, as files below `folder`. */
  files(): string[];
  /** It is gone until `start`; what it has stored stays. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
};

const BUCKET = 'reports';

/** Not a part of the stack: only some tests need it. */
export async function startOwnObjectStorage(label: string): Promise<OwnObjectStorage> {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const dataDirectory = stackDirectory(root, `objects-${label}-${process.pid}`);
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
  const { port } = await choosePorts({ names: ['port'] });
  const watchdog = startWatchdog(context);
  const options = { port, bucket: BUCKET, accessKeyId: 'a-key-of-the-tests', secretAccessKey: randomUUID() };
  let server: (LaunchedServer & { readonly folder: string }) | undefined = await startObjectStorage(context, options);
  const folder = join(server.folder, BUCKET);

  const stop = async () => {
    await server?.stop();
    server = undefined;
  };
  return {
    environment: {
      PDF_STORE: 's3',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: options.accessKeyId,
      S3_SECRET_ACCESS_KEY: options.secretAccessKey,
      S3_FORCE_PATH_STYLE: 'true',
    },
    folder,
    files: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
      ),
    stop,
    async start() {
      server ??= await startObjectStorage(context, options);
    },
    async close() {
      await stop();
      await watchdog.dismiss();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}
