import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { OPERATIONS_FILE, operationsPage, UNTESTED } from './operations.ts';

it('every operation is asked by a test over HTTP', async () => {
  const lines = (await operationsPage()).split('\n');
  expect(lines.filter((line) => line.endsWith(`| ${UNTESTED} |`))).toEqual([]);
});

it('services/query/API.md tells of these operations (npm run generate writes it)', async () => {
  expect((await readFile(OPERATIONS_FILE, 'utf8')) === (await operationsPage())).toBe(true);
});
