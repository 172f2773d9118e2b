import kafkajs from 'kafkajs';
import { expect, test } from 'vitest';
import { MAX_BATCH_BYTES } from '../definition/limits.ts';
import { connectToStack } from '../testing/stack.ts';
import { ensureTopics } from './topics.ts';
import { topicNames } from '../wire/topic-names.ts';

test('topics are made once, with append times and without an end, and found again', async () => {
  await using stack = await connectToStack();
  expect(await ensureTopics(stack.admin, { topics: stack.topics, partitions: 9 })).toEqual([]);
  expect(await stack.admin.fetchTopicOffsets(stack.topics.crm)).toHaveLength(3);
});

test('several processes may make them at once', async () => {
  await using stack = await connectToStack();
  const topics = topicNames(`${stack.topics.crm}.again.`);
  await Promise.all([1, 2, 3].map(() => ensureTopics(stack.admin, { topics, partitions: 2 })));
  for (const topic of Object.values(topics)) expect(await stack.admin.fetchTopicOffsets(topic)).toHaveLength(2);
});

/** Kafka replaces all settings of a topic at once: what is not named falls back to the broker's default. */
async function configure(
  stack: Awaited<ReturnType<typeof connectToStack>>,
  topic: string,
  settings: Record<string, string>,
) {
  const all = { 'message.timestamp.type': 'LogAppendTime', 'max.message.bytes': String(MAX_BATCH_BYTES), ...settings };
  const configEntries = Object.entries(all).map(([name, value]) => ({ name, value }));
  const resources = [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: topic, configEntries }];
  await stack.admin.alterConfigs({ validateOnly: false, resources });
  // The broker answers before the change has reached what it describes.
  for (let done = false; !done; ) {
    const answer = await stack.admin.describeConfigs({ includeSynonyms: false, resources });
    const found = new Map(
      answer.resources[0]?.configEntries.map(({ configName, configValue }) => [configName, configValue]),
    );
    done = Object.entries(all).every(([name, value]) => found.get(name) === value);
  }
}

test.each([
  ['message.timestamp.type', 'CreateTime', 'topic_timestamp_type'],
  ['max.message.bytes', String(MAX_BATCH_BYTES - 1), 'topic_max_message_bytes'],
  ['cleanup.policy', 'compact', 'topic_compacted'],
  ['cleanup.policy', 'compact,delete', 'topic_compacted'],
])('a funding topic with %s=%s stops the start', async (name, value, code) => {
  await using stack = await connectToStack();
  await configure(stack, stack.topics.funding, { [name]: value });
  await expect(ensureTopics(stack.admin, { topics: stack.topics })).rejects.toMatchObject({ kind: 'fatal', code });
});

test('limited retention is reported, not refused', async () => {
  await using stack = await connectToStack();
  await configure(stack, stack.topics.crm, { 'retention.ms': '1000000' });
  const warnings = await ensureTopics(stack.admin, { topics: stack.topics });
  expect(warnings).toEqual([expect.stringContaining(`${stack.topics.crm} has limited retention`)]);
});
