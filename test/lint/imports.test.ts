import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult, type IViolation } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FOLDER_ORDERS } from '../../infra/lint/folder-order.ts';
import importRules from '../../infra/lint/imports.config.ts';
import { createFixtureCheckout, type ImportingFile, removeFixtureCheckout } from './fixture-checkout.ts';

const root = join(import.meta.dirname, '../..');

const NOT_OURS = ['**/node_modules/**', '**/dist/**'];
/** Folders that are no layer: test support, and data. */
const NO_LAYERS = new Set(['testing', 'corpus']);

const ENVIRONMENT = 'export const secret = process.env.CURSOR_SECRET;\n';
const TIMER = 'setTimeout(() => 1, 2);\n';

const imports = (specifier: string) => `import * as used from '${specifier}';\nexport const kept = used;\n`;
const importsType = (specifier: string) =>
  imports(specifier).replace('import', 'import type').replace('const kept =', 'type Kept = typeof');

/** A place is a folder, or a file, which may have a star in its path. */
type Case = readonly [rule: string, place: string, specifier: string, statement?: typeof imports];
type Fixture = ImportingFile & { readonly rule: string; readonly place: string };

let fixtures = 0;

function cases(list: readonly Case[]): Fixture[] {
  return list.map(([rule, place, specifier, statement = imports]) => {
    const name = `fixture-${fixtures++}`;
    const file = place.endsWith('.ts') ? place.replace('*', name) : `${place}/${name}.ts`;
    return { rule, place, specifier, file, source: statement(specifier) };
  });
}

/** Each rule once, by the import that is most tempting; dependency-cruiser knows the ways to write one. */
const forbidden = cases([
  ['services-apart', 'services/projector/src', '@fundlens/query/app'],
  ['services-apart', 'services/query/src', '../../../services/operator/src/config.ts'],
  ['ingest-knows-the-contract', 'services/ingest-highlevel/src', '@fundlens/read-models/slot'],
  ['infrastructure-apart', 'services/operator/src', '@fundlens/local/stack'],
  ['shared-below-services', 'shared/read-models/src', '@fundlens/query/app'],
  ['shared-one-way', 'shared/redaction/src', '@fundlens/contracts/kafka/topics'],
  ['shared-one-way', 'shared/dashboards/src', '@fundlens/projection/fold/fold'],
  ['test-support-apart', 'services/query/src/routes', '@fundlens/testing/event-builders'],
  ['test-support-apart', 'services/projector/src', '../../../test/simulation/world.ts'],
  ['mongodb', 'shared/projection/src/fold', 'mongodb', importsType],
  ['mongodb-values', 'shared/read-models/src', 'mongodb'],
  ['redis', 'services/query/src/middleware', 'ioredis'],
  ['kafka', 'shared/projection/src/consumer', 'kafkajs'],
  ['pure', 'shared/redaction/src', 'node:fs'],
  ['pure', 'shared/projection/src/fold', 'koa'],
  ['query-layers', 'services/query/src/queries', '../routes/contacts.ts'],
  ['folder-order', 'shared/projection/src/writer', '../consumer/consumer.ts'],
  ['folder-place', 'services/operator/src/utilities', '../config.ts'],
  ['resolvable', 'services/query/src/queries', 'not-installed'],
]);

const circle = cases([
  ['no-circles', 'shared/runtime/src/circle-a.ts', './circle-b.ts'],
  ['no-circles', 'shared/runtime/src/circle-b.ts', './circle-a.ts', importsType],
]);

async function violationsIn(directory: string): Promise<IViolation[]> {
  const { options, ...ruleSet } = importRules;
  const settings = { ...options, ruleSet, validate: true, baseDir: directory };
  const { output } = await cruise(['services', 'shared'], settings, options?.enhancedResolveOptions);
  return (output as ICruiseResult).summary.violations;
}

