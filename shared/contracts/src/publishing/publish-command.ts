import { ConfigError } from '@fundlens/runtime/config';
import { FatalError, InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { createProcessTracing } from '@fundlens/runtime/process-tracing';
import { outliveReader } from '@fundlens/runtime/unread-output';
import manifest from '../../package.json' with { type: 'json' };
import { createCodec } from '../wire/codec.ts';
import { createDryRunReport } from './dry-run-report.ts';
import { createKafka, GIVE_UP_SOON } from '../kafka/kafka-client.ts';
import { offlineRegistry } from './offline-registry.ts';
import { type PublishArguments, readPublishArguments, USAGE } from './publish-arguments.ts';
import { readPublishConfig, readTopicPrefix } from './publish-config.ts';
import { plural } from './publish-report.ts';
import { checkAndSend, checkSource, withSource } from './publish-run.ts';
import { createSchemaRegistry } from '../wire/registry.ts';
import { requireTopics } from '../kafka/required-topics.ts';
import { topicNames } from '../wire/topic-names.ts';

const EXIT_OK = 0;
const EXIT_REFUSED = 1;
const EXIT_USAGE = 2;

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
    const check = await checkSource(source, { codec, checked: report.add }, print);
    for (const line of report.lines()) print(line);
    const refused = plural(check.refusedLines.size, 'line');
    print(`Checked: ${plural(check.good, 'event')} would be published, ${refused} refused. Nothing was sent.`);
    return check.refusedLines.size > 0 ? EXIT_REFUSED : EXIT_OK;
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
      const { keepGoing } = options;
      const isWhole = await checkAndSend(source, { kafka, codec, tracing }, { keepGoing, print });
      return isWhole ? EXIT_OK : EXIT_REFUSED;
    } finally {
      for (const part of parts) await part.stop();
    }
  });
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

outliveReader(process.stdout);
// Not `exitCode`: an abandoned client may reconnect for minutes.
process.exit(await run());
