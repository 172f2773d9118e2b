import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureQueryIndexes } from '@fundlens/read-models/query-indexes';
import { FatalError } from '@fundlens/runtime/errors';
import { mongodbOptions } from '@fundlens/runtime/service-options';
import { MongoClient } from 'mongodb';
import { replaceFile } from '../../replace-file.ts';
import { type Stack, startStack } from '../../stack.ts';
import { demoEvents, demoWorld } from '../demo-events.ts';
import { createLiveChanges } from '../live-changes.ts';
import { createRandom } from '../random.ts';
import { type Showcase, showcaseOf } from '../showcase.ts';
import { demoTokens } from '../tokens.ts';
import { announcement } from './announcement.ts';
import { untilDataIsVisible, untilDemoIsVisible } from './api-probe.ts';
import { type DemoState, openDemoState, saveDemoState, adminTokenOf } from './demo-state.ts';
import { type EventLog, openEventLog } from './event-log.ts';
import { writeExampleChange } from './example-change.ts';
import type { Report } from './progress.ts';
import { writeSampleEnvironment } from './sample-environment.ts';
import { publishDemo } from './seeding.ts';
import { CUSTOM_FIELD_KEEP_LIST, type Services, startServices } from './services.ts';
import type { StartOptions } from './start-options.ts';
import { publishLiveChanges } from './trickle.ts';

/** The services get no other one. */
const DATABASE = mongodbOptions.MONGODB_DATABASE.parse(undefined);

export type DemoSystemOptions = {
  readonly dataDirectory: string;
  /** Whether `npm run publish` and `npm run fundlens` find this installation by themselves. */
  readonly isDefaultDirectory: boolean;
  readonly options: StartOptions;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly report: Report;
  readonly print: (text: string) => void;
  /** `npm run dev`: the services start again whenever their sources change. */
  readonly watch: boolean;
  /** Aborts the start and ends the running system. */
  readonly signal: AbortSignal;
};

/**
 * The whole system on one machine, until the signal aborts: servers, topics and schemas, both services, demo data, live
 * changes. Whatever ends it, what was started here is ended in reverse order.
 * @throws FatalError `service_ended` when a service dies: a restart would hide the defect
 */
export async function runDemoSystem(context: DemoSystemOptions): Promise<void> {
  const { dataDirectory, options, report, signal } = context;
  const startedAt = Date.now();
  await using started = new AsyncDisposableStack();

  const stack = await startStack({ dataDirectory, environment: { ...context.environment }, report, signal });
  started.defer(() => stack.stop());
  const state = openDemoState(dataDirectory, { baseInstant: startedAt, scale: options.DEMO_SCALE });

  const log = await openEventLog(stack);
  started.defer(() => log.publisher.stop());
  await makeQueryIndexes(stack);
  report('topics, schemas and indexes are in place');

  const services = await startServices({
    ...context,
    stack,
    cursorSecret: state.cursorSecret,
    adminToken: adminTokenOf(state),
  });
  started.defer(() => services.stop());
  writeUrls(started, dataDirectory, { ...stack, baseUrl: services.baseUrl });

  const ended = anyEnding(services);
  await Promise.race([ended, fillWithData({ context, state, log, services })]);

  const world = demoWorld(state);
  const showcase = showcaseOf(world);
  announce({ context, stack, state, services, showcase, startedAt });

  const stopTrickle = new AbortController();
  const trickle = publishLiveChanges({
    changes: createLiveChanges({
      random: createRandom(`live/${startedAt}`),
      world,
      untouched: new Set([showcase.person.contactId]),
    }),
    publisher: log.publisher,
    perSecond: options.LIVE_CHANGES_PER_SECOND,
    report,
    signal: AbortSignal.any([signal, stopTrickle.signal]),
  });
  started.defer(async () => {
    stopTrickle.abort();
    // Had it failed, the race below has thrown that already.
    await trickle.catch(() => undefined);
  });
  await Promise.race([ended, trickle.then(() => aborted(signal))]);
  report('stopping: live changes, services, servers');
}

