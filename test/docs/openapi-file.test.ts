import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { EXAMPLES_FILE, examplesFile, MEMBERS_FILE, membersFile, OPENAPI_FILE, openapiFile } from './openapi-file.ts';

it('the examples of the document are what the demo shows (npm run generate writes them)', async () => {
  expect((await readFile(EXAMPLES_FILE, 'utf8')) === (await examplesFile())).toBe(true);
});

it('shared/client/openapi.json is the document of these routes (npm run generate writes it)', async () => {
  expect((await readFile(OPENAPI_FILE, 'utf8')) === (await openapiFile())).toBe(true);
});

it('no member is shown that is not listed (npm run generate writes the list, for its reviewer)', async () => {
  expect(await membersFile()).toBe(await readFile(MEMBERS_FILE, 'utf8'));
});
