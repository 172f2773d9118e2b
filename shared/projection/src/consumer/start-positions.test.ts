import { type Checkpoint, checkpointId } from '@fundlens/read-models/checkpoint';
import { expect, it } from 'vitest';
import { lowestCheckpoint, startOffset } from './start-positions.ts';

const topicPartition = { topic: 'crm', partition: 3 };
const models = ['contacts_v2', 'deals_v2'];
const bounds = { first: 0, end: 100 };

const start = (checkpoints: readonly Checkpoint[], at: typeof bounds | undefined) =>
  startOffset(lowestCheckpoint(topicPartition, models, checkpoints), at);

const checkpoint = (model: string, nextOffset: number, at = topicPartition): Checkpoint => ({
  _id: checkpointId({ model, ...at }),
  model,
  ...at,
  nextOffset,
  asOf: 0,
});

it('begins at the lowest checkpoint of the models that the partition feeds', () => {
  const checkpoints = [checkpoint('contacts_v2', 70), checkpoint('deals_v2', 40), checkpoint('other_v2', 1)];
  expect(start(checkpoints, bounds)).toBe(40);
});

it('begins at the first event that the log has while one of the models was never fed', () => {
  expect(start([checkpoint('contacts_v2', 70)], { first: 5, end: 100 })).toBe(5);
});

it('looks at no checkpoint of another partition or topic', () => {
  const elsewhere = [
    { topic: 'crm', partition: 4 },
    { topic: 'funding', partition: 3 },
  ].flatMap((at) => models.map((model) => checkpoint(model, 70, at)));
  expect(start(elsewhere, bounds)).toBe(0);
});

it('refuses a log that ends before the checkpoint, one that lost unread events, and a partition that is not there', () => {
  const checkpoints = models.map((model) => checkpoint(model, 70));
  expect(start(checkpoints, { first: 70, end: 70 })).toBe(70);
  expect(() => start(checkpoints, { first: 0, end: 69 })).toThrow(/beyond the end/);
  expect(() => start(checkpoints, { first: 71, end: 90 })).toThrow(/lost events/);
  expect(() => start(checkpoints, undefined)).toThrow(/no such partition/);
});
