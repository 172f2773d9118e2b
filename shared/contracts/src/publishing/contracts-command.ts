import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { redactText } from '@fundlens/redaction/redact-text';
import { InvalidError } from '@fundlens/runtime/errors';
import { EXIT, type ExitStatus, runCommand, UsageError } from '@fundlens/runtime/run-command';
import { definitionOf, eventTypes } from '../event-types.ts';
import { askRegistry } from '../wire/registry.ts';
import { checkSchema, type SchemaCheck } from '../schemas/schema-check.ts';
import { topicNames } from '../wire/topic-names.ts';
import { callerDirectory, readRegistryConfig } from './publish-config.ts';

const USAGE = `Checks Avro schemas of events before they are registered.

  npm run contracts -- check FILE.avsc…          against the contract of this checkout, and every schema it ever had
  npm run contracts -- check                     the same for the schemas of this checkout
  npm run contracts -- check --registry URL …    also against what the registry has, by the level of each subject

  --registry URL   default: SCHEMA_REGISTRY_URL; without either no registry is asked
  TOPIC_PREFIX and the SCHEMA_REGISTRY_ logins are read as "npm run publish" reads them

Exit status: 0 all schemas are compatible; 1 one is not; 2 the command or a file is wrong; 3 the registry is away; 70 a bug.
`;

async function check(files: readonly string[], registryUrl: string | undefined): Promise<ExitStatus> {
  const { url, topicPrefix, auth } = readRegistryConfig(registryUrl);
  const registry = url === null ? null : askRegistry({ url, ...auth });
  const surroundings = { topics: topicNames(topicPrefix), registry };
  const candidates =
    files.length === 0
      ? eventTypes.map((type) => ({ name: type, json: definitionOf(type).avro }))
      : await Promise.all(files.map(async (file) => ({ name: file, json: await readSchema(file) })));
  let incompatible = 0;
  for (const { name, json } of candidates) {
    const found = await checkSchema(json, surroundings).catch((error: unknown) => {
      if (error instanceof InvalidError) throw new InvalidError(error.code, `${name}: ${error.message}`);
      throw error;
    });
    if (found.refusals.length > 0) incompatible += 1;
    process.stdout.write(reportOf(name, found));
  }
  if (registry === null) process.stdout.write('No registry was asked: name one with --registry.\n');
  const verdict = incompatible === 0 ? 'all compatible' : `${incompatible} incompatible`;
  process.stdout.write(`${candidates.length} checked, ${verdict}.\n`);
  return incompatible === 0 ? EXIT.done : EXIT.attention;
}

function reportOf(name: string, { fullName, refusals, notes }: SchemaCheck): string {
  const lines = [
    `${name}: ${fullName}: ${refusals.length === 0 ? 'compatible' : 'INCOMPATIBLE'}`,
    ...refusals.map((refusal) => `  ${refusal}`),
    ...notes.map((note) => `  note: ${note}`),
  ];
  return `${lines.join('\n')}\n`;
}

async function readSchema(file: string): Promise<unknown> {
  const text = await readFile(resolve(callerDirectory(), file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new InvalidError('schema_file', `${file}: cannot be read (${error.code ?? 'unknown'}).`);
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidError('schema_file', `${file}: is not JSON.`);
  }
}

await runCommand({
  usage: USAGE,
  sanitize: redactText,
  async run(args) {
    const options = { registry: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [verb, ...files] = positionals;
    if (verb !== 'check') throw new UsageError('The command is `check`.');
    return await check(files, values.registry);
  },
});
