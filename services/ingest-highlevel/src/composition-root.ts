import { hkdfSync } from 'node:crypto';
import { createKafka } from '@fundlens/contracts/kafka/kafka-client';
import { kafkaLogTo } from '@fundlens/contracts/kafka/kafka-log';
import { createPublisher } from '@fundlens/contracts/publishing/publisher';
import { createCodec } from '@fundlens/contracts/wire/codec';
import { createSchemaRegistry } from '@fundlens/contracts/wire/registry';
import { topicNames } from '@fundlens/contracts/wire/topic-names';
import { sleep } from '@fundlens/runtime/backoff';
import { kafkaServer, schemaRegistryServer } from '@fundlens/runtime/configured-servers';
import { registryAuthOf } from '@fundlens/runtime/event-options';
import { kafkaSecurity } from '@fundlens/runtime/kafka-security';
import type { Component, Lifecycle } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import { openMongodb } from '@fundlens/runtime/mongodb-client';
import { createServiceShell } from '@fundlens/runtime/service-shell';
import type { Tracing } from '@fundlens/runtime/tracing';
import type { MongoClientOptions } from 'mongodb';
import manifest from '../package.json' with { type: 'json' };
import type { IngestConfig } from './config.ts';
import { type CrmClient, createCrmClient } from './crm-api/crm-client.ts';
import { createNameFields } from './crm-api/field-names.ts';
import { accessTokensOf } from './crm-api/options.ts';
import { HIGHLEVEL_LIMITS } from './crm-api/request-budget.ts';
import { createCrmRequests } from './crm-api/requests.ts';
import { statementOf } from './mapping/entity-mapping.ts';
import { PUBLISHED_TYPES } from './marks/crm-state.ts';
import type { MapEntity } from './marks/current-content.ts';
import { createDigests, type Digests } from './marks/digests.ts';
import type { Marks } from './marks/mark.ts';
import { createMarkReader, type MarkReader } from './marks/mark-reader.ts';
import { createMarkReading } from './marks/mark-reading.ts';
import { createMarkStore, ensureMarks, MARKS, type MarkCollection, SWEEPS } from './marks/mark-store.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createPartHealth, type PartHealth } from './part-health.ts';
import { createBodyReceiver } from './receiver/body-receiver.ts';
import { createDeliveryHandler } from './receiver/delivery-handler.ts';
import { createSignatureVerifier } from './receiver/signature.ts';
import { createWebhookServer } from './receiver/webhook-server.ts';
import { createSweeping } from './sweeps/sweep.ts';
import { createSweepSchedule } from './sweeps/sweep-schedule.ts';

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

/** Proxies keep more connections open than they use, and those above the limit of deliveries are told to come again. */
const CONNECTIONS_PER_DELIVERY = 10;
/** A send that takes longer is given up, and its mark is read again. Less than the time for which a mark is claimed. */
const SEND_TIMEOUT_MS = 6_000;
/** Readings wait for HighLevel and Kafka, and hold little. */
const READINGS_AT_ONCE = 128;
const HOUR_MS = 3_600_000;
const KEY_BYTES = 32;

type Common = {
  readonly config: IngestConfig;
  readonly logger: Logger;
  readonly health: PartHealth;
  readonly metrics: Metrics;
  readonly marks: Marks;
  readonly sweeps: Marks;
  readonly digests: Digests;
  readonly mapEntity: MapEntity;
  readonly client: CrmClient;
};

/** The only place where clients are made and parts are put together. */
export function createIngest(config: IngestConfig, { logger }: { readonly logger: Logger }): Ingest {
  const shell = createServiceShell(config, { ...BUILD, logger });
  const health = createPartHealth();
  const metrics = createMetrics({ clock: Date.now });
  const { marks, sweeps, part: mongodb } = openStores(config);
  const common: Common = {
    config,
    logger,
    health,
    metrics,
    marks,
    sweeps,
    digests: createDigests(digestKey(config)),
    mapEntity: (ref, source, occurredAt) =>
      statementOf(ref, source, {
        occurredAt,
        onCut(kind, fields) {
          for (const field of fields) metrics.cutFields.inc({ kind, field });
        },
      }),
    client: crmClientOf(config, metrics, shell.stopping),
  };
  const log = openLog(common, shell.tracing);
  const reader = markReaderOf(common, log.publisher);
  const server = webhookServer(common, reader);
  const service = shell.assemble({
    registry: metrics.registry,
    commonOptions: ['TOPIC_PREFIX', 'MONGODB_DATABASE', 'VERSION_EPOCH'],
    parts: [
      server,
      shell.waitFor(mongodb, health.set),
      shell.waitFor(log.part, health.set),
      shell.waitFor(log.schemas, health.set),
      reader,
      ...sweeperOf(common),
      server.gate,
    ],
    ready: async () => health.report(),
    // A refused connection is a webhook that HighLevel does not repeat: endpoints and load balancers follow first.
    leave: health.leave,
    drainMs: config.DRAIN_MS,
  });
  return { ...service, ports: () => ({ httpPort: server.port(), adminPort: service.adminPort() }) };
}

/** MongoDB with the adapter's collections; the command that asks for a sweep needs nothing else. */
export function openStores(config: IngestConfig) {
  const { db, part } = openMongodb(config, MONGO_OPTIONS, (opened) =>
    ensureMarks(opened, { standIn: config.MONGODB_STAND_IN_INDEXES }),
  );
  const storeOf = (name: MarkCollection) => createMarkStore(db, name, MONGO_OPERATION_MS);
  return { marks: storeOf(MARKS), sweeps: storeOf(SWEEPS), part };
}

