import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@fundlens/runtime/testing/temporary-directory';
import { expect, test } from 'vitest';
import { type Artifact, fetchArtifact } from './download-cache.ts';

function artifact(fill: Artifact['fill']): Artifact {
  return {
    name: 'tool',
    version: '1.2',
    work: { doing: 'downloading', extent: 'about 1 MB' },
    landmark: 'program',
    fill,
  };
}

const fillWell = async (directory: string) => writeFileSync(join(directory, 'program'), 'x'.repeat(100_000));

const fetchInto = (cache: string, wanted: Artifact) => fetchArtifact({ cache, report: () => undefined }, wanted);

test('a failed download leaves nothing behind and can be repeated, and one that is there is not', async () => {
  const cache = temporaryDirectory();
  const failing = artifact(async (directory) => {
    writeFileSync(join(directory, 'program'), 'half');
    throw new Error('no connection');
  });
  await expect(fetchInto(cache, failing)).rejects.toThrow('no connection');
  expect(readdirSync(cache)).toEqual([]);
  const directory = await fetchInto(cache, artifact(fillWell));
  expect(
    await fetchInto(
      cache,
      artifact(() => Promise.reject(new Error('not again'))),
    ),
  ).toBe(directory);
});

test('what a killed download left is cleared away, and a directory without its landmark filled again', async () => {
  const cache = temporaryDirectory();
  for (const left of ['tool-1.2', 'tool-1.2.draft-dead', 'tool-1.20.draft-of-another']) mkdirSync(join(cache, left));
  writeFileSync(join(cache, 'tool-1.2', 'leftover'), '');
  const directory = await fetchInto(cache, artifact(fillWell));
  expect(readdirSync(cache).sort()).toEqual(['tool-1.2', 'tool-1.20.draft-of-another']);
  expect(readdirSync(directory)).toEqual(['program']);
});
