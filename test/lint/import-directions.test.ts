import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

/** Files that never existed are written where the linter's rules for that place apply, linted in one run, and removed. */
const root = join(import.meta.dirname, '../..');
const LINT_TIMEOUT_MS = 60_000;

/** A rule is a file of `infra/lint`; `biome.json` says where it holds. */
const RULES = 'infra/lint';

type Probe = { readonly place: string; readonly specifier: string; readonly rule: string; readonly file: string };
/** A place is a folder, or a path with a star in one of its names. */
type Case = readonly [rule: string, place: string, specifier: string, clause?: string];

const IGNORED = ['**/node_modules/**', '**/dist/**'];

/** The probes, by file. */
const contents = new Map<string, string>();

function probes(name: string, cases: readonly Case[]): Probe[] {
  return cases.map(([rule, place, specifier, clause = 'import * as used'], index) => {
    const probe = `${name}-lint-probe-${index}`;
    const file = place.includes('*') ? place.replace('*', probe) : `${place}/${probe}.ts`;
    const use = clause.startsWith('import type') ? 'export type Kept = typeof used;' : 'export const kept = used;';
    contents.set(file, `${clause} from '${specifier}';\n\n${use}\n`);
    return { place, specifier, rule, file };
  });
}

const forbidden = probes('forbidden', [
  ['services-apart', 'services/projector/src', '@fundlens/query/app'],
  ['services-apart', 'services/projector/src', '@fundlens/operator/config'],
  ['services-apart', 'services/query/src', '@fundlens/projector/config'],
  ['services-apart', 'services/query/src', '../../../services/operator/src/config.ts'],
  ['services-apart', 'services/query/src/routes', '@fundlens/projector/testing/stack'],
  ['services-apart', 'services/operator/src', '@fundlens/projector/config'],
  ['services-apart', 'services/operator/src/*/composition-root.ts', '@fundlens/projector/config'],
  ['services-apart', 'services/operator/src/verify/*-store.ts', '@fundlens/query/app'],
  ['services-apart', 'services/operator/src', '@fundlens/local/stack'],
  ['services-apart', 'shared/contracts/src', '@fundlens/projector/config'],
  ['services-apart', 'shared/read-models/src', '@fundlens/query/app'],
  ['services-apart', 'shared/projection/src/writer', '@fundlens/projector/config'],
  ['services-apart', 'shared/dashboards/src', '@fundlens/operator/config'],
  ['services-apart', 'shared/credit-reports/src', '../../../services/query/src/app.ts'],

  ['package-order', 'shared/runtime/src', '@fundlens/read-models/slot'],
  ['package-order', 'shared/redaction/src', '@fundlens/contracts/topics'],
  ['package-order', 'shared/redaction/src/*-command.ts', '@fundlens/read-models/slot'],
  ['package-order', 'shared/read-models/src', '@fundlens/projection/fold/fold'],
  ['package-order', 'shared/read-models/src', '@fundlens/dashboards/refresher'],
  ['package-order', 'shared/contracts/src', '@fundlens/projection/fold/fold'],
  ['package-order', 'shared/dashboards/src', '@fundlens/projection/fold/fold'],
  ['package-order', 'shared/dashboards/src/*-store.ts', '@fundlens/projection/fold/fold'],
  ['package-order', 'shared/dashboards/src', '@fundlens/credit-reports/pdf-store'],
  ['package-order', 'shared/credit-reports/src', '@fundlens/projection/fold/fold', 'import type * as used'],
  ['package-order', 'shared/credit-reports/src', '@fundlens/dashboards/refresher'],

  ['test-support-apart', 'shared/runtime/src', '@fundlens/testing/event-builders'],
  ['test-support-apart', 'shared/projection/src/writer', './testing/document-store-conformance.ts'],
  ['test-support-apart', 'shared/projection/src/consumer', './testing/source-conformance.ts'],
  ['test-support-apart', 'shared/dashboards/src', './testing/memory-location.ts'],
  ['test-support-apart', 'services/projector/src', '@fundlens/test/simulation/world'],
  ['test-support-apart', 'services/projector/src', '../../../test/simulation/world.ts'],
  ['test-support-apart', 'services/operator/src', '@fundlens/projection/testing/stack'],
  ['test-support-apart', 'services/query/src/routes', '@fundlens/testing/event-builders'],

  ['mongodb', 'shared/redaction/src', 'mongodb'],
  ['mongodb', 'shared/runtime/src', 'mongodb'],
  ['mongodb', 'shared/projection/src/projections', 'mongodb'],
  ['mongodb', 'shared/projection/src/fold', 'mongodb', 'import type * as used'],
  ['mongodb', 'shared/projection/src/consumer', 'mongodb'],
  ['mongodb', 'shared/projection/src/versions', 'mongodb'],
  ['mongodb', 'shared/dashboards/src', 'mongodb'],
  ['mongodb', 'shared/credit-reports/src', 'mongodb'],
  ['mongodb', 'services/projector/src/pdf', 'mongodb'],
  ['mongodb', 'services/operator/src/verify', 'mongodb'],
  ['mongodb', 'services/query/src/routes/contacts', 'mongodb'],
  ['mongodb-values', 'shared/read-models/src', 'mongodb'],
  ['mongodb-values', 'shared/read-models/src/contacts', 'mongodb', 'import { type Db, Binary as used }'],

  ['redis', 'services/projector/src/jobs', 'bullmq'],
  ['redis', 'services/projector/src/*-store.ts', 'ioredis'],
  ['redis', 'services/operator/src', 'bullmq'],
  ['redis', 'services/query/src/middleware', 'ioredis'],
  ['redis', 'services/query/src/pagination', 'ioredis'],
  ['redis', 'shared/projection/src/writer', 'ioredis'],

  ['kafka', 'shared/projection/src/consumer', 'kafkajs'],
  ['kafka', 'shared/projection/src/writer', 'kafkajs'],
  ['kafka', 'services/projector/src', '@kafkajs/confluent-schema-registry'],
  ['kafka', 'services/operator/src/rebuild', 'kafkajs'],
  ['kafka', 'services/query/src/*/composition-root.ts', 'kafkajs'],

  ['object-store', 'services/query/src/queries', 'aws4fetch'],
  ['object-store', 'services/query/src/links', 'aws4fetch'],
  ['object-store', 'services/projector/src/pdf', 'aws4fetch'],
  ['object-store', 'services/operator/src/verify', 'aws4fetch'],
  ['object-store', 'shared/credit-reports/src/*-store.ts', 'aws4fetch'],
  ['object-store', 'shared/projection/src/writer', 'aws4fetch'],
  ['object-store', 'shared/read-models/src', 'aws4fetch'],

  ['pure', 'shared/redaction/src', 'node:fs'],
  ['pure', 'shared/read-models/src/contacts', 'node:http'],
  ['pure', 'shared/projection/src/projections', 'node:timers/promises'],
  ['pure', 'shared/projection/src/fold', 'node:os'],
  ['pure', 'services/query/src/pagination', 'koa'],

  ['query-layers', 'services/query/src/queries', '../routes/contacts/list-contacts.ts'],
  ['query-layers', 'services/query/src/queries', 'koa'],
  ['query-layers', 'services/query/src/audit/*-store.ts', '../middleware/audit.ts'],
]);

