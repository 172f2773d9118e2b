import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openOwnServerContext } from './own-server-context.ts';
import { choosePorts } from './ports.ts';
import type { LaunchedServer } from './server.ts';
import { startObjectStorage } from './servers/object-storage.ts';

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
  const { context, close } = openOwnServerContext(`objects-${label}`);
  const { port } = await choosePorts({ names: ['port'] });
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
      await close();
    },
  };
}
