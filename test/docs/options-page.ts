import { fileURLToPath } from 'node:url';
import { startOptionsSchema } from '@fundlens/local/demo/system/start-options';
import { configSchema as ingest } from '@fundlens/ingest-highlevel/config';
import { configSchema as operator } from '@fundlens/operator/config';
import { configSchema as projector } from '@fundlens/projector/config';
import { configSchema as query } from '@fundlens/query/config';
import { fileOptionOf } from '@fundlens/runtime/secret-files';
import type { z } from 'zod';

export const OPTIONS_FILE = fileURLToPath(new URL('../../infra/OPTIONS.md', import.meta.url));

type Row = { name: string; users: string[]; default: string; description: string };

/** The options of several programs, those they share once. The file of a secret is told with the secret. */
function rows(programs: Readonly<Record<string, z.ZodObject>>): Row[] {
  const found = new Map<string, Row>();
  for (const [program, { shape }] of Object.entries(programs)) {
    for (const [name, option] of Object.entries<z.ZodType>(shape)) {
      if (option.description === undefined) continue;
      const parsed = option.safeParse(undefined);
      const value = parsed.success ? String(parsed.data ?? '') : 'required';
      const file = fileOptionOf(name) in shape ? ` Or in a file: \`${fileOptionOf(name)}\`.` : '';
      const description = option.description + file;
      const row = found.get(`${name} ${value} ${description}`) ?? { name, default: value, description, users: [] };
      row.users.push(program);
      found.set(`${name} ${value} ${description}`, row);
    }
  }
  return [...found.values()];
}

const code = (text: string) => (text === '' ? '' : `\`${text}\``);

function serviceTable(): string[] {
  const lines = rows({ projector, operator, query, 'ingest-highlevel': ingest }).map(
    ({ name, users, default: value, description }) =>
      `| \`${name}\` | ${users.join(', ')} | ${code(value)} | ${description} |`,
  );
  return ['| option | service | default | meaning |', '|---|---|---|---|', ...lines];
}

function startTable(): string[] {
  const lines = rows({ start: startOptionsSchema }).map(
    ({ name, default: value, description }) => `| \`${name}\` | ${code(value)} | ${description} |`,
  );
  return ['| option | default | meaning |', '|---|---|---|', ...lines];
}

/** The names of every option of every program. */
export function optionNames(): string[] {
  return [...new Set(rows({ projector, operator, query, ingest, startOptionsSchema }).map(({ name }) => name))];
}

/** Every option of every program, as its schema has it. */
export function optionsPage(): string {
  return [
    '# Options',
    '',
    'Each program reads its environment in its `config.ts` and nowhere else. A wrong value stops it at the start, with every wrong',
    'option named; so does a variable whose name is a slip away from an option that is not set. `npm start` sets all of this by itself. `npm run generate` writes this page from the schemas.',
    '',
    '## Services and operator',
    '',
    ...serviceTable(),
    '',
    '## `npm start`',
    '',
    'The servers themselves have options too: [the local stack](local/README.md).',
    '',
    ...startTable(),
    '',
  ].join('\n');
}
