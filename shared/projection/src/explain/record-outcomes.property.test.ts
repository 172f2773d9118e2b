import { hash } from 'node:crypto';
import { definitionOf, type EventType } from '@fundlens/contracts/event-types';
import type { DeadLetter, DeadLetterStatus } from '@fundlens/read-models/dead-letter';
import { deadLetterId } from '@fundlens/read-models/dead-letter';
import { type ErasureMark, markOf } from '@fundlens/read-models/erasure';
import { type ChangeTime, compareSlots, type Slot } from '@fundlens/read-models/slot';
import { assumeRedacted } from '@fundlens/testing/event-identity';
import { type History, history } from '@fundlens/testing/history-arbitraries';
import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { withErasures } from '../erasures/erasures.ts';
import { changesOf, foldDocument, type LoadedDocument, slotOf } from '../fold/fold.ts';
import { projections } from '../projections/registry.ts';
import type { EventChanges } from '../writer/event-changes.ts';
import { changedAt } from '../writer/late-writes.ts';
import { type LogRecord, recordOutcomes, type StoredState } from './record-outcomes.ts';

/** For a machine that is busy with other things: how long a run takes is not what is tested. */
vi.setConfig({ testTimeout: 180_000 });

const RUNS = 400;
const PARTITIONS = 3;
const TOPIC = 'topic';
/** Append times of two records in a row; replays fall between them. */
const STEP_MS = 10;

/** A log with all that may happen to it, and which part of it is read back. */
type World = {
  readonly events: History;
  /** By place in the history. Only what is below the checkpoint can be set aside. */
  readonly aside: ReadonlyMap<number, { readonly status: DeadLetterStatus; readonly replayAt: number }>;
  /** Share of each partition below its checkpoint, and before the first record that is read back. */
  readonly reached: readonly number[];
  readonly unread: readonly number[];
  readonly erased: ReadonlySet<ErasureMark>;
};

const share = fc.double({ min: 0, max: 1, noNaN: true });
const mostly = (value: number) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: share });
const perPartition = (value: number) => fc.array(mostly(value), { minLength: PARTITIONS, maxLength: PARTITIONS });

const worldOf = (unread: fc.Arbitrary<readonly number[]>): fc.Arbitrary<World> =>
  history.chain((events) =>
    fc.record({
      events: fc.constant(events),
      aside: fc
        .array(
          fc.tuple(
            fc.nat({ max: events.length - 1 }),
            fc.constantFrom<DeadLetterStatus>('open', 'discarded', 'replayed', 'replayed'),
            fc.nat({ max: events.length }),
          ),
          { maxLength: 8 },
        )
        .map(
          (all) =>
            new Map(
              // An offset of its own for each, so that no two things happen at the same time.
              all.map(([place, status, later], index) => [
                place,
                { status, replayAt: timeOf(Math.max(place, later)) + 1 + index },
              ]),
            ),
        ),
      reached: perPartition(1),
      unread,
      erased: fc
        .oneof(
          { weight: 4, arbitrary: fc.constant([]) },
          { weight: 1, arbitrary: fc.constant([markOf({ locationId: 'loc-1', contactId: 'contact-1' })]) },
        )
        .map((marks) => new Set(marks)),
    }),
  );

const timeOf = (place: number) => (place + 1) * STEP_MS;

/** What the engine did with one change: by `<place> <document> <slot>`. */
type Deeds = Map<string, { readonly did: 'applied' | 'nothing' | 'duplicate'; readonly state: Slot }>;

