import { hkdfSync } from 'node:crypto';
import { createCodec } from '@fundlens/contracts/codec';
import { createKafka } from '@fundlens/contracts/kafka-client';
import type { KafkaLog } from '@fundlens/contracts/kafka-log';
import { createPublisher, type Publishable } from '@fundlens/contracts/publisher';
import { createSchemaRegistry } from '@fundlens/contracts/registry';
import { topicNames } from '@fundlens/contracts/topic-names';
import { redactText } from '@fundlens/redaction/redact-text';
import { type AdminServer, startAdminServer } from '@fundlens/runtime/admin-server';
import { createBackoff, sleep } from '@fundlens/runtime/backoff';
import { registerBuildInfo } from '@fundlens/runtime/build-info';
import { kafkaServer, mongodbServer, schemaRegistryServer } from '@fundlens/runtime/configured-servers';
import type { ConfiguredServer } from '@fundlens/runtime/connection-advice';
import { registryAuthOf } from '@fundlens/runtime/event-options';
import { InvalidError } from '@fundlens/runtime/errors';
import { kafkaSecurity } from '@fundlens/runtime/kafka-security';
import { type Component, createLifecycle, type Lifecycle } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import { registerOptionsInfo } from '@fundlens/runtime/process-metrics';
import { createServiceTracing } from '@fundlens/runtime/process-tracing';
import { createServerTroubles } from '@fundlens/runtime/server-troubles';
import { startWithRetry } from '@fundlens/runtime/start-with-retry';
import { NO_TRACING, type Tracing } from '@fundlens/runtime/tracing';
import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';
import manifest from '../package.json' with { type: 'json' };
import type { IngestConfig } from './config.ts';
import { createApiReader } from './crm-api/api-reader.ts';
import { openCrmClient } from './crm-api/crm-access.ts';
import { crmAccessOf } from './crm-api/options.ts';
import { HIGHLEVEL_LIMITS, type Purpose } from './crm-api/request-budget.ts';
import type { CrmClient } from './crm-api/crm-client.ts';
import { createNameFields } from './crm-api/field-names.ts';
import type { CrmReader } from './crm-reader.ts';
import { createGatheredPublish } from './listing/gathered-publish.ts';
import { ensureListedIds } from './listing/listed-ids-store.ts';
import { contentOf, type MappingContext } from './mapping/entity-mapping.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createPartHealth, type PartHealth } from './part-health.ts';
import { createApp } from './receiver/app.ts';
import { createBodyReceiver } from './receiver/body-receiver.ts';
import { createDeliveryHandler, type HandleDelivery } from './receiver/delivery-handler.ts';
import { createDeliveryIdStore, ensureDeliveryIds } from './receiver/delivery-id-store.ts';
import { createHttpServer } from './receiver/http-server.ts';
import { createReceiverGate, type ReceiverGate } from './receiver/receiver-gate.ts';
import { MAX_BODY_AGE_MS } from './receiver/replay-window.ts';
import { createSignatureVerifier } from './receiver/signature.ts';
import { type BackfillParts, createBackfillParts, createSweeps } from './listing-composition.ts';
import { createContentDigest, type DigestContent } from './versioning/digest.ts';
import { createDueReadings } from './versioning/due-readings.ts';
import { createEntityPublisher, type EntityPublisher } from './versioning/entity-publisher.ts';
import type { EntityStates } from './versioning/entity-state.ts';
import { createEntityStateStore, ensureEntityStates } from './versioning/entity-state-store.ts';
import { PUBLISHED_TYPES } from './versioning/events-of-content.ts';

export type Ingest = Lifecycle & {
  /** The ports that were given; 0 before the start. */
  readonly ports: () => { readonly httpPort: number; readonly adminPort: number };
};

const BUILD = { service: 'ingest-highlevel', version: manifest.version };

/** A database operation may take this long: several of them fit into the time for an answer. */
const MONGO_OPERATION_MS = 3_000;

/** The order of versions rests on these concerns: what was read or swapped is not rolled back. */
const MONGO_OPTIONS: MongoClientOptions = {
  appName: 'fundlens-ingest-highlevel',
  readConcern: { level: 'majority' },
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: MONGO_OPERATION_MS },
  readPreference: 'primary',
  maxPoolSize: 16,
  serverSelectionTimeoutMS: MONGO_OPERATION_MS,
  connectTimeoutMS: MONGO_OPERATION_MS,
  waitQueueTimeoutMS: MONGO_OPERATION_MS,
  socketTimeoutMS: MONGO_OPERATION_MS + 1_000,
};

