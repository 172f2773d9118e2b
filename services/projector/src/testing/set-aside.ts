import type { Stream } from '@fundlens/contracts/definition/event-definition';
import { DEAD_LETTERS, type DeadLetter } from '@fundlens/read-models/dead-letter';
import { InvalidError } from '@fundlens/runtime/errors';
import type { Typed } from '@fundlens/testing/event-identity';
import { deadLetterOf } from '@fundlens/projection/dead-letters/dead-letter';
import { fingerprintOf } from '@fundlens/projection/generations/fingerprint';
import { testStack } from '@fundlens/projection/testing/stack';
import { ensurePointer } from '@fundlens/read-models/store';
import { createCheckpointStore } from '@fundlens/projection/writer/checkpoint-store';
import type { ProjectorFixture } from './projector-fixture.ts';
import { wireRecord } from '@fundlens/projection/testing/wire-records';

/**
 * Publishes good events into partition 0 of `stream` as an earlier build has left them that could not read them: the
 * checkpoints are behind them, and each is an open dead letter.
 */
export async function setAside(
  { codec, produce, db, topics }: ProjectorFixture,
  stream: Stream,
  events: readonly Typed[],
): Promise<DeadLetter[]> {
  const topicPartition = { topic: topics[stream], partition: 0 };
  const deadLetters: DeadLetter[] = [];
  for (const event of events) {
    const record = await wireRecord(codec, event);
    const sentAt = Date.now();
    const [position] = await produce(stream, [{ ...record, partition: 0 }]);
    const offset = Number(position?.offset);
    const rejected = { offset, key: Buffer.from(record.key), value: record.value, appendedAt: sentAt };
    const error = new InvalidError('undecodable', 'An earlier build could not read it.');
    const rejection = { record: rejected, error, seen: null, event: null };
    deadLetters.push(deadLetterOf(rejection, { ...topicPartition, stream }, sentAt));
  }
  const fingerprint = fingerprintOf({ customFieldKeepList: new Set() });
  await ensurePointer(db, { fingerprint, at: 0, standInIndexes: testStack().mongodbStandIn });
  const nextOffset = (deadLetters.at(-1)?.offset ?? -1) + 1;
  await createCheckpointStore(db, () => 1).advance([{ ...topicPartition, checkpoint: null, nextOffset, asOf: 1 }]);
  await db
    .collection<DeadLetter>(DEAD_LETTERS)
    .insertMany(deadLetters.map((deadLetter) => ({ ...deadLetter, generations: [1] })));
  return deadLetters;
}
