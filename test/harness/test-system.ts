import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCodec } from '@fundlens/contracts/wire/codec';
import type { Stream } from '@fundlens/contracts/definition/event-definition';
import { createKafka } from '@fundlens/contracts/kafka/kafka-client';
import { createPublisher, type Publishable } from '@fundlens/contracts/publishing/publisher';
import type { Position } from '@fundlens/contracts/publishing/positions';
import { createSchemaRegistry, registerSchemas, type SchemaRegistry } from '@fundlens/contracts/wire/registry';
import { ensureTopics } from '@fundlens/contracts/kafka/topics';
import { type TopicNames, topicNames } from '@fundlens/contracts/wire/topic-names';
import { type Change, ModelCrm } from '@fundlens/ingest-highlevel/testing/model-crm';
import { type ModelServer, startModelServer } from '@fundlens/ingest-highlevel/testing/model-server';
import { createWebhookSender } from '@fundlens/ingest-highlevel/testing/webhook-sender';
import type { StackAddresses } from '@fundlens/local/started-server';
// Says what `inject('stack')` gives.
import type {} from '@fundlens/local/vitest-global-setup';
import type { Kafka } from 'kafkajs';
import { type Db, MongoClient } from 'mongodb';
import { type ApiAnswer, type ApiRequest, request } from './api-client.ts';
import { type Applied, createApplied } from './applied.ts';
import { ingestEnvironment, projectorEnvironment, queryEnvironment } from './service-environment.ts';
import { freePort, type ServiceProcess, startService } from './service-process.ts';

export type TestSystemOptions = {
  /** Names database, topics and logs; lower case, short. */
  readonly name: string;
  readonly stack: StackAddresses;
  readonly partitions?: number;
  /** The query service's program, e.g. a production bundle; by default its source. */
  readonly queryProgram?: string;
};

export type QueryService = ServiceProcess & {
  readonly baseUrl: string;
  get(apiRequest: ApiRequest): Promise<ApiAnswer>;
};

export type IngestService = ServiceProcess & {
  /** The CRM that its API shows. */
  readonly crm: ModelCrm;
  /** As HighLevel sends the webhooks of a change: signed, and again after a 429. */
  deliver(change: Change): Promise<('delivered' | 'lost')[]>;
};

/** Topics, schemas and a database of its own on shared servers, and the services that work on them. */
export type TestSystem = {
  readonly stack: StackAddresses;
  readonly topics: TopicNames;
  readonly topicPrefix: string;
  readonly database: string;
  readonly kafka: Kafka;
  readonly registry: SchemaRegistry;
  readonly db: Db;
  readonly logsDirectory: string;
  /** Through the real publisher: validated, encoded, acknowledged. */
  publish(events: readonly Publishable[]): Promise<Position[]>;
  /** What the projector has applied, as its checkpoints say. */
  readonly applied: Applied;
  startProjector(overrides?: Readonly<Record<string, string>>): Promise<ServiceProcess>;
  startQuery(overrides?: Readonly<Record<string, string>>): Promise<QueryService>;
  /** The HighLevel adapter, of a model CRM with one location. */
  startIngest(locationId: string, overrides?: Readonly<Record<string, string>>): Promise<IngestService>;
  /**
   * Ends every service that was started here and still runs, and removes the database.
   * @throws when one of them has ended by itself, or does not end as it should.
   */
  stop(): Promise<void>;
};

const DEFAULT_PARTITIONS = 4;
const MODEL_TOKEN = 'pit-model-of-the-tests';
/** HighLevel's ten minutes between two tries take a second. */
const WEBHOOK_TIME_SCALE = 0.002;
/** Longer than any run, so that no run loses its logs. */
const LOGS_KEPT_MS = 2 * 60 * 60 * 1_000;

