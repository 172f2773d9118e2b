import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configSchema as projector } from '@fundlens/projector/config';
import { configSchema as query } from '@fundlens/query/config';
import { describeOptions } from '@fundlens/runtime/config';
import { expect, it } from 'vitest';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');

type Row = { name: string; services: string[]; default: string; description: string };

/** The options of both services, those they share once. */
function rows(): Row[] {
  const found = new Map<string, Row>();
  for (const [service, schema] of Object.entries({ projector, query })) {
    for (const option of describeOptions(schema)) {
      const key = `${option.name} ${option.default} ${option.description}`;
      const row = found.get(key) ?? { ...option, services: [] };
      row.services.push(service);
      found.set(key, row);
    }
  }
  return [...found.values()];
}

function table(): string {
  const lines = rows().map(
    ({ name, services, default: value, description }) =>
      `| \`${name}\` | ${services.join(', ')} | ${value === '' ? '' : `\`${value}\``} | ${description} |`,
  );
  return ['| option | service | default | meaning |', '|---|---|---|---|', ...lines].join('\n');
}

it('the README lists every option of both services as the schemas have it', () => {
  expect(readme).toContain(table());
});
