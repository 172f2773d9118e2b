import { Redis } from 'ioredis';
import { Kafka, logLevel } from 'kafkajs';
import { type Collection, MongoClient } from 'mongodb';
import type { StackUrls } from '../started-server.ts';

const TOPIC = 'things';
/** The largest record that a topic of ours may hold. */
const RECORD_BYTES = 8 * 1024 * 1024;
const SUBJECT = 'things-value';

/** What `stored` finds after `store`, if nothing was lost. */
export const everything = { records: 1, subjects: [SUBJECT], documents: 1, redis: 'kept' };

/** One thing in each server, acknowledged as strongly as the server can. */
export async function store(urls: StackUrls): Promise<void> {
  await Promise.all([
    storeRecord(urls.kafkaBrokers),
    storeSchema(urls.schemaRegistryUrl),
    withMongodb(urls.mongodbUrl, async (things) => {
      await things.insertOne({ kept: true }, { writeConcern: { w: 'majority', journal: true } });
    }),
    withRedis(urls.redisUrl, async (redis) => {
      await redis.set('thing', 'kept');
      // The file is synced every second; a kill of the process alone loses nothing that was written to it.
    }),
  ]);
}

export async function stored(urls: StackUrls): Promise<typeof everything> {
  const [records, subjects, documents, redis] = await Promise.all([
    storedRecords(urls.kafkaBrokers),
    fetch(`${urls.schemaRegistryUrl}/subjects`).then((response) => response.json() as Promise<string[]>),
    withMongodb(urls.mongodbUrl, (things) => things.countDocuments({ kept: true })),
    withRedis(urls.redisUrl, (client) => client.get('thing')),
  ]);
  return { records, subjects, documents, redis: redis ?? '' };
}

function kafka(brokers: string[]): Kafka {
  return new Kafka({ clientId: 'fundlens-local-test', brokers, logLevel: logLevel.NOTHING });
}

async function storeRecord(brokers: string[]): Promise<void> {
  const admin = kafka(brokers).admin();
  await admin.connect();
  const configEntries = [{ name: 'max.message.bytes', value: String(9 * 1024 * 1024) }];
  await admin.createTopics({ topics: [{ topic: TOPIC, numPartitions: 1, configEntries }], waitForLeaders: true });
  await admin.disconnect();
  const producer = kafka(brokers).producer();
  await producer.connect();
  await producer.send({ topic: TOPIC, acks: -1, messages: [{ key: 'k', value: Buffer.alloc(RECORD_BYTES, 'v') }] });
  await producer.disconnect();
}

/** How many records the topic holds. */
async function storedRecords(brokers: string[]): Promise<number> {
  const admin = kafka(brokers).admin();
  await admin.connect();
  const offsets = await admin.fetchTopicOffsets(TOPIC);
  await admin.disconnect();
  return offsets.reduce((sum, { high, low }) => sum + Number(high) - Number(low), 0);
}

async function storeSchema(url: string): Promise<void> {
  const response = await fetch(`${url}/subjects/${SUBJECT}/versions`, {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.schemaregistry.v1+json' },
    body: JSON.stringify({ schema: '{"type":"record","name":"Thing","fields":[]}' }),
  });
  if (!response.ok) throw new Error(`the registry answered with status ${response.status}`);
}

async function withMongodb<Result>(url: string, use: (things: Collection) => Promise<Result>): Promise<Result> {
  const client = new MongoClient(url, { maxPoolSize: 1 });
  return await use(client.db('things').collection('things')).finally(() => client.close());
}

async function withRedis<Result>(url: string, use: (client: Redis) => Promise<Result>): Promise<Result> {
  const client = new Redis(url);
  return await use(client).finally(() => client.disconnect());
}
