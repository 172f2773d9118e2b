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
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import { openMongodb } from '@fundlens/runtime/mongodb-client';
import { createServiceShell, type ShelledService } from '@fundlens/runtime/service-shell';
import type { Tracing } from '@fundlens/runtime/tracing';
import type { MongoClientOptions } from 'mongodb';
import manifest from '../package.json' with { type: 'json' };
import type { IngestConfig } from './config.ts';
import { createCrmClient } from './crm-api/crm-client.ts';
import { createNameFields } from './crm-api/field-names.ts';
import { accessTokensOf } from './crm-api/options.ts';
import { HIGHLEVEL_LIMITS } from './crm-api/request-budget.ts';
import { createCrmRequests } from './crm-api/requests.ts';
import { statementOf } from './mapping/entity-mapping.ts';
import { type MapEntity, PUBLISHED_TYPES } from './marks/content.ts';
import { createDigests } from './marks/digests.ts';
import { createMarkReader, type MarkReader } from './marks/mark-reader.ts';
import { createMarkReading } from './marks/mark-reading.ts';
import { createMarkStore, ensureMarks, MARKS, type MarkCollection, SWEEPS } from './marks/mark-store.ts';
import { createMetrics } from './metrics.ts';
import { createPartHealth } from './part-health.ts';
import { createBodyReceiver } from './receiver/body-receiver.ts';
import { createDeliveryHandler } from './receiver/delivery-handler.ts';
import { createSignatureVerifier } from './receiver/signature.ts';
import { createWebhookServer } from './receiver/webhook-server.ts';
import { createSweeping } from './sweeps/sweep.ts';
import { createSweepSchedule } from './sweeps/sweep-schedule.ts';

export type Ingest = ShelledService & {
  /** That webhooks arrive at; 0 before the start. */
  readonly port: () => number;
};

const BUILD = { service: 'ingest-highlevel', version: manifest.version };

/** A database operation may take this long: several of them fit into the time for an answer. */
const MONGO_OPERATION_MS = 3_000;

/** The order of versions rests on these concerns: what was read or swapped is not rolled back. */
const MONGO_OPTIONS: MongoClientOptions = {
  appName: 'fundlens-ingest-highlevel',
  readConcernLevel: 'majority',
  w: 'majority',
  journal: true,
  wtimeoutMS: MONGO_OPERATION_MS,
  readPreference: 'primary',
  maxPoolSize: 16,
  serverSelectionTimeoutMS: MONGO_OPERATION_MS,
  connectTimeoutMS: MONGO_OPERATION_MS,
  waitQueueTimeoutMS: MONGO_OPERATION_MS,
  socketTimeoutMS: MONGO_OPERATION_MS + 1_000,
};

/** A send that takes longer is given up, and its mark is read again. Less than the time for which a mark is claimed. */
const SEND_TIMEOUT_MS = 6_000;
/** Readings wait for HighLevel and Kafka, and hold little. */
const READINGS_AT_ONCE = 128;
const HOUR_MS = 3_600_000;

type Parts = ReturnType<typeof openParts>;

/** The only place where clients are made and parts are put together. */
export function createIngest(config: IngestConfig, logger: Logger): Ingest {
  const shell = createServiceShell(config, { ...BUILD, logger });
  const parts = openParts(config, logger, shell);
  const { health, metrics } = parts;
  const reader = markReaderOf(config, parts);
  const server = webhookServer(config, parts, reader);
  const service = shell.assemble({
    registry: metrics.registry,
    commonOptions: ['TOPIC_PREFIX', 'MONGODB_DATABASE', 'VERSION_EPOCH'],
    parts: [
      server,
      shell.waitFor(parts.mongodb, health.set),
      shell.waitFor({ ...parts.publisher, name: 'kafka', server: kafkaServer(config) }, health.set),
      shell.waitFor(schemasPart(config, parts), health.set),
      reader,
      ...sweeperOf(config, parts),
      server.gate,
    ],
    ready: async () => health.report(),
    // A refused connection is a webhook that HighLevel does not repeat: endpoints and load balancers follow first.
    leave: health.leave,
    drainMs: config.DRAIN_MS,
  });
  return { ...service, port: server.port };
}

