import { hostname } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { createKafka } from '@fundlens/contracts/kafka/kafka-client';
import { kafkaLogTo } from '@fundlens/contracts/kafka/kafka-log';
import { ensureTopics } from '@fundlens/contracts/kafka/topics';
import { topicNames } from '@fundlens/contracts/wire/topic-names';
import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import { ensureIndexes, ensurePointer } from '@fundlens/read-models/store';
import { ensureProjectorIndexes } from '@fundlens/read-models/store-indexes';
import { createBackoff, sleep } from '@fundlens/runtime/backoff';
import { redisOpener } from '@fundlens/redis-client/redis-client';
import { kafkaServer, mongodbServer } from '@fundlens/runtime/configured-servers';
import { kafkaSecurity } from '@fundlens/runtime/kafka-security';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import { createPeriodic } from '@fundlens/runtime/periodic';
import { createServiceShell, type ShelledService } from '@fundlens/runtime/service-shell';
import type { Tracing } from '@fundlens/runtime/tracing';
import manifest from '../package.json' with { type: 'json' };
import { type ConsumerGroup, consumerGroups, groupIdOf, type ProjectorConfig } from './config.ts';
import { createCommit } from '@fundlens/projection/consumer/commit';
import { createEventReading, openSchemaRegistry } from '@fundlens/projection/consumer/event-reading';
import { createFreshness } from '@fundlens/projection/consumer/freshness';
import { createReadBatch } from '@fundlens/projection/consumer/read-batch';
import { StreamConsumer } from '@fundlens/projection/consumer/stream-consumer';
import { createKafkaAdmin, mapKafkaErrors } from '@fundlens/projection/log/kafka-admin';
import { KafkaSource } from '@fundlens/projection/log/kafka-source';
import type { Source } from '@fundlens/projection/log/source';
import { createUnknownSchemaReplays } from '@fundlens/projection/replay/unknown-schema-replays';
import { loggedOf } from '@fundlens/projection/dead-letters/dead-letter';
import { createDeadLetters } from '@fundlens/projection/dead-letters/dead-letter-store';
import { createErasureStore } from '@fundlens/projection/erasures/erasure-store';
import { openReplay } from './replays/open-replay.ts';
import { createSchemaRegistration } from './schema-registration.ts';
import { adminActions } from './health/admin-actions.ts';
import { HOUR_MS, LastReading } from './status-page/last-reading.ts';
import { statusRoute } from './status-page/page.ts';
import { readStatus } from '@fundlens/projection/status/status-store';
import { createMetrics, type MetricSources } from '@fundlens/projection/health/metrics';
import { createPartitionHealth, type PartitionFigures } from '@fundlens/projection/health/partition-health';
import { createBullmqWakeUps } from './dashboards/bullmq-wake-ups.ts';
import { fingerprintOf } from '@fundlens/projection/generations/fingerprint';
import { createGenerationWatch } from '@fundlens/projection/generations/generation-watch';
import { changedLocations, createDashboardWork } from './dashboards/dashboard-work.ts';
import { createWindowStore } from '@fundlens/dashboards/window-store';
import { createCheckpointStore, mongodbTime } from '@fundlens/projection/writer/checkpoint-store';
import { createDocumentStore } from '@fundlens/projection/writer/document-store';
import {
  type ChangedDocument,
  createDocumentWriter,
  pauseBeforeRound,
  type WriteResult,
} from '@fundlens/projection/writer/document-writer';
import { createViewsSweep } from '@fundlens/projection/writer/views-sweep';
import { createSlotCache } from '@fundlens/projection/writer/slot-cache';
import { createProjectorStateStore } from '@fundlens/projection/writer/projector-state-store';
import { openMongodb } from '@fundlens/runtime/mongodb-client';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import { MONGO_OPERATION_MS, MONGO_OPTIONS } from '@fundlens/projection/mongo-options';

export type Projector = ShelledService & {
  /** Resolves when its generation is dropped and it was given no other: it can do nothing more, and a new one takes its place. */
  readonly dropped: Promise<void>;
};

/** A short outage is over before clients notice; in a long one the server is tried every half minute. */
const BACKOFF = { initialMs: 200, maxMs: 30_000 };

