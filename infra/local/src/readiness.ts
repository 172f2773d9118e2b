import { Redis } from 'ioredis';
import { Kafka, logLevel } from 'kafkajs';
import { MongoClient } from 'mongodb';
import type { ServerName } from './server.ts';
import type { StackAddresses } from './started-server.ts';

/** How long one question may take; the callers ask again until their own limit. */
const ANSWER_MILLISECONDS = 3_000;

/**
 * Resolves with the addresses of a server once it answers its own protocol; rejects with the reason otherwise. `url`: of Kafka
 * its brokers. `tryInsert`: see `askMongodb`.
 */
export async function askServer(
  name: ServerName,
  url: string,
  options: { tryInsert: boolean },
): Promise<Partial<StackAddresses>> {
  switch (name) {
    case 'kafka': {
      const kafkaBrokers = url.split(',').map((broker) => broker.trim());
      await askKafka(kafkaBrokers);
      return { kafkaBrokers };
    }
    case 'registry': {
      const schemaRegistryUrl = url.replace(/\/+$/, '');
      await askRegistry(schemaRegistryUrl);
      return { schemaRegistryUrl };
    }
    case 'mongodb': {
      const { isStandIn } = await askMongodb(url, options);
      return { mongodbUrl: url, mongodbStandIn: isStandIn };
    }
    case 'redis':
      await askRedis(url);
      return { redisUrl: url };
  }
}

/** Resolves when a broker answers with the topics and has registered itself; rejects with the reason otherwise. */
export async function askKafka(brokers: string[]): Promise<void> {
  const client = new Kafka({
    clientId: 'fundlens-readiness',
    brokers,
    logLevel: logLevel.NOTHING,
    connectionTimeout: ANSWER_MILLISECONDS,
    requestTimeout: ANSWER_MILLISECONDS,
    retry: { retries: 0 },
  });
  const admin = client.admin();
  try {
    await admin.connect();
    await admin.listTopics();
    // A starting broker answers before the controller lets it take part.
    if ((await admin.describeCluster()).brokers.length === 0) throw new Error('no broker has registered yet');
  } finally {
    await admin.disconnect();
  }
}

/** The first answer of a cold registry loads classes; a limit that is too short asks it for the same again and again. */
const REGISTRY_ANSWER_MILLISECONDS = 15_000;

/** `url` is the base of the Confluent-compatible API; subjects come from the registry's store, so that works too. */
export async function askRegistry(url: string): Promise<void> {
  const response = await fetch(`${url}/subjects`, { signal: AbortSignal.timeout(REGISTRY_ANSWER_MILLISECONDS) });
  const body: unknown = await response.json();
  if (!response.ok || !Array.isArray(body)) throw new Error(`GET /subjects answered with status ${response.status}`);
}

/** Resolves when the server takes writes. `tryInsert` also makes one, in a database of its own that it drops. */
export async function askMongodb(url: string, options: { tryInsert: boolean }): Promise<{ isStandIn: boolean }> {
  const client = new MongoClient(url, {
    serverSelectionTimeoutMS: ANSWER_MILLISECONDS,
    connectTimeoutMS: ANSWER_MILLISECONDS,
    socketTimeoutMS: ANSWER_MILLISECONDS,
    maxPoolSize: 1,
  });
  try {
    const hello = await client.db('admin').command({ hello: 1 });
    if (hello.isWritablePrimary !== true) throw new Error('the server does not take writes yet');
    const database = client.db('fundlens_readiness');
    if (options.tryInsert) {
      await database.collection('probe').insertOne({});
      await database.dropDatabase();
    }
    const buildInfo = await client.db('admin').command({ buildInfo: 1 });
    // How SecantusDB names itself. It plans some queries unlike MongoDB, so callers ask for other indexes.
    return { isStandIn: 'secantusVersion' in buildInfo };
  } finally {
    await client.close();
  }
}

export async function askRedis(url: string): Promise<void> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: ANSWER_MILLISECONDS,
    commandTimeout: ANSWER_MILLISECONDS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // connect() rejects with the same reason; without a listener the client would print it as well.
  client.on('error', () => undefined);
  try {
    await client.connect();
    // A server that is still loading its data answers with an error here.
    await client.ping();
  } finally {
    client.disconnect();
  }
}
