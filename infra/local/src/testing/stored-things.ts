import { Redis } from 'ioredis';
import { type Admin, Kafka, logLevel } from 'kafkajs';
import { type Collection, MongoClient } from 'mongodb';
import type { StackUrls } from '../started-server.ts';

const TOPIC = 'things';
const SUBJECT = 'things-value';

/** What `stored` finds after `store`, if nothing was lost. */
export const everything = { records: 1, subjects: [SUBJECT], documents: 1, redis: 'kept' };

type Servers = { readonly kafka: Kafka; readonly admin: Admin; readonly things: Collection; readonly redis: Redis };

async function withServers<Result>(urls: StackUrls, use: (servers: Servers) => Promise<Result>): Promise<Result> {
  const kafka = new Kafka({ clientId: 'fundlens-local-test', brokers: urls.kafkaBrokers, logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const mongo = new MongoClient(urls.mongodbUrl, { maxPoolSize: 1 });
  const redis = new Redis(urls.redisUrl);
  try {
    return await use({ kafka, admin, things: mongo.db('things').collection('things'), redis });
  } finally {
    redis.disconnect();
    await mongo.close();
    await admin.disconnect();
  }
}

/** One thing in each server, acknowledged as strongly as the server can. */
export async function store(urls: StackUrls): Promise<void> {
  await withServers(urls, async ({ kafka, admin, things, redis }) => {
    await admin.createTopics({ topics: [{ topic: TOPIC, numPartitions: 1 }], waitForLeaders: true });
    const producer = kafka.producer();
    await producer.connect();
    await producer.send({ topic: TOPIC, acks: -1, messages: [{ key: 'k', value: 'v' }] });
    await producer.disconnect();
    const registered = await fetch(`${urls.schemaRegistryUrl}/subjects/${SUBJECT}/versions`, {
      method: 'POST',
      headers: { 'content-type': 'application/vnd.schemaregistry.v1+json' },
      body: JSON.stringify({ schema: '{"type":"record","name":"Thing","fields":[]}' }),
    });
    if (!registered.ok) throw new Error(`the registry answered with status ${registered.status}`);
    await things.insertOne({ kept: true }, { writeConcern: { w: 'majority', journal: true } });
    // The file is synced every second; a kill of the process alone loses nothing that was written to it.
    await redis.set('thing', 'kept');
  });
}

export async function stored(urls: StackUrls): Promise<typeof everything> {
  return await withServers(urls, async ({ admin, things, redis }) => {
    const offsets = await admin.fetchTopicOffsets(TOPIC);
    return {
      records: offsets.reduce((sum, { high, low }) => sum + Number(high) - Number(low), 0),
      subjects: (await (await fetch(`${urls.schemaRegistryUrl}/subjects`)).json()) as string[],
      documents: await things.countDocuments({ kept: true }),
      redis: (await redis.get('thing')) ?? '',
    };
  });
}