type Parts = ReturnType<typeof openParts>;
type Dashboards = ReturnType<typeof dashboardsOf>;
type Groups = ReturnType<typeof consumersOf>;

const BUILD = { service: 'projector', version: manifest.version };

/** The only place where clients are made and parts are put together. */
export function createProjector(config: ProjectorConfig, logger: Logger): Projector {
  const shell = createServiceShell(config, { ...BUILD, logger });
  const onHold = () => groups.restartFromCheckpoints();
  const status = () => statusReading.figures();
  const parts = openParts(config, logger, { tracing: shell.tracing, onHold, status });
  const { partitionHealth, generation } = parts;
  const takesChanges = config.CONSUMER_GROUPS.includes('changes');
  const dashboards = takesChanges ? dashboardsOf(config, parts) : null;
  const groups = consumersOf(config, parts, dashboards);
  const statusReading = new LastReading({ ...parts, read: () => readStatus(parts) });
  const waitFor = (part: Component) => shell.waitFor(part, partitionHealth.setPart);
  const service = shell.assemble({
    registry: parts.metrics.registry,
    // Otherwise the same event becomes different documents.
    commonOptions: ['CUSTOM_FIELD_KEEP_LIST', 'TOPIC_PREFIX', 'MONGODB_DATABASE'],
    parts: [
      waitFor(parts.mongodb),
      waitFor({ ...generation, server: mongodbServer(config) }),
      waitFor(parts.topicsPart),
      waitFor(parts.schemas.part),
      payloadEnd(config, parts),
      ...(dashboards?.components ?? []),
      ...(takesChanges
        ? [createViewsSweep({ ...parts, generation: generation.current, hold: generation.refresh })]
        : []),
      ...groups.consumers.map((consumer) => ({
        name: consumer.name,
        server: kafkaServer(config),
        start: () => consumer.start(),
        stop: () => consumer.stop(),
      })),
      freshnessOf(config, parts, groups),
      unknownSchemaReplays(config, parts, groups.consumers),
      statusReading.sampling,
    ],
    ready: async () => partitionHealth.report(),
    actions: [...adminActions({ ...parts, consumers: groups.consumers }), statusRoute(statusReading)],
    token: config.ADMIN_TOKEN,
  });
  return { ...service, dropped: parts.dropped };
}

/** The servers, the stores over them, and what most parts are given. */
function openParts(
  config: ProjectorConfig,
  logger: Logger,
  {
    tracing,
    onHold,
    status,
  }: Pick<MetricSources, 'status'> & { readonly tracing: Tracing; readonly onHold: () => void },
) {
  const topics = topicNames(config.TOPIC_PREFIX);
  const partitionHealth = createPartitionHealth({ clock: Date.now, monotonic: () => performance.now() });
  const stores = openStores(config, () => generation.current());
  const schemas = createSchemaRegistration(config, topics);
  const reading = createEventReading(config, {
    registry: openSchemaRegistry(config),
    topics,
    // How long something is waited for must not follow a clock that is set.
    clock: () => performance.now(),
    unknownSchemaRetryMs: config.UNKNOWN_SCHEMA_RETRY_MS,
    schemaWaits: stores.state.schemaWaits,
    registryHasForgotten: schemas.hasForgotten,
  });
  const dropped = Promise.withResolvers<void>();
  const fingerprint = fingerprintOf(reading.redaction);
  const { db } = stores;
  const indexes = { standInIndexes: config.MONGODB_STAND_IN_INDEXES };
  const generation = createGenerationWatch({
    partitionHealth,
    logger,
    fingerprint,
    // Created with this fingerprint where there is none.
    pointer: () => mapMongoErrors(() => ensurePointer(db, { fingerprint, at: Date.now(), ...indexes })),
    // MongoDB builds indexes sooner over collections that are empty.
    prepare: (number) => mapMongoErrors(() => ensureIndexes(db, number, indexes)),
    wanted: config.GENERATION ?? null,
    onHold,
    onDropped: dropped.resolve,
  });
  return {
    ...stores,
    ...reading,
    ...openKafka(config, logger),
    topics,
    schemas,
    generation,
    dropped: dropped.promise,
    clock: Date.now,
    createBackoff: () => createBackoff(BACKOFF),
    pauseBeforeRound,
    sleep,
    metrics: createMetrics({ ...partitionHealth, status }),
    partitionHealth,
    tracing,
    logger,
  };
}

