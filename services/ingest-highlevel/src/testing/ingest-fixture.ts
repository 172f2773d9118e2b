import { randomUUID } from 'node:crypto';
import { createCodec } from '@fundlens/contracts/codec';
import type { AnyEvent } from '@fundlens/contracts/event-types';
import { createKafka } from '@fundlens/contracts/kafka-client';
import { createSchemaRegistry } from '@fundlens/contracts/registry';
import { readAll } from '@fundlens/contracts/testing/stack';
import { ensureTopics } from '@fundlens/contracts/topics';
import { topicNames } from '@fundlens/contracts/topic-names';
import type { StackAddresses } from '@fundlens/local/started-server';
import { redactText } from '@fundlens/redaction/redact-text';
import type { HealthReport } from '@fundlens/runtime/admin-server';
import { createLogger } from '@fundlens/runtime/logger';
import { MongoClient } from 'mongodb';
import { createIngest } from '../composition-root.ts';
import { readConfig } from '../config.ts';
import { currentSignature, testKeys } from '../receiver/testing/signing-keys.ts';

export type PostedAnswer = { readonly status: number; readonly body: unknown };

/** Adapters in this process, on topics and a database of their own. */
export async function openIngestFixture(stack: StackAddresses) {
  const unique = `ingest-${randomUUID().slice(0, 8)}`;
  const topics = topicNames(`${unique}.`);
  const kafka = createKafka({ brokers: stack.kafkaBrokers, clientId: unique });
  const admin = kafka.admin();
  await admin.connect();
  await ensureTopics(admin, { topics, partitions: 3 });
  const registry = createSchemaRegistry({ url: stack.schemaRegistryUrl });
  const codec = createCodec({ registry, topics, clock: Date.now });
  const mongo = await new MongoClient(stack.mongodbUrl).connect();
  const logLines: string[] = [];
  const stopping: (() => Promise<void>)[] = [];
  const environment = {
    KAFKA_BROKERS: stack.kafkaBrokers.join(','),
    SCHEMA_REGISTRY_URL: stack.schemaRegistryUrl,
    TOPIC_PREFIX: `${unique}.`,
    MONGODB_URL: stack.mongodbUrl,
    MONGODB_DATABASE: unique,
    MONGODB_STAND_IN_INDEXES: String(stack.mongodbStandIn),
    STATE_SECRET: 'a-secret-of-the-tests-32-characters',
    WEBHOOK_PUBLIC_KEYS: testKeys.current,
    WEBHOOK_ANSWER_MS: '3000',
    READ_BACK_SWEEP_MS: '200',
    DRAIN_MS: '0',
    ...{ HTTP_HOST: '127.0.0.1', HTTP_PORT: '0', ADMIN_HOST: '127.0.0.1', ADMIN_PORT: '0', LOG_LEVEL: 'trace' },
  };

  /** @returns as soon as webhooks are answered, not necessarily stored */
  async function start(overrides: Readonly<Record<string, string>> = {}) {
    const destination = { write: (line: string) => void logLines.push(line) };
    const logger = createLogger({ service: 'ingest-highlevel', level: 'trace', sanitize: redactText, destination });
    const ingest = createIngest(readConfig({ ...environment, ...overrides }), { logger });
    const started = ingest.start();
    stopping.push(async () => {
      await ingest.stop();
      await started.catch(() => undefined);
    });
    while (ingest.ports().httpPort === 0) await Promise.race([started, new Promise((wake) => setTimeout(wake, 10))]);
    const { httpPort, adminPort } = ingest.ports();
    const url = `http://127.0.0.1:${httpPort}/webhooks/highlevel`;
    const ask = (path: string) => fetch(`http://127.0.0.1:${adminPort}${path}`);
    return {
      ...{ started, url, stop: () => ingest.stop() },
      async post(body: object): Promise<PostedAnswer> {
        const bytes = Buffer.from(JSON.stringify(body));
        const headers = { 'x-ghl-signature': currentSignature(bytes), 'content-type': 'application/json' };
        const response = await fetch(url, { method: 'POST', body: bytes, headers });
        return { status: response.status, body: await response.json() };
      },
      health: async () => (await (await ask('/readyz')).json()) as HealthReport,
      metrics: async () => await (await ask('/metrics')).text(),
    };
  }

  return {
    ...{ start, logLines, topics },
    db: mongo.db(unique),
    /** Everything that the log holds, in the order of each topic's partitions. */
    async events(): Promise<AnyEvent[]> {
      const messages = await readAll(kafka, admin, Object.values(topics));
      return await Promise.all(
        messages.map(({ topic, key, value }) => {
          if (value === null) throw new Error('The adapter publishes no compaction marker.');
          return codec.decode({ topic, key, value });
        }),
      );
    },
    async close() {
      for (const stop of stopping) await stop();
      await admin.disconnect();
      await mongo.db(unique).dropDatabase();
      await mongo.close();
    },
  };
}

export type IngestFixture = Awaited<ReturnType<typeof openIngestFixture>>;

/** A webhook of a fixture as if it were sent now. */
export function sentNow(body: Readonly<Record<string, unknown>>, changed: object = {}): Record<string, unknown> {
  return { ...body, timestamp: new Date().toISOString(), webhookId: randomUUID(), ...changed };
}
