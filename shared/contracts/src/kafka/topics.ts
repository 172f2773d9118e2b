import { setTimeout as delay } from 'node:timers/promises';
import { FatalError, InvalidError, RetryableError } from '@fundlens/runtime/errors';
import kafkajs, { type Admin, type ITopicConfig, type Kafka } from 'kafkajs';
import { within } from '@fundlens/runtime/deadline';
import { streams } from '../definition/event-definition.ts';
import { MAX_BATCH_OVERHEAD_BYTES, maxRecordBytes } from '../definition/limits.ts';
import { DEFAULT_PARTITIONS, TOPIC_SETTINGS, type TopicNames } from '../wire/topic-names.ts';
import { isKafkaRefusal } from './kafka-refusal.ts';

type EnsureTopicsOptions = {
  readonly topics: TopicNames;
  readonly partitions?: number;
  readonly replicationFactor?: number;
};

/**
 * Creates the topics that are missing, and checks those that exist: the broker must stamp the append time, on which
 * freshness rests, accept the largest record and keep every record. Safe to run from several processes at once.
 * @returns what works but should be checked, as sentences.
 * @throws FatalError when an existing topic's settings would lose events or falsify freshness; RetryableError when new
 *   topics do not answer.
 */
export async function ensureTopics(
  admin: Admin,
  { topics, partitions: numPartitions = DEFAULT_PARTITIONS, replicationFactor = 1 }: EnsureTopicsOptions,
): Promise<string[]> {
  const existing = new Set(await admin.listTopics());
  const missing = Object.values(topics).filter((topic) => !existing.has(topic));
  const configEntries = [...TOPIC_SETTINGS];
  await createTopics(
    admin,
    missing.map((topic) => ({ topic, numPartitions, replicationFactor, configEntries })),
  );
  return await whenReady(() => checkTopics(admin, topics));
}

/** A new topic is usable after milliseconds, on a busy machine after a second or two. */
const ATTEMPTS = 150;
const ATTEMPT_DELAY_MS = 200;

/** Errors of brokers whose metadata does not have the topic, or its leaders, yet. */
const NOT_READY_YET = new Set([
  'UNKNOWN_TOPIC_OR_PARTITION',
  'LEADER_NOT_AVAILABLE',
  'NOT_LEADER_FOR_PARTITION',
  'REPLICA_NOT_AVAILABLE',
  'NOT_CONTROLLER',
]);

/**
 * Creates topics and waits until their partitions respond. KafkaJS's own wait fails at the first broker that does not
 * know the topic, and ends when a leader is elected but does not serve yet. It also waits for topics that another process
 * creates at the same moment.
 * @throws RetryableError when they do not respond within half a minute.
 */
export async function createTopics(admin: Admin, topics: readonly ITopicConfig[]): Promise<void> {
  if (topics.length === 0) return;
  await admin.createTopics({ waitForLeaders: false, topics: [...topics] });
  for (const { topic } of topics) await whenReady(() => admin.fetchTopicOffsets(topic));
}

/** The answer to a question about topics that may be too young to be known everywhere. */
async function whenReady<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Error && 'type' in error && NOT_READY_YET.has(String(error.type)))) throw error;
    }
    await delay(ATTEMPT_DELAY_MS);
  }
  throw new RetryableError('topics_not_ready', 'Kafka did not make the topics available in time.');
}

async function checkTopics(admin: Admin, topics: TopicNames): Promise<string[]> {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: Object.values(topics).map((name) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name })),
  });
  return streams.flatMap((stream) => {
    const topic = topics[stream];
    const entries = resources.find((resource) => resource.resourceName === topic)?.configEntries ?? [];
    const settings = new Map(entries.map(({ configName, configValue }) => [configName, configValue]));
    refuseUnsafe(topic, settings, maxRecordBytes[stream] + MAX_BATCH_OVERHEAD_BYTES);
    const isKept = settings.get('retention.ms') === '-1' && settings.get('retention.bytes') === '-1';
    return isKept ? [] : [`Topic ${topic} has limited retention: a rebuild will miss what was deleted.`];
  });
}

function refuseUnsafe(topic: string, settings: ReadonlyMap<string, string>, minBatchBytes: number): void {
  if (settings.get('message.timestamp.type') !== 'LogAppendTime') {
    throw new FatalError('topic_timestamp_type', `Topic ${topic} needs message.timestamp.type=LogAppendTime.`);
  }
  if (Number(settings.get('max.message.bytes')) < minBatchBytes) {
    const message = `Topic ${topic} needs max.message.bytes of at least ${minBatchBytes}.`;
    throw new FatalError('topic_max_message_bytes', message);
  }
  if (settings.get('cleanup.policy')?.includes('compact')) {
    const message = `Topic ${topic} is compacted and may have lost the highest version of an entity: it needs cleanup.policy=delete.`;
    throw new FatalError('topic_compacted', message);
  }
}

/** A person waits at the terminal; a broker that is up answers in milliseconds. */
const CONNECT_MS = 15_000;

/**
 * Producing to a topic that does not exist would only time out.
 * @throws InvalidError naming the topics that are missing, or for a wrong login; RetryableError when Kafka is away.
 */
export async function requireTopics(kafka: Pick<Kafka, 'admin'>, topics: TopicNames): Promise<void> {
  const admin = kafka.admin();
  const unreachable = () => new RetryableError('kafka_unavailable', 'Kafka cannot be reached.');
  const asked = admin.connect().then(() => admin.listTopics());
  const existing = await within(CONNECT_MS, asked, unreachable).catch((error: unknown) => {
    if (!isKafkaRefusal(error)) throw unreachable();
    throw new InvalidError('kafka_refused', 'Kafka refuses the login, or its certificate does not hold: see KAFKA_….');
  });
  // Closing politely is not worth waiting for: the process ends soon.
  admin.disconnect().catch(() => undefined);
  const missing = Object.values(topics).filter((topic) => !existing.includes(topic));
  if (missing.length === 0) return;
  const cure = 'Start the projector once: it makes them.';
  throw new InvalidError('no_topics', `Kafka has no topic ${missing.join(', ')}. ${cure}`);
}