/** A short outage is over before the next retry; in a long one the server is tried every half minute. */
const BACKOFF = { initialMs: 200, maxMs: 30_000, factor: 2, random: Math.random };
/** Two instances that change one entity part by a random time up to this, times the attempt. */
const RACE_PAUSE_MS = 100;
/** Proxies keep more connections open than they use, and those above the limit of deliveries are told to come again. */
const CONNECTIONS_PER_DELIVERY = 10;
/** An answer that comes later than the deadline is none: the publisher gives up before it. */
const SEND_SHARE = 0.8;

export type Common = {
  readonly logger: Logger;
  readonly health: PartHealth;
  readonly stopping: AbortController;
  readonly tracing: Tracing;
  readonly metrics: Metrics;
};

/** The only place where clients are made and parts are put together. */
export function createIngest(config: IngestConfig, { logger }: { readonly logger: Logger }): Ingest {
  const stopping = new AbortController();
  const health = createPartHealth(Date.now);
  const { tracing, parts: traces } = createServiceTracing(config, { ...BUILD, logger });
  const gate = createReceiverGate(config.WEBHOOK_MAX_IN_FLIGHT);
  const metrics = metricsOf(config, { gate, backlog: () => dueReadings.backlog() });
  const common: Common = { logger, health, stopping, tracing, metrics };

  const publishing = openVersioning(config, common);
  const dueReadings = createDueReadings({
    ...publishing,
    ...{ clock: Date.now, intervalMs: config.READ_BACK_SWEEP_MS, logger },
    onTrouble: (code) => health.set('read-backs', code),
  });
  const server = webhookServer(config, { ...common, ...publishing, gate });
  const admin = adminPart(config, common);
  const waitFor = ({ part, server: configured }: Versioning['connections'][number]) =>
    startWithRetry(part, {
      ...{ stopping: stopping.signal, createBackoff: () => createBackoff(BACKOFF), setHealth: health.set },
      troubles: createServerTroubles(configured, logger),
    });
  const sweeps = createSweeps(config, { ...common, ...publishing });
  // Webhooks that are in work may still read from HighLevel; what is waited for after them ends here.
  const waits = { name: 'waits', start: async () => undefined, stop: async () => stopping.abort() };
  const lifecycle = createLifecycle(
    [...traces, admin.part, server, ...publishing.connections.map(waitFor), dueReadings, ...sweeps, waits, gate],
    { logger, stopTimeoutMs: config.STOP_TIMEOUT_MS },
  );
  let hasStarted = false;
  return {
    async start() {
      await lifecycle.start();
      hasStarted = true;
    },
    async stop() {
      health.leave();
      // A refused connection is a webhook that HighLevel does not repeat: endpoints and load balancers follow first.
      if (hasStarted) await sleep(config.DRAIN_MS);
      else stopping.abort();
      await lifecycle.stop();
    },
    ports: () => ({ httpPort: server.port(), adminPort: admin.port() }),
  };
}

/** What the command of a backfill needs. It does not wait for servers: a person does. */
export function openBackfill(
  config: IngestConfig,
  { logger, stopping }: Pick<Common, 'logger' | 'stopping'>,
): { readonly parts: BackfillParts } & Pick<Lifecycle, 'start' | 'stop'> {
  const metrics = createMetrics({ inFlight: () => 0, maxInFlight: 0, backlog: () => null, clock: Date.now });
  const common: Common = { logger, stopping, metrics, health: createPartHealth(Date.now), tracing: NO_TRACING };
  const versioning = openVersioning(config, common);
  const { client } = versioning;
  if (client === null) {
    throw new InvalidError(
      'no_api',
      'Set HIGHLEVEL_TOKEN, or the options of an OAuth app: there is no other way to read.',
    );
  }
  const parts = createBackfillParts(config, { ...versioning, client, logger });
  const connections = versioning.connections.map(({ part }) => part);
  return { parts, ...createLifecycle(connections, { logger, stopTimeoutMs: config.STOP_TIMEOUT_MS }) };
}

export type Versioning = {
  readonly db: Db;
  readonly states: EntityStates;
  readonly digest: DigestContent;
  readonly publisher: EntityPublisher;
  /** Null: HighLevel's API is not open to us. */
  readonly client: CrmClient | null;
  /** A publisher whose readings leave the limits to those of webhooks. */
  readonly bulkPublisher: (onPublished: OnPublished) => EntityPublisher;
  readonly context: Pick<MappingContext, 'onCut'> & { readonly toleranceMs: number };
  /** MongoDB, Kafka and the schema registry, in the order in which they start. */
  readonly connections: readonly { readonly part: Component; readonly server: ConfiguredServer }[];
};

type OnPublished = (events: readonly Publishable[]) => void;
type Publish = (events: readonly Publishable[]) => Promise<unknown>;

