import { hostname } from 'node:os';
import { createKafka } from '@fundlens/contracts/kafka/kafka-client';
import { kafkaLogTo } from '@fundlens/contracts/kafka/kafka-log';
import { registerSchemas } from '@fundlens/contracts/wire/registry';
import { ensureTopics } from '@fundlens/contracts/kafka/topics';
import { type TopicNames, topicNames } from '@fundlens/contracts/wire/topic-names';
import { ensureDeadLetters } from '@fundlens/read-models/dead-letter';
import { ensureErasures } from '@fundlens/read-models/erasure';
import type { Fingerprint } from '@fundlens/read-models/generation';
import { ensureIndexes, ensurePointer } from '@fundlens/read-models/store';
import { type Backoff, createBackoff } from '@fundlens/runtime/backoff';
import { redisOpener } from '@fundlens/redis-client/redis-client';
import { kafkaServer, mongodbServer, schemaRegistryServer } from '@fundlens/runtime/configured-servers';
import { kafkaSecurity } from '@fundlens/runtime/kafka-security';
import type { Component, Lifecycle } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import { createServiceShell } from '@fundlens/runtime/service-shell';
import { failureCode } from '@fundlens/runtime/errors';
import type { Tracing } from '@fundlens/runtime/tracing';
import manifest from '../package.json' with { type: 'json' };
import type { ProjectorConfig } from './config.ts';
import { type BacklogGate, createBacklogGate } from './dashboards/backlog-gate.ts';
import { streamsOf } from '@fundlens/projection/consumer/consumer-groups';
import {
  createEventGroups,
  type EventGroups,
  type EventGroupsOptions,
} from '@fundlens/projection/consumer/event-groups';
import { createEventReading, openSchemaRegistry } from '@fundlens/projection/consumer/event-reading';
import { createFreshness } from '@fundlens/projection/consumer/freshness';
import { createKafkaAdmin, mapKafkaErrors } from '@fundlens/projection/log/kafka-admin';
import { createKafkaSource } from '@fundlens/projection/log/kafka-source';
import { loggedOf } from '@fundlens/projection/dead-letters/dead-letter';
import { createDeadLetterUpkeep } from '@fundlens/projection/dead-letters/dead-letter-upkeep';
import { createUnknownSchemaReplays } from '@fundlens/projection/replay/unknown-schema-replays';
import { createDeadLetters } from '@fundlens/projection/dead-letters/dead-letter-store';
import { createErasureStore } from '@fundlens/projection/erasures/erasure-store';
import { openReplay } from './replays/open-replay.ts';
import { adminActions } from './health/admin-actions.ts';
import { LastReading } from './status-page/last-reading.ts';
import { statusRoute } from './status-page/page.ts';
import { readStatus } from '@fundlens/projection/status/status-store';
import { createMetrics, type Metrics } from '@fundlens/projection/health/metrics';
import {
  createPartitionHealth,
  type PartitionFigures,
  type PartitionHealth,
} from '@fundlens/projection/health/partition-health';
import { createBullmqWakeUps, type WakeUps } from './dashboards/bullmq-wake-ups.ts';
import { fingerprintOf } from '@fundlens/projection/generations/fingerprint';
import { createGenerationWatch, type GenerationWatch } from '@fundlens/projection/generations/generation-watch';
import { changedLocations, createDashboardWork } from './dashboards/dashboard-work.ts';
import { createWindowStore, type WindowStore } from '@fundlens/dashboards/window-store';
import { createCheckpointStore } from '@fundlens/projection/writer/checkpoint-store';
import { createDocumentStore, type DocumentStore } from '@fundlens/projection/writer/document-store';
import { type ChangedDocument, pauseBetweenRounds } from '@fundlens/projection/writer/document-writer';
import { createViewsSweep } from '@fundlens/projection/writer/views-sweep';
import { createSlotCache } from '@fundlens/projection/writer/slot-cache';
import { createProjectorStateStore, ensureSchemaWaits } from '@fundlens/projection/writer/projector-state-store';
import { openMongodb } from '@fundlens/runtime/mongodb-client';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import { MONGO_OPERATION_MS, MONGO_OPTIONS } from '@fundlens/projection/mongo-options';

export type ProjectorSeams = {
  readonly logger: Logger;
  /** Tests put delays and interference around the store; production leaves it as it is. */
  readonly wrapStore?: (store: DocumentStore) => DocumentStore;
  readonly wrapWindowStore?: (store: WindowStore) => WindowStore;
};

export type Projector = Lifecycle & {
  /** The port that health and metrics were given; 0 before the start. */
  readonly adminPort: () => number;
  /** Resolves when its generation is dropped and it was given no other: it can do nothing more, and a new one takes its place. */
  readonly dropped: Promise<void>;
};

