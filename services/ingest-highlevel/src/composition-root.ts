import { hkdfSync, randomUUID } from 'node:crypto';
import { createCodec } from '@fundlens/contracts/wire/codec';
import { createKafka } from '@fundlens/contracts/kafka/kafka-client';
import type { KafkaLog } from '@fundlens/contracts/kafka/kafka-log';
import { createPublisher } from '@fundlens/contracts/publishing/publisher';
import { createSchemaRegistry } from '@fundlens/contracts/wire/registry';
import { topicNames } from '@fundlens/contracts/wire/topic-names';
import { redactText } from '@fundlens/redaction/redact-text';
import { type AdminServer, startAdminServer } from '@fundlens/runtime/admin-server';
import { createBackoff, sleep } from '@fundlens/runtime/backoff';
import { registerBuildInfo } from '@fundlens/runtime/build-info';
import { kafkaServer, mongodbServer, schemaRegistryServer } from '@fundlens/runtime/configured-servers';
import type { ConfiguredServer } from '@fundlens/runtime/connection-advice';
import { registryAuthOf } from '@fundlens/runtime/event-options';
import { kafkaSecurity } from '@fundlens/runtime/kafka-security';
import { type Component, createLifecycle, type Lifecycle } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import { registerOptionsInfo } from '@fundlens/runtime/process-metrics';
import { createServiceTracing } from '@fundlens/runtime/process-tracing';
import { createServerTroubles } from '@fundlens/runtime/server-troubles';
import { startWithRetry } from '@fundlens/runtime/start-with-retry';
import type { Tracing } from '@fundlens/runtime/tracing';
import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';
import manifest from '../package.json' with { type: 'json' };
import type { IngestConfig } from './config.ts';
import { createApiReader, purposeOf } from './crm-api/api-reader.ts';
import { openCrmClient } from './crm-api/crm-access.ts';
import type { CrmClient } from './crm-api/crm-client.ts';
import { createNameFields } from './crm-api/field-names.ts';
import { crmAccessOf } from './crm-api/options.ts';
import { HIGHLEVEL_LIMITS } from './crm-api/request-budget.ts';
import type { EntityRef } from './entity-ref.ts';
import { statementOf } from './mapping/entity-mapping.ts';
import type { MapEntity } from './marks/current-content.ts';
import { createDigests, type Digests } from './marks/digests.ts';
import { PUBLISHED_TYPES } from './marks/events-of-content.ts';
import type { Marks } from './marks/mark.ts';
import { createMarkReader, type MarkReader } from './marks/mark-reader.ts';
import { createMarkReading } from './marks/mark-reading.ts';
import { createMarkStore, ensureMarks, locationMarks } from './marks/mark-store.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createPartHealth, type PartHealth } from './part-health.ts';
import { createApp } from './receiver/app.ts';
import { createBodyReceiver } from './receiver/body-receiver.ts';
import { createDeliveryHandler } from './receiver/delivery-handler.ts';
import { createHttpServer } from './receiver/http-server.ts';
import { createReceiverGate, type ReceiverGate } from './receiver/receiver-gate.ts';
import { createSignatureVerifier } from './receiver/signature.ts';
import { installedLocations } from './sweeps/known-locations.ts';
import { createSweepSteps } from './sweeps/sweep.ts';
import { createSweepMetrics } from './sweeps/sweep-metrics.ts';
import { createSweepStore, SWEEP_LEASE_MS } from './sweeps/sweep-store.ts';
import { createSweeper } from './sweeps/sweeper.ts';

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
/** Proxies keep more connections open than they use, and those above the limit of deliveries are told to come again. */
const CONNECTIONS_PER_DELIVERY = 10;
/** A send that takes longer is given up, and its mark is read again. Less than the time for which a mark is claimed. */
const SEND_TIMEOUT_MS = 6_000;
/** After a sweep that failed. */
const SWEEP_RETRY_MS = 30 * 60_000;
const HOUR_MS = 3_600_000;
const KEY_BYTES = 32;

type Common = {
  readonly logger: Logger;
  readonly health: PartHealth;
  readonly stopping: AbortController;
  readonly tracing: Tracing;
  readonly metrics: Metrics;
  readonly db: Db;
  readonly marks: Marks;
  readonly digests: Digests;
  readonly mapEntity: MapEntity;
  readonly client: CrmClient;
};