/** What turns looks at the CRM into events: for the receiver and for whatever else looks at it. */
export function openVersioning(config: IngestConfig, common: Common): Versioning {
  const { health, metrics } = common;
  const mongo = new MongoClient(config.MONGODB_URL, MONGO_OPTIONS);
  const db = mongo.db(config.MONGODB_DATABASE);
  const states = createEntityStateStore(db, { maxTimeMs: MONGO_OPERATION_MS });
  const client = crmClientOf(config, common);
  const log = openLog(config, common);
  const digest = createContentDigest(keyOf(config, 'content of entities'));
  const context = {
    toleranceMs: config.CLOCK_TOLERANCE_MS,
    onCut: (kind: string, fields: readonly string[]) => {
      for (const field of fields) metrics.cutFields.inc({ kind, field });
    },
  };
  const toLog: Publish = (events) => health.watch('kafka', () => log.publisher.publish(events));
  const nameFields = client === null ? null : createNameFields(client, { clock: Date.now, wait: sleep });
  const publisherOf = (purpose: Purpose, toNamed: Publish) => {
    const publish: Publish = async (events) =>
      await toNamed(nameFields === null ? events : await nameFields(events, purpose));
    return createEntityPublisher({
      ...{ states, clock: Date.now, toleranceMs: config.CLOCK_TOLERANCE_MS, epoch: config.VERSION_EPOCH, digest },
      ...{ publish, reader: readerOf(config, { ...common, client, purpose }) },
      mapEntity: (ref, source, occurredAt) => contentOf(ref, source, { ...context, occurredAt }),
      pause: async (attempt) => void (await sleep(Math.random() * RACE_PAUSE_MS * attempt)),
    });
  };
  return {
    ...{ db, states, digest, client, context },
    publisher: publisherOf('webhook', toLog),
    bulkPublisher(onPublished) {
      const publish = createGatheredPublish(toLog);
      return publisherOf('bulk', async (events) => {
        await publish(events);
        onPublished(events);
      });
    },
    connections: [
      { part: mongodbPart(config, { mongo, db }), server: mongodbServer(config) },
      { part: { name: 'kafka', ...log.lifecycle }, server: kafkaServer(config) },
      { part: log.schemas, server: schemaRegistryServer(config) },
    ],
  };
}

function openLog(config: IngestConfig, { logger, tracing }: Common) {
  const kafka = createKafka({
    ...{ brokers: config.KAFKA_BROKERS, clientId: BUILD.service, log: kafkaLog(logger), ...kafkaSecurity(config) },
  });
  const registry = createSchemaRegistry({ url: config.SCHEMA_REGISTRY_URL, ...registryAuthOf(config) });
  const topics = topicNames(config.TOPIC_PREFIX);
  const codec = createCodec({ registry, topics, clock: () => performance.now() });
  const sendTimeoutMs = config.WEBHOOK_ANSWER_MS * SEND_SHARE;
  const publisher = createPublisher({ kafka, codec, sendTimeoutMs, tracing });
  // The first webhooks would wait for the registration, and two instances that register at once hinder each other.
  const schemas: Component = {
    name: 'schema registry',
    start: () => codec.prepare(PUBLISHED_TYPES),
    stop: async () => undefined,
  };
  return { publisher, schemas, lifecycle: { start: () => publisher.start(), stop: () => publisher.stop() } };
}

function crmClientOf(config: IngestConfig, { stopping, metrics, logger }: Common): CrmClient | null {
  const access = crmAccessOf(config);
  if (access === null) return null;
  const { HIGHLEVEL_REQUESTS_PER_INTERVAL: perInterval, HIGHLEVEL_REQUESTS_PER_DAY: perDay } = config;
  return openCrmClient({
    ...{ access, baseUrl: config.HIGHLEVEL_API_URL, signal: stopping.signal },
    limits: { ...HIGHLEVEL_LIMITS, perInterval, perDay },
    onLongWait: ({ of, id }, ms) =>
      logger.warn({ of, id, minutes: Math.ceil(ms / 60_000) }, "HighLevel's limit of the day is used up"),
    onResponse: (endpoint, status) => metrics.apiResponses.inc({ endpoint, status }),
  });
}

function readerOf(
  config: IngestConfig,
  { client, purpose, health, metrics }: Common & { readonly client: CrmClient | null; readonly purpose: Purpose },
): CrmReader {
  if (client === null) return { readEntity: async () => ({ outcome: 'no_access' }) };
  const api = createApiReader({ client, purpose, appId: config.HIGHLEVEL_APP_ID });
  return {
    async readEntity(ref) {
      try {
        const reading = await health.watch('highlevel', () => api.readEntity(ref));
        metrics.readings.inc({ kind: ref.kind, outcome: reading.outcome });
        return reading;
      } catch (error) {
        metrics.readings.inc({ kind: ref.kind, outcome: 'failed' });
        throw error;
      }
    },
  };
}