const allowed = probes('allowed', [
  ['services-apart', 'services/operator/src/testing', '@fundlens/projector/testing/projector-fixture'],
  ['services-apart', 'services/operator/src/*.test.ts', '@fundlens/projector/config'],
  ['package-order', 'shared/projection/src', '@fundlens/credit-reports/report-scores'],
  ['package-order', 'shared/projection/src', '@fundlens/contracts/topics'],
  ['package-order', 'shared/dashboards/src', '@fundlens/read-models/slot'],
  ['package-order', 'shared/dashboards/src/testing', '@fundlens/projection/fold/fold'],
  ['package-order', 'services/projector/src', '@fundlens/redaction/redact-text'],
  ['test-support-apart', 'shared/projection/src/testing', '@fundlens/testing/event-builders'],
  ['mongodb', 'services/query/src/queries', 'mongodb'],
  ['mongodb', 'services/operator/src/status/*-store.ts', 'mongodb'],
  ['mongodb', 'services/operator/src/*/composition-root.ts', 'mongodb'],
  ['mongodb', 'shared/projection/src/writer', 'mongodb'],
  ['mongodb', 'shared/projection/src/testing', 'mongodb'],
  ['mongodb', 'shared/dashboards/src/*-store.ts', 'mongodb'],
  ['mongodb-values', 'shared/read-models/src', 'mongodb', 'import type * as used'],
  ['mongodb-values', 'shared/read-models/src/*store.ts', 'mongodb'],
  ['redis', 'services/projector/src/jobs/bullmq-*.ts', 'bullmq'],
  ['redis', 'services/query/src/quota/*-store.ts', 'ioredis'],
  ['kafka', 'shared/projection/src/log/kafka-*.ts', 'kafkajs'],
  ['kafka', 'shared/contracts/src', 'kafkajs'],
  ['kafka', 'services/operator/src/*/composition-root.ts', 'kafkajs'],
  ['object-store', 'services/query/src/*/composition-root.ts', 'aws4fetch'],
  ['pure', 'shared/redaction/src', 'node:util'],
  ['query-layers', 'services/query/src/routes', '../queries/contacts.ts'],
]);