/** A short outage is over before clients notice; in a long one the server is tried every half minute. */
const BACKOFF = { initialMs: 200, maxMs: 30_000, factor: 2 };

/** What most parts are given. */
type Common = {
  readonly clock: () => number;
  readonly createBackoff: () => Backoff;
  readonly pauseBeforeRound: (round: number) => Promise<void>;
  readonly metrics: Metrics;
  readonly partitionHealth: PartitionHealth;
  readonly tracing: Tracing;
  readonly logger: Logger;
};

type Stores = ReturnType<typeof openStores>;

type Dashboards = {
  /** Called after each batch with the documents whose dashboard must be refreshed. Never throws. */
  readonly onDocumentsChanged: (changed: readonly ChangedDocument[]) => void;
  /** In the order of their start. */
  readonly components: readonly Component[];
};

/** All that parts are made of. */
type Parts = Common & {
  readonly topics: TopicNames;
  readonly kafka: ReturnType<typeof openKafka>;
  readonly stores: Stores;
  readonly events: ReturnType<typeof readEventsOf>;
  readonly generation: GenerationWatch;
};

const BUILD = { service: 'projector', version: manifest.version };

/** The only place where clients are made and parts are put together. */
export function createProjector(config: ProjectorConfig, { logger, ...seams }: ProjectorSeams): Projector {
  const shell = createServiceShell(config, { ...BUILD, logger });
  const takesChanges = config.CONSUMER_GROUPS.includes('changes');
  const topics = topicNames(config.TOPIC_PREFIX);
  const partitionHealth = createPartitionHealth({ clock: Date.now, monotonic: () => performance.now() });
  const common: Common = {
    clock: Date.now,
    createBackoff: () => createBackoff({ ...BACKOFF, random: Math.random }),
    pauseBeforeRound: pauseBetweenRounds(Math.random),
    metrics: createMetrics(partitionHealth.partitions, Date.now, partitionHealth.parts),
    partitionHealth,
    tracing: shell.tracing,
    logger,
  };

  const kafka = openKafka(config, { topics, logger });
  const stores = openStores(config, { ...seams, generation: () => generation.current() });
  const events = readEventsOf(config, { topics, stores });
  const dropped = Promise.withResolvers<void>();
  const fingerprint = fingerprintOf(events.reading.redaction);
  const generation = createGenerationWatch({
    partitionHealth,
    logger,
    fingerprint,
    pointer: () => stores.pointer(fingerprint),
    wanted: config.GENERATION ?? null,
    onHold: () => groups.restartFromCheckpoints(),
    onDropped: dropped.resolve,
  });
  const parts: Parts = { ...common, topics, kafka, stores, events, generation };
  const gate = createBacklogGate({ monotonic: () => performance.now() });
  const dashboards = takesChanges ? dashboardsOf(config, parts, gate) : null;
  const groups = consumerGroups(config, parts, { gate, dashboards });
  const statusReading = statusReadingOf(parts);
  const waitFor = (part: Component) => shell.waitFor(part, partitionHealth.setPart);
  const service = shell.assemble({
    registry: common.metrics.registry,
    // Otherwise the same event becomes different documents.
    commonOptions: [
      ...(['CUSTOM_FIELD_KEEP_LIST', 'TOPIC_PREFIX', 'MONGODB_DATABASE'] as const),
      ...(['ACCESS_GROUP_ID', 'CHANGES_GROUP_ID'] as const),
    ],
    parts: [
      waitFor(stores.mongodb),
      waitFor({ ...generation, server: mongodbServer(config) }),
      waitFor(indexesPart(config, parts)),
      waitFor(kafka.part),
      waitFor(events.schemasPart),
      createDeadLetterUpkeep({ ...common, ...stores, payloadDays: config.DEAD_LETTER_PAYLOAD_DAYS }),
      ...(dashboards?.components ?? []),
      ...(takesChanges ? [viewsSweep(parts)] : []),
      ...groups.components.map((part) => ({ ...part, server: kafkaServer(config) })),
      freshnessOf(config, parts, groups),
      unknownSchemaReplays(config, parts, groups.consumers),
      statusReading,
    ],
    ready: async () => partitionHealth.report(),
    actions: [...adminActions({ ...common, consumers: groups.consumers }), statusRoute(statusReading)],
    token: config.ADMIN_TOKEN,
  });
  return { ...service, dropped: dropped.promise };
}