function mongodbPart(config: IngestConfig, { mongo, db }: { readonly mongo: MongoClient; readonly db: Db }): Component {
  return {
    name: 'mongodb',
    start: () =>
      mapMongoErrors(async () => {
        // Connected explicitly: a client whose first connection failed implicitly never tries again by itself.
        await mongo.connect();
        await ensureEntityStates(db, { standIn: config.MONGODB_STAND_IN_INDEXES });
        await ensureDeliveryIds(db, MAX_BODY_AGE_MS);
        await ensureListedIds(db);
      }),
    stop: () => mongo.close(),
  };
}

function webhookServer(config: IngestConfig, parts: Common & Versioning & { readonly gate: ReceiverGate }) {
  const { metrics, logger, gate } = parts;
  const { WEBHOOK_MAX_IN_FLIGHT: maxInFlight, WEBHOOK_MAX_BODY_BYTES: maxBodyBytes } = config;
  const answerWithinMs = config.WEBHOOK_ANSWER_MS;
  const app = createApp({
    ...{ path: config.WEBHOOK_PATH, answerWithinMs, gate },
    receive: createBodyReceiver({ maxBodies: maxInFlight, maxBodyBytes }),
    handle: handlerOf(config, parts),
    onAnswer({ status, code, type }, seconds) {
      metrics.deliveries.inc({ type, status, outcome: code });
      metrics.deliverySeconds.observe({ status }, seconds);
    },
    onError: (error) => logger.error({ error }, 'a webhook was not answered'),
  });
  return createHttpServer({
    ...{ handle: app.callback(), host: config.HTTP_HOST, port: config.HTTP_PORT, answerWithinMs },
    maxConnections: CONNECTIONS_PER_DELIVERY * maxInFlight,
  });
}

function handlerOf(config: IngestConfig, { db, health, logger, ...parts }: Common & Versioning): HandleDelivery {
  const ids = createDeliveryIdStore(db, {
    ...{ secret: keyOf(config, 'ids of deliveries'), clock: Date.now, maxTimeMs: MONGO_OPERATION_MS },
  });
  return createDeliveryHandler({
    ...parts,
    ...{ ids, clock: Date.now },
    verify: createSignatureVerifier(config.WEBHOOK_PUBLIC_KEYS),
    requireTimestamp: config.WEBHOOK_REQUIRE_TIMESTAMP,
    publishAccess: config.PUBLISH_ACCESS,
    onError: (error) => logger.error({ error }, 'a webhook cannot be published because of a bug'),
  });
}

function adminPart(config: IngestConfig, { health, metrics, logger }: Common) {
  let server: AdminServer | undefined;
  const part: Component = {
    name: 'admin server',
    async start() {
      server = await startAdminServer({
        ...{ host: config.ADMIN_HOST, port: config.ADMIN_PORT, metrics: metrics.registry },
        allowedHosts: config.ADMIN_ALLOWED_HOSTS,
        // A restart cures nothing: the process waits for servers by itself.
        live: () => ({ ok: true, degraded: false, checks: {} }),
        ready: async () => health.report(),
        onError: (error) => logger.error({ error }, 'admin server failed to answer'),
      });
    },
    stop: async () => server?.stop(),
  };
  return { port: () => server?.port ?? 0, part };
}

type MetricsSources = {
  readonly gate: ReceiverGate;
  readonly backlog: () => { readonly entities: number; readonly oldestDueAt: number | null } | null;
};

function metricsOf(config: IngestConfig, { gate, backlog }: MetricsSources): Metrics {
  const metrics = createMetrics({
    ...{ inFlight: gate.inFlight, maxInFlight: config.WEBHOOK_MAX_IN_FLIGHT, backlog, clock: Date.now },
  });
  registerBuildInfo(metrics.registry, BUILD);
  const { TOPIC_PREFIX, MONGODB_DATABASE, VERSION_EPOCH, CLOCK_TOLERANCE_MS } = config;
  const options = { TOPIC_PREFIX, MONGODB_DATABASE, VERSION_EPOCH, CLOCK_TOLERANCE_MS };
  registerOptionsInfo(metrics.registry, { service: BUILD.service, options });
  return metrics;
}

const KEY_BYTES = 32;

/** A key for one purpose, so that what is stored for one says nothing about the other. */
function keyOf(config: IngestConfig, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', config.STATE_SECRET, '', purpose, KEY_BYTES)).toString('base64');
}

function kafkaLog(logger: Logger): KafkaLog {
  const levels = { debug: 'trace', info: 'debug', warn: 'warn', error: 'warn' } as const;
  return (level, message, { namespace, error, repeated }) => {
    logger[levels[level]]({ kafka: { namespace, problem: error && redactText(String(error)), repeated } }, message);
  };
}
