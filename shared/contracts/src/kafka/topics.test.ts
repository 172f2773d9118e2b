import { expect, it } from 'vitest';
import { topicNames } from '../wire/topic-names.ts';
import { requireTopics } from './topics.ts';

it.each([
  ['KafkaJSSASLAuthenticationError', { kind: 'invalid', code: 'kafka_refused' }],
  ['KafkaJSConnectionError', { kind: 'retryable', code: 'kafka_unavailable' }],
])('of a command whose connection ends with %s says whether waiting helps', async (name, expected) => {
  const connect = () => Promise.reject(Object.assign(new Error('no'), { name }));
  const kafka = { admin: () => ({ connect }) as never };
  await expect(requireTopics(kafka, topicNames())).rejects.toMatchObject(expected);
});