/** The consumers of this process. */
function consumersOf(config: ProjectorConfig, parts: Parts, dashboards: Dashboards | null) {
  const { generation, deadLetters, metrics, logger } = parts;
  const cache = createSlotCache();
  const restartFromCheckpoints = () => {
    parts.erasures.forget();
    cache.clear();
    for (const consumer of consumers) consumer.restartFromCheckpoints();
  };
  // The database may be another one now, restored from a backup: what is in work may have been stored in the one before.
  parts.mongo.on('connectionPoolCleared', restartFromCheckpoints);
  const common = {
    ...parts,
    deadLetters: {
      ...deadLetters,
      async store(setAside: readonly DeadLetter[]) {
        await deadLetters.store(setAside);
        logger.warn(loggedOf(setAside), 'events set aside');
        for (const { eventType } of setAside) {
          metrics.events.inc({ type: eventType ?? 'unknown', outcome: 'dead_letter' });
        }
      },
    },
    cache,
    maxBytes: config.MAX_BYTES_IN_FLIGHT,
    mayBegin: generation.refresh,
    onCheckpointGap: restartFromCheckpoints,
    yieldToEventLoop: setImmediate,
    isActive: generation.isActive,
    onWritten({ changed, documentsWritten }: Pick<WriteResult, 'changed' | 'documentsWritten'>) {
      metrics.documentsWritten.inc(documentsWritten);
      if (changed.length > 0) dashboards?.onDocumentsChanged(changed);
    },
  };
  // The partitions of a group are committed together; access never waits for a commit of the other group.
  const consumers = config.CONSUMER_GROUPS.map((group) => {
    const writer = createDocumentWriter({ ...common, generation: generation.current });
    return new StreamConsumer({
      ...common,
      name: `group ${group}`,
      source: openSource(config, parts, group),
      read: createReadBatch(common),
      commit: createCommit({ ...common, writer }),
    });
  });
  return { consumers, restartFromCheckpoints };
}

function unknownSchemaReplays(config: ProjectorConfig, parts: Parts, consumers: Groups['consumers']): Component {
  const { schemas, kafka, generation, partitionHealth } = parts;
  return createUnknownSchemaReplays({
    ...parts,
    schemaById: (id) => openSchemaRegistry(config).schemaById(id),
    topicPartitions: () =>
      consumers.flatMap((consumer) => consumer.progress()).map(({ owned }) => owned.topicPartition),
    async onLook() {
      partitionHealth.setOptional(schemas.part.name, await schemas.trouble());
    },
    openReplay: () => openReplay(config, { ...parts, kafka, generation: generation.current }),
  });
}

function freshnessOf(config: ProjectorConfig, parts: Parts, groups: Groups): Component {
  const { topics } = parts;
  return createFreshness({
    ...parts,
    progress: () => groups.consumers.flatMap((consumer) => consumer.progress()),
    onCheckpointGap: groups.restartFromCheckpoints,
    onBounds(bounds) {
      for (const consumer of groups.consumers) consumer.restartIfStalled(bounds);
    },
    topics: Object.fromEntries(
      config.CONSUMER_GROUPS.flatMap((group) => consumerGroups[group].map((stream) => [stream, topics[stream]])),
    ),
  });
}

/** Reads all old ones: short beside an hour. Several projectors may do it at once. */
function payloadEnd({ DEAD_LETTER_PAYLOAD_DAYS: days }: ProjectorConfig, { deadLetters, clock, logger }: Parts) {
  return createPeriodic({
    name: 'payloads of dead letters',
    everyMs: HOUR_MS,
    work: async () => (days > 0 ? await deadLetters.endPayloads(clock() - days * 24 * HOUR_MS) : undefined),
    onError: (error) => logger.warn({ error }, 'old payloads of dead letters are ended later'),
  });
}

