import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ASYNCAPI_FILE, asyncapiFile, REFERENCE_FILE, referenceFile } from './event-files.ts';

it('shared/contracts/asyncapi.json is the document of these events (npm run generate writes it)', async () => {
  expect((await readFile(ASYNCAPI_FILE, 'utf8')) === asyncapiFile()).toBe(true);
});

it('shared/contracts/event-reference.json says what the events say (npm run generate writes it)', async () => {
  expect((await readFile(REFERENCE_FILE, 'utf8')) === referenceFile()).toBe(true);
});
