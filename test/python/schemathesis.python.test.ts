import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contractWorld, type ContractTokens } from '@fundlens/query/testing/contract-world';
import { type QueryHarness, queryHarness, type RunningQuery } from '@fundlens/query/testing/query-harness';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pythonWith } from './python-packages.ts';

/** Cases for each operation and phase. */
const EXAMPLES = process.env.SCHEMATHESIS_EXAMPLES ?? '50';
const SEED = process.env.PROPERTY_SEED ?? String(Date.now() % 2 ** 31);

let directory: string;
let harness: QueryHarness;
let query: RunningQuery;
let tokens: ContractTokens;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fundlens-schemathesis-'));
  harness = await queryHarness({ quiet: true });
  tokens = await contractWorld(harness.fixtures);
  query = await harness.start();
});

afterAll(async () => {
  await harness.close();
  await rm(directory, { recursive: true, force: true });
});

it(`passes every check of schemathesis (seed ${SEED})`, async () => {
  const schemathesis = await pythonWith('schemathesis');
  const base = `http://127.0.0.1:${query.port()}/api/v1`;
  const { status, output } = await schemathesis.run(
    [
      ...['-m', 'schemathesis.cli', 'run', `${base}/openapi.json`],
      ...['--url', base, '--checks', 'all', '--header', `Authorization: Bearer ${tokens.agency}`],
      ...['--max-examples', EXAMPLES, '--seed', SEED, '--continue-on-failure'],
    ],
    {
      // It leaves what it has found beside itself.
      cwd: directory,
      environment: { SCHEMATHESIS_HOOKS: 'schemathesis_hooks', COLUMNS: '120' },
      path: [import.meta.dirname],
    },
  );
  console.info(output);
  expect(status).toBe(0);
});
