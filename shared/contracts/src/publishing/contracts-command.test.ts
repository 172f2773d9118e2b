import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from '@fundlens/runtime/testing/temporary-directory';
import { describe, expect, test } from 'vitest';
import { definitionOf, eventTypes } from '../event-types.ts';

const COMMAND = fileURLToPath(new URL('contracts-command.ts', import.meta.url));
const folder = temporaryDirectory();

function run(...args: readonly string[]) {
  const env = { PATH: process.env.PATH, INIT_CWD: folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], { env, encoding: 'utf8' });
  return { status, stdout: stdout.split('\n'), stderr };
}

function schemaFile(name: string, schema: unknown): string {
  writeFileSync(join(folder, name), typeof schema === 'string' ? schema : JSON.stringify(schema));
  return name;
}

const { avro } = definitionOf('DealChanged');

describe('contracts check ends with', () => {
  test('0 when the schemas of this checkout read all that was ever written', () => {
    const { status, stdout } = run('check');
    expect(stdout).toContain(`${eventTypes.length} checked, all compatible.`);
    expect(status).toBe(0);
  });

  test('1 when one is incompatible, naming field and rule', () => {
    const fields = [...avro.fields, { name: 'motto', type: 'string' }];
    const file = schemaFile('deal.avsc', { ...avro, fields });
    const { status, stdout } = run('check', file);
    expect(stdout[0]).toMatch(/^deal\.avsc: fundlens\.crm\.DealChanged: INCOMPATIBLE/);
    expect(stdout).toContain('  it does not read version 1 of the contract: motto: is not written, and has no default');
    expect(status).toBe(1);
  });

  test.each([
    [2, 'a command that does not exist', ['chek'], 'npm run contracts -- check FILE'],
    [2, 'a file that is not JSON', ['check', schemaFile('bad.avsc', '{')], 'bad.avsc: is not JSON.'],
    [
      2,
      'a schema of others',
      ['check', schemaFile('others.avsc', { ...avro, namespace: 'elsewhere' })],
      'must have one of the namespaces fundlens.crm, fundlens.funding, fundlens.access',
    ],
    [2, 'a schema of no record', ['check', schemaFile('string.avsc', '"string"')], 'is not a record'],
    [
      3,
      'a registry that is away',
      ['check', '--registry', 'http://127.0.0.1:1'],
      'The schema registry is not available.',
    ],
  ])('%s for %s', (code, _, args, message) => {
    const { status, stderr } = run(...args);
    expect(stderr).toContain(message);
    expect(status).toBe(code);
  });
});
