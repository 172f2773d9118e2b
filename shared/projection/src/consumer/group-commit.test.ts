import { setImmediate } from 'node:timers/promises';
import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import { FatalError, InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { applicantChanged, contactChanged, creditReportStored } from '@fundlens/testing/event-builders';
import { assumeRedacted, type Typed } from '@fundlens/testing/event-identity';
import { expect, it } from 'vitest';
import { NO_ERASURES } from '../erasures/testing/no-erasures.ts';
import { changesOf } from '../fold/fold.ts';
import { projections } from '../projections/registry.ts';
import type { Advance } from '../writer/checkpoint-store.ts';
import { createDocumentWriter, type RejectedEvent } from '../writer/document-writer.ts';
import type { EventChanges } from '../writer/event-changes.ts';
import { MemoryDocuments } from '../writer/testing/memory-documents.ts';
import { createGroupCommit, type PartitionChanges } from './group-commit.ts';

const event = (typed: Typed): EventChanges => ({
  appendedAt: 0,
  documents: changesOf(projections, assumeRedacted(typed), 0),
  subject: null,
});

const deadLetterOf = ({ error }: RejectedEvent, partition: number) =>
  ({ _id: `${partition}:${error.code}` }) as DeadLetter;

function batch(partition: number, ...events: readonly EventChanges[]): PartitionChanges {
  return {
    topicPartition: { topic: 'crm', partition },
    events,
    deadLetters: (rejected) => rejected.map((rejection) => deadLetterOf(rejection, partition)),
    advance: {
      topic: 'crm',
      partition,
      checkpoint: null,
      nextOffset: partition + 10,
      asOf: 0,
    },
    onStep: async () => undefined,
  };
}

/** Everything that a group commit does, in its order. The first write waits until `open` is called. */
function bench() {
  const done: string[] = [];
  const documents = new MemoryDocuments(({ swap, after }) => {
    done.push(`write ${swap.id.kind === 'location-entity' ? swap.id.entityId : ''} revision ${after.revision}`);
  });
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const wrong = new Map<EventChanges, Error>();
  const failing = new Map<'deadLetters' | 'checkpoints', Error>();
  const written: { readonly documentsWritten: number; readonly changed: readonly unknown[] }[] = [];
  const write = createDocumentWriter({
    store: documents.store(),
    erasures: NO_ERASURES,
    generation: () => 1,
    pauseBeforeRound: async () => undefined,
  });
  const group = createGroupCommit({
    async write(events, onStep) {
      done.push(`batch of ${events.length}`);
      await opened;
      const rejected: RejectedEvent[] = [];
      for (const one of events) {
        const error = wrong.get(one);
        if (error instanceof InvalidError) rejected.push({ event: one, error });
        else if (error !== undefined) throw error;
      }
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
    onWritten: (outcome) => void written.push(outcome),
  });
  return { ...group, done, written, wrong, failing, open: () => open() };
}

const outcomes = async (commits: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(commits)).map((outcome) =>
    outcome.status === 'fulfilled' ? 'done' : (outcome.reason as { code: string }).code,
  );

it('folds what arrives meanwhile into one write of each document, and advances all checkpoints after it', async () => {
  const { commit, done, written, open } = bench();
  const first = commit(batch(0, event(contactChanged())));
  const others = [
    commit(batch(1, event(applicantChanged()))),
    commit(batch(2, event(creditReportStored()), event(contactChanged({ meta: { version: 2 } })))),
    commit(batch(3)),
  ];
  await setImmediate();
  expect(done).toEqual(['batch of 1']);
  open();
  await Promise.all([first, ...others]);
  expect(done.slice(0, 4)).toEqual(['batch of 1', 'write contact-1 revision 1', 'checkpoint 0@10', 'batch of 3']);
  expect(done.slice(4, 6).toSorted()).toEqual(['write contact-1 revision 2', 'write request-1 revision 1']);
  expect(done.slice(6)).toEqual(['checkpoint 1@11 2@12 3@13']);
  expect(written.map(({ documentsWritten, changed }) => [documentsWritten, changed.length])).toEqual([
    [1, 0],
    [2, 1],
  ]);
});

it('stores dead letters after the documents and before any checkpoint; a rejected event is that of its own batch', async () => {
  const { commit, done, wrong, open } = bench();
  const [first, second, third] = [
    event(contactChanged()),
    event(contactChanged({ contactId: 'b' })),
    event(contactChanged({ contactId: 'c' })),
  ];
  const error = new InvalidError('document_too_large', 'too much');
  wrong.set(second, error);
  const blocking = commit(batch(9));
  const commits = [commit(batch(0, first)), commit(batch(1, second, third))];
  open();
  await blocking;
  expect(await Promise.all(commits)).toEqual([
    { rejected: [], deadLetters: [] },
    { rejected: [{ event: second, error }], deadLetters: [{ _id: '1:document_too_large' }] },
  ]);
  expect(done.slice(2)).toEqual([
    'batch of 3',
    'write contact-1 revision 1',
    'write c revision 1',
    'dead letter 1:document_too_large',
    'checkpoint 0@10 1@11',
  ]);
});

it('fails of a fatal failure only the batch that has it: the others are committed without it', async () => {
  const { commit, done, wrong, open } = bench();
  const bad = event(contactChanged({ contactId: 'bad' }));
  wrong.set(bad, new FatalError('a_bug', 'there is one'));
  const commits = [
    commit(batch(9)),
    commit(batch(0, event(contactChanged()))),
    commit(batch(1, bad)),
    commit(batch(2, event(contactChanged({ contactId: 'c' })))),
  ];
  open();
  expect(await outcomes(commits)).toEqual(['done', 'done', 'a_bug', 'done']);
  expect(done.filter((line) => line.startsWith('checkpoint'))).toEqual([
    'checkpoint 9@19',
    'checkpoint 0@10',
    'checkpoint 2@12',
  ]);
  expect(done.filter((line) => line.startsWith('write'))).toEqual(['write contact-1 revision 1', 'write c revision 1']);
});

it.each(['deadLetters', 'checkpoints'] as const)('advances nothing when %s cannot be stored', async (part) => {
  const { commit, done, written, wrong, failing, open } = bench();
  open();
  const rejected = event(contactChanged({ contactId: 'b' }));
  wrong.set(rejected, new InvalidError('document_too_large', 'too much'));
  failing.set(part, new RetryableError('mongodb_unavailable', 'away'));
  const changes = batch(0, event(contactChanged()), rejected);
  expect(await outcomes([commit(changes)])).toEqual(['mongodb_unavailable']);
  expect(done.filter((line) => line.startsWith('checkpoint'))).toEqual([]);
  expect(written).toEqual([]);
  failing.clear();
  expect(await outcomes([commit(changes)])).toEqual(['done']);
  expect(done.slice(-2)).toEqual(['dead letter 0:document_too_large', 'checkpoint 0@10']);
  // The documents of the first attempt are in place.
  expect(written).toMatchObject([{ documentsWritten: 0 }]);
});

it('does not checkpoint what was written before the connection to the database was lost', async () => {
  let clearings = 0;
  const advanced: Advance[] = [];
  const { commit } = createGroupCommit({
    async write() {
      clearings += 1;
      return { rejected: [], documentsWritten: 0, swapsLost: 0, changed: [] };
    },
    deadLetters: { store: async () => undefined },
    checkpoints: { advance: async (advances) => void advanced.push(...advances) },
    clearings: () => clearings,
    onWritten: () => undefined,
  });

  await expect(commit(batch(1, event(contactChanged())))).rejects.toBeInstanceOf(RetryableError);
  expect(advanced).toEqual([]);
});

it('fails with a batch those of its partition that wait behind it, and no others', async () => {
  const { commit, done, wrong, open } = bench();
  const [away, bad] = [event(contactChanged({ contactId: 'away' })), event(contactChanged({ contactId: 'bad' }))];
  wrong.set(away, new RetryableError('mongodb_unavailable', 'away'));
  wrong.set(bad, new FatalError('a_bug', 'there is one'));
  const behind = (partition: number) => commit(batch(partition, event(contactChanged({ contactId: 'behind' }))));
  const commits = [commit(batch(0, away)), behind(0), behind(1)];
  open();
  expect(await outcomes(commits)).toEqual(['mongodb_unavailable', 'mongodb_unavailable', 'done']);
  const alone = [commit(batch(9)), commit(batch(0, bad)), behind(0), behind(1)];
  expect(await outcomes(alone)).toEqual(['done', 'a_bug', 'a_bug', 'done']);
  expect(done.filter((line) => line.startsWith('checkpoint'))).toEqual([
    'checkpoint 1@11',
    'checkpoint 9@19',
    'checkpoint 1@11',
  ]);
});
