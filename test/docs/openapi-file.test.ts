import { readFile } from 'node:fs/promises';
import { generateTypes } from '@fundlens/client/generate-types';
import { expect, it } from 'vitest';
import { EXAMPLES_FILE, examplesFile, OPENAPI_FILE, openapiFile } from './openapi-file.ts';

const TYPES_FILE = new URL('../../shared/client/src/api-types.ts', import.meta.url);

it('the examples of the document are what the demo shows (npm run generate writes them)', async () => {
  expect((await readFile(EXAMPLES_FILE, 'utf8')) === (await examplesFile())).toBe(true);
});

it('shared/client/openapi.json is the document of these routes (npm run generate writes it)', async () => {
  expect((await readFile(OPENAPI_FILE, 'utf8')) === (await openapiFile())).toBe(true);
});

it('the types of the client are those of the document (npm run generate writes them)', async () => {
  expect((await readFile(TYPES_FILE, 'utf8')) === (await generateTypes(await openapiFile()))).toBe(true);
});
