import { expect, test } from 'vitest';
import type { Stream } from '../definition/event-definition.ts';
import { MAX_BATCH_BYTES } from '../definition/limits.ts';
import { connectToStack } from '../testing/stack.ts';
import { createTopics, ensureTopics } from './topics.ts';
import { TOPIC_SETTINGS, topicNames } from '../wire/topic-names.ts';

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

/** What `ensureTopics` says after another client has made one of the topics, with this setting. */
async function checked(stream: Stream, name: string, value: string) {
  await using stack = await connectToStack();
  const topics = topicNames(`${stack.topics.crm}.made.`);
  const configEntries = [...TOPIC_SETTINGS.filter((setting) => setting.name !== name), { name, value }];
  await createTopics(stack.admin, [{ topic: topics[stream], numPartitions: 1, configEntries }]);
  return await ensureTopics(stack.admin, { topics, partitions: 1 });
}

test.each([
  ['message.timestamp.type', 'CreateTime', 'topic_timestamp_type'],
  ['max.message.bytes', String(MAX_BATCH_BYTES - 1), 'topic_max_message_bytes'],
  ['cleanup.policy', 'compact', 'topic_compacted'],
  ['cleanup.policy', 'compact,delete', 'topic_compacted'],
])('a funding topic with %s=%s stops the start', async (name, value, code) => {
  await expect(checked('funding', name, value)).rejects.toMatchObject({ kind: 'fatal', code });
});

test('limited retention is reported, not refused', async () => {
  const warnings = await checked('crm', 'retention.ms', '1000000');
  expect(warnings).toEqual([expect.stringMatching(/\.crm\.changes\.v1 has limited retention/)]);
});
