import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { InvalidError } from '@fundlens/runtime/errors';
import { createProcessTracing } from '@fundlens/runtime/process-tracing';
import manifest from '../../package.json' with { type: 'json' };
import { createKafka, GIVE_UP_SOON } from '../kafka/kafka-client.ts';
import { requireTopics } from '../kafka/topics.ts';
import { createCodec } from '../wire/codec.ts';
import { createSchemaRegistry, type SchemaRegistry } from '../wire/registry.ts';
import { topicNames } from '../wire/topic-names.ts';
import { runCommand } from './command.ts';
import { type EventLine, eventLines } from './event-lines.ts';
import { callerDirectory, readPublishConfig, readRegistryConfig } from './publish-config.ts';
import { type CheckedEvent, publishLines } from './publish-lines.ts';
import { createPublishReport, plural } from './publish-report.ts';
import { createPublisher } from './publisher.ts';

const USAGE = `Publishes change events from lines of JSON.

  npm run publish -- events.ndjson          all events; when a line is refused, nothing of its 2,000 lines and behind them
  npm run publish -- --dry-run FILE         checks only, without any server: rules, keys, sizes, and what redaction
                                            would remove and why; nothing is sent
  npm run publish -- --keep-going FILE      the good events; the others are listed
  … | npm run publish                       from standard input

Where to: KAFKA_BROKERS, SCHEMA_REGISTRY_URL and TOPIC_PREFIX, or the local stack while "npm start" runs.
Ends with 0 when all is published, 1 when something was refused or a server is away, 2 when the command is wrong.
The events are described in infra/guides/events.md.
`;

const EXIT_OK = 0;
const EXIT_REFUSED = 1;

/** What a person looks at in a dry run. */
const MAX_LISTED = 20;

/** Stands for a registry where nothing is sent: it takes every schema of the contract and keeps none. */
const NO_REGISTRY: SchemaRegistry = { schemaById: async () => null, register: async () => 0 };

async function dryRun(lines: AsyncIterable<EventLine>): Promise<number> {
  const topics = topicNames(readRegistryConfig().topicPrefix);
  const codec = createCodec({ registry: NO_REGISTRY, topics, clock: Date.now });
  const report = createPublishReport({ keepGoing: true });
  const keys: string[] = [];
  const removed = new Map<string, number>();
  let good = 0;
  const onChecked = (line: number, { type, record: { topic, message }, findings }: CheckedEvent): void => {
    good += 1;
    if (good <= MAX_LISTED) keys.push(`  line ${line}: ${topic} ${message.key} (${message.value.length} bytes)`);
    for (const { path, rule, because } of findings) {
      const row = `${type}.${path} (${because ?? rule})`;
      if (removed.has(row) || removed.size < MAX_LISTED) removed.set(row, (removed.get(row) ?? 0) + 1);
    }
  };
  await publishLines(lines, { codec, publisher: null, keepGoing: true, report, onChecked });
  const refused = plural(report.refused(), 'line');
  print(
    ...report.refusedLines(),
    `Topics, keys and sizes, at most ${MAX_LISTED}:`,
    ...keys,
    `What redaction would remove before anything is stored, at most ${MAX_LISTED} fields:`,
    ...[...removed].map(([row, times]) => `  ${times} × ${row}`),
    `Checked: ${plural(good, 'event')} would be published, ${refused} refused. Nothing was sent.`,
  );
  return report.refused() > 0 ? EXIT_REFUSED : EXIT_OK;
}

async function publish(lines: AsyncIterable<EventLine>, keepGoing: boolean): Promise<number> {
  const { kafkaBrokers: brokers, kafkaSecurity, tracing: traced, ...config } = await readPublishConfig();
  const topics = topicNames(config.topicPrefix);
  const kafka = createKafka({ brokers, clientId: 'fundlens-publish', retry: GIVE_UP_SOON, ...kafkaSecurity });
  await requireTopics(kafka, topics);
  const registry = createSchemaRegistry({ url: config.schemaRegistryUrl, ...config.registryAuth });
  const codec = createCodec({ registry, topics, clock: Date.now });
  const { tracing, parts } = createProcessTracing(traced, {
    service: 'publish',
    version: manifest.version,
    onAway: () => process.stderr.write('Traces cannot be exported; the events are published without them.\n'),
  });
  const publisher = createPublisher({ kafka, codec, tracing });
  const report = createPublishReport({ keepGoing });
  let isWhole = false;
  for (const part of [...parts, publisher]) await part.start();
  try {
    await publishLines(lines, { codec, publisher, keepGoing, report });
    isWhole = true;
  } finally {
    print(...report.refusedLines(), ...report.publishedLines(isWhole));
    for (const part of [publisher, ...parts]) await part.stop();
  }
  return report.refused() > 0 ? EXIT_REFUSED : EXIT_OK;
}

/** @throws InvalidError with a sentence when it cannot be read. */
async function* input(file: string | undefined): AsyncGenerator<Buffer> {
  if (file === undefined || file === '-') return yield* process.stdin;
  try {
    yield* createReadStream(resolve(callerDirectory(), file));
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new InvalidError('input_file', `The file cannot be read (${reason}).`);
  }
}

function print(...lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}

// Not `exitCode`: an abandoned client may reconnect for minutes.
process.exit(
  await runCommand({
    usage: USAGE,
    options: { 'keep-going': { type: 'boolean' }, 'dry-run': { type: 'boolean' } },
    exitOfFailure: EXIT_REFUSED,
    run: async ({ 'keep-going': keepGoing = false, 'dry-run': dry = false }, [file, ...more]) => {
      if (more.length > 0) return null;
      const lines = eventLines(input(file));
      return dry ? await dryRun(lines) : await publish(lines, keepGoing);
    },
  }),
);
