import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureQueryIndexes } from '@fundlens/read-models/store-indexes';
import { FatalError } from '@fundlens/runtime/errors';
import { mongodbOptions } from '@fundlens/runtime/service-options';
import { MongoClient } from 'mongodb';
import { replaceFile } from '../../replace-file.ts';
import { type Stack, startStack } from '../../stack.ts';
import { demoEvents } from '../demo.ts';
import { demoWorld, showcaseOf } from '../world.ts';
import { contactChanged, eventMaker } from '../events.ts';
import { createLiveChanges } from '../live-changes.ts';
import type { DemoPerson } from '../people.ts';
import { SHOWCASE_LOCATION } from '../places.ts';
import { createRandom } from '../random.ts';
import { type DemoTokens, demoTokens } from '../tokens.ts';
import { announcement } from './announcement.ts';
import { adminTokenOf, openDemoState, saveDemoState } from './demo-state.ts';
import { openEventLog, publishDemo, publishLiveChanges, untilVisible } from './publishing.ts';
import { CUSTOM_FIELD_KEEP_LIST, type Services, startServices } from './services.ts';
import type { StartOptions } from './start-options.ts';

/** The services get no other one. */
const DATABASE = mongodbOptions.MONGODB_DATABASE.parse(undefined);

export type DemoSystemOptions = {
  readonly dataDirectory: string;
  /** In front of a command that has to find another than the default directory. */
  readonly commandPrefix: string;
  readonly options: StartOptions;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly report: (line: string) => void;
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
  const { clusterId, publisher } = await openEventLog(stack);
  started.defer(() => publisher.stop());
  await makeQueryIndexes(stack);
  report('topics, schemas and indexes are in place');

  const adminToken = adminTokenOf(state);
  const services = await startServices({ ...context, stack, cursorSecret: state.cursorSecret, adminToken });
  started.defer(() => services.stop());
  started.defer(async () => rmSync(join(dataDirectory, 'urls.json'), { force: true }));
  writeUrls(dataDirectory, stack, services.baseUrl);

  const { baseUrl, adminUrls } = services;
  const tokens = demoTokens(state.tokenSecret);
  const world = demoWorld(state);
  const { person } = showcaseOf(world);

  /** Demo data at the first start, and proof through the API that there is data at every start. */
  async function fillWithData(): Promise<void> {
    let positions: string | null = null;
    if (state.seededCluster !== clusterId) {
      report('demo data: publishing');
      const events = [...demoEvents(world, tokens)];
      positions = await publishDemo(events, { publisher, signal });
      saveDemoState(dataDirectory, { ...state, seededCluster: clusterId });
      report(`demo data: ${events.length} events published`);
    }
    for (const service of services.all) {
      await service.ready(signal);
      report(`${service.title}: ready`);
    }
    await untilVisible({ baseUrl, token: tokens.locationRead, signal }, positions);
    report('demo data: visible through the API');
  }

  const ended = anyEnding(services);
  await Promise.race([ended, fillWithData()]);
  writeFiles(dataDirectory, { stack, baseUrl, tokens, person });
  const secondsToStart = (Date.now() - startedAt) / 1_000;
  const changesPerSecond = options.LIVE_CHANGES_PER_SECOND;
  const facts = { ...context, baseUrl, adminUrls, adminToken, tokens, person, secondsToStart, changesPerSecond };
  console.log(announcement(facts));
  const untouched = new Set([person.contactId]);
  const changes = createLiveChanges({ random: createRandom(`live/${startedAt}`), world, untouched });
  const trickle = publishLiveChanges({ changes, publisher, perSecond: changesPerSecond, report, signal });
  await Promise.race([ended, trickle]);
  if (!signal.aborted) await Promise.race([ended, once(signal, 'abort')]);
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

/** For `npm run publish` and other scripts; there while the system runs. */
function writeUrls(dataDirectory: string, stack: Stack, baseUrl: string): void {
  const { kafkaBrokers, schemaRegistryUrl, mongodbUrl, mongodbStandIn, redisUrl } = stack;
  const servers = { kafkaBrokers, schemaRegistryUrl, mongodbUrl, mongodbStandIn, redisUrl };
  const content = { ...servers, topicPrefix: '', customFieldKeepList: CUSTOM_FIELD_KEEP_LIST, baseUrl };
  replaceFile(join(dataDirectory, 'urls.json'), `${JSON.stringify(content, null, 2)}\n`);
}

/** What the printed commands name, for the owner alone: an event to publish, and what samples read from their environment. */
function writeFiles(
  dataDirectory: string,
  facts: { stack: Stack; baseUrl: string; tokens: DemoTokens; person: DemoPerson },
): void {
  const now = Date.now();
  const make = eventMaker(createRandom(`example/${now}`));
  // The showcased contact under another name, newer than everything before.
  const { type, event } = contactChanged(make, { ...facts.person, firstName: 'Renamed' }, now);
  // The projector would drop the date, and `publish` says so of every line.
  const line = JSON.stringify({ type, ...event, dateOfBirth: null });
  replaceFile(join(dataDirectory, 'example.ndjson'), `${line}\n`, 0o600);
  const variables = {
    KAFKA_BROKERS: facts.stack.kafkaBrokers.join(','),
    SCHEMA_REGISTRY_URL: facts.stack.schemaRegistryUrl,
    TOPIC_PREFIX: '',
    API_URL: facts.baseUrl,
    API_KEY: facts.tokens.locationRead,
    LOCATION_ID: SHOWCASE_LOCATION,
  };
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'\n`);
  replaceFile(join(dataDirectory, 'samples.env'), lines.join(''), 0o600);
}

/** Rejects when a service ends by itself. */
async function anyEnding({ all }: Services): Promise<never> {
  const said = await Promise.race(all.map(({ ending }) => ending));
  throw new FatalError('service_ended', `${said}\nEverything is stopped.`);
}
