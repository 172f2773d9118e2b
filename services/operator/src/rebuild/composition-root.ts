import { randomUUID } from 'node:crypto';
import { createCodec } from '@fundlens/contracts/codec';
import { within } from '@fundlens/contracts/deadline';
import { createKafka } from '@fundlens/contracts/kafka-client';
import { createSchemaRegistry } from '@fundlens/contracts/registry';
import { topicNames } from '@fundlens/contracts/topics';
import type { ReadModelName, Stream } from '@fundlens/read-models/definition';
import { creditReports, dashboardFacts, definitionOf } from '@fundlens/read-models/definitions';
import { isErased } from '@fundlens/read-models/erasure';
import { versionsOf } from '@fundlens/read-models/model-version';
import { createPdfObjects } from '@fundlens/read-models/report-pdfs/pdf-object-store';
import type { Slot } from '@fundlens/read-models/slot';
import { redactEvent } from '@fundlens/redaction/redact-event';
import { createBackoff } from '@fundlens/runtime/backoff';
import { RetryableError } from '@fundlens/runtime/errors';
import type { Logger } from '@fundlens/runtime/logger';
import { AwsClient } from 'aws4fetch';
import kafkajs, { type Admin } from 'kafkajs';
import { MongoClient } from 'mongodb';
import { type ProjectorConfig, registryAuthOf, saslOf } from '@fundlens/projector/config';
import { Freshness } from '@fundlens/projection/consumer/freshness';
import { mapKafkaErrors } from '@fundlens/projection/consumer/kafka-failure';
import { createKafkaLogs } from '@fundlens/projection/consumer/kafka-logs';
import { createKafkaSource } from '@fundlens/projection/consumer/kafka-source';
import { createProcessBatch, type ProcessBatch } from '@fundlens/projection/consumer/process-batch';
import { StreamConsumer, type TopicRoute } from '@fundlens/projection/consumer/stream-consumer';
import { createLogReader } from '@fundlens/projection/consumer/log-reader';
import { createTemporarySource } from '@fundlens/projection/consumer/temporary-source';
import { createDeadLetterStore } from '@fundlens/projection/dead-letters/dead-letter-store';
import { createDeadLetterRepository } from '@fundlens/projection/dead-letters/dead-letter-repository-store';
import { createReplay } from '@fundlens/projection/dead-letters/replay';
import { createSettleDeadLetters } from '@fundlens/projection/dead-letters/settle-dead-letters';
import { PDF_LAYOUT_VERSION } from '@fundlens/credit-reports/layout-version';
import { PdfRenderer } from '@fundlens/credit-reports/pdf-renderer';
import { createPdfStore, PDF_OBJECT_MS } from '@fundlens/credit-reports/pdf-store';
import { createReportPdfs } from '@fundlens/credit-reports/report-pdfs';
import { createErasureStore } from '@fundlens/projection/erasures/erasure-store';
import { meteredBudget } from '@fundlens/projection/health/metered-budget';
import { createMetrics } from '@fundlens/projection/health/metrics';
import { createPartitionHealth } from '@fundlens/projection/health/partition-health';
import { createSweeper } from '@fundlens/runtime/sweeper';
import { modelsOf, projections } from '@fundlens/projection/projections/registry';
import type { WrittenVersions } from '@fundlens/projection/versions/written-versions';
import { createRefresher } from '@fundlens/dashboards/refresher';
import { createWindowStore } from '@fundlens/dashboards/window-store';
import { createCheckpointStore } from '@fundlens/projection/writer/checkpoint-store';
import { createDocumentStore, type DocumentStore } from '@fundlens/projection/writer/document-store';
import { createDocumentWriter, pauseBetweenRounds } from '@fundlens/projection/writer/document-writer';
import { MONGO_OPERATION_MS, MONGO_OPTIONS } from '@fundlens/projection/writer/mongo-options';
import { createBarriers } from './barriers.ts';
import { carrySlots } from './carry.ts';
import { compareVersions } from './comparison.ts';
import { settle } from './derived-work.ts';
import { createDocumentPairs } from './document-pairs-store.ts';
import type { VersionWork } from '@fundlens/projection/versions/per-version';
import { type Attempt, createRebuild, type Rebuild, type RebuildOptions } from './rebuild.ts';
import { createLetterSlots } from './letter-slots.ts';
import { createRebuildLetters } from './rebuild-letter-store.ts';
import type { RebuildRun, RebuiltModel } from './rebuild-run.ts';
import { createRunStore } from './run-store.ts';
import { createVersionStore } from '@fundlens/projection/versions/version-store';
import { writableVersions } from '@fundlens/projection/versions/version-watch';