export async function createTestSystem(options: TestSystemOptions): Promise<TestSystem> {
  const { name, stack, partitions = DEFAULT_PARTITIONS } = options;
  const unique = `${name}-${randomBytes(4).toString('hex')}`;
  const topicPrefix = `${unique}.`;
  const topics = topicNames(topicPrefix);
  const logsDirectory = newLogsDirectory(unique);

  const kafka = createKafka({ brokers: stack.kafkaBrokers, clientId: `test-${unique}` });
  const registry = createSchemaRegistry({ url: stack.schemaRegistryUrl });
  const admin = kafka.admin();
  await admin.connect();
  await ensureTopics(admin, { topics, partitions });
  await registerSchemas(registry, topics);
  const publisher = createPublisher({ kafka, codec: createCodec({ registry, topics, clock: Date.now }) });
  await publisher.start();
  const mongo = await new MongoClient(stack.mongodbUrl).connect();
  const db = mongo.db(unique);

  const settings = { stack, topicPrefix, partitions, database: unique };
  const services: ServiceProcess[] = [];
  const models: ModelServer[] = [];
  const started = <S extends ServiceProcess>(service: S): S => {
    services.push(service);
    return service;
  };

  return {
    stack,
    topics,
    topicPrefix,
    database: unique,
    kafka,
    registry,
    db,
    logsDirectory,
    publish: (events) => publisher.publish(events),
    applied: createApplied({ admin, db, topics: topics satisfies Record<Stream, string> }),
    async startProjector(overrides = {}) {
      const adminPort = await freePort();
      const environment = { ...projectorEnvironment({ ...settings, adminPort }), ...overrides };
      const logFile = join(logsDirectory, 'projector.log');
      return started(await startService({ name: 'projector', environment, logFile, adminPort }));
    },
    async startQuery(overrides = {}) {
      const [adminPort, port] = [await freePort(), await freePort()];
      const environment = { ...queryEnvironment({ ...settings, adminPort, port }), ...overrides };
      const logFile = join(logsDirectory, `query-${port}.log`);
      const program = options.queryProgram === undefined ? {} : { program: options.queryProgram };
      const service = await startService({ name: 'query', environment, logFile, adminPort, ...program });
      const baseUrl = `http://127.0.0.1:${port}/api/v1`;
      return started({ ...service, baseUrl, get: (apiRequest) => request(baseUrl, apiRequest) });
    },
    async startIngest(locationId, overrides = {}) {
      const crm = new ModelCrm();
      crm.addLocation(locationId);
      const model = await startModelServer(crm);
      models.push(model);
      model.tokens.allow(MODEL_TOKEN, [locationId]);
      const [adminPort, port] = [await freePort(), await freePort()];
      const api = { HIGHLEVEL_API_URL: model.url, HIGHLEVEL_TOKEN: MODEL_TOKEN };
      const environment = { ...ingestEnvironment({ ...settings, adminPort, port }), ...api, ...overrides };
      const logFile = join(logsDirectory, `ingest-${port}.log`);
      const service = await startService({ name: 'ingest-highlevel', environment, logFile, adminPort });
      const send = createWebhookSender(`http://127.0.0.1:${port}/webhooks/highlevel`, WEBHOOK_TIME_SCALE);
      return started({ ...service, crm, deliver: ({ webhooks }) => Promise.all(webhooks.map(send)) });
    },
    async stop() {
      const statuses = await Promise.all(services.map((service) => service.stop()));
      for (const model of models) await model.close();
      await publisher.stop();
      await admin.disconnect();
      await db.dropDatabase();
      await mongo.close();
      const failed = statuses.find((status) => status !== null && status !== 0);
      if (failed !== undefined) throw new Error(`a service ended with status ${failed}; see ${logsDirectory}`);
    },
  };
}

/** Makes the folder, and removes those of old runs. */
function newLogsDirectory(name: string): string {
  const all = fileURLToPath(new URL('../../test-results/logs/', import.meta.url));
  mkdirSync(all, { recursive: true });
  for (const earlier of readdirSync(all)) {
    const path = join(all, earlier);
    const madeAt = statSync(path, { throwIfNoEntry: false })?.birthtimeMs ?? 0;
    if (Date.now() - madeAt > LOGS_KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
  const directory = join(all, name);
  mkdirSync(directory);
  return directory;
}
