import { connectToStack } from '@fundlens/contracts/testing/stack';
import type { Stream } from '@fundlens/contracts/definition/event-definition';
import { definitionOf, type EventType } from '@fundlens/contracts/event-types';
import { createPublisher, type Publishable, type Publisher } from '@fundlens/contracts/publishing/publisher';
import type { Position } from '@fundlens/contracts/publishing/positions';
import type { StackAddresses } from '@fundlens/local/started-server';
import { CHECKPOINTS, type Checkpoint } from '@fundlens/read-models/checkpoint';
import { DEAD_LETTERS, type DeadLetter } from '@fundlens/read-models/dead-letter';
import { collectionName, type ReadModelName } from '@fundlens/read-models/definition';
import { activeGeneration } from '@fundlens/read-models/store';
import { redactEvent } from '@fundlens/redaction/redact-event';
import { redactText } from '@fundlens/redaction/redact-text';
import type { HealthReport } from '@fundlens/runtime/admin-server';
import { sleep } from '@fundlens/runtime/backoff';
import { createLogger } from '@fundlens/runtime/logger';
import type { Typed } from '@fundlens/testing/event-identity';
import type { Producer } from 'kafkajs';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { createProjector, type Projector } from '../composition-root.ts';
import { readConfig } from '../config.ts';
import type { TypedEvent } from '@fundlens/projection/projections/projection';
import { openScratchDatabase } from '@fundlens/projection/testing/scratch-database';
import { testStack } from '@fundlens/projection/testing/stack';

/** Few, so that assignments are quick; more than one, so that partitions are told apart. */
export const TEST_PARTITIONS = 3;

export const TEST_ADMIN_TOKEN = 'admin-token-of-the-tests-0123456789';

/** Looked at this often; waits end with the test's own time limit. */
const POLL_MS = 50;

export type RawRecord = {
  readonly key: Buffer | string | null;
  readonly value: Buffer | null;
  readonly partition?: number;
};

export type RunningProjector = Projector & { health(): Promise<HealthReport>; metrics(): Promise<string> };

export type ProjectorFixture = Awaited<ReturnType<typeof projectorFixture>>;

