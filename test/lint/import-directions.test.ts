import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const written: string[] = [];

/** Writes a file where the linter's rules for that place apply, lints it, and gives what the linter said. */
async function lint(path: string, content: string): Promise<{ passes: boolean; output: string }> {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
  written.push(file);
  try {
    const { stdout, stderr } = await run('biome', ['lint', '--error-on-warnings', '--vcs-enabled=false', file], {
      cwd: root,
    });
    return { passes: true, output: stdout + stderr };
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return { passes: false, output: stdout + stderr };
  }
}

afterEach(async () => {
  await Promise.all(written.splice(0).map((file) => rm(file)));
});

const use = (specifier: string) => `import * as used from '${specifier}';\n\nexport const kept = used;\n`;

const forbidden: readonly [path: string, specifier: string][] = [
  ['services/projector/src/lint-probe.ts', '@fundlens/query/app'],
  ['services/query/src/lint-probe.ts', '@fundlens/projector/config'],
  ['shared/contracts/src/lint-probe.ts', '@fundlens/projector/config'],
  ['shared/read-models/src/lint-probe.ts', '@fundlens/query/app'],
  ['shared/redaction/src/lint-probe.ts', 'mongodb'],
  ['shared/redaction/src/lint-probe.ts', 'node:fs'],
  ['services/projector/src/projections/lint-probe.ts', 'mongodb'],
  ['services/projector/src/consumer/lint-probe.ts', 'kafkajs'],
  ['services/projector/src/consumer/lint-probe.ts', 'mongodb'],
  ['services/query/src/routes/contacts/lint-probe.ts', 'mongodb'],
  ['services/query/src/middleware/lint-probe.ts', 'ioredis'],
  ['services/query/src/queries/lint-probe.ts', '../routes/contacts/contacts.ts'],
  ['services/query/src/pagination/lint-probe.ts', 'ioredis'],
  ['services/query/src/routes/lint-probe.ts', '@fundlens/testing/event-builders'],
];

describe('the linter holds the import directions of the house', () => {
  it.each(forbidden)('%s may not import %s', async (path, specifier) => {
    const { passes, output } = await lint(path, use(specifier));
    expect(output).toContain('lint/style/noRestrictedImports');
    expect(passes).toBe(false);
  });

  it.each([
    ['services/query/src/queries/lint-probe.ts', 'mongodb'],
    ['services/query/src/composition-root.ts.lint-probe.ts', '@fundlens/runtime/errors'],
    ['services/projector/src/writer/lint-probe.ts', 'mongodb'],
    ['services/projector/src/lint-probe.ts', '@fundlens/redaction/redact-text'],
  ])('%s may import %s', async (path, specifier) => {
    const { output } = await lint(path, use(specifier));
    expect(output).not.toContain('lint/style/noRestrictedImports');
  });

  it('only config reads the environment', async () => {
    const read = 'export const secret = process.env.CURSOR_SECRET;\n';
    expect((await lint('services/query/src/lint-probe.ts', read)).output).toContain('lint/style/noProcessEnv');
    expect((await lint('services/query/src/lint-probe-config.ts', read)).output).not.toContain('noProcessEnv');
  });
});
