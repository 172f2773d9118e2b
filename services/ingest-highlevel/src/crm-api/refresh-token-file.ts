import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { RetryableError } from '@fundlens/runtime/errors';
import type { RefreshTokenStore } from './access-tokens.ts';

/** Readable for this account alone. */
const MODE = 0o600;

/**
 * The refresh token in a file of its own. A refresh token is good for one use, so the next one must survive a crash: it is
 * written beside the file, forced to the disk and renamed, and only then is its access token used. Processes that share the
 * file find each other's tokens in it; two that renew at the same moment would spend the same one.
 */
export function refreshTokenFile(path: string): RefreshTokenStore {
  return {
    async read() {
      try {
        const token = (await readFile(path, 'utf8')).trim();
        if (token !== '') return token;
      } catch (error) {
        throw unusable('cannot be read', error);
      }
      throw unusable('is empty');
    },
    async replace(token) {
      const next = `${path}.next`;
      try {
        await writeDurably(next, `${token}\n`);
        await rename(next, path);
        await syncFolder(dirname(path));
      } catch (error) {
        throw unusable('cannot be written', error);
      }
    },
  };
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', MODE);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function unusable(why: string, cause?: unknown): RetryableError {
  return new RetryableError('refresh_token_file', `The file of HIGHLEVEL_REFRESH_TOKEN_FILE ${why}.`, { cause });
}