/** The only place where clients are made and parts are put together. */
export function createIngest(config: IngestConfig, { logger }: { readonly logger: Logger }): Ingest {
  const stopping = new AbortController();
  const health = createPartHealth(Date.now);
  const { tracing, parts: traces } = createServiceTracing(config, { ...BUILD, logger });
  const gate = createReceiverGate(config.WEBHOOK_MAX_IN_FLIGHT);
  const metrics = metricsOf(config, gate, () => reader.backlog());
  const { db, part: mongodb } = openMongodb(config);
  const common: Common = {
    ...{ logger, health, stopping, tracing, metrics, db },
    marks: createMarkStore(db, { maxTimeMs: MONGO_OPERATION_MS }),
    digests: createDigests(keyOf(config, 'content of entities')),
    mapEntity: (ref, source, occurredAt) =>
      statementOf(ref, source, {
        occurredAt,
        onCut(kind, fields) {
          for (const field of fields) metrics.cutFields.inc({ kind, field });
        },
      }),
    client: crmClientOf(config, { stopping, metrics, logger }),
  };
  const log = openLog(config, common);
  const reader = markReaderOf(config, common, log.publisher);
  const server = webhookServer(config, { ...common, gate, reader });
  const admin = adminPart(config, common);
  const waitFor = (part: Component, configured: ConfiguredServer) =>
    startWithRetry(part, {
      ...{ stopping: stopping.signal, createBackoff: () => createBackoff(BACKOFF), setHealth: health.set },
      troubles: createServerTroubles(configured, logger),
    });
  // What still waits for HighLevel when webhooks have ended ends here: its marks stay.
  const waits = { name: 'waits', start: async () => undefined, stop: async () => stopping.abort() };
  const connections = [
    waitFor(mongodb, mongodbServer(config)),
    waitFor(log.part, kafkaServer(config)),
    waitFor(log.schemas, schemaRegistryServer(config)),
  ];
  const lifecycle = createLifecycle(
    [...traces, admin.part, server, ...connections, reader, sweeperOf(config, common), waits, gate],
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

/** MongoDB with the adapter's collections; the command that asks for a sweep needs nothing else. */
export function openMongodb(config: IngestConfig): { readonly db: Db; readonly part: Component } {
  const mongo = new MongoClient(config.MONGODB_URL, MONGO_OPTIONS);
  const db = mongo.db(config.MONGODB_DATABASE);
  const part: Component = {
    name: 'mongodb',
    start: () =>
      mapMongoErrors(async () => {
        // Connected explicitly: a client whose first connection failed implicitly never tries again by itself.
        await mongo.connect();
        await ensureMarks(db, { standIn: config.MONGODB_STAND_IN_INDEXES });
      }),
    stop: () => mongo.close(),
  };
  return { db, part };
}

function openLog(config: IngestConfig, { logger, tracing }: Common) {
  const kafka = createKafka({
    ...{ brokers: config.KAFKA_BROKERS, clientId: BUILD.service, log: kafkaLog(logger), ...kafkaSecurity(config) },
  });
  const registry = createSchemaRegistry({ url: config.SCHEMA_REGISTRY_URL, ...registryAuthOf(config) });
  const topics = topicNames(config.TOPIC_PREFIX);
  const codec = createCodec({ registry, topics, clock: () => performance.now() });
  const publisher = createPublisher({ kafka, codec, sendTimeoutMs: SEND_TIMEOUT_MS, tracing });
  const part: Component = { name: 'kafka', start: () => publisher.start(), stop: () => publisher.stop() };
  // The first events would wait for the registration, and two instances that register at once hinder each other.
  const schemas: Component = {
    name: 'schema registry',
    start: () => codec.prepare(PUBLISHED_TYPES),
    stop: async () => undefined,
  };
  return { publisher, part, schemas };
}

function crmClientOf(
  config: IngestConfig,
  { stopping, metrics, logger }: Pick<Common, 'stopping' | 'metrics' | 'logger'>,
) {
  const { HIGHLEVEL_REQUESTS_PER_INTERVAL: perInterval, HIGHLEVEL_REQUESTS_PER_DAY: perDay } = config;
  return openCrmClient({
    ...{ access: crmAccessOf(config), baseUrl: config.HIGHLEVEL_API_URL, signal: stopping.signal },
    limits: { ...HIGHLEVEL_LIMITS, perInterval, perDay },
    onLongWait: ({ of, id }, ms) =>
      logger.warn({ of, id, minutes: Math.ceil(ms / 60_000) }, "HighLevel's limit of the day is used up"),
    onResponse: (endpoint, status) => metrics.apiResponses.inc({ endpoint, status }),
  });
}

function markReaderOf(
  config: IngestConfig,
  { client, health, metrics, marks, digests, mapEntity, logger }: Common,
  publisher: ReturnType<typeof openLog>['publisher'],
): MarkReader {
  const api = createApiReader({ client, appId: config.HIGHLEVEL_APP_ID });
  const nameFields = createNameFields(client, { clock: Date.now, wait: sleep });
  const readMark = createMarkReading({
    ...{ marks, digests, mapEntity, clock: Date.now, epoch: config.VERSION_EPOCH },
    reader: { readEntity: (ref, reason) => health.watch('highlevel', () => api.readEntity(ref, reason)) },
    async publish(events, { urgent, markedAt }) {
      const named = await nameFields(events, purposeOf({ urgent, markedForMs: Date.now() - markedAt }));
      await health.watch('kafka', () => publisher.publish(named));
      if (!urgent) for (const { type } of events) metrics.repaired.inc({ type });
    },
  });
  return createMarkReader({
    ...{ marks, readMark, clock: Date.now, logger },
    onTrouble: (code) => health.set('marks', code),
    onOutcome: ({ ref: { kind } }, outcome) => metrics.readings.inc({ kind, outcome }),
  });
}

function webhookServer(
  config: IngestConfig,
  { metrics, logger, marks, gate, reader }: Common & { readonly gate: ReceiverGate; readonly reader: MarkReader },
) {
  const { WEBHOOK_MAX_IN_FLIGHT: maxInFlight, WEBHOOK_MAX_BODY_BYTES: maxBodyBytes } = config;
  const answerWithinMs = config.WEBHOOK_ANSWER_MS;
  const app = createApp({
    ...{ path: config.WEBHOOK_PATH, answerWithinMs, gate },
    receive: createBodyReceiver({ maxBodies: maxInFlight, maxBodyBytes }),
    handle: createDeliveryHandler({
      ...{ marks, clock: Date.now, onMarked: reader.wake, publishAccess: config.PUBLISH_ACCESS },
      verify: createSignatureVerifier(config.WEBHOOK_PUBLIC_KEYS),
      onError: (error) => logger.error({ error }, 'a webhook cannot be marked because of a bug'),
    }),
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

function sweeperOf(
  config: IngestConfig,
  { db, marks, digests, mapEntity, client, logger, metrics }: Common,
): Component {
  const limits = { maxTimeMs: MONGO_OPERATION_MS };
  const readsAccess = config.PUBLISH_ACCESS && config.HIGHLEVEL_APP_ID !== undefined;
  const { onFigures, onStep } = createSweepMetrics(metrics.registry, Date.now);
  return createSweeper({
    records: createSweepStore(db, { ...limits, owner: randomUUID(), clock: Date.now }),
    async locations() {
      const { locations, installations } = await locationMarks(db, limits);
      return installedLocations(
        locations.map(({ name }) => name),
        installations,
      );
    },
    stepsOf: (claimed) =>
      createSweepSteps(claimed, {
        ...{ client, marks, digests, mapEntity, clock: Date.now, maxUnlisted: config.SWEEP_MAX_UNLISTED, logger },
        related: (ref, source) => (readsAccess ? accessOf(ref, source) : []),
      }),
    schedule: { intervalMs: config.SWEEP_INTERVAL_HOURS * HOUR_MS, retryMs: SWEEP_RETRY_MS },
    // A lease survives two renewals that fail.
    ...{ atOnce: config.SWEEPS_AT_ONCE, renewMs: SWEEP_LEASE_MS / 3, clock: Date.now, logger, onFigures, onStep },
  });
}

/** The company that a location names, and its installation there. */
function accessOf({ kind, locationId }: EntityRef, source: Readonly<Record<string, unknown>>): EntityRef[] {
  const { companyId } = source;
  if (kind !== 'location' || typeof companyId !== 'string' || companyId === '') return [];
  return [
    { kind: 'company', locationId: null, id: companyId },
    { kind: 'installation', locationId, id: companyId },
  ];
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

function metricsOf(config: IngestConfig, gate: ReceiverGate, backlog: MarkReader['backlog']): Metrics {
  const metrics = createMetrics({
    ...{ inFlight: gate.inFlight, maxInFlight: config.WEBHOOK_MAX_IN_FLIGHT, backlog, clock: Date.now },
  });
  registerBuildInfo(metrics.registry, BUILD);
  const { TOPIC_PREFIX, MONGODB_DATABASE, VERSION_EPOCH } = config;
  registerOptionsInfo(metrics.registry, {
    service: BUILD.service,
    options: { TOPIC_PREFIX, MONGODB_DATABASE, VERSION_EPOCH },
  });
  return metrics;
}

/** A key for one purpose, so that what is stored for one says nothing about another. */
function keyOf(config: IngestConfig, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', config.STATE_SECRET, '', purpose, KEY_BYTES)).toString('base64');
}

function kafkaLog(logger: Logger): KafkaLog {
  const levels = { debug: 'trace', info: 'debug', warn: 'warn', error: 'warn' } as const;
  return (level, message, { namespace, error, repeated }) => {
    logger[levels[level]]({ kafka: { namespace, problem: error && redactText(String(error)), repeated } }, message);
  };
}