function openKafka(config: ProjectorConfig, logger: Logger) {
  const kafka = createKafka({
    brokers: config.KAFKA_BROKERS,
    clientId: 'fundlens-projector',
    log: kafkaLogTo(logger),
    ...kafkaSecurity(config),
  });
  const { connected, logs, removeGroup, close } = createKafkaAdmin(() => kafka.admin(), logger);
  const topicsPart: Component = {
    name: 'kafka',
    server: kafkaServer(config),
    start: () =>
      mapKafkaErrors(async () => {
        const warnings = await ensureTopics(await connected(), {
          topics: topicNames(config.TOPIC_PREFIX),
          partitions: config.TOPIC_PARTITIONS,
          replicationFactor: config.TOPIC_REPLICATION_FACTOR,
        });
        for (const warning of warnings) logger.warn(warning);
      }),
    stop: close,
  };
  return { kafka, logs, removeGroup, topicsPart };
}

function openStores(config: ProjectorConfig, generation: () => number) {
  const { mongo, db, part } = openMongodb(config, MONGO_OPTIONS, ensureProjectorIndexes);
  const erasures = createErasureStore(db);
  const checkpoints = createCheckpointStore(db, generation);
  return {
    mongo,
    db,
    mongodb: part,
    checkpoints,
    now: () => mongodbTime(db),
    state: createProjectorStateStore(db, { owner: `${hostname()}:${process.pid}`, generation }),
    erasures,
    deadLetters: createDeadLetters(db, { generation, erasures }),
    store: createDocumentStore(db),
    windowStoreOf: (number: number) =>
      createWindowStore(db, { maxTimeMs: MONGO_OPERATION_MS, generation: () => number }),
    windows: createWindowStore(db, { maxTimeMs: MONGO_OPERATION_MS, generation }),
  };
}

/** Dashboards, and the wake-ups for them. */
function dashboardsOf(config: ProjectorConfig, parts: Parts) {
  const { partitionHealth, generation, windows } = parts;
  const { isDue, refresh, sweeper } = createDashboardWork({
    ...parts,
    store: windows,
    isRead: generation.isActive,
    lag: () => lagOf(partitionHealth.partitions()),
    sweepMs: config.DASHBOARD_SWEEP_MS,
  });
  const wakeUps = wakeUpsOf(config, parts, refresh);
  return {
    /** Called after each batch with the documents whose dashboard must be refreshed. Never throws. */
    onDocumentsChanged: (changed: readonly ChangedDocument[]) => isDue() && wakeUps?.wake(changedLocations(changed)),
    components: wakeUps === null ? [sweeper] : [sweeper, wakeUps],
  };
}

/** Records that wait in the partitions of this process; null: not known of all, or it has none. */
function lagOf(partitions: readonly PartitionFigures[]): number | null {
  const lags = partitions.flatMap(({ lag }) => lag ?? []);
  return lags.length === 0 || lags.length < partitions.length ? null : lags.reduce((sum, lag) => sum + lag, 0);
}

/** Null: sweeps alone find the work. */
function wakeUpsOf(
  config: ProjectorConfig,
  { metrics, logger, generation }: Parts,
  refresh: (locationId: string) => Promise<void>,
) {
  const url = config.REDIS_URL;
  if (url === undefined) return null;
  return createBullmqWakeUps({
    connect: redisOpener({ ...config, REDIS_URL: url }, logger),
    // One hash tag: BullMQ takes and moves jobs by scripts over several keys, which must be in one slot.
    keyPrefix: config.REDIS_CLUSTER ? `{${config.JOBS_KEY_PREFIX}}` : config.JOBS_KEY_PREFIX,
    generation: generation.current,
    refresh,
    onOutcome: (outcome, count) => metrics.wakeUps.inc({ outcome }, count),
    logger,
  });
}

/** A member of the group. */
function openSource(
  config: ProjectorConfig,
  { kafka, topics, createBackoff: newBackoff, logger }: Parts,
  group: ConsumerGroup,
): Source {
  return new KafkaSource({
    kafka,
    groupId: groupIdOf(config, group),
    topics: consumerGroups[group].map((stream) => topics[stream]),
    // A report, a result and a plan of one contact are in several partitions, close in time.
    inStep: new Set([topics.funding]),
    sessionTimeoutMs: config.KAFKA_SESSION_TIMEOUT_MS,
    backoff: newBackoff(),
    onError: (error) => logger.error({ group: `group ${group}`, error }, 'consumer is not usable'),
  });
}
