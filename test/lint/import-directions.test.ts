import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

/** Files that never existed are written where the linter's rules for that place apply, linted in one run, and removed. */
const root = join(import.meta.dirname, '../..');
const LINT_TIMEOUT_MS = 60_000;

type Probe = { readonly folder: string; readonly specifier: string; readonly file: string };

function probes(name: string, cases: readonly (readonly [folder: string, specifier: string])[]): Probe[] {
  return cases.map(([folder, specifier], index) => ({
    folder,
    specifier,
    file: `${folder}/${name}-lint-probe-${index}.ts`,
  }));
}

const forbidden = probes('forbidden', [
  ['services/projector/src', '@fundlens/query/app'],
  ['services/query/src', '@fundlens/projector/config'],
  ['shared/contracts/src', '@fundlens/projector/config'],
  ['shared/read-models/src', '@fundlens/query/app'],
  ['shared/runtime/src', '@fundlens/testing/event-builders'],
  ['shared/redaction/src', 'mongodb'],
  ['shared/redaction/src', 'node:fs'],
  ['services/projector/src', '@fundlens/test/simulation/world'],
  ['services/projector/src', '../../../test/simulation/world.ts'],
  ['services/projector/src/writer', './testing/document-store-conformance.ts'],
  ['services/projector/src/consumer', './testing/source-conformance.ts'],
  ['services/query/src/routes', '@fundlens/projector/testing/stack'],
  ['services/projector/src/projections', 'mongodb'],
  ['services/projector/src/projections', 'node:timers/promises'],
  ['services/projector/src/consumer', 'kafkajs'],
  ['services/projector/src/consumer', 'mongodb'],
  ['services/projector/src/writer', 'kafkajs'],
  ['services/projector/src/jobs', 'bullmq'],
  ['services/query/src/routes/contacts', 'mongodb'],
  ['services/query/src/middleware', 'ioredis'],
  ['services/query/src/queries', '../routes/contacts/list-contacts.ts'],
  ['services/query/src/queries', 'koa'],
  ['services/query/src/pagination', 'ioredis'],
  ['services/query/src/routes', '@fundlens/testing/event-builders'],
  ['services/query/src/queries', 'aws4fetch'],
  ['services/query/src/links', 'aws4fetch'],
  ['services/projector/src/documents', 'aws4fetch'],
  ['services/projector/src/writer', 'aws4fetch'],
  ['shared/read-models/src', 'aws4fetch'],
]);

const allowed = probes('allowed', [
  ['services/query/src/queries', 'mongodb'],
  ['services/query/src/routes', '../queries/contacts.ts'],
  ['services/projector/src/writer', 'mongodb'],
  ['services/projector/src', '@fundlens/redaction/redact-text'],
]);

const readsEnvironment = 'services/query/src/environment-lint-probe.ts';
const readsEnvironmentAsConfig = 'services/query/src/environment-lint-probe-config.ts';

/** What the linter said, by file and rule. */
const said = new Map<string, Set<string>>();

beforeAll(async () => {
  const contents = new Map<string, string>();
  for (const { file, specifier } of [...forbidden, ...allowed]) {
    contents.set(file, `import * as used from '${specifier}';\n\nexport const kept = used;\n`);
  }
  for (const file of [readsEnvironment, readsEnvironmentAsConfig]) {
    contents.set(file, 'export const secret = process.env.CURSOR_SECRET;\n');
  }
  try {
    for (const [file, content] of contents) {
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), content);
    }
    for (const { file, rule } of await lint([...contents.keys()])) {
      said.set(file, (said.get(file) ?? new Set()).add(rule));
    }
  } finally {
    for (const file of contents.keys()) await rm(join(root, file), { force: true });
  }
}, LINT_TIMEOUT_MS);

function lint(files: readonly string[]): Promise<{ file: string; rule: string }[]> {
  const options = ['lint', '--reporter=github', '--max-diagnostics=none', '--error-on-warnings'];
  return new Promise((resolve) => {
    execFile('biome', [...options, ...files], { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (_, stdout) => {
      // ::error title=lint/style/noRestrictedImports,file=/…/services/…,line=1,…
      const found = stdout.matchAll(/^::\w+ title=(?<rule>[^,]+),file=(?<file>[^,]+),/gm);
      resolve([...found].map(({ groups }) => ({ file: relative(root, groups?.file ?? ''), rule: groups?.rule ?? '' })));
    });
  });
}

describe('the linter holds the import directions of the house', () => {
  it.each(forbidden)('$folder may not import $specifier', ({ file }) => {
    expect([...(said.get(file) ?? [])]).toContain('lint/style/noRestrictedImports');
  });

  it.each(allowed)('$folder may import $specifier', ({ file }) => {
    expect([...(said.get(file) ?? [])]).not.toContain('lint/style/noRestrictedImports');
  });

  it('only config reads the environment', () => {
    expect([...(said.get(readsEnvironment) ?? [])]).toContain('lint/style/noProcessEnv');
    expect([...(said.get(readsEnvironmentAsConfig) ?? [])]).not.toContain('lint/style/noProcessEnv');
  });
});