export type RebuildSeams = Pick<RebuildOptions, 'onProgress' | 'announceMs' | 'withdrawMs'> & {
  readonly logger: Logger;
  /** Tests put interference around the store. */
  readonly wrapStore?: (store: DocumentStore) => DocumentStore;
};

export type RebuildRunner = Rebuild & { close(): Promise<void> };

/** Projectors that run come so far within this time; for one that is stopped a rebuild does not wait. */
const PROJECTORS_MS = 10_000;
/** Nobody waits longer for a group to be removed. */
const REMOVAL_MS = 5_000;
/** Between two looks at what is due in the new versions. */
const SWEEP_MS = 1_000;

/** The only place where the clients of a rebuild are made. Connections are made when they are used. */
export function createRebuildRunner(config: ProjectorConfig, seams: RebuildSeams): RebuildRunner {
  const { logger, wrapStore = (store) => store } = seams;
  const clock = Date.now;
  const random = Math.random;
  const newBackoff = () => createBackoff({ initialMs: 200, maxMs: 10_000, factor: 2, random });
  const topics = topicNames(config.TOPIC_PREFIX);
  const kafka = createKafka({
    brokers: config.KAFKA_BROKERS,
    clientId: 'fundlens-rebuild',
    ssl: config.KAFKA_SSL,
    ...saslOf(config),
  });
  const admin = kafka.admin();
  let connected: Promise<void> | undefined;
  const connectedAdmin = async (): Promise<Admin> => {
    connected ??= admin.connect().catch((error: unknown) => {
      connected = undefined;
      throw error;
    });
    await connected;
    return admin;
  };
  const logs = createKafkaLogs({
    admin: { fetchTopicOffsets: async (topic) => (await connectedAdmin()).fetchTopicOffsets(topic) },
  });
  const registry = createSchemaRegistry({ url: config.SCHEMA_REGISTRY_URL, ...registryAuthOf(config) });
  const codec = createCodec({ registry, topics, clock, unknownSchemaRetryMs: config.UNKNOWN_SCHEMA_RETRY_MS });
  const mongo = new MongoClient(config.MONGODB_URL, { ...MONGO_OPTIONS, appName: 'fundlens-rebuild' });
  const db = mongo.db(config.MONGODB_DATABASE);
  const limits = { maxTimeMs: MONGO_OPERATION_MS };
  const checkpoints = createCheckpointStore(db, limits);
  const objects = createPdfObjects(config, { connect: (options) => new AwsClient(options), maxTimeMs: PDF_OBJECT_MS });
  const versions = createVersionStore(db, { pdfsNameObjects: objects !== null });
  const store = wrapStore(createDocumentStore(db, limits));
  const pairs = createDocumentPairs(db);
  const erasures = createErasureStore(db, limits);
  const letters = createRebuildLetters(db, createDeadLetterStore(db, erasures));

  const desk = createDeadLetterRepository(db, limits);
  const reader = createLogReader({
    source: createTemporarySource({
      ...{ kafka, topics: Object.values(topics), sessionTimeoutMs: config.KAFKA_SESSION_TIMEOUT_MS },
      ...{ groupId: `fundlens-rebuild-letters-${randomUUID()}`, backoff: newBackoff(), removeGroup },
    }),
  });
  const reading = {
    // A letter whose schema is not known stays open; nobody waits here for it to be registered.
    codec: createCodec({ registry, topics, clock, unknownSchemaRetryMs: 0 }),
    redact: redactEvent,
    redaction: { customFieldKeepList: new Set(config.CUSTOM_FIELD_KEEP_LIST ?? []) },
    projections,
  };
  const settleLetters = createSettleDeadLetters({
    letters: desk,
    replay: createReplay({
      ...{ ...reading, logs, reader, clock },
      async write(events) {
        const written = writableVersions(await versions.load());
        const how = { store, pauseBeforeRound: pauseBetweenRounds(random), erasures, versions: written };
        return await createDocumentWriter(how)(events);
      },
      letters: { replayed: desk.replayed, failedAgain: async () => undefined },
    }),
    versions: versions.load,
    definitions: projections.map(({ readModel }) => readModel),
  });

  /** Kafka removes it by itself too, a week later. */
  async function removeGroup(groupId: string): Promise<void> {
    const away = () => new RetryableError('kafka_unavailable', 'Kafka did not answer in time.');
    const removed = async () => (await connectedAdmin()).deleteGroups([groupId]);
    try {
      await within(REMOVAL_MS, removed(), away);
    } catch (error) {
      logger.warn({ groupId, error }, 'the consumer group of the rebuild is left to Kafka to remove');
    }
  }

  /** Topics that have lost, or may lose, all but the last record of a key. */
  async function compactedTopics(): Promise<ReadonlySet<string>> {
    try {
      const { resources } = await (await connectedAdmin()).describeConfigs({
        includeSynonyms: false,
        resources: Object.values(topics).map((name) => ({
          type: kafkajs.ConfigResourceTypes.TOPIC,
          name,
          configNames: ['cleanup.policy'],
        })),
      });
      const compacted = resources.filter(({ configEntries }) =>
        configEntries.some(({ configValue }) => configValue.includes('compact')),
      );
      return new Set(compacted.map(({ resourceName }) => resourceName));
    } catch (error) {
      throw new RetryableError('kafka_unavailable', 'Kafka cannot be asked for its topics.', { cause: error });
    }
  }

  async function open(run: RebuildRun, owner: string, pause: () => Promise<void>): Promise<Attempt> {
    const { models } = run;
    const written: WrittenVersions = new Map(models.map(({ name, to }) => [name, [to]]));
    const own = projections.filter(({ readModel }) => written.has(readModel.name));
    const write = createDocumentWriter({
      store,
      pauseBeforeRound: pauseBetweenRounds(random),
      erasures,
      versions: written,
    });
    const barriers = createBarriers({ models, topics, logs, checkpoints, pause, monotonic: () => performance.now() });

    // Nobody scrapes these; they carry what the consumer says of itself to `trouble`.
    const metrics = createMetrics();
    const board = createPartitionHealth(metrics);
    const groupId = `${config.CHANGES_GROUP_ID}-rebuild-${owner}`;
    const streams = [...new Set(own.flatMap(({ readModel }) => readModel.streams))];
    const routeOf = (stream: Stream): [string, TopicRoute] => {
      const fed = modelsOf(stream, written);
      const processAll = createProcessBatch({
        stream,
        models: fed,
        codec,
        redact: redactEvent,
        redaction: { customFieldKeepList: new Set(config.CUSTOM_FIELD_KEEP_LIST ?? []) },
        projections: own,
        write,
        onDocumentsChanged: () => undefined,
        deadLetters: letters,
        checkpoints,
        metrics,
        clock,
      });
      const process: ProcessBatch = async (place, records, ...how) =>
        await processAll(place, await letters.withoutLeftOut(place, records), ...how);
      return [topics[stream], { models: fed, process }];
    };
    const routes = new Map(streams.map(routeOf));
    const consumer = new StreamConsumer({
      name: 'group rebuild',
      source: createKafkaSource({
        kafka,
        groupId,
        topics: [...routes.keys()],
        sessionTimeoutMs: config.KAFKA_SESSION_TIMEOUT_MS,
        backoff: newBackoff(),
        onError: (error) => logger.error({ error }, 'consumer of the rebuild is not usable'),
      }),
      logs,
      checkpoints,
      routes,
      budget: meteredBudget(metrics, { group: 'rebuild', maxBytes: config.MAX_BYTES_IN_FLIGHT }),
      board,
      logger,
      createBackoff: newBackoff,
    });
    // After an outage the database may be an older one, restored from a backup: what it has is what counts.
    const restartFromCheckpoints = () => consumer.restartFromCheckpoints();
    const freshness = new Freshness({
      progress: () => consumer.progress(),
      logs,
      checkpoints,
      topics,
      // Both are told by the projectors.
      storeEventLog: async () => undefined,
      access: { topic: topics.access, models: [] },
      metrics,
      board,
      logger,
      clock,
    });

    const renderer = new PdfRenderer();
    const works = models.flatMap(({ name, from, to }): VersionWork[] => {
      if (name === dashboardFacts.name) return [dashboardsOf(to)];
      return name === creditReports.name ? [pdfsOf({ from, to })] : [];
    });
    const sweepers = works.map((work, index) =>
      createSweeper({
        name: `rebuild ${index}`,
        backlog: work.backlog,
        waiting: work.waiting,
        work: (key) => work.work(key, { again: true }),
        intervalMs: SWEEP_MS,
        onSwept: () => undefined,
        onTrouble: () => undefined,
        logger,
      }),
    );

    function dashboardsOf(version: number): VersionWork {
      const windows = createWindowStore(db, { ...limits, version });
      const refresh = createRefresher({ store: windows, clock, pauseBeforeRound: pauseBetweenRounds(random) });
      return { backlog: windows.backlog, waiting: windows.dirtyLocations, work: (key) => refresh(key) };
    }

    function pdfsOf({ from, to }: Pick<RebuiltModel, 'from' | 'to'>): VersionWork {
      const putObjects = config.PDF_STORE === 's3';
      const pdfStore = (version: number) =>
        createPdfStore(db, { ...limits, layout: PDF_LAYOUT_VERSION, version, objects, putObjects, clock });
      const [before, now] = [pdfStore(from), pdfStore(to)];
      const work = createReportPdfs({
        store: now,
        render: (input) => renderer.render(input),
        find: ({ key }, digest) => before.readyPdf(key, digest),
        layout: PDF_LAYOUT_VERSION,
        onSettled: () => undefined,
        monotonic: () => performance.now(),
        logger,
      });
      return { backlog: () => now.backlog(clock()), waiting: (limit) => now.waiting(clock(), limit), work };
    }

    async function compare() {
      const compacted = await compactedTopics();
      const definitions = await versions.load();
      const isKept = (name: ReadModelName, slot: Slot) =>
        isErased(slot) || definitionOf(name).streams.some((stream) => compacted.has(topics[stream]));
      const report = await compareVersions(models, {
        ...pairs,
        letters: letterSlots,
        rebuiltPasses: barriers.rebuiltPasses,
        readPasses: () => barriers.readPasses(PROJECTORS_MS),
        async sameDefinition({ name, from, to }) {
          const model = definitions.get(name);
          const made = (version: number) =>
            model && versionsOf(model).find((known) => known.version === version)?.definition;
          return made(from) === made(to);
        },
        isKept,
        async carry({ name, from }, key, content) {
          const how = { write, isKept: (slot: Slot) => isKept(name, slot) };
          await carrySlots(name, { key, content, at: clock() }, how);
          // An erasure that has passed the new version before this write has passed the other one before, too.
          const now = (await pairs.read(name, from, [key])).get(key);
          if (now !== undefined) await carrySlots(name, { key, content: now, at: clock() }, how);
        },
      });
      await barriers.readPasses(PROJECTORS_MS);
      const unknown = await letters.unknown();
      const refused = unknown.map(({ _id, reason }) => ({ model: 'dead letters', key: _id, what: reason }));
      return {
        ...report,
        different: report.different + unknown.length,
        examples: [...report.examples, ...refused.slice(0, MAX_LETTERS_SHOWN)],
      };
    }

    const used = streams.map((stream) => topics[stream]);
    const letterSlots = createLetterSlots({
      ...{ ...reading, projections: own, logs, reader, letters: desk },
      topics: used,
    });

    let running = false;
    let swept = false;
    return {
      barriers,
      replay: {
        async start() {
          if (running) return;
          mongo.on('connectionPoolCleared', restartFromCheckpoints);
          await mapKafkaErrors(() => consumer.start());
          running = true;
          await renderer.start();
          await freshness.start();
        },
        async stop() {
          if (!running) return;
          running = false;
          mongo.off('connectionPoolCleared', restartFromCheckpoints);
          await freshness.stop();
          await consumer.stop();
          if (swept) await Promise.all(sweepers.map((sweeper) => sweeper.stop()));
          await renderer.stop();
          await removeGroup(groupId);
        },
        trouble() {
          const stopped = Object.entries(board.report().checks).find(([, said]) => said.startsWith('stopped'));
          return stopped === undefined ? null : `${stopped[0]} ${stopped[1]}`;
        },
      },
      async derive() {
        if (!swept) await Promise.all(sweepers.map((sweeper) => sweeper.start()));
        swept = true;
        for (const work of works) await settle(work, { clock, pause });
      },
      compare,
      settleLetters: () => settleLetters({ topics: used }, { by: `rebuild ${run.runId}`, pause }),
      lettersDiscarded: () => desk.count({ status: 'discarded', topics: used }),
      adoptLetters: letters.adopt,
      clear: letters.clear,
    };
  }

  const rebuild = createRebuild({
    runs: createRunStore(db, clock),
    versions,
    open,
    standInIndexes: config.MONGODB_STAND_IN_INDEXES,
    newId: randomUUID,
    createBackoff: newBackoff,
    clock,
    ...seams,
  });
  return {
    ...rebuild,
    async close() {
      await reader.close();
      await Promise.all([admin.disconnect(), mongo.close()]);
    },
  };
}

/** Beside the examples of documents. */
const MAX_LETTERS_SHOWN = 20;

/** The read models that events change, and so those that can be rebuilt. */
export const rebuildable: readonly ReadModelName[] = projections.map(({ readModel }) => readModel.name);
