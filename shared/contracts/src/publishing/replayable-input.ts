import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { InvalidError } from '@fundlens/runtime/errors';

/** Bytes that can be read several times from the beginning, in bounded memory. */
export type ReplayableInput = {
  read(): AsyncIterable<Buffer>;
  /** How much of it the last `read` has given, 0 to 1. */
  share(): number;
  /** @throws InvalidError when the bytes may no longer be those that were read first. */
  assertUnchanged(): Promise<void>;
  close(): Promise<void>;
};

/**
 * A file, or what stands behind a pipe's name.
 * @throws InvalidError with a sentence when it cannot be read.
 */
export async function fileInput(path: string): Promise<ReplayableInput> {
  const handle = await open(path, 'r').catch((error: unknown) => {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new InvalidError('input_file', `The file cannot be read (${reason}).`);
  });
  const state = await handle.stat();
  if (state.isFile()) return await inputOf(handle);
  if (!state.isDirectory()) return await streamInput(handle.createReadStream());
  await handle.close();
  throw new InvalidError('input_file', 'A folder cannot be published; name a file.');
}

/** Spools a stream, which can be read once only, to a file without a name: it is gone with the process, however that ends. */
export async function streamInput(stream: Readable): Promise<ReplayableInput> {
  const path = join(tmpdir(), `publish-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  await rm(path);
  try {
    for await (const chunk of stream) await handle.appendFile(chunk as Buffer);
    return await inputOf(handle);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function inputOf(handle: FileHandle): Promise<ReplayableInput> {
  const before = await handle.stat();
  let given = 0;
  return {
    async *read() {
      given = 0;
      for await (const chunk of createReadStream('', { fd: handle, start: 0, autoClose: false })) {
        given += (chunk as Buffer).length;
        yield chunk as Buffer;
      }
    },
    share: () => (before.size === 0 ? 1 : Math.min(1, given / before.size)),
    async assertUnchanged() {
      const now = await handle.stat();
      if (now.size !== before.size || now.mtimeMs !== before.mtimeMs) {
        throw new InvalidError('input_changed', 'The file changed while it was being checked; nothing was published.');
      }
    },
    close: () => handle.close(),
  };
}
