import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ContractTokens, contractWorld } from '@fundlens/query/testing/contract-world';
import { publishedDocument } from '@fundlens/query/testing/published-routes';
import { type QueryHarness, queryHarness, type RunningQuery } from '@fundlens/query/testing/query-harness';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generatePythonClient } from './generate-client.ts';
import { pipInstall, runPython } from './python-packages.ts';

let directory: string;
let harness: QueryHarness;
let query: RunningQuery;
let tokens: ContractTokens;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fundlens-python-'));
  harness = await queryHarness();
  tokens = await contractWorld(harness.fixtures);
  query = await harness.start();
});

afterAll(async () => {
  await harness.close();
  await rm(directory, { recursive: true, force: true });
});

it('the generated Python client installs into an empty folder and reads the real service', async () => {
  const generated = join(directory, 'generated');
  const installed = join(directory, 'installed');
  await generatePythonClient(generated);
  const pip = await pipInstall(installed, [generated]);
  expect(pip.status, pip.output).toBe(0);
  const base = `http://127.0.0.1:${query.port()}/api/v1`;
  const program = join(import.meta.dirname, 'customer_program.py');
  const { status, output } = await runPython([program, base, tokens.location], { path: [installed] });
  expect(status, output).toBe(0);
  const { functions, ...seen } = JSON.parse(output) as { readonly functions: number };
  expect(seen).toEqual({
    contacts: ['c1', 'c2'],
    included: 'c1',
    since: 200,
    unchanged: 304,
    missing: [404, 'not_found'],
    refused: [400, 'limit', 'range'],
    position: 'passed',
    newer: 'not_known_yet',
  });
  expect(functions).toBe(Object.keys(publishedDocument().paths).length);
});