function openLog({ config, logger }: Common, tracing: Tracing) {
  const kafka = createKafka({
    brokers: config.KAFKA_BROKERS,
    clientId: BUILD.service,
    log: kafkaLogTo(logger),
    ...kafkaSecurity(config),
  });
  const registry = createSchemaRegistry({ url: config.SCHEMA_REGISTRY_URL, ...registryAuthOf(config) });
  const topics = topicNames(config.TOPIC_PREFIX);
  const codec = createCodec({ registry, topics, clock: () => performance.now() });
  const publisher = createPublisher({ kafka, codec, sendTimeoutMs: SEND_TIMEOUT_MS, tracing });
  const part: Component = {
    name: 'kafka',
    server: kafkaServer(config),
    start: () => publisher.start(),
    stop: () => publisher.stop(),
  };
  // The first events would wait for the registration, and two instances that register at once hinder each other.
  const schemas: Component = {
    name: 'schema registry',
    server: schemaRegistryServer(config),
    start: () => codec.prepare(PUBLISHED_TYPES),
    stop: async () => undefined,
  };
  return { publisher, part, schemas };
}

function crmClientOf(config: IngestConfig, metrics: Metrics, stopping: AbortSignal): CrmClient {
  const { HIGHLEVEL_REQUESTS_PER_INTERVAL: perInterval, HIGHLEVEL_REQUESTS_PER_DAY: perDay } = config;
  const requests = createCrmRequests({
    tokens: accessTokensOf(config),
    baseUrl: config.HIGHLEVEL_API_URL,
    monotonic: () => performance.now(),
    random: Math.random,
    signal: stopping,
    limits: { ...HIGHLEVEL_LIMITS, perInterval, perDay },
    onResponse: (endpoint, status) => metrics.apiResponses.inc({ endpoint, status }),
  });
  return createCrmClient(requests, { appId: config.HIGHLEVEL_APP_ID });
}

function markReaderOf(
  { config, client, health, metrics, marks, digests, mapEntity, logger }: Common,
  publisher: ReturnType<typeof openLog>['publisher'],
): MarkReader {
  const nameFields = createNameFields(client, { clock: Date.now, wait: sleep });
  const readMark = createMarkReading({
    marks,
    digests,
    mapEntity,
    clock: Date.now,
    epoch: config.VERSION_EPOCH,
    reader: { readEntity: (ref, purpose) => health.watch('highlevel', () => client.readEntity(ref, purpose)) },
    async publish(events, { urgent }, purpose) {
      const named = await nameFields(events, purpose);
      await health.watch('kafka', () => publisher.publish(named));
      if (!urgent) for (const { type } of events) metrics.repaired.inc({ type });
    },
  });
  return createMarkReader({
    marks,
    readMark,
    atOnce: READINGS_AT_ONCE,
    clock: Date.now,
    logger,
    onTrouble: (code) => health.set('marks', code),
    onOldest: metrics.oldestMark,
  });
}

function webhookServer({ config, metrics, logger, marks }: Common, reader: MarkReader) {
  const { WEBHOOK_MAX_IN_FLIGHT: maxInFlight, WEBHOOK_MAX_BODY_BYTES: maxBodyBytes } = config;
  return createWebhookServer({
    host: config.HTTP_HOST,
    port: config.HTTP_PORT,
    path: config.WEBHOOK_PATH,
    maxConnections: CONNECTIONS_PER_DELIVERY * maxInFlight,
    answerWithinMs: config.WEBHOOK_ANSWER_MS,
    receive: createBodyReceiver({ maxBodies: maxInFlight, maxBodyBytes }),
    maxInFlight,
    handle: createDeliveryHandler({
      marks,
      clock: Date.now,
      onMarked: reader.wake,
      publishAccess: config.PUBLISH_ACCESS,
      verify: createSignatureVerifier(config.WEBHOOK_PUBLIC_KEYS),
      onError: (error) => logger.error({ error }, 'a webhook cannot be marked because of a bug'),
    }),
    onAnswer: ({ status, code, type }) => metrics.deliveries.inc({ type, status, outcome: code }),
    onError: (error) => logger.error({ error }, 'a webhook was not answered'),
  });
}

/** The schedule marks locations, and a reader of these marks sweeps them. */
function sweeperOf({
  config,
  marks,
  sweeps,
  digests,
  mapEntity,
  client,
  logger,
  metrics,
  health,
}: Common): Component[] {
  const clock = Date.now;
  const schedule = createSweepSchedule({
    marks,
    sweeps,
    clock,
    logger,
    intervalMs: config.SWEEP_INTERVAL_HOURS * HOUR_MS,
    onFigures({ locations, oldestAsOf }) {
      for (const [state, count] of Object.entries(locations)) metrics.sweptLocations.set({ state }, count);
      if (oldestAsOf !== null) metrics.oldestSweep(oldestAsOf);
    },
  });
  const readMark = createSweeping({
    sweeps,
    client,
    marks,
    digests,
    mapEntity,
    clock,
    logger,
    maxUnlisted: config.SWEEP_MAX_UNLISTED,
    withAccess: config.PUBLISH_ACCESS && config.HIGHLEVEL_APP_ID !== undefined,
  });
  const onTrouble = (code: string | null) => health.set('sweeps', code);
  const atOnce = config.SWEEPS_AT_ONCE;
  return [schedule, createMarkReader({ marks: sweeps, readMark, atOnce, clock, logger, onTrouble })];
}

/** A key for this purpose alone, so that what is stored for it says nothing about another. */
function digestKey({ STATE_SECRET }: IngestConfig): string {
  return Buffer.from(hkdfSync('sha256', STATE_SECRET, '', 'content of entities', KEY_BYTES)).toString('base64');
}
