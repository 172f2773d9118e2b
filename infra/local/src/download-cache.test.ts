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

function fetchInto(cache: string, lines: string[]) {
  return (wanted: Artifact) => fetchArtifact({ cache, report: (line) => lines.push(line) }, wanted);
}

test('the first fetch reports name and size, the next one finds it and reports nothing', async () => {
  const lines: string[] = [];
  const cache = temporaryDirectory();
  const fetch = fetchInto(cache, lines);
  const directory = await fetch(artifact(fillWell));
  expect(directory).toBe(join(cache, 'tool-1.2'));
  expect(lines).toEqual([
    'tool 1.2: downloading, about 1 MB',
    expect.stringMatching(/^tool 1\.2: 0\.1 MB in place after \d+\.\d s$/),
  ]);
  expect(await fetch(artifact(() => Promise.reject(new Error('not again'))))).toBe(directory);
  expect(lines).toHaveLength(2);
});

test('a failed download leaves nothing behind and can be repeated', async () => {
  const cache = temporaryDirectory();
  const fetch = fetchInto(cache, []);
  const failing = artifact(async (directory) => {
    writeFileSync(join(directory, 'program'), 'half');
    throw new Error('no connection');
  });
  await expect(fetch(failing)).rejects.toThrow('no connection');
  expect(readdirSync(cache)).toEqual([]);
  await fetch(artifact(fillWell));
});

test('starts at the same moment share one download', async () => {
  const lines: string[] = [];
  const fetch = fetchInto(temporaryDirectory(), lines);
  let downloads = 0;
  const counted = artifact(async (directory) => {
    downloads += 1;
    await fillWell(directory);
  });
  const [one, other] = await Promise.all([fetch(counted), fetch(counted)]);
  expect(one).toBe(other);
  expect(downloads).toBe(1);
});

test('what a killed download left is cleared away, and a directory without its landmark filled again', async () => {
  const cache = temporaryDirectory();
  for (const left of ['tool-1.2', 'tool-1.2.draft-dead', 'tool-1.20.draft-of-another']) mkdirSync(join(cache, left));
  writeFileSync(join(cache, 'tool-1.2', 'leftover'), '');
  const directory = await fetchInto(cache, [])(artifact(fillWell));
  expect(readdirSync(cache).sort()).toEqual(['tool-1.2', 'tool-1.20.draft-of-another']);
  expect(readdirSync(directory)).toEqual(['program']);
});
