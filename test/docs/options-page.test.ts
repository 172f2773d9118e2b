import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { OPTIONS_FILE, optionsPage } from './options-page.ts';

it('infra/OPTIONS.md lists every option as the schemas have it (npm run generate writes it)', async () => {
  expect(await readFile(OPTIONS_FILE, 'utf8')).toBe(optionsPage());
});
