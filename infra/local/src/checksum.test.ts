import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@fundlens/runtime/testing/temporary-directory';
import { expect, test } from 'vitest';
import { parseManifest, sha256Of, verifyChecksum, verifyManifest } from './checksum.ts';

const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

function directoryWith(...names: string[]): string {
  const directory = temporaryDirectory();
  for (const name of names) writeFileSync(join(directory, name), '');
  return directory;
}

test('the right file passes, a changed one is refused with both checksums', async () => {
  const file = join(directoryWith('a.jar'), 'a.jar');
  expect(await sha256Of(file)).toBe(EMPTY);
  await verifyChecksum(file, EMPTY);
  writeFileSync(file, 'changed');
  await expect(verifyChecksum(file, EMPTY)).rejects.toThrow(`expected ${EMPTY}`);
});

test('a download is refused when a file is missing, changed or not expected', async () => {
  const manifest = parseManifest(`${EMPTY}  a.jar\n${EMPTY}  b.jar\n`);
  await verifyManifest(directoryWith('a.jar', 'b.jar'), manifest);
  await expect(verifyManifest(directoryWith('a.jar'), manifest)).rejects.toThrow('missing: b.jar');
  const surplus = directoryWith('a.jar', 'b.jar', 'c.jar');
  await expect(verifyManifest(surplus, manifest)).rejects.toThrow('not expected: c.jar');
  const changed = directoryWith('a.jar', 'b.jar');
  writeFileSync(join(changed, 'b.jar'), 'changed');
  await expect(verifyManifest(changed, manifest)).rejects.toThrow('b.jar has the SHA-256');
});

test('a damaged manifest is refused', () => {
  expect(() => parseManifest('abc  a.jar\n')).toThrow('not a line of a manifest');
});
