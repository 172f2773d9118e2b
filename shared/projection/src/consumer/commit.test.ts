import { createBackoff } from '@fundlens/runtime/backoff';
import { InvalidError } from '@fundlens/runtime/errors';
import { applicantChanged, contactChanged, creditReportStored } from '@fundlens/testing/event-builders';
import { assumeRedacted, type Typed } from '@fundlens/testing/event-identity';
import { expect, it } from 'vitest';
import { NO_ERASURES } from '../erasures/testing/no-erasures.ts';
import { type EventChanges, changesOf } from '../fold/fold.ts';
import { createMetrics } from '../health/metrics.ts';
import { projections } from '../projections/projections.ts';
import type { Advance } from '../writer/checkpoint-store.ts';
import { createDocumentWriter, noop } from '../writer/document-writer.ts';
import { MemoryDocuments } from '../writer/testing/memory-documents.ts';
import { createCommit } from './commit.ts';
import { OwnedPartition } from './owned-partition.ts';
import type { BatchReading } from './read-batch.ts';
import type { ReadRecord } from './read-events.ts';

const event = (typed: Typed): EventChanges => ({
  appendedAt: 0,
  documents: changesOf(projections, assumeRedacted(typed), 0),
  subject: null,
});

/** One event at each offset from 10 on. */
function batch(partition: number, ...events: readonly EventChanges[]): BatchReading {
  const backoff = createBackoff({ initialMs: 1, maxMs: 1, factor: 1, random: () => 0 });
  const owned = new OwnedPartition({ topic: 'crm', partition }, backoff);
  const records = events.map((changes, index): ReadRecord => {
    const record = { offset: 10 + index, key: null, value: null, appendedAt: 0 };
    return { kind: 'accepted', record, seen: { type: 'ContactChanged', eventId: '', occurredAt: 0 }, changes };
  });
  const of = { owned, records: [], checkpoint: null, isOver: () => false };
  return { batch: of, records, failure: null, stream: 'crm', span: null, stopTimer: () => undefined };
}

/** What a commit does, in its order. */
function bench() {
  const done: string[] = [];
  /** With these their documents would be too large. */
  const tooMuch = new Set<EventChanges>();
  const documents = new MemoryDocuments(({ swap }) => {
    done.push(`write ${swap.id.kind === 'location-entity' ? swap.id.entityId : ''}`);
  });
  const writer = createDocumentWriter({
    store: documents.store(),
    erasures: NO_ERASURES,
    generation: () => 1,
    pauseBeforeRound: async () => undefined,
  });
  const commit = createCommit({
    writer: {
      ...writer,
      async write(events, onStep) {
        const error = new InvalidError('document_too_large', 'too much');
        const rejected = new Map(events.filter((one) => tooMuch.has(one)).map((one) => [one, error]));
        const written = await writer.write(
          events.filter((one) => !tooMuch.has(one)),
          onStep,
        );
        return { ...written, rejected };
      },
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
  const committed = async (...batches: readonly BatchReading[]) => {
    await commit.store(batches, noop);
    await commit.acknowledge(batches, noop);
  };
  return { done, tooMuch, commit, committed };
}

it('writes each document once, and advances all checkpoints after it', async () => {
  const { committed, done } = bench();
  await committed(
    batch(1, event(applicantChanged())),
    batch(2, event(creditReportStored()), event(contactChanged({ meta: { version: 2 } }))),
    batch(3, event(contactChanged({ meta: { version: 1 } }))),
  );
  expect(done.slice(0, 2).toSorted()).toEqual(['write contact-1', 'write request-1']);
  expect(done.slice(2)).toEqual(['checkpoint 1@11 2@12 3@11']);
});

it('stores what the writer rejects as dead letters of their own batch, before any checkpoint', async () => {
  const { committed, done, tooMuch } = bench();
  const [first, second] = [event(contactChanged()), event(contactChanged({ contactId: 'b' }))];
  tooMuch.add(second);
  await committed(batch(0, first), batch(1, second));
  expect(done).toEqual(['write contact-1', 'dead letter crm:1:10', 'checkpoint 0@11 1@11']);
});

it('does not checkpoint what was written before its partition was begun anew', async () => {
  const { commit, done } = bench();
  let isOver = false;
  const { batch: of, ...reading } = batch(1, event(contactChanged()));
  const stored = [{ ...reading, batch: { ...of, isOver: () => isOver } }];
  await commit.store(stored, noop);
  isOver = true;
  await commit.acknowledge(stored, noop);
  expect(done).toEqual(['write contact-1']);
});
