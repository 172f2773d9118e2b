import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ASYNCAPI_FILE, asyncapiFile } from './event-files.ts';

it('shared/contracts/asyncapi.json is the document of these events (npm run generate writes it)', async () => {
  expect((await readFile(ASYNCAPI_FILE, 'utf8')) === asyncapiFile()).toBe(true);
});
