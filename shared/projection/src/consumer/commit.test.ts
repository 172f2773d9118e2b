import { createBackoff } from '@fundlens/runtime/backoff';
import { InvalidError } from '@fundlens/runtime/errors';
import { expect, it } from 'vitest';
import type { EventChanges } from '../fold/fold.ts';
import { createMetrics } from '../health/metrics.ts';
import type { Advance } from '../writer/checkpoint-store.ts';
import { noop } from '../writer/document-writer.ts';
import { createCommit } from './commit.ts';
import { OwnedPartition } from './owned-partition.ts';
import type { BatchReading } from './read-batch.ts';
import type { ReadRecord } from './read-events.ts';

const event = (appendedAt: number): EventChanges => ({ appendedAt, documents: [], subject: null });

/** One event at each offset from 10 on. */
function batch(partition: number, ...events: readonly EventChanges[]): BatchReading {
  const backoff = createBackoff({ initialMs: 1, maxMs: 1, random: () => 0 });
  const owned = new OwnedPartition({ topic: 'crm', partition }, backoff);
  const records = events.map((changes, index): ReadRecord => {
    const record = { offset: 10 + index, key: null, value: null, appendedAt: 0 };
    return { kind: 'accepted', record, seen: { type: 'ContactChanged', eventId: '', occurredAt: 0 }, changes };
  });
  const of = { owned, records: [], checkpoint: null, isOver: () => false };
  return { batch: of, records, failure: null, stream: 'crm', span: null, stopTimer: () => undefined };
}

/** What a commit does, in its order: events are named by their append times. */
function bench() {
  const done: string[] = [];
  /** With these their documents would be too large. */
  const tooMuch = new Set<EventChanges>();
  const wrote = (what: string, events: readonly EventChanges[]) => {
    done.push(`${what} ${events.map(({ appendedAt }) => appendedAt).join(' ')}`);
    return { rejected: new Map<EventChanges, InvalidError>(), documentsWritten: 0, changed: [] };
  };
  const commit = createCommit({
    writer: {
      async write(events) {
        const error = new InvalidError('document_too_large', 'too much');
        const rejected = events.filter((one) => tooMuch.has(one)).map((one) => [one, error] as const);
        return { ...wrote('write', events), rejected: new Map(rejected) };
      },
      eraseMarked: async (events) => wrote('erase what is marked of', events),
    },
    deadLetters: {
      async store(deadLetters) {
        for (const { _id } of deadLetters) done.push(`dead letter ${_id}`);
      },
    },
    checkpoints: {
      async advance(advances: readonly Advance[]) {
        done.push(`checkpoint ${advances.map(({ partition, nextOffset }) => `${partition}@${nextOffset}`).join(' ')}`);
      },
    },
    metrics: createMetrics(),
    clock: () => 0,
    onWritten: () => undefined,
  });
  return { done, tooMuch, commit };
}

it('writes all events together, and advances all checkpoints once what is marked of them is erased', async () => {
  const { commit, done } = bench();
  const batches = [batch(1, event(1)), batch(2, event(2), event(3)), batch(3, event(4))];
  await commit.store(batches, noop);
  await commit.acknowledge(batches, noop);
  expect(done).toEqual(['write 1 2 3 4', 'erase what is marked of 1 2 3 4', 'checkpoint 1@11 2@12 3@11']);
});

it('stores what the writer rejects as dead letters of their own batch, before any checkpoint', async () => {
  const { commit, done, tooMuch } = bench();
  const second = event(2);
  tooMuch.add(second);
  await commit.store([batch(0, event(1)), batch(1, second)], noop);
  expect(done).toEqual(['write 1 2', 'dead letter crm:1:10']);
});

it('does not checkpoint what was written before its partition was begun anew', async () => {
  const { commit, done } = bench();
  const { batch: of, ...reading } = batch(1, event(1));
  await commit.acknowledge([{ ...reading, batch: { ...of, isOver: () => true } }], noop);
  expect(done).toEqual(['erase what is marked of 1']);
});
