import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { avroFiles, pageFile } from './testing/contract-files.ts';

const STALE = 'The file is not what the schemas say: run `npm run generate`.';

/** As text, so that the order of fields counts: publishers and registry compare the text. */
test.each(avroFiles())('$path is the schema that is registered', async ({ path, text }) => {
  expect(JSON.stringify(JSON.parse(await readFile(path, 'utf8'))), STALE).toBe(JSON.stringify(JSON.parse(text)));
});

test('the page of all events says what the schemas say', async () => {
  const { path, text } = pageFile();
  expect(await readFile(path, 'utf8'), STALE).toBe(text);
});