function consumerGroups(
  config: ProjectorConfig,
  parts: Parts,
  { gate, dashboards }: { readonly gate: BacklogGate; readonly dashboards: Dashboards | null },
): EventGroups {
  const { topics, kafka, events, stores, generation, metrics } = parts;
  const cache = createSlotCache();
  const restartFromCheckpoints = () => {
    stores.erasures.forget();
    groups.restartFromCheckpoints();
  };
  const groups: EventGroups = createEventGroups({
    ...parts,
    ...events.reading,
    ...stores,
    cache,
    onCheckpointGap: restartFromCheckpoints,
    groups: config.CONSUMER_GROUPS,
    topics,
    logs: kafka.logs,
    openSource: sourcesOf(config, parts),
    // The generation that readers use decides on its records itself: it asks nothing.
    findDecided: async (...range) => (generation.isActive() ? new Map() : stores.deadLetters.decided(...range)),
    roomOf: (group) => ({
      maxBytes: config.MAX_BYTES_IN_FLIGHT,
      onBytes: group === 'changes' ? gate.inWork : () => undefined,
      onWait: () => metrics.waitsForRoom.inc({ group }),
    }),
    onSetAside: (deadLetters) => parts.logger.warn(loggedOf(deadLetters), 'events set aside'),
    onWritten({ changed, documentsWritten }) {
      metrics.documentsWritten.inc(documentsWritten);
      dashboards?.onDocumentsChanged(changed);
    },
  });
  // After an outage the database may be another one, restored from a backup: its checkpoints count, not this process'.
  stores.mongo.on('connectionPoolCleared', restartFromCheckpoints);
  return { ...groups, restartFromCheckpoints };
}

function unknownSchemaReplays(config: ProjectorConfig, parts: Parts, consumers: EventGroups['consumers']): Component {
  const { stores, events, kafka, generation, partitionHealth, logger } = parts;
  return createUnknownSchemaReplays({
    deadLetters: stores.deadLetters,
    schemaById: (id) => openSchemaRegistry(config).schemaById(id),
    topicPartitions: () =>
      consumers.flatMap((consumer) => consumer.progress()).map(({ topicPartition }) => topicPartition),
    async onLook() {
      partitionHealth.setOptional(events.schemasPart.name, await events.registryTrouble());
    },
    openReplay: () =>
      openReplay(config, { ...parts, ...stores, ...kafka, kafka: kafka.client, generation: generation.current }),
    logger,
  });
}

function freshnessOf(config: ProjectorConfig, parts: Parts, groups: EventGroups): Component {
  const { topics, kafka, stores } = parts;
  return createFreshness({
    ...parts,
    progress: () => groups.consumers.flatMap((consumer) => consumer.progress()),
    logs: kafka.logs,
    checkpoints: stores.checkpoints,
    onCheckpointGap: groups.restartFromCheckpoints,
    onBounds(bounds) {
      for (const consumer of groups.consumers) consumer.restartIfStalled(bounds);
    },
    topics: Object.fromEntries(streamsOf(config.CONSUMER_GROUPS).map((stream) => [stream, topics[stream]])),
    state: stores.state,
    accessTopic: topics.access,
  });
}

function statusReadingOf({ topics, kafka, stores, partitionHealth, clock }: Parts): LastReading {
  const from = { ...stores, topics, logs: kafka.logs };
  return new LastReading({ read: () => readStatus(from), partitionHealth, clock });
}

function viewsSweep(parts: Parts): Component {
  const { stores, generation } = parts;
  return createViewsSweep({
    ...parts,
    db: stores.db,
    store: stores.store,
    generation: generation.current,
    hold: generation.refresh,
    now: stores.checkpoints.now,
  });
}

/** Also of a generation that was added: MongoDB builds indexes sooner over collections that are empty. */
function indexesPart(config: ProjectorConfig, { stores, generation }: Parts): Component {
  return {
    name: 'indexes',
    server: mongodbServer(config),
    async start() {
      if ((await generation.refresh()) === null) await stores.ensureIndexesOf(generation.current());
    },
    stop: async () => undefined,
  };
}

function openKafka(
  config: ProjectorConfig,
  { topics, logger }: { readonly topics: TopicNames; readonly logger: Logger },
) {
  const kafka = createKafka({
    brokers: config.KAFKA_BROKERS,
    clientId: 'fundlens-projector',
    log: kafkaLogTo(logger),
    ...kafkaSecurity(config),
  });
  const { connected, logs, removeGroup, close } = createKafkaAdmin(kafka.admin(), { logger });
  const part: Component = {
    name: 'kafka',
    server: kafkaServer(config),
    start: () =>
      mapKafkaErrors(async () => {
        const admin = await connected();
        const warnings = await ensureTopics(admin, {
          topics,
          partitions: config.TOPIC_PARTITIONS,
          replicationFactor: config.TOPIC_REPLICATION_FACTOR,
        });
        for (const warning of warnings) logger.warn(warning);
      }),
    stop: close,
  };
  return { client: kafka, logs, removeGroup, part };
}

