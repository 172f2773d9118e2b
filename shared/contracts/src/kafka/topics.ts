import { FatalError } from '@fundlens/runtime/errors';
import kafkajs, { type Admin } from 'kafkajs';
import { type Stream, streams } from '../definition/event-definition.ts';
import { MAX_BATCH_BYTES, MAX_SMALL_RECORD_BYTES } from '../definition/limits.ts';
import { createTopics, whenReady } from './topic-creation.ts';
import { DEFAULT_PARTITIONS, TOPIC_SETTINGS, type TopicNames } from '../wire/topic-names.ts';

export type { Stream } from '../definition/event-definition.ts';

/** The largest record of the stream and the overhead of its batch; see `limits.ts`. */
const MIN_BATCH_BYTES: Readonly<Record<Stream, number>> = {
  crm: MAX_SMALL_RECORD_BYTES + 64 * 1024,
  funding: MAX_BATCH_BYTES,
  access: MAX_SMALL_RECORD_BYTES + 64 * 1024,
};

type TopicState = {
  readonly topic: string;
  readonly partitions: number;
  readonly created: boolean;
  /** Settings that work but should be checked, as sentences. */
  readonly warnings: readonly string[];
};

type EnsureTopicsOptions = {
  readonly topics: TopicNames;
  readonly partitions?: number;
  readonly replicationFactor?: number;
};

/**
 * Creates the topics that are missing, and checks those that exist: the broker must stamp the append time, on which
 * freshness rests, and accept the largest record. Safe to run from several processes at once.
 * @throws FatalError when an existing topic's settings would lose events or falsify freshness; RetryableError when new
 *   topics do not answer.
 */
export async function ensureTopics(
  admin: Admin,
  { topics, partitions = DEFAULT_PARTITIONS, replicationFactor = 1 }: EnsureTopicsOptions,
): Promise<TopicState[]> {
  const existing = new Set(await admin.listTopics());
  const missing = streams.map((stream) => topics[stream]).filter((topic) => !existing.has(topic));
  await createTopics(
    admin,
    missing.map((topic) => ({
      topic,
      numPartitions: partitions,
      replicationFactor,
      configEntries: [...TOPIC_SETTINGS],
    })),
  );
  return await whenReady(() => checkTopics(admin, topics, new Set(missing)));
}

async function checkTopics(admin: Admin, topics: TopicNames, created: ReadonlySet<string>): Promise<TopicState[]> {
  const { topics: metadata } = await admin.fetchTopicMetadata({ topics: streams.map((stream) => topics[stream]) });
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: streams.map((stream) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name: topics[stream] })),
  });
  return streams.map((stream) => {
    const topic = topics[stream];
    const entries = resources.find((resource) => resource.resourceName === topic)?.configEntries ?? [];
    const settings = new Map(entries.map(({ configName, configValue }) => [configName, configValue]));
    refuseUnsafe(topic, settings, MIN_BATCH_BYTES[stream]);
    return {
      topic,
      partitions: metadata.find(({ name }) => name === topic)?.partitions.length ?? 0,
      created: created.has(topic),
      warnings: warningsFor(topic, settings),
    };
  });
}

function refuseUnsafe(topic: string, settings: ReadonlyMap<string, string>, minBatchBytes: number): void {
  if (settings.get('message.timestamp.type') !== 'LogAppendTime') {
    throw new FatalError('topic_timestamp_type', `Topic ${topic} needs message.timestamp.type=LogAppendTime.`);
  }
  if (Number(settings.get('max.message.bytes')) < minBatchBytes) {
    throw new FatalError(
      'topic_max_message_bytes',
      `Topic ${topic} needs max.message.bytes of at least ${minBatchBytes}.`,
    );
  }
}

function warningsFor(topic: string, settings: ReadonlyMap<string, string>): string[] {
  const warnings: string[] = [];
  if (settings.get('retention.ms') !== '-1' || settings.get('retention.bytes') !== '-1') {
    warnings.push(`Topic ${topic} has limited retention: a rebuild will miss what was deleted.`);
  }
  if (settings.get('cleanup.policy')?.includes('compact')) {
    warnings.push(`Topic ${topic} is compacted: publishers must append each key in version order.`);
  }
  return warnings;
}
