import { createBackoff } from '@fundlens/runtime/backoff';
import { InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { applicantChanged, contactChanged, creditReportStored } from '@fundlens/testing/event-builders';
import { assumeRedacted, type Typed } from '@fundlens/testing/event-identity';
import { expect, it } from 'vitest';
import { NO_ERASURES } from '../erasures/testing/no-erasures.ts';
import { changesOf } from '../fold/fold.ts';
import { createMetrics } from '../health/metrics.ts';
import { projections } from '../projections/projections.ts';
import type { Advance } from '../writer/checkpoint-store.ts';
import { createDocumentWriter, noop, type RejectedEvent } from '../writer/document-writer.ts';
import type { EventChanges } from '../writer/event-changes.ts';
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
    return { kind: 'accepted', record, eventType: 'ContactChanged', eventId: '', occurredAt: 0, changes };
  });
  const of = { owned, records: [], end: 10 + events.length, checkpoint: null, isOver: () => false };
  return { batch: of, records, failure: null, stream: 'crm', from: 10, span: null, stopTimer: () => undefined };
}

/** Everything that a commit does, in its order. */
function bench() {
  const done: string[] = [];
  const documents = new MemoryDocuments(({ swap, after }) => {
    done.push(`write ${swap.id.kind === 'location-entity' ? swap.id.entityId : ''} revision ${after.revision}`);
  });
  const wrong = new Map<EventChanges, InvalidError>();
  const failing = new Map<'deadLetters' | 'checkpoints', Error>();
  const written: { readonly documentsWritten: number; readonly changed: readonly unknown[] }[] = [];
  const write = createDocumentWriter({
    store: documents.store(),
    erasures: NO_ERASURES,
    generation: () => 1,
    pauseBeforeRound: async () => undefined,
  });
  const commit = createCommit({
    async write(events, onStep) {
      const rejected = events.flatMap((one): RejectedEvent[] => {
        const error = wrong.get(one);
        return error === undefined ? [] : [{ event: one, error }];
      });
      const kept = events.filter((one) => !wrong.has(one));
      return { ...(await write(kept, onStep)), rejected };
    },
    deadLetters: {
      async store(deadLetters) {
        const error = failing.get('deadLetters');
        if (error !== undefined) throw error;
        for (const { _id } of deadLetters) done.push(`dead letter ${_id}`);
      },
    },
    checkpoints: {
      async advance(advances: readonly Advance[]) {
        const error = failing.get('checkpoints');
        if (error !== undefined) throw error;
        done.push(`checkpoint ${advances.map(({ partition, nextOffset }) => `${partition}@${nextOffset}`).join(' ')}`);
      },
    },
    metrics: createMetrics(),
    clock: () => 0,
    clearings: () => 0,
    onWritten: (outcome) => void written.push(outcome),
  });
  const committed = (...batches: readonly BatchReading[]) => commit(batches, noop);
  return { committed, done, written, wrong, failing };
}

it('writes each document once, and advances all checkpoints after it', async () => {
  const { committed, done, written } = bench();
  await committed(
    batch(1, event(applicantChanged())),
    batch(2, event(creditReportStored()), event(contactChanged({ meta: { version: 2 } }))),
    batch(3, event(contactChanged({ meta: { version: 1 } }))),
  );
  expect(done.slice(0, 2).toSorted()).toEqual(['write contact-1 revision 1', 'write request-1 revision 1']);
  expect(done.slice(2)).toEqual(['checkpoint 1@11 2@12 3@11']);
  expect(written.map(({ documentsWritten, changed }) => [documentsWritten, changed.length])).toEqual([[2, 1]]);
});

it('stores dead letters after the documents and before any checkpoint; a rejected event is that of its own batch', async () => {
  const { committed, done, wrong } = bench();
  const [first, second, third] = [
    event(contactChanged()),
    event(contactChanged({ contactId: 'b' })),
    event(contactChanged({ contactId: 'c' })),
  ];
  const error = new InvalidError('document_too_large', 'too much');
  wrong.set(second, error);
  expect(await committed(batch(0, first), batch(1, second, third))).toEqual([
    { nextOffset: 11, asOf: 0, failure: null },
    { nextOffset: 12, asOf: 0, failure: null },
  ]);
  expect(done).toEqual([
    'write contact-1 revision 1',
    'write c revision 1',
    'dead letter crm:1:10',
    'checkpoint 0@11 1@12',
  ]);
});

it.each(['deadLetters', 'checkpoints'] as const)('advances nothing when %s cannot be stored', async (part) => {
  const { committed, done, written, wrong, failing } = bench();
  const rejected = event(contactChanged({ contactId: 'b' }));
  wrong.set(rejected, new InvalidError('document_too_large', 'too much'));
  failing.set(part, new RetryableError('mongodb_unavailable', 'away'));
  const changes = batch(0, event(contactChanged()), rejected);
  await expect(committed(changes)).rejects.toMatchObject({ code: 'mongodb_unavailable' });
  expect(done.filter((line) => line.startsWith('checkpoint'))).toEqual([]);
  expect(written).toEqual([]);
  failing.clear();
  await committed(changes);
  expect(done.slice(-2)).toEqual(['dead letter crm:0:11', 'checkpoint 0@12']);
  // The documents of the first attempt are in place.
  expect(written).toMatchObject([{ documentsWritten: 0 }]);
});

it('does not checkpoint what was written before the connection to the database was lost', async () => {
  let clearings = 0;
  const advanced: Advance[] = [];
  const commit = createCommit({
    async write() {
      clearings += 1;
      return { rejected: [], documentsWritten: 0, changed: [] };
    },
    deadLetters: { store: async () => undefined },
    checkpoints: { advance: async (advances) => void advanced.push(...advances) },
    metrics: createMetrics(),
    clock: () => 0,
    clearings: () => clearings,
    onWritten: () => undefined,
  });

  await expect(commit([batch(1, event(contactChanged()))], noop)).rejects.toBeInstanceOf(RetryableError);
  expect(advanced).toEqual([]);
});
