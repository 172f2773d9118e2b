import { avroTypeOf } from '@fundlens/contracts/wire/avro-type';
import { definitionOf, type EventType, eventTypes } from '@fundlens/contracts/event-types';
import { createKafka } from '@fundlens/contracts/kafka/kafka-client';
import { type AnyBulkWriteOperation, MongoClient } from 'mongodb';

/**
 * What a consumer does at the very least: consume, decode, replace one document per event in bulk, commit. It redacts
 * nothing, merges nothing, guards nothing and forgets where it was. A process of its own, like the projector.
 * Prints how many events it has taken so far after each batch, until it is told to end.
 */

export type FloorTask = {
  readonly brokers: readonly string[];
  readonly topics: readonly string[];
  readonly groupId: string;
  readonly mongodbUrl: string;
  readonly database: string;
  /** Record type by schema id. */
  readonly schemas: readonly (readonly [id: number, type: EventType])[];
};

type Replacement = { readonly _id: string };

const task = JSON.parse(process.argv[2] ?? '') as FloorTask;
const schemas = new Map(task.schemas);
const types = new Map(eventTypes.map((type) => [type, avroTypeOf(definitionOf(type).avro)]));
const mongo = await new MongoClient(task.mongodbUrl, { writeConcern: { w: 'majority', journal: true } }).connect();
const collection = mongo.db(task.database).collection<Replacement>('floor');
const kafka = createKafka({ brokers: task.brokers, clientId: 'bench-floor' });
// The same bounds as the projector's, so that both take the same batches.
const consumer = kafka.consumer({
  groupId: task.groupId,
  maxWaitTimeInMs: 250,
  maxBytesPerPartition: 1024 * 1024,
  maxBytes: 16 * 1024 * 1024,
});
await consumer.connect();
await consumer.subscribe({ topics: [...task.topics], fromBeginning: true });

let done = 0;
await consumer.run({
  autoCommit: false,
  eachBatchAutoResolve: false,
  partitionsConsumedConcurrently: 4,
  async eachBatch({ batch, resolveOffset, commitOffsetsIfNecessary, heartbeat }) {
    const operations = batch.messages.map(({ key, value }) => replace(key, value));
    await collection.bulkWrite(operations, { ordered: false });
    resolveOffset(batch.lastOffset());
    await commitOffsetsIfNecessary({
      topics: [{ topic: batch.topic, partitions: [{ partition: batch.partition, offset: next(batch.lastOffset()) }] }],
    });
    await heartbeat();
    done += operations.length;
    console.log(done);
  },
});
process.once('SIGTERM', async () => {
  await consumer.disconnect();
  await mongo.close();
});

function replace(key: Buffer | null, value: Buffer | null): AnyBulkWriteOperation<Replacement> {
  if (key === null || value === null) throw new TypeError('a record of the benchmark has key and value');
  const type = schemas.get(value.readUInt32BE(1));
  const decoded: unknown = type === undefined ? undefined : types.get(type)?.fromBuffer(value.subarray(5));
  const _id = key.toString();
  return { replaceOne: { filter: { _id }, replacement: { _id, ...(decoded as object) }, upsert: true } };
}

function next(offset: string): string {
  return String(Number(offset) + 1);
}