/** Runs the world through the fold, event by event in the order in which the engine met them. */
function run({ events, aside, reached, unread, erased }: World) {
  const offsets = Array.from({ length: PARTITIONS }, () => 0);
  const partitionOf = (place: number) => partitions[place] ?? 0;
  const partitions = events.map(({ type, event }) => {
    const key = definitionOf(type as EventType).keyOf(event as never);
    return Number.parseInt(hash('md5', key).slice(0, 4), 16) % PARTITIONS;
  });
  const sizes = Array.from({ length: PARTITIONS }, (_, at) => partitions.filter((found) => found === at).length);
  const nextOffsets = sizes.map((size, at) => Math.round(size * (reached[at] ?? 1)));
  const firstRead = sizes.map((size, at) => Math.round(size * (unread[at] ?? 0)));
  const records = events.map((event, place): LogRecord & { place: number } => {
    const partition = partitionOf(place);
    const offset = offsets[partition] ?? 0;
    offsets[partition] = offset + 1;
    const typed = assumeRedacted(event);
    const appendedAt = timeOf(place);
    const { locationId } = event.event.meta;
    const contactId = 'contactId' in event.event ? event.event.contactId : null;
    const isAccess = definitionOf(event.type as EventType).stream === 'access';
    const changes: EventChanges = {
      appendedAt,
      documents: changesOf(projections, typed, appendedAt),
      subject: isAccess || locationId === null ? null : { locationId, contactId },
    };
    const record = { offset, key: null, value: null, appendedAt };
    const { eventId, occurredAt } = event.event.meta;
    const read = {
      kind: 'accepted' as const,
      record,
      eventType: event.type,
      eventId,
      occurredAt,
      changes,
      redactions: 0,
    };
    return { place, topic: TOPIC, partition, read, afterAll: firstRead[partition] === 0 };
  });
  const isReached = ({ partition, read }: LogRecord) => read.record.offset < (nextOffsets[partition] ?? 0);
  const asideOf = (record: LogRecord & { place: number }) => (isReached(record) ? aside.get(record.place) : undefined);

  const met = records.flatMap((record) => {
    const found = asideOf(record);
    if (!isReached(record) || (found !== undefined && found.status !== 'replayed')) return [];
    return [{ record, at: found?.replayAt ?? record.read.record.appendedAt, late: found !== undefined }];
  });
  const { documents, deeds } = engine(
    met.toSorted((a, b) => a.at - b.at),
    erased,
  );
  const deadLetters = new Map(
    records.flatMap((record) => {
      const found = asideOf(record);
      const id = deadLetterId({ ...record, offset: record.read.record.offset });
      return found === undefined ? [] : [[id, deadLetterOf(id, found)] as const];
    }),
  );
  const stored: StoredState = {
    documents,
    deadLetters,
    erased,
    nextOffset: ({ partition }) => nextOffsets[partition] ?? 0,
  };
  const readBack = records.filter(({ partition, read }) => read.record.offset >= (firstRead[partition] ?? 0));
  return { explained: recordOutcomes(readBack, stored), stored, deeds, isReached, asideOf };
}

type Met = { readonly record: LogRecord & { place: number }; readonly at: number; readonly late: boolean };

function engine(met: readonly Met[], erased: ReadonlySet<ErasureMark>) {
  const images = new Map<string, LoadedDocument>();
  const deeds: Deeds = new Map();
  const statesMet = new Map<string, Slot[]>();
  for (const { record, at, late } of met) {
    if (record.read.kind !== 'accepted') continue;
    const time: ChangeTime | null = late ? { at, late: true } : null;
    const changes = withErasures(time === null ? record.read.changes : changedAt(record.read.changes, time), erased);
    for (const { readModel, key, changes: ofDocument } of changes.documents) {
      const name = `${readModel.name}/${key}`;
      const before = images.get(name) ?? null;
      for (const change of ofDocument) {
        const state = slotOf(readModel, change);
        const held = before?.slots.get(change.slot);
        const rank = held === undefined ? 1 : compareSlots(state, held);
        const earlier = statesMet.get(`${name} ${change.slot}`) ?? [];
        const isRepeated = earlier.some((other) => compareSlots(other, state) === 0);
        // A state that comes again changes nothing, whether it is what the slot holds or was outranked meanwhile.
        const did = rank > 0 ? 'applied' : isRepeated ? 'duplicate' : 'nothing';
        statesMet.set(`${name} ${change.slot}`, [...earlier, state]);
        deeds.set(`${record.place} ${name} ${change.slot}`, { did, state });
      }
      const update = foldDocument(readModel, before, ofDocument);
      if (update !== null) {
        images.set(name, { slots: update.slots, slotBytes: update.slotBytes, revision: (before?.revision ?? 0) + 1 });
      }
    }
  }
  return { documents: new Map([...images].map(([name, { slots }]) => [name, slots])), deeds };
}

