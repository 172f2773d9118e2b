import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { redactText } from '@fundlens/redaction/redact-text';
import { InvalidError } from '@fundlens/runtime/errors';
import { EXIT, type ExitStatus, runCommand, UsageError } from '@fundlens/runtime/run-command';
import { createKafka, GIVE_UP_SOON } from '../kafka/kafka-client.ts';
import { requireTopics } from '../kafka/topics.ts';
import { createCodec } from '../wire/codec.ts';
import { createSchemaRegistry, type SchemaRegistry } from '../wire/registry.ts';
import { topicNames } from '../wire/topic-names.ts';
import { type EventLine, eventLines } from './event-lines.ts';
import { callerDirectory, readPublishConfig, readRegistryConfig } from './publish-config.ts';
import { checkedLines, publishLines } from './publish-lines.ts';
import { createPublishReport, plural } from './publish-report.ts';
import { createPublisher } from './publisher.ts';

const USAGE = `Publishes change events from lines of JSON.

  npm run publish -- events.ndjson          all events; when a line is refused, nothing of its 2,000 lines and behind them
  npm run publish -- --dry-run FILE         checks only, without any server: rules, keys, sizes, and what redaction
                                            would remove and why; nothing is sent
  npm run publish -- --keep-going FILE      the good events; the others are listed
  … | npm run publish                       from standard input

Where to: KAFKA_BROKERS, SCHEMA_REGISTRY_URL and TOPIC_PREFIX, or the local stack while "npm start" runs.
Exit status: 0 all is published; 1 something was refused; 2 the command or its options are wrong; 3 a server is away; 70 a bug; 130 interrupted.
The events are described in infra/guides/events.md.
`;

/** What a person looks at in a dry run. */
const MAX_LISTED = 20;

/** Stands for a registry where nothing is sent: it takes every schema of the contract and keeps none. */
const NO_REGISTRY: SchemaRegistry = { schemaById: async () => null, register: async () => 0 };

async function dryRun(lines: AsyncIterable<EventLine>): Promise<ExitStatus> {
  const topics = topicNames(readRegistryConfig().topicPrefix);
  const codec = createCodec({ registry: NO_REGISTRY, topics, clock: Date.now });
  const report = createPublishReport({ keepGoing: true });
  const keys: string[] = [];
  const removed = new Map<string, number>();
  let good = 0;
  for await (const line of checkedLines(lines, codec)) {
    if ('issues' in line) {
      report.refuse(line);
      continue;
    }
    const { topic, message } = line.record;
    good += 1;
    if (good <= MAX_LISTED) keys.push(`  line ${line.number}: ${topic} ${message.key} (${message.value.length} bytes)`);
    for (const { path, rule, because } of line.findings) {
      const row = `${line.type}.${path} (${because ?? rule})`;
      if (removed.has(row) || removed.size < MAX_LISTED) removed.set(row, (removed.get(row) ?? 0) + 1);
    }
  }
  const refused = plural(report.refused(), 'line');
  print(
    ...report.refusedLines(),
    `Topics, keys and sizes, at most ${MAX_LISTED}:`,
    ...keys,
    `What redaction would remove before anything is stored, at most ${MAX_LISTED} fields:`,
    ...[...removed].map(([row, times]) => `  ${times} × ${row}`),
    `Checked: ${plural(good, 'event')} would be published, ${refused} refused. Nothing was sent.`,
  );
  return report.refused() > 0 ? EXIT.attention : EXIT.done;
}

async function publish(lines: AsyncIterable<EventLine>, keepGoing: boolean): Promise<ExitStatus> {
  const { kafkaBrokers: brokers, schemaRegistryUrl: url, topicPrefix, logins } = await readPublishConfig();
  const topics = topicNames(topicPrefix);
  const kafka = createKafka({ brokers, clientId: 'fundlens-publish', retry: GIVE_UP_SOON, ...logins?.ofKafka });
  await requireTopics(kafka, topics);
  const registry = createSchemaRegistry({ url, ...logins?.ofRegistry });
  const codec = createCodec({ registry, topics, clock: Date.now });
  const publisher = createPublisher({ kafka, codec });
  const report = createPublishReport({ keepGoing });
  let isWhole = false;
  await publisher.start();
  try {
    await publishLines(lines, { codec, publisher, report });
    isWhole = true;
  } finally {
    print(...report.refusedLines(), ...report.publishedLines(isWhole));
    await publisher.stop();
  }
  return report.refused() > 0 ? EXIT.attention : EXIT.done;
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

await runCommand({
  usage: USAGE,
  sanitize: redactText,
  async run(args) {
    const options = { 'keep-going': { type: 'boolean' }, 'dry-run': { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (positionals.length > 1) throw new UsageError('Name one file.');
    const lines = eventLines(input(positionals[0]));
    return values['dry-run'] ? await dryRun(lines) : await publish(lines, values['keep-going'] ?? false);
  },
});
