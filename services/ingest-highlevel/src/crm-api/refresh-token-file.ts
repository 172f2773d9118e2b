import { open, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { RetryableError } from '@fundlens/runtime/errors';

/** Readable for this account alone. */
const MODE = 0o600;

export async function readRefreshToken(path: string): Promise<string> {
  const token = await readFile(path, 'utf8').catch((error: unknown) => {
    throw unusable('cannot be read', error);
  });
  if (token.trim() === '') throw unusable('is empty');
  return token.trim();
}

/**
 * A refresh token is good for one use, so the next one must survive a crash: it is written beside the file, forced to the disk
 * and renamed, and only then is its access token used. Processes that share the file find each other's tokens in it; two that
 * renew at the same moment would spend the same one.
 */
export async function replaceRefreshToken(path: string, token: string): Promise<void> {
  const next = `${path}.next`;
  try {
    await writeFile(next, `${token}\n`, { mode: MODE, flush: true });
    await rename(next, path);
    const folder = await open(dirname(path), 'r');
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    throw unusable('cannot be written', error);
  }
}

function unusable(why: string, cause?: unknown): RetryableError {
  return new RetryableError('refresh_token_file', `The file of HIGHLEVEL_REFRESH_TOKEN_FILE ${why}.`, { cause });
}
