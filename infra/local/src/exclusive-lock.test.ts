import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tryLock, waitForLock } from './exclusive-lock.mjs';
import { ownIdentity } from './process-identity.mjs';
import { temporaryDirectory } from './testing/temporary-directory.ts';

function takeOrFail(path: string): () => void {
  const attempt = tryLock(path);
  if (!attempt.held) throw new Error('the lock should be free');
  return attempt.release;
}

test('a held lock names its holder; a released one is free', () => {
  const path = join(temporaryDirectory(), 'lock');
  const release = takeOrFail(path);
  expect(tryLock(path)).toEqual({ held: false, holder: ownIdentity() });
  release();
  takeOrFail(path)();
  expect(existsSync(path)).toBe(false);
});

test('the lock of a dead process is taken over', () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'lock');
  writeFileSync(path, JSON.stringify({ ...ownIdentity(), startTime: 'another' }));
  takeOrFail(path);
  expect(readdirSync(directory)).toEqual(['lock']);
});

test.each(['', '{"pid":', '{"pid":"x"}', 'null'])('a damaged lock is free: %j', (content) => {
  const path = join(temporaryDirectory(), 'lock');
  writeFileSync(path, content);
  const release = takeOrFail(path);
  expect(tryLock(path)).toEqual({ held: false, holder: ownIdentity() });
  release();
});

test('releasing twice does not take the lock from the next holder', () => {
  const path = join(temporaryDirectory(), 'lock');
  const release = takeOrFail(path);
  release();
  takeOrFail(path);
  release();
  expect(tryLock(path).held).toBe(false);
});

test('a waiting caller learns once which process holds the lock, and gets it afterwards', async () => {
  const path = join(temporaryDirectory(), 'lock');
  const release = takeOrFail(path);
  const waits: (number | undefined)[] = [];
  const waiting = waitForLock(path, {
    onWait: (holder) => {
      waits.push(holder?.pid);
      release();
    },
  });
  (await waiting)();
  expect(waits).toEqual([process.pid]);
});

test('waiting ends when the start is interrupted', async () => {
  const path = join(temporaryDirectory(), 'lock');
  takeOrFail(path);
  const interrupted = new AbortController();
  const waiting = waitForLock(path, { onWait: () => interrupted.abort(), signal: interrupted.signal });
  await expect(waiting).rejects.toThrow(/abort/i);
});
