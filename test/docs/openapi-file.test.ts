import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { EXAMPLES_FILE, examplesFile } from './openapi-file.ts';
import { MEMBERS_FILE, membersFile } from './openapi-members.ts';

it('the examples of the document are what the demo shows (npm run generate writes them)', async () => {
  expect((await readFile(EXAMPLES_FILE, 'utf8')) === (await examplesFile())).toBe(true);
});

it('the interface is the one that is listed (npm run generate writes the list, for its reviewer)', async () => {
  expect(membersFile()).toBe(await readFile(MEMBERS_FILE, 'utf8'));
});
