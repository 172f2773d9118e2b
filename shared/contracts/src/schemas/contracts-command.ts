import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError } from '@fundlens/runtime/config';
import { InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { outliveReader } from '@fundlens/runtime/unread-output';
import { checkSchema, type SchemaCheck } from './schema-check.ts';
import { createRegisteredSchemas } from './registered-schemas.ts';
import { schemaVersions } from './schema-versions.ts';
import { definitionOf, type EventType, eventTypes } from '../event-types.ts';
import { callerDirectory, readRegistryConfig } from '../publishing/publish-config.ts';
import { topicNames } from '../wire/topic-names.ts';

const USAGE = `Checks Avro schemas of events before they are registered.

  npm run contracts -- check FILE.avsc…          against the contract of this checkout, and every schema it ever had
  npm run contracts -- check                     the same for the schemas of this checkout
  npm run contracts -- check --registry URL …    also against what the registry has, by the level of each subject

  --registry URL   default: SCHEMA_REGISTRY_URL; without either no registry is asked
  TOPIC_PREFIX and the SCHEMA_REGISTRY_ logins are read as "npm run publish" reads them

Ends with 0 when all schemas are compatible, 1 when one is not, 2 when the command or a file is wrong or the registry is away.
`;

const EXIT_COMPATIBLE = 0;
const EXIT_INCOMPATIBLE = 1;
const EXIT_NOT_CHECKED = 2;

type Candidate = { readonly name: string; readonly json: unknown };
type Arguments = { readonly help: boolean; readonly files: readonly string[]; readonly registry?: string };

async function main(args: readonly string[]): Promise<number> {
  const given = readArguments(args);
  if (given === null || given.help) {
    (given === null ? process.stderr : process.stdout).write(USAGE);
    return given === null ? EXIT_NOT_CHECKED : EXIT_COMPATIBLE;
  }
  const { url, topicPrefix, auth } = readRegistryConfig(given.registry);
  const registered = url === null ? null : createRegisteredSchemas({ url, ...auth });
  const past = (type: EventType) => schemaVersions(type);
  const surroundings = { past, topics: topicNames(topicPrefix), registered };
  const candidates = given.files.length === 0 ? ownSchemas() : await Promise.all(given.files.map(readCandidate));
  let incompatible = 0;
  for (const { name, json } of candidates) {
    const check = await checkSchema(json, surroundings).catch((error: unknown) => {
      if (error instanceof InvalidError) throw new InvalidError(error.code, `${name}: ${error.message}`);
      throw error;
    });
    if (check.refusals.length > 0) incompatible += 1;
    for (const line of linesOf(name, check)) process.stdout.write(`${line}\n`);
  }
  if (registered === null) process.stdout.write('No registry was asked: name one with --registry.\n');
  process.stdout.write(
    incompatible === 0
      ? `${candidates.length} checked, all compatible.\n`
      : `${candidates.length} checked, ${incompatible} incompatible.\n`,
  );
  return incompatible === 0 ? EXIT_COMPATIBLE : EXIT_INCOMPATIBLE;
}

function linesOf(name: string, { fullName, refusals, notes }: SchemaCheck): string[] {
  return [
    `${name}: ${fullName}: ${refusals.length === 0 ? 'compatible' : 'INCOMPATIBLE'}`,
    ...refusals.map((refusal) => `  ${refusal}`),
    ...notes.map((note) => `  note: ${note}`),
  ];
}

function ownSchemas(): Candidate[] {
  return eventTypes.map((type) => ({ name: type, json: definitionOf(type).avro }));
}

async function readCandidate(file: string): Promise<Candidate> {
  const text = await readFile(resolve(callerDirectory(), file), 'utf8').catch((error: unknown) => {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new InvalidError('schema_file', `${file}: cannot be read (${reason}).`);
  });
  try {
    return { name: file, json: JSON.parse(text) as unknown };
  } catch {
    throw new InvalidError('schema_file', `${file}: is not JSON.`);
  }
}

function readArguments(args: readonly string[]): Arguments | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { registry: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } },
    });
    const [verb, ...files] = positionals;
    if (verb !== 'check' && !values.help) return null;
    return { help: values.help, files, ...(values.registry !== undefined && { registry: values.registry }) };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

async function run(): Promise<number> {
  try {
    return await main(process.argv.slice(2));
  } catch (error) {
    const known = [ConfigError, InvalidError, RetryableError].some((kind) => error instanceof kind);
    if (!known || !(error instanceof Error)) throw error;
    process.stderr.write(`${error.message}\n`);
    return EXIT_NOT_CHECKED;
  }
}

outliveReader(process.stdout);
process.exitCode = await run();