/** As `fundlens indexes` does in production. */
async function makeQueryIndexes({ mongodbUrl }: Stack): Promise<void> {
  const client = new MongoClient(mongodbUrl);
  try {
    await ensureQueryIndexes(client.db(DATABASE));
  } finally {
    await client.close();
  }
}

/** Prints how to use the system, and writes the change that the printed commands publish. */
function announce(options: {
  context: DemoSystemOptions;
  stack: Stack;
  state: DemoState;
  services: Services;
  showcase: Showcase;
  startedAt: number;
}): void {
  const { stack, state, services, showcase, startedAt } = options;
  const { dataDirectory, isDefaultDirectory, print } = options.context;
  const exampleFile = join(dataDirectory, 'example.ndjson');
  writeExampleChange(exampleFile, showcase, Date.now());
  const sampleFile = join(dataDirectory, 'samples.env');
  const tokens = demoTokens(state.tokenSecret);
  writeSampleEnvironment(sampleFile, { ...stack, baseUrl: services.baseUrl, tokens });
  const place = isDefaultDirectory ? '' : `LOCAL_DATA_DIRECTORY=${dataDirectory} `;
  print(
    announcement({
      baseUrl: services.baseUrl,
      statusUrl: services.statusUrl,
      adminUrls: services.adminUrls,
      adminToken: adminTokenOf(state),
      tokens,
      showcase,
      secondsToStart: (Date.now() - startedAt) / 1_000,
      changesPerSecond: options.context.options.LIVE_CHANGES_PER_SECOND,
      logsDirectory: stack.logsDirectory,
      stateFile: join(dataDirectory, 'demo.json'),
      exampleFile,
      sampleFile,
      publishCommand: `${place}npm run publish -- ${exampleFile}`,
      statusCommand: `${place}npm run -s fundlens -- status`,
    }),
  );
}

/** Demo data at the first start, and proof through the API that there is data at every start. */
async function fillWithData(options: {
  context: DemoSystemOptions;
  state: DemoState;
  log: EventLog;
  services: Services;
}): Promise<void> {
  const { state, log, services } = options;
  const { dataDirectory, report, signal } = options.context;
  const tokens = demoTokens(state.tokenSecret);
  const isSeeded = state.seededCluster === log.clusterId;
  if (!isSeeded) {
    report('demo data: publishing');
    const published = await publishDemo(demoEvents({ ...state, tokens }), {
      publisher: log.publisher,
      report,
      signal,
      now: Date.now,
    });
    saveDemoState(dataDirectory, { ...state, seededCluster: log.clusterId });
    report(`demo data: ${published} events published`);
  }
  await Promise.all(
    services.all.map(async (service) => {
      await service.ready(signal);
      report(`${service.title}: ready`);
    }),
  );
  const probe = { baseUrl: services.baseUrl, tokens, signal, report };
  await (isSeeded ? untilDataIsVisible(probe) : untilDemoIsVisible(demoWorld(state), probe));
  report('demo data: visible through the API');
}

/** Written for `npm run publish` and other scripts; there while the system runs. */
function writeUrls(
  started: AsyncDisposableStack,
  dataDirectory: string,
  urls: Pick<Stack, 'kafkaBrokers' | 'schemaRegistryUrl' | 'mongodbUrl' | 'mongodbStandIn' | 'redisUrl'> & {
    baseUrl: string;
  },
): void {
  const { kafkaBrokers, schemaRegistryUrl, mongodbUrl, mongodbStandIn, redisUrl, baseUrl } = urls;
  const file = join(dataDirectory, 'urls.json');
  const customFieldKeepList = CUSTOM_FIELD_KEEP_LIST;
  const content = {
    kafkaBrokers,
    schemaRegistryUrl,
    mongodbUrl,
    mongodbStandIn,
    redisUrl,
    topicPrefix: '',
    customFieldKeepList,
    baseUrl,
  };
  replaceFile(file, `${JSON.stringify(content, null, 2)}\n`);
  started.defer(async () => rmSync(file, { force: true }));
}

/** Rejects when a service ends by itself. */
async function anyEnding({ all }: Services): Promise<never> {
  const endingReport = await Promise.race(all.map(async (service) => service.endingReport(await service.ended)));
  throw new FatalError('service_ended', `${endingReport}\nEverything is stopped.`);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
