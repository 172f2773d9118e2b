import { resolve } from 'node:path';
import { ConfigError } from '@fundlens/runtime/config';
import { FatalError, InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { createProcessTracing } from '@fundlens/runtime/process-tracing';
import type { Tracing } from '@fundlens/runtime/tracing';
import type { Kafka } from 'kafkajs';
import manifest from '../package.json' with { type: 'json' };
import { type Codec, createCodec } from './codec.ts';
import { createDryRunReport } from './dry-run-report.ts';
import type { EventReader } from './event-reader.ts';
import { ndjsonReader } from './ndjson-reader.ts';
import { createKafka, GIVE_UP_SOON } from './kafka-client.ts';
import { offlineRegistry } from './offline-registry.ts';
import { type PublishArguments, readPublishArguments, USAGE } from './publish-arguments.ts';
import { callerDirectory, readPublishConfig, readTopicPrefix } from './publish-config.ts';
import { checkEvents, type InputCheck, publishEvents } from './publish-events.ts';
import { type ProgressMeter, progressOn } from './publish-progress.ts';
import { listedLines, plural, positionSummary } from './publish-report.ts';
import { createPublisher } from './publisher.ts';
import { createSchemaRegistry } from './registry.ts';
import { fileInput, type ReplayableInput, streamInput } from './replayable-input.ts';
import { requireTopics } from './required-topics.ts';
import { topicNames } from './topics.ts';

const EXIT_OK = 0;
const EXIT_REFUSED = 1;
const EXIT_USAGE = 2;

/** What is read, and how. */
type Source = { readonly input: ReplayableInput; readonly reader: EventReader; readonly progress: ProgressMeter };
type Target = { readonly kafka: Kafka; readonly codec: Codec; readonly tracing: Tracing };

async function main(args: readonly string[]): Promise<number> {
  const options = readPublishArguments(args);
  if (options === null) return usage(process.stderr, EXIT_USAGE);
  if (options.help) return usage(process.stdout, EXIT_OK);
  return options.dryRun ? await dryRun(options) : await publish(options);
}

async function dryRun(options: PublishArguments): Promise<number> {
  const topics = topicNames(readTopicPrefix());
  const codec = createCodec({ registry: offlineRegistry, topics, clock: Date.now });
  const report = createDryRunReport();
  return await withSource(options, async (source) => {
    const check = await checkSource(source, { codec, strict: options.strict, checked: report.add });
    for (const line of report.lines(source.reader.unit)) print(line);
    const refused = plural(check.refusedAt.size, source.reader.unit);
    print(`Checked: ${plural(check.good, 'event')} would be published, ${refused} refused. Nothing was sent.`);
    return check.refusedAt.size > 0 ? EXIT_REFUSED : EXIT_OK;
  });
}

async function publish(options: PublishArguments): Promise<number> {
  const config = await readPublishConfig();
  const topics = topicNames(config.topicPrefix);
  const kafka = createKafka({
    ...{ brokers: config.kafkaBrokers, clientId: 'fundlens-publish', retry: GIVE_UP_SOON },
    ...config.kafkaSecurity,
  });
  await requireTopics(kafka, topics);
  const registry = createSchemaRegistry({ url: config.schemaRegistryUrl, ...config.registryAuth });
  const codec = createCodec({ registry, topics, clock: Date.now });
  return await withSource(options, async (source) => {
    const { tracing, parts } = createProcessTracing(config.tracing, {
      service: 'publish',
      version: manifest.version,
      onAway: () => process.stderr.write('Traces cannot be exported; the events are published without them.\n'),
    });
    for (const part of parts) await part.start();
    try {
      return await checkAndSend(source, { kafka, codec, tracing }, options);
    } finally {
      for (const part of parts) await part.stop();
    }
  });
}

async function withSource({ file }: PublishArguments, work: (source: Source) => Promise<number>): Promise<number> {
  const input =
    file === undefined ? await streamInput(process.stdin) : await fileInput(resolve(callerDirectory(), file));
  const progress = progressOn(process.stderr, { clock: () => performance.now(), share: input.share });
  try {
    return await work({ input, reader: ndjsonReader, progress });
  } finally {
    await input.close();
  }
}

type CheckOptions = Pick<Parameters<typeof checkEvents>[1], 'codec' | 'strict' | 'checked'>;

async function checkSource({ input, reader, progress }: Source, options: CheckOptions): Promise<InputCheck> {
  const given = { ...options, progress: progress.show, now: Date.now() };
  const check = await checkEvents(reader.read(input.read()), given).finally(progress.end);
  const { refusedAt, refused, doubtfulCount, doubtful } = check;
  tell('Refused', { count: refusedAt.size, listed: refused, unit: reader.unit });
  tell('Doubtful (--strict refuses)', { count: doubtfulCount, listed: doubtful, unit: reader.unit });
  return check;
}

async function checkAndSend(source: Source, target: Target, options: PublishArguments): Promise<number> {
  const { input, reader, progress } = source;
  const { good, refusedAt } = await checkSource(source, { codec: target.codec, strict: options.strict });
  if (refusedAt.size > 0 && !options.keepGoing) {
    print('Nothing was published.');
    return EXIT_REFUSED;
  }
  if (good === 0) {
    print('There is nothing to publish.');
    return refusedAt.size > 0 ? EXIT_REFUSED : EXIT_OK;
  }
  await input.assertUnchanged();

  const summary = positionSummary();
  const publisher = createPublisher(target);
  try {
    await publisher.start();
    const sending = { publisher, progress: progress.show, refusedAt, stored: summary.add };
    await publishEvents(reader.read(input.read()), sending).finally(progress.end);
  } finally {
    await publisher.stop();
    const refused = refusedAt.size > 0 ? `, refused ${plural(refusedAt.size, reader.unit)}` : '';
    print(`Published ${plural(summary.count(), 'event')}${refused}.`);
    for (const line of summary.lines()) print(line);
    const header = summary.waitHeader();
    if (header !== null) print(`To read an answer that has all of it, send the header:\n  ${header}`);
  }
  return refusedAt.size > 0 ? EXIT_REFUSED : EXIT_OK;
}

type List = { readonly count: number; readonly listed: InputCheck['refused']; readonly unit: string };

function tell(what: string, { count, listed, unit }: List): void {
  if (count === 0) return;
  print(`${what}: ${plural(count, unit)}`);
  for (const entry of listed) for (const text of listedLines(entry, unit)) print(text);
  if (count > listed.length) print(`  … and ${plural(count - listed.length, `more ${unit}`)}`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function usage(stream: NodeJS.WriteStream, exitCode: number): number {
  stream.write(USAGE);
  return exitCode;
}

/** What a failure means to the caller. An error of another kind is a bug: its text may hold values, so only its place is shown. */
function explain(error: unknown): string {
  const known = [ConfigError, InvalidError, RetryableError, FatalError].some((kind) => error instanceof kind);
  if (!(error instanceof Error)) return 'The command failed without an error; this is a bug.';
  if (!known) {
    const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
    return [`An unexpected ${error.name} ended the command; this is a bug.`, ...places].join('\n');
  }
  const again = error instanceof RetryableError ? ' Publish the same input again: duplicates change nothing.' : '';
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