function deadLetterOf(
  _id: string,
  { status, replayAt: at }: { status: DeadLetterStatus; replayAt: number },
): DeadLetter {
  const resolution = status === 'open' ? {} : { resolution: { at, by: 'test', because: null } };
  return { _id, status, reason: 'undecodable', ...resolution } as DeadLetter;
}

const wholeLog = worldOf(fc.constant([0, 0, 0]));
const placeOf = (record: LogRecord) => (record as LogRecord & { place: number }).place;

test('each outcome is what the engine did, for any history with dead letters, replays, erasures and checkpoints', () => {
  const outcomes = new Map<string, number>();
  fc.assert(
    fc.property(wholeLog, (world) => {
      const { explained, stored, deeds, isReached, asideOf } = run(world);
      for (const { record, outcome, slots } of explained) {
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        const aside = asideOf(record as LogRecord & { place: number });
        if (aside?.status === 'open') expect(outcome).toBe('dead_letter');
        else if (aside?.status === 'discarded') expect(outcome).toBe('discarded');
        else if (!isReached(record)) expect(outcome).toBe('not_reached');
        else if (outcome === 'erased') expect(world.erased.size).toBe(1);
        else {
          expect(slots.length).toBeGreaterThan(0);
          for (const { document, slot, outcome: found, wasApplied } of slots) {
            const deed = deeds.get(`${placeOf(record)} ${document} ${slot}`);
            const held = stored.documents.get(document)?.get(slot);
            if (deed === undefined || held === undefined) throw new Error('the engine never met it');
            const isHeld = compareSlots(deed.state, held) === 0;
            const did = { applied: isHeld ? 'shown' : 'replaced', duplicate: 'duplicate', nothing: 'outranked' }[
              deed.did
            ];
            // What came between a dead letter and its replay is not known: no more is said than that it is outranked.
            if (wasApplied === null) expect([aside?.status, found, isHeld]).toEqual(['replayed', 'outranked', false]);
            else expect(found, `${document} ${slot}`).toBe(did);
          }
        }
      }
    }),
    { ...propertySeed(), numRuns: RUNS },
  );
  const all = ['dead_letter', 'discarded', 'duplicate', 'erased', 'not_reached', 'outranked', 'replaced', 'shown'];
  expect([...outcomes.keys()].toSorted()).toEqual(all);
});

test('what is read from the middle of the log on claims nothing that the engine did not do', () => {
  fc.assert(
    fc.property(worldOf(perPartition(0.5)), (world) => {
      const { explained, stored, deeds } = run(world);
      for (const { record, outcome, slots } of explained) {
        expect(outcome).not.toBe('not_applied');
        for (const { document, slot, outcome: found, wasApplied, by } of slots) {
          const deed = deeds.get(`${placeOf(record)} ${document} ${slot}`);
          const held = stored.documents.get(document)?.get(slot);
          if (deed === undefined || held === undefined) throw new Error('the engine never met it');
          const isHeld = compareSlots(deed.state, held) === 0;
          if (found === 'shown') expect(isHeld).toBe(true);
          // The append time that a slot keeps tells the first copy from later ones, also where that was not read.
          const isTimed = held.at !== undefined && held.late !== true;
          if (found === 'shown' && isTimed) expect(deed.did).toBe('applied');
          if (wasApplied === false) expect(deed.did).not.toBe('applied');
          if (found === 'replaced') expect(deed.did).toBe('applied');
          if (found === 'outranked') expect(isHeld).toBe(false);
          if (found === 'duplicate' && by === null) expect(deed.did).toBe('duplicate');
        }
      }
    }),
    { ...propertySeed(), numRuns: RUNS },
  );
});