/** Topics, groups and a database of its own, on the real servers of this run unless the test has some for itself. */
export async function projectorFixture(servers: StackAddresses = testStack()) {
  const { mongodbUrl, mongodbStandIn, redisUrl } = servers;
  const { kafka, admin, topics, codec, environment: ofStack } = await connectToStack(servers);
  const scratch = await openScratchDatabase({ prepared: false, servers });
  const { db } = scratch;
  const running: RunningProjector[] = [];
  const logLines: string[] = [];
  let publisher: Publisher | undefined;
  let producer: Producer | undefined;

  const environment = {
    ...ofStack,
    MONGODB_URL: mongodbUrl,
    MONGODB_DATABASE: scratch.name,
    REDIS_URL: redisUrl,
    JOBS_KEY_PREFIX: `${scratch.name}-jobs`,
    MONGODB_STAND_IN_INDEXES: String(mongodbStandIn),
    TOPIC_PARTITIONS: String(TEST_PARTITIONS),
    ADMIN_HOST: '127.0.0.1',
    ADMIN_PORT: '0',
    ADMIN_TOKEN: TEST_ADMIN_TOKEN,
    LOG_LEVEL: 'trace',
  };

  const logger = createLogger({
    service: 'projector',
    level: 'trace',
    sanitize: redactText,
    destination: { write: (line) => void logLines.push(line) },
  });

  const connectedProducer = async () => {
    if (producer === undefined) {
      producer = kafka.producer({ allowAutoTopicCreation: false });
      await producer.connect();
    }
    return producer;
  };

  return {
    topics,
    db,
    admin,
    codec,
    /** What a projector of this fixture reads as its environment. */
    environment,
    /** Log lines of all projectors of this fixture. */
    logLines,
    logger,
    /** Of a projector of this fixture. */
    config: () => readConfig(environment),

    async start(overrides: Readonly<Record<string, string>> = {}): Promise<RunningProjector> {
      const projector = createProjector(readConfig({ ...environment, ...overrides }), logger);
      await projector.start();
      const ask = (path: string) => fetch(`http://127.0.0.1:${projector.adminPort()}${path}`);
      const started = {
        ...projector,
        health: async () => (await (await ask('/readyz')).json()) as HealthReport,
        metrics: async () => (await ask('/metrics')).text(),
      };
      running.push(started);
      return started;
    },

    async publish(events: readonly Typed[]): Promise<Position[]> {
      publisher ??= createPublisher({ kafka, codec });
      return await publisher.publish(events as Publishable[]);
    },

    /** Puts bytes into a topic as they are. */
    async produce(stream: Stream, records: readonly RawRecord[]): Promise<Position[]> {
      const connected = await connectedProducer();
      const positions: Position[] = [];
      for (const { key, value, partition } of records) {
        const message = { key, value, ...(partition === undefined ? {} : { partition }) };
        const [stored] = await connected.send({ topic: topics[stream], messages: [message] });
        if (stored === undefined) throw new Error('nothing was stored');
        positions.push({ topic: topics[stream], partition: stored.partition, offset: String(stored.baseOffset) });
      }
      return positions;
    },

    /** Waits until everything that the topics hold now is applied to what is read. */
    async caughtUp(): Promise<void> {
      const generation = await activeGeneration(db);
      const ends = await Promise.all(
        Object.values(topics).map(async (topic) => ({ topic, partitions: await admin.fetchTopicOffsets(topic) })),
      );
      await until(async () => {
        const checkpoints = await db.collection<Checkpoint>(CHECKPOINTS).find({ generation }).toArray();
        return ends.every(({ topic, partitions }) =>
          partitions.every(({ partition, high }) => {
            const reached = checkpoints.find((found) => found.topic === topic && found.partition === partition);
            return (reached?.nextOffset ?? 0) >= Number(high);
          }),
        );
      });
    },

    /** Waits until the dashboards have counted every change of these models. */
    async refreshed(models: readonly ReadModelName[], generation = 1): Promise<void> {
      for (const name of models) {
        const documents = db.collection(collectionName(name, generation));
        await until(async () => (await documents.countDocuments({ dirtySince: { $exists: true } })) === 0);
      }
    },

    deadLetters: () => db.collection<DeadLetter>(DEAD_LETTERS).find({}).sort({ _id: 1 }).toArray(),

    async close(): Promise<void> {
      await Promise.all(running.map((projector) => projector.stop()));
      await publisher?.stop();
      await producer?.disconnect();
      await admin.disconnect();
      await scratch.close();
    },
  };
}

/** The same for each test of a file. Those of tests that have ended are closed beside the next test, and all before the file ends. */
export function fixtureOfEachTest(): ProjectorFixture {
  const current = {} as ProjectorFixture;
  const closing: Promise<void>[] = [];
  beforeEach(async () => void Object.assign(current, await projectorFixture()));
  afterEach(() => void closing.push(current.close()));
  afterAll(async () => void (await Promise.all(closing)));
  return current;
}

/** Waits for a condition; the test's time limit ends a wait in vain. */
export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await sleep(POLL_MS);
}

/** The event as projections see it, for the reference fold. */
export function redacted<T extends EventType>({ type, event }: Typed<T>): TypedEvent<T> {
  const { redaction } = definitionOf(type as T);
  return { type, event: redactEvent(event, redaction, { customFieldKeepList: new Set() }).event } as TypedEvent<T>;
}

/** The sum of one of the projector's counters over all labels. */
export async function counted(projector: RunningProjector, name: string): Promise<number> {
  const lines = (await projector.metrics()).split('\n');
  const own = lines.filter((line) => line.startsWith(`fundlens_projector_${name}`));
  return own.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}
