import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ContractTokens, contractWorld } from '@fundlens/query/testing/contract-world';
import { type QueryHarness, queryHarness, type RunningQuery } from '@fundlens/query/testing/query-harness';
import { build, transform } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type InstalledProject, projectWithClient } from './installed-client.ts';

/** As JavaScript, which every Node runs. */
const { code: PROGRAM } = await transform(await readFile(join(import.meta.dirname, 'customer-program.ts'), 'utf8'), {
  loader: 'ts',
  format: 'esm',
});

let harness: QueryHarness;
let query: RunningQuery;
let tokens: ContractTokens;
let project: InstalledProject;

beforeAll(async () => {
  harness = await queryHarness();
  tokens = await contractWorld(harness.fixtures);
  // Everything is applied, so that /changes tells of it.
  for (const stream of ['crm', 'funding'] as const) {
    await harness.fixtures.progress(stream, stream === 'crm' ? 'known' : stream, [
      { asOf: Date.now(), nextOffset: 1 },
      { asOf: Date.now(), nextOffset: 1 },
    ]);
  }
  // A short window, so that a client that waits for it does not take long.
  query = await harness.start({ RATE_LIMIT_WINDOW_SECONDS: '1' });
  project = await projectWithClient();
});

afterAll(async () => {
  await Promise.all([harness.close(), project.remove()]);
});

async function run(program: string): Promise<unknown> {
  const limited = await harness.fixtures.credential({
    ...{ companyId: 'acme', reach: 'location', pinnedLocationId: 'l1', permissions: ['read'] },
    windowLimit: 2,
  });
  const base = `http://127.0.0.1:${query.port()}/api/v1`;
  return JSON.parse(await project.run(process.execPath, [program, base, tokens.location, limited]));
}

const EXPECTED = {
  contacts: ['c1', 'c2'],
  pages: [1, 1],
  isUnchanged: true,
  positions: ['passed', 'passed'],
  missing: { name: 'FundlensError', status: 404, code: 'not_found', limit: 1_000_000_000 },
  refused: { status: 400, details: [{ parameter: 'limit', rule: 'range' }], isNamed: true },
  answeredAfterLimit: 4,
  followed: ['contact c1', 'contact c2', 'deal d1', 'deal d2'],
};

it('works on Node against the real service', async () => {
  expect(await run(await project.write('program.mjs', PROGRAM))).toEqual(EXPECTED);
});

it('works as a bundle for browsers, without anything of Node', async () => {
  const bundle = join(project.directory, 'bundle.mjs');
  const { metafile, warnings } = await build({
    absWorkingDir: project.directory,
    stdin: { contents: PROGRAM.replaceAll('process.argv', 'globalThis.givenArguments'), resolveDir: project.directory },
    ...{ bundle: true, platform: 'browser', format: 'esm', target: 'es2022', outfile: bundle },
    metafile: true,
    logLevel: 'silent',
  });
  const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports);
  expect([imported, warnings]).toEqual([[], []]);
  expect(await readFile(bundle, 'utf8')).not.toMatch(/node:|\brequire\(|\bprocess\.|\bBuffer\b/);
  const start = "globalThis.givenArguments = process.argv; await import('./bundle.mjs');";
  expect(await run(await project.write('start.mjs', start))).toEqual(EXPECTED);
});

const HEAD =
  "import { createClient } from '@fundlens/client';\nconst c = createClient({ baseUrl: '', token: () => '' });\n";

const RIGHT = `export async function names() {
  const { data } = await c.get('/contacts/{contactId}', { contactId: 'c1', include: ['creditSummary'] });
  for await (const entry of c.entries('/pipeline', { stage: 'funded' })) { const id: string = entry.contactId; id; }
  const again = await c.getIfChanged('/contacts', {}, null);
  const returned: number = again.modified ? again.data.returned : 0;
  for await (const { changes } of c.follow({ types: ['deal'] })) { const id: string | undefined = changes[0]?.id; id; break; }
  return [data.firstName, returned];
}
`;

const WRONG = [
  "c.get('/contact', {});",
  "c.get('/contacts/{contactId}', {});",
  "c.get('/contacts', { limit: 'many' });",
  "c.pages('/credential', {});",
  "c.getIfChanged('/credit-reports', { contactId: 'c1' }, null);",
  "c.follow({ types: ['contacts'] });",
];

it.each([
  ['the TypeScript of this repository', 'node_modules/.bin/tsc'],
  ['TypeScript 5', 'shared/client/node_modules/.bin/tsc'],
])('has types that %s checks a program by', async (_, compiler) => {
  const tsc = join(import.meta.dirname, '../..', compiler);
  await project.write('right.ts', HEAD + RIGHT);
  await project.write('wrong.ts', HEAD + WRONG.map((call) => `// @ts-expect-error\nvoid ${call}\n`).join(''));
  const strict = { noEmit: true, strict: true, target: 'es2022', module: 'nodenext' };
  const compilerOptions = { ...strict, lib: ['es2022', 'dom', 'dom.asynciterable'], types: [] };
  await project.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['right.ts', 'wrong.ts'] }));
  // The compiler writes its complaints to where the output goes.
  await expect(project.run(tsc, ['-p', '.']).catch(({ stdout }) => stdout)).resolves.toBe('');
});