/** The servers, the stores, and what most parts are given. */
function openParts(
  config: IngestConfig,
  logger: Logger,
  { tracing, stopping }: { readonly tracing: Tracing; readonly stopping: AbortSignal },
) {
  const metrics = createMetrics({ clock: Date.now });
  const registry = createSchemaRegistry({ url: config.SCHEMA_REGISTRY_URL, ...registryAuthOf(config) });
  const codec = createCodec({ registry, topics: topicNames(config.TOPIC_PREFIX), clock: () => performance.now() });
  const kafka = createKafka({
    brokers: config.KAFKA_BROKERS,
    clientId: BUILD.service,
    log: kafkaLogTo(logger),
    ...kafkaSecurity(config),
  });
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
  const client = createCrmClient(requests, { appId: config.HIGHLEVEL_APP_ID });
  const nameFields = createNameFields(client, { clock: Date.now, wait: sleep });
  const mapEntity: MapEntity = async (ref, source, occurredAt, purpose) => {
    const statement = statementOf(ref, source, {
      occurredAt,
      onCut(kind, fields) {
        for (const field of fields) metrics.cutFields.inc({ kind, field });
      },
    });
    return statement && (await nameFields(statement, ref.locationId ?? '', purpose));
  };
  return {
    ...openStores(config),
    codec,
    publisher: createPublisher({ kafka, codec, sendTimeoutMs: SEND_TIMEOUT_MS, tracing }),
    client,
    digests: createDigests(config.STATE_SECRET),
    mapEntity,
    clock: Date.now,
    health: createPartHealth(),
    metrics,
    logger,
  };
}

/** MongoDB with the adapter's collections; the command that asks for a sweep needs nothing else. */
export function openStores(config: IngestConfig) {
  const { db, part: mongodb } = openMongodb(config, MONGO_OPTIONS, (opened) =>
    ensureMarks(opened, { standIn: config.MONGODB_STAND_IN_INDEXES }),
  );
  const storeOf = (name: MarkCollection) => createMarkStore(db, name, MONGO_OPERATION_MS);
  return { marks: storeOf(MARKS), sweeps: storeOf(SWEEPS), mongodb };
}

/** The first events would wait for the registration, and two instances that register at once hinder each other. */
function schemasPart(config: IngestConfig, { codec }: Parts): Component {
  return {
    name: 'schema registry',
    server: schemaRegistryServer(config),
    start: () => codec.prepare(PUBLISHED_TYPES),
    stop: async () => undefined,
  };
}

function markReaderOf(config: IngestConfig, parts: Parts): MarkReader {
  const { client, publisher, health, metrics } = parts;
  const readMark = createMarkReading({
    ...parts,
    epoch: config.VERSION_EPOCH,
    reader: { readEntity: (ref, purpose) => health.watch('highlevel', () => client.readEntity(ref, purpose)) },
    async publish(events, { urgent }) {
      await health.watch('kafka', () => publisher.publish(events));
      if (!urgent) for (const { type } of events) metrics.repaired.inc({ type });
    },
  });
  return createMarkReader({
    ...parts,
    readMark,
    atOnce: READINGS_AT_ONCE,
    onTrouble: (code) => health.set('marks', code),
    onOldest: metrics.oldestMark,
  });
}

function webhookServer(config: IngestConfig, parts: Parts, reader: MarkReader) {
  const { metrics, logger } = parts;
  return createWebhookServer({
    ...config,
    receive: createBodyReceiver({
      maxBodies: config.WEBHOOK_MAX_IN_FLIGHT,
      maxBodyBytes: config.WEBHOOK_MAX_BODY_BYTES,
    }),
    handle: createDeliveryHandler({
      ...parts,
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
function sweeperOf(config: IngestConfig, parts: Parts): Component[] {
  const { sweeps, metrics, health } = parts;
  const schedule = createSweepSchedule({
    ...parts,
    intervalMs: config.SWEEP_INTERVAL_HOURS * HOUR_MS,
    onFigures({ locations, oldestAsOf }) {
      for (const [state, count] of Object.entries(locations)) metrics.sweptLocations.set({ state }, count);
      if (oldestAsOf !== null) metrics.oldestSweep(oldestAsOf);
    },
  });
  const readMark = createSweeping({
    ...parts,
    maxUnlisted: config.SWEEP_MAX_UNLISTED,
    withAccess: config.PUBLISH_ACCESS && config.HIGHLEVEL_APP_ID !== undefined,
  });
  const onTrouble = (code: string | null) => health.set('sweeps', code);
  const atOnce = config.SWEEPS_AT_ONCE;
  return [schedule, createMarkReader({ ...parts, marks: sweeps, readMark, atOnce, onTrouble })];
}
