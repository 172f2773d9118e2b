import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startOptionsSchema } from '@fundlens/local/demo/system/start-options';
import { configSchema as operator } from '@fundlens/operator/config';
import { configSchema as projector } from '@fundlens/projector/config';
import { configSchema as query } from '@fundlens/query/config';
import { describeOptions } from '@fundlens/runtime/config';
import { expect, it } from 'vitest';
import type { z } from 'zod';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');

type Row = { name: string; users: string[]; default: string; description: string };

/** The options of several programs, those they share once. */
function rows(programs: Readonly<Record<string, z.ZodObject>>): Row[] {
  const found = new Map<string, Row>();
  for (const [program, schema] of Object.entries(programs)) {
    for (const option of describeOptions(schema)) {
      const key = `${option.name} ${option.default} ${option.description}`;
      const row = found.get(key) ?? { ...option, users: [] };
      row.users.push(program);
      found.set(key, row);
    }
  }
  return [...found.values()];
}

const code = (text: string) => (text === '' ? '' : `\`${text}\``);

function serviceTable(): string {
  const lines = rows({ projector, operator, query }).map(
    ({ name, users, default: value, description }) =>
      `| \`${name}\` | ${users.join(', ')} | ${code(value)} | ${description} |`,
  );
  return ['| option | service | default | meaning |', '|---|---|---|---|', ...lines].join('\n');
}

function startTable(): string {
  const lines = rows({ start: startOptionsSchema }).map(
    ({ name, default: value, description }) => `| \`${name}\` | ${code(value)} | ${description} |`,
  );
  return ['| option | default | meaning |', '|---|---|---|', ...lines].join('\n');
}

it('the README lists every option of the services as the schemas have it', () => {
  expect(readme).toContain(serviceTable());
});

it('the README lists every option of npm start as the schema has it', () => {
  expect(readme).toContain(startTable());
});
