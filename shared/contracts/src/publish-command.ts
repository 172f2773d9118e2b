import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError } from '@fundlens/runtime/config';
import { FatalError, InvalidError, RetryableError } from '@fundlens/runtime/errors';
import type { Kafka } from 'kafkajs';
import { createCodec } from './codec.ts';
import { within } from './deadline.ts';
import { createKafka, GIVE_UP_SOON } from './kafka-client.ts';
import { callerDirectory, readPublishConfig } from './publish-config.ts';
import { checkLines, type LineCheck, type Progress, publishLines } from './publish-lines.ts';
import { plural, positionSummary, refusedLines } from './publish-report.ts';
import { createPublisher } from './publisher.ts';
import { createSchemaRegistry } from './registry.ts';
import { fileInput, type ReplayableInput, streamInput } from './replayable-input.ts';
import { type TopicNames, topicNames } from './topics.ts';

const USAGE = `Publishes change events, one JSON object per line.

  npm run publish -- events.ndjson          all lines, or none when one of them is refused
  npm run publish -- --keep-going FILE      the good lines; the others are listed
  … | npm run publish                       from standard input

Where to: KAFKA_BROKERS, SCHEMA_REGISTRY_URL and TOPIC_PREFIX, or the local stack while "npm start" runs.
The lines are described in shared/contracts/README.md.
`;

const EXIT_OK = 0;
const EXIT_REFUSED = 1;
const EXIT_USAGE = 2;

const PROGRESS_MS = 1_000;
/** A person waits at the terminal; a broker that is up answers in milliseconds. */
const CONNECT_MS = 15_000;

async function main(args: readonly string[]): Promise<number> {
  const options = readArguments(args);
  if (options === null) return usage(process.stderr, EXIT_USAGE);
  if (options.help) return usage(process.stdout, EXIT_OK);

  const config = await readPublishConfig();
  const topics = topicNames(config.topicPrefix);
  const kafka = createKafka({
    ...{ brokers: config.kafkaBrokers, clientId: 'fundlens-publish', retry: GIVE_UP_SOON },
    ...config.kafkaSecurity,
  });
  await requireTopics(kafka, topics);
  const registry = createSchemaRegistry({ url: config.schemaRegistryUrl, ...config.registryAuth });
  const codec = createCodec({ registry, topics, clock: Date.now });

  const input =
    options.file === undefined
      ? await streamInput(process.stdin)
      : await fileInput(resolve(callerDirectory(), options.file));
  try {
    return await publish(input, { kafka, codec, keepGoing: options.keepGoing });
  } finally {
    await input.close();
  }
}

type PublishOptions = {
  readonly kafka: Kafka;
  readonly codec: ReturnType<typeof createCodec>;
  readonly keepGoing: boolean;
};

async function publish(input: ReplayableInput, { kafka, codec, keepGoing }: PublishOptions): Promise<number> {
  const progress = progressOn(process.stderr);
  const check = await checkLines(input.read(), codec, progress.show).finally(progress.end);
  tellRefused(check);
  if (check.refusedCount > 0 && !keepGoing) {
    print('Nothing was published.');
    return EXIT_REFUSED;
  }
  if (check.good === 0) {
    print('There is nothing to publish.');
    return check.refusedCount > 0 ? EXIT_REFUSED : EXIT_OK;
  }
  await input.assertUnchanged();

  const summary = positionSummary();
  const publisher = createPublisher({ kafka, codec });
  try {
    await publisher.start();
    await publishLines(input.read(), { codec, publisher, progress: progress.show }, summary.add).finally(progress.end);
  } finally {
    await publisher.stop();
    const refused = check.refusedCount > 0 ? `, refused ${plural(check.refusedCount, 'line')}` : '';
    print(`Published ${plural(summary.count(), 'event')}${refused}.`);
    for (const line of summary.lines()) print(line);
    const header = summary.waitHeader();
    if (header !== null) print(`To read an answer that has all of it, send the header:\n  ${header}`);
  }
  return check.refusedCount > 0 ? EXIT_REFUSED : EXIT_OK;
}

/** Producing to a topic that does not exist would only time out. */
async function requireTopics(kafka: Kafka, topics: TopicNames): Promise<void> {
  const admin = kafka.admin();
  try {
    const listed = admin.connect().then(() => admin.listTopics());
    const existing = new Set(await within(CONNECT_MS, listed, unreachable));
    const missing = Object.values(topics).filter((topic) => !existing.has(topic));
    if (missing.length > 0) {
      throw new InvalidError(
        'no_topics',
        `Kafka has no topic ${missing.join(', ')}. Start the projector once: it makes them.`,
      );
    }
  } catch (error) {
    throw error instanceof InvalidError ? error : unreachable();
  } finally {
    // Closing politely is not worth waiting for: the process ends soon.
    admin.disconnect().catch(() => undefined);
  }
}

function unreachable(): RetryableError {
  return new RetryableError('kafka_unavailable', 'Kafka cannot be reached.');
}

function readArguments(args: readonly string[]): { file?: string; keepGoing: boolean; help: boolean } | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'keep-going': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
    const [file, ...more] = positionals;
    if (more.length > 0) return null;
    const fromFile = file === undefined || file === '-' ? {} : { file };
    return { ...fromFile, keepGoing: values['keep-going'] === true, help: values.help === true };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** In a terminal one line that counts up; in a log a line each second. */
function progressOn(stream: NodeJS.WriteStream): { readonly show: Progress; readonly end: () => void } {
  let last = Date.now();
  let open = false;
  return {
    show({ step, events }) {
      const now = Date.now();
      if (now - last < (stream.isTTY ? PROGRESS_MS / 10 : PROGRESS_MS)) return;
      last = now;
      open = stream.isTTY;
      stream.write(`${stream.isTTY ? '\r' : ''}${step} ${plural(events, 'event')}${stream.isTTY ? '' : '\n'}`);
    },
    end() {
      if (open) stream.write('\n');
      open = false;
    },
  };
}

function tellRefused({ refusedCount, refused }: LineCheck): void {
  if (refusedCount === 0) return;
  print(`Refused ${plural(refusedCount, 'line')}:`);
  for (const line of refused) for (const text of refusedLines(line)) print(text);
  if (refusedCount > refused.length) print(`  … and ${plural(refusedCount - refused.length, 'more line')}`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function usage(stream: NodeJS.WriteStream, exitCode: number): number {
  stream.write(USAGE);
  return exitCode;
}

function explain(error: unknown): string {
  const known = [ConfigError, InvalidError, RetryableError, FatalError].some((kind) => error instanceof kind);
  if (!known || !(error instanceof Error)) throw error;
  const again = error instanceof RetryableError ? ' Publish the same lines again: duplicates change nothing.' : '';
  return `${error.message}${again}`;
}

async function run(): Promise<number> {
  try {
    return await main(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    return EXIT_REFUSED;
  }
}

// Not `exitCode`: an abandoned client may reconnect for minutes.
process.exit(await run());