const readsEnvironment = 'services/query/src/environment-lint-probe.ts';
const readsEnvironmentAsConfig = 'services/query/src/environment-lint-probe-config.ts';
for (const file of [readsEnvironment, readsEnvironmentAsConfig]) {
  contents.set(file, 'export const secret = process.env.CURSOR_SECRET;\n');
}

/** What the linter said, by file: names of its rules, and messages of ours. */
const said = new Map<string, Set<string>>();

beforeAll(async () => {
  const folders = [...contents.keys()].map(dirname).filter((folder) => basename(folder).includes('lint-probe'));
  try {
    for (const [file, content] of contents) {
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), content);
    }
    for (const { file, rule, message } of await lint([...contents.keys()])) {
      said.set(file, (said.get(file) ?? new Set()).add(rule === 'plugin' ? message : rule));
    }
  } finally {
    for (const path of [...contents.keys(), ...folders]) await rm(join(root, path), { recursive: true, force: true });
  }
}, LINT_TIMEOUT_MS);

type Diagnostic = { readonly file: string; readonly rule: string; readonly message: string };

function lint(files: readonly string[]): Promise<Diagnostic[]> {
  const options = ['lint', '--reporter=github', '--max-diagnostics=none', '--error-on-warnings'];
  return new Promise((resolve) => {
    execFile('biome', [...options, ...files], { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (_, stdout) => {
      // ::error title=plugin,file=/…/services/…,line=1,…::Imports go one way: …
      const found = stdout.matchAll(/^::\w+ title=(?<rule>[^,]+),file=(?<file>[^,]+),[^:]*::(?<message>.*)$/gm);
      resolve(
        [...found].map(({ groups: { rule = '', file = '', message = '' } = {} }) => ({
          rule,
          file: relative(root, file),
          message,
        })),
      );
    });
  });
}

/** What a rule of ours says about an import that it forbids. */
function messageOf(rule: string): string {
  const [, message] = /message="([^"]+)"/.exec(readFileSync(join(root, RULES, `${rule}.grit`), 'utf8')) ?? [];
  if (message === undefined) throw new Error(`${rule}.grit has no message.`);
  return message;
}

describe('the linter holds the import directions of the house', () => {
  it.each(forbidden)('$place may not import $specifier', ({ file, rule }) => {
    expect([...(said.get(file) ?? [])]).toContain(messageOf(rule));
  });

  it.each(allowed)('$place may import $specifier', ({ file, rule }) => {
    expect([...(said.get(file) ?? [])]).not.toContain(messageOf(rule));
  });

  it('only config reads the environment', () => {
    expect([...(said.get(readsEnvironment) ?? [])]).toContain('lint/style/noProcessEnv');
    expect([...(said.get(readsEnvironmentAsConfig) ?? [])]).not.toContain('lint/style/noProcessEnv');
  });
});

describe('the rules of imports', () => {
  const settings = readFileSync(join(root, 'biome.json'), 'utf8');
  const { plugins, overrides } = JSON.parse(settings) as {
    plugins: { path: string; includes: string[] }[];
    overrides: { includes: string[] }[];
  };

  it('are all in use and all tried here', () => {
    const rules = globSync('*.grit', { cwd: join(root, RULES) }).map((file) => basename(file, '.grit'));
    expect(plugins.map(({ path }) => basename(path, '.grit')).toSorted()).toEqual(rules.toSorted());
    expect([...new Set(forbidden.map(({ rule }) => rule))].toSorted()).toEqual(rules.toSorted());
  });

  it('name only files and folders that there are', () => {
    const named = plugins.flatMap(({ includes }) => includes).map((pattern) => pattern.replace(/^!/, ''));
    const missing = named.filter((pattern) => globSync(pattern, { cwd: root, exclude: IGNORED }).length === 0);
    expect(missing).toEqual([]);
  });

  it('hold where the globals that are not pure are forbidden', () => {
    const [globals] = overrides.filter((override) => JSON.stringify(override).includes('deniedGlobals'));
    expect(globals?.includes).toEqual(plugins.find(({ path }) => basename(path) === 'pure.grit')?.includes);
  });

  it('are turned off for no file', () => {
    const files = globSync('{shared,services}/**/*.ts', { cwd: root, exclude: IGNORED });
    const turnedOff = files.filter((file) => /biome-ignore[^\n]*plugin/.test(readFileSync(join(root, file), 'utf8')));
    expect(turnedOff).toEqual([]);
  });
});