describe('the rules of imports', () => {
  let checkout: string;
  let violations: IViolation[];

  beforeAll(async () => {
    checkout = await createFixtureCheckout([...forbidden, ...circle]);
    violations = await violationsIn(checkout);
  });

  afterAll(() => removeFixtureCheckout(checkout));

  function rulesBrokenBy(file: string): string[] {
    return violations.filter(({ from }) => from === file).map(({ rule }) => rule.name);
  }

  it.each(forbidden)('$rule: $place may not reach $specifier', ({ file, rule }) => {
    expect(rulesBrokenBy(file)).toContain(rule);
  });

  it('no-circles: two files may not import each other, not even types', () => {
    expect(circle.flatMap(({ file }) => rulesBrokenBy(file))).toEqual(['no-circles']);
  });

  it('are all tried here', () => {
    const names = new Set(importRules.forbidden?.map(({ name }) => name));
    expect([...new Set(forbidden.map(({ rule }) => rule)), 'no-circles'].toSorted()).toEqual([...names].toSorted());
  });

  it('name only files and folders that exist', () => {
    const named = Object.entries(FOLDER_ORDERS).flatMap(([name, { roots, layers }]) =>
      [...roots, ...layers].map((layer) => `${name}/src/${layer}`),
    );
    const { overrides } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as {
      overrides: { includes: string[] }[];
    };
    const globs = overrides.flatMap(({ includes }) => includes.map((glob) => glob.replace(/^!/, '')));
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(globs.filter((glob) => globSync(glob, { cwd: root, exclude: NOT_OURS }).length === 0)).toEqual([]);
  });

  it('give every folder a place in its package', () => {
    const packages = globSync('{services,shared}/*/src', { cwd: root });
    const withFolders = packages.filter((sources) => {
      const folders = readdirSync(join(root, sources), { withFileTypes: true }).filter((entry) => entry.isDirectory());
      return folders.filter(({ name }) => !NO_LAYERS.has(name)).length > 1;
    });
    expect(withFolders.map(dirname).toSorted()).toEqual(Object.keys(FOLDER_ORDERS).toSorted());
  });
});

describe('the linter', () => {
  // What dependency-cruiser does not see.
  const typeExpression = "export let kept: import('mongodb').Db;\n";
  const files: readonly [file: string, source: string, says: string, isBroken: boolean][] = [
    ['services/query/src/environment.ts', ENVIRONMENT, 'noProcessEnv', true],
    ['services/query/src/config.ts', ENVIRONMENT, 'noProcessEnv', false],
    ['services/query/src/console.ts', 'console.log(1);\n', 'noConsole', true],
    ['shared/projection/src/fold/timer.ts', TIMER, 'noRestrictedGlobals', true],
    ['shared/projection/src/writer/timer.ts', TIMER, 'noRestrictedGlobals', false],
    ['shared/projection/src/writer/type.ts', typeExpression, 'Write `import type`', true],
    ['shared/projection/src/writer/type.test.ts', typeExpression, 'Write `import type`', false],
  ];
  let checkout: string;
  let diagnostics: string[];

  beforeAll(async () => {
    checkout = await createFixtureCheckout(files.map(([file, source]) => ({ file, source, specifier: 'none' })));
    const settings = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as object;
    writeFileSync(join(checkout, 'biome.json'), JSON.stringify({ ...settings, vcs: { enabled: false } }));
    cpSync(join(root, 'infra/lint'), join(checkout, 'infra/lint'), { recursive: true });
    const paths = files.map(([file]) => file);
    diagnostics = spawnSync('biome', ['lint', '--reporter=github', ...paths], { cwd: checkout, encoding: 'utf8' })
      .stdout.split('\n')
      .filter((line) => line.startsWith('::'));
  });

  afterAll(() => removeFixtureCheckout(checkout));

  it.each(files)('%s with %j breaks %s: %s', (file, _, says, isBroken) => {
    const isSaid = diagnostics.some((line) => line.includes(file) && line.includes(says));
    expect(isSaid).toBe(isBroken);
  });

  it('has no rule of imports, consoles or environments turned off', () => {
    const files = globSync('{shared,services}/**/*.ts', { cwd: root, exclude: NOT_OURS });
    const turnedOff = files.filter((file) =>
      /biome-ignore[^\n]*\b(noConsole|noProcessEnv|noRestricted|plugin)/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(turnedOff).toEqual([]);
  });
});