/** How events are read, and the part that registers the schemas for it. */
function readEventsOf(
  config: ProjectorConfig,
  { topics, stores }: { readonly topics: TopicNames; readonly stores: Stores },
) {
  const registry = openSchemaRegistry(config);
  let issuedSchemaId: number | undefined;
  const registryHasForgotten = async () =>
    issuedSchemaId !== undefined && (await openSchemaRegistry(config).schemaById(issuedSchemaId)) === null;
  const registryTrouble = async () => {
    try {
      return (await registryHasForgotten()) ? 'registry_emptied' : null;
    } catch (error) {
      return failureCode(error);
    }
  };
  const reading = createEventReading(config, {
    registry,
    topics,
    // How long something is waited for must not follow a clock that is set.
    clock: () => performance.now(),
    unknownSchemaRetryMs: config.UNKNOWN_SCHEMA_RETRY_MS,
    schemaWaits: stores.state.schemaWaits,
    registryHasForgotten,
  });
  const schemasPart: Component = {
    name: 'schema registry',
    server: schemaRegistryServer(config),
    async start() {
      issuedSchemaId = (await registerSchemas(registry, topics)).ContactChanged;
    },
    stop: async () => undefined,
  };
  return { reading, schemasPart, registryTrouble };
}

function openStores(
  config: ProjectorConfig,
  {
    wrapStore = (store) => store,
    wrapWindowStore = (store) => store,
    generation,
  }: Pick<ProjectorSeams, 'wrapStore' | 'wrapWindowStore'> & { readonly generation: () => number },
) {
  const { mongo, db, part } = openMongodb(config, MONGO_OPTIONS, async (opened) => {
    await ensureDeadLetters(opened);
    await ensureErasures(opened);
    await ensureSchemaWaits(opened);
  });
  const limits = { maxTimeMs: MONGO_OPERATION_MS, generation };
  const standInIndexes = config.MONGODB_STAND_IN_INDEXES;
  const erasures = createErasureStore(db);
  return {
    mongo,
    db,
    mongodb: part,
    checkpoints: createCheckpointStore(db, generation),
    state: createProjectorStateStore(db, { owner: `${hostname()}:${process.pid}`, generation }),
    erasures,
    deadLetters: createDeadLetters(db, { generation, erasures }),
    store: wrapStore(createDocumentStore(db)),
    /** Created with this fingerprint where there is none. */
    pointer: (fingerprint: Fingerprint) =>
      mapMongoErrors(() => ensurePointer(db, { fingerprint, at: Date.now(), standInIndexes })),
    ensureIndexesOf: (number: number) => mapMongoErrors(() => ensureIndexes(db, number, { standInIndexes })),
    windows: wrapWindowStore(createWindowStore(db, limits)),
    windowStoreOf: (number: number) => createWindowStore(db, { ...limits, generation: () => number }),
  };
}

/** Dashboards, and the wake-ups for them. */
function dashboardsOf(config: ProjectorConfig, parts: Parts, { quiet }: BacklogGate): Dashboards {
  const { partitionHealth, generation, stores } = parts;
  // Those of a generation that is filled are counted once, at its end.
  const isDue = () => generation.isActive() || hasCaughtUp(partitionHealth.partitions());
  const sweepMs = config.DASHBOARD_SWEEP_MS;
  const { refresh, sweeper } = createDashboardWork({ ...parts, store: stores.windows, isDue, quiet, sweepMs });
  const wakeUps = wakeUpsOf(config, parts, refresh);
  return {
    onDocumentsChanged: (changed) => isDue() && wakeUps?.wake(changedLocations(changed)),
    components: wakeUps === null ? [sweeper] : [sweeper, wakeUps],
  };
}

/** Live events go on while it is asked. */
const CAUGHT_UP_RECORDS = 1_000;

function hasCaughtUp(partitions: readonly PartitionFigures[]): boolean {
  return partitions.length > 0 && partitions.every(({ lag }) => lag !== null && lag < CAUGHT_UP_RECORDS);
}

/** Null: sweeps alone find the work. */
function wakeUpsOf(
  config: ProjectorConfig,
  { metrics, logger, generation }: Parts,
  refresh: (locationId: string) => Promise<void>,
): WakeUps | null {
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

function sourcesOf(
  config: ProjectorConfig,
  { kafka, createBackoff: newBackoff, logger }: Parts,
): EventGroupsOptions['openSource'] {
  // A projector of a given generation reads the whole log beside those of the active one.
  const suffix = config.GENERATION === undefined ? '' : `-${config.GENERATION}`;
  const groupIds = { access: config.ACCESS_GROUP_ID, changes: config.CHANGES_GROUP_ID };
  return (group, topics, inStep) =>
    createKafkaSource({
      kafka: kafka.client,
      groupId: `${groupIds[group]}${suffix}`,
      topics,
      inStep,
      sessionTimeoutMs: config.KAFKA_SESSION_TIMEOUT_MS,
      backoff: newBackoff(),
      onError: (error) => logger.error({ group: `group ${group}`, error }, 'consumer is not usable'),
    });
}
