import { createCodec } from '@fundlens/contracts/codec';
import { type Stream, streams } from '@fundlens/contracts/event-definition';
import { createGroupCommit } from '@fundlens/projection/consumer/group-commit';
import { createInvalidRateBreaker } from '@fundlens/projection/consumer/invalid-rate-breaker';
import { createProcessBatch } from '@fundlens/projection/consumer/process-batch';
import type { RedactEvent } from '@fundlens/projection/consumer/read-events';
import type { SourceRecord } from '@fundlens/projection/log/source';
import { createDeadLetterStore } from '@fundlens/projection/dead-letters/dead-letter-store';
import { NO_ERASURES } from '@fundlens/projection/erasures/testing/no-erasures';
import { createMetrics } from '@fundlens/projection/health/metrics';
import { projections } from '@fundlens/projection/projections/registry';
import { createCheckpointStore } from '@fundlens/projection/writer/checkpoint-store';
import { createDocumentStore } from '@fundlens/projection/writer/document-store';
import { createDocumentWriter } from '@fundlens/projection/writer/document-writer';
import { modelVersion } from '@fundlens/read-models/definition';
import { readModels } from '@fundlens/read-models/definitions';
import { ensureReadModels } from '@fundlens/read-models/store';
import type { Db } from 'mongodb';
import type { TestSystem } from '../harness/test-system.ts';

/** Takes every event as if it had been redacted. */
const leaveAsItIs: RedactEvent = (event) => ({
  event: event as ReturnType<RedactEvent>['event'] & typeof event,
  redactions: 0,
});

/**
 * Applies everything that the topics of the system hold to `db`, by the projector's own pipeline but for the redactor,
 * which does nothing.
 */
export async function applyUnredacted(system: TestSystem, db: Db): Promise<void> {
  await ensureReadModels(db, readModels, { standInIndexes: system.stack.mongodbStandIn });
  const limits = { maxTimeMs: 10_000 };
  const deadLetters = createDeadLetterStore(db, NO_ERASURES);
  const checkpoints = createCheckpointStore(db, limits);
  const options = {
    codec: createCodec({ registry: system.registry, topics: system.topics, clock: Date.now }),
    redact: leaveAsItIs,
    redaction: { customFieldKeepList: new Set<string>() },
    projections,
    group: createGroupCommit({
      write: createDocumentWriter({
        erasures: NO_ERASURES,
        store: createDocumentStore(db, limits),
        pauseBeforeRound: async () => undefined,
      }),
      deadLetters,
      checkpoints,
      onWritten: () => undefined,
    }),
    deadLetters,
    checkpoints,
    metrics: createMetrics(),
    clock: Date.now,
  };
  const logs = await everyRecord(system);
  for (const stream of streams) {
    const models = readModels.filter((model) => model.streams.includes(stream)).map(modelVersion);
    const process = createProcessBatch({ ...options, stream, models });
    for (const [partition, records] of logs[stream]) {
      const topicPartition = { topic: system.topics[stream], partition };
      const breaker = createInvalidRateBreaker();
      await process(
        {
          topicPartition,
          breaker,
          setAsideThrough: -1,
          checkpoint: null,
          affirmed: [],
          before: Promise.resolve(),
          isOver: () => false,
        },
        records,
      );
    }
  }
}

type Logs = Record<Stream, Map<number, SourceRecord[]>>;

/** Everything that the topics hold, by partition. */
async function everyRecord({ kafka, topics, database }: TestSystem): Promise<Logs> {
  const logs: Logs = { crm: new Map(), funding: new Map(), access: new Map() };
  const admin = kafka.admin();
  await admin.connect();
  let missing = 0;
  for (const stream of streams) {
    for (const { high } of await admin.fetchTopicOffsets(topics[stream])) missing += Number(high);
  }
  await admin.disconnect();

  const consumer = kafka.consumer({ groupId: `${database}-unredacted`, maxWaitTimeInMs: 100 });
  await consumer.connect();
  await consumer.subscribe({ topics: Object.values(topics), fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    const eachMessage = async ({ topic, partition, message }: EachMessage) => {
      const stream = streams.find((candidate) => topics[candidate] === topic) ?? 'crm';
      const records = logs[stream].get(partition) ?? [];
      logs[stream].set(partition, records);
      const { offset, key, value, timestamp } = message;
      records.push({ offset: Number(offset), key, value, appendedAt: Number(timestamp) });
      missing -= 1;
      if (missing === 0) resolve();
    };
    consumer.run({ eachMessage }).catch(reject);
  });
  await consumer.disconnect();
  return logs;
}

type EachMessage = {
  readonly topic: string;
  readonly partition: number;
  readonly message: {
    readonly offset: string;
    readonly key: Buffer | null;
    readonly value: Buffer | null;
    readonly timestamp: string;
  };
};
