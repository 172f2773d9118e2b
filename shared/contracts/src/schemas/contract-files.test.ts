import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { VERSIONS_FOLDER } from './schema-versions.ts';
import { checksumsFile, newVersionFiles } from '../testing/contract-files.ts';

const STALE = 'The file is not what the schemas say: run `npm run generate`.';

/** As text, so that the order of fields counts: publishers and registry compare the text. */
test('the last version of every event is the one that is registered', () => {
  expect(newVersionFiles(), STALE).toEqual([]);
});

test('a version stays as it was: the checksums of all of them are committed', async () => {
  const { path, text } = checksumsFile();
  expect(await readFile(path, 'utf8'), STALE).toBe(text);
  const files = globSync('**/*.avsc', { cwd: VERSIONS_FOLDER });
  expect(
    text
      .trim()
      .split('\n')
      .map((line) => line.split('  ')[1]),
  ).toEqual(files.toSorted());
});
