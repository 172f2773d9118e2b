import { definitionOf as eventOf } from '@fundlens/contracts/event-types';
import { readEvents } from '@fundlens/projection/consumer/read-events';
import { readKey } from '@fundlens/projection/dead-letters/readable-key';
import { changesOf, type DocumentChanges, slotOf } from '@fundlens/projection/fold/fold';
import { defaultPartition } from '@fundlens/projection/log/kafka-admin';
import type { SourceRecord } from '@fundlens/projection/log/source';
import type { PartitionFigures } from '@fundlens/projection/status/status';
import { readStatus } from '@fundlens/projection/status/status-store';
import { type DeadLetter, deadLetterId } from '@fundlens/read-models/dead-letter';
import { collectionName } from '@fundlens/read-models/definition';
import { isErased } from '@fundlens/read-models/erasure';
import { compareSlots, type Slot } from '@fundlens/read-models/slot';
import type { System } from '../composition-root.ts';
import { type Place, readQuestion } from './question.ts';

/** What a slot holds, without its value. */
export type HeldSlot = {
  readonly document: string;
  readonly slot: string;
  /** Null: nothing has reached it. */
  readonly state: 'live' | 'deleted' | 'erased' | null;
  readonly version: Pick<Slot, 'epoch' | 'version' | 'occurredAt' | 'eventId'> | null;
  /** When `/changes` told of it; null where that is not kept. */
  readonly toldAt: number | null;
};

/** What became of the state that the record brought to a slot. */
export type SlotOutcome = HeldSlot & { readonly outcome: 'shown' | 'outranked' | 'erased' | 'missing' };

export type Outcome =
  | SlotOutcome['outcome']
  | 'set_aside'
  | 'discarded'
  | 'not_reached'
  | 'invalid_here'
  | 'compaction_marker'
  | 'not_in_log';

export type ExplainedRecord = Place & {
  readonly outcome: Outcome;
  /** Why it is invalid: a reason code. */
  readonly invalid: string | null;
  /** Null: not shown, or not read. */
  readonly key: string | null;
  readonly eventId: string | null;
  readonly appendedAt: number | null;
  readonly slots: readonly SlotOutcome[];
};

export type Explanation = {
  readonly question: string;
  /** Whether anything is stored of the entity, or the log has the record. */
  readonly found: boolean;
  readonly slots: readonly HeldSlot[];
  readonly record: ExplainedRecord | null;
  /** Open ones of the entity, or the one of the record, whatever has become of it. Without payloads. */
  readonly deadLetters: readonly Omit<DeadLetter, 'payload'>[];
  /** The partition of the record, or the one where Kafka's default partitioner puts the key; null: there is none. */
  readonly partition: PartitionFigures | null;
};

/** More than an entity has, unless an upstream sends the same mistake for hours. */
const MAX_DEAD_LETTERS = 200;

/**
 * What is stored of an entity, or what became of a record. It reads only, and neither uses nor moves the positions of
 * projectors. @throws InvalidError `question`
 */
export async function explain(system: System, text: string): Promise<Explanation> {
  const asked = readQuestion(text, Object.values(system.topics));
  const { partitions } = await readStatus(system);
  if (asked.place !== null) return await explainRecord(system, asked.place, partitions);
  const { entity, deletion } = asked;
  const question = `${entity.entity}:${entity.scope}:${entity.ids.join(':')}`;
  const open = { status: 'open', entity } as const;
  const deadLetters = await system.deadLetters.list(open, { limit: MAX_DEAD_LETTERS, after: null });
  const held = await heldBy(system, changesOf(system.projections, deletion as never, 0));
  const topic = system.topics[eventOf(deletion.type).stream];
  const ofTopic = partitions.filter((found) => found.topic === topic);
  const number = defaultPartition(topic, question, ofTopic.length);
  return {
    question,
    found: held.some(({ slot }) => slot.state !== null) || deadLetters.length > 0,
    slots: held.map(({ slot }) => slot),
    record: null,
    deadLetters,
    partition: ofTopic.find(({ partition }) => partition === number) ?? null,
  };
}

async function explainRecord(
  system: System,
  place: Place,
  partitions: readonly PartitionFigures[],
): Promise<Explanation> {
  const { topic, offset } = place;
  const partition = partitions.find((at) => at.topic === topic && at.partition === place.partition) ?? null;
  const deadLetter = await system.deadLetters.find(deadLetterId(place));
  // What lies behind an open transaction cannot be read yet.
  const readable = partition === null ? 0 : partition.end - partition.undecided;
  const record = offset < readable ? await system.reader.at(place, offset) : null;
  const become: Become =
    record === null
      ? plain(partition !== null && offset >= readable ? 'not_reached' : 'not_in_log')
      : await outcomeOf(system, record, {
          topic,
          deadLetter,
          isReached: offset < (partition?.nextOffset ?? 0),
        });
  return {
    question: deadLetterId(place),
    found: record !== null || deadLetter !== null,
    slots: [],
    record: { ...place, key: shownKey(record?.key ?? null), appendedAt: record?.appendedAt ?? null, ...become },
    deadLetters: deadLetter === null ? [] : [withoutPayload(deadLetter)],
    partition,
  };
}

/** What became of a record, without where it is. */
type Become = Pick<ExplainedRecord, 'outcome' | 'invalid' | 'eventId' | 'slots'>;

function plain(outcome: Outcome, invalid: string | null = null): Become {
  return { outcome, invalid, eventId: null, slots: [] };
}

async function outcomeOf(
  system: System,
  record: SourceRecord,
  found: { readonly topic: string; readonly deadLetter: DeadLetter | null; readonly isReached: boolean },
): Promise<Become> {
  const { topic, deadLetter, isReached } = found;
  const { records, failure } = await readEvents(topic, [record], system);
  if (failure !== null) throw failure.error;
  const [read] = records;
  if (read === undefined || read.kind === 'skipped') return plain('compaction_marker');
  if (deadLetter?.status === 'open') return plain('set_aside', deadLetter.reason);
  if (deadLetter?.status === 'discarded') return plain('discarded', deadLetter.reason);
  if (read.kind === 'rejected') return plain(isReached ? 'invalid_here' : 'not_reached', read.rejection.error.code);
  const held = await heldBy(system, read.changes.documents);
  const slots = held.map(({ slot, brought, present }) => ({ ...slot, outcome: slotOutcome(brought, present) }));
  const outcome = slots.find((slot) => slot.outcome !== 'shown')?.outcome ?? 'shown';
  // Documents are written before the checkpoint, so what they hold already is reached.
  const isUnreached = outcome === 'missing' && !isReached;
  return { outcome: isUnreached ? 'not_reached' : outcome, invalid: null, eventId: read.eventId, slots };
}

function slotOutcome(brought: Slot, present: Slot | null): SlotOutcome['outcome'] {
  if (present === null) return 'missing';
  if (isErased(present)) return 'erased';
  const order = compareSlots(brought, present);
  return order === 0 ? 'shown' : order < 0 ? 'outranked' : 'missing';
}

type Held = { readonly slot: HeldSlot; readonly brought: Slot; readonly present: Slot | null };

/** What the slots that the changes name hold now. */
async function heldBy({ store, active }: System, documents: readonly DocumentChanges[]): Promise<Held[]> {
  const held: Held[] = [];
  const generation = await active();
  for (const { readModel, key, changes } of documents) {
    const document = (await store.load(collectionName(readModel.name, generation), [key])).get(key);
    for (const change of changes) {
      const present = document?.slots.get(change.slot) ?? null;
      const slot = heldSlot(`${readModel.name}/${key}`, change.slot, present);
      held.push({ slot, brought: slotOf(readModel, change), present });
    }
  }
  return held;
}

function heldSlot(document: string, slot: string, present: Slot | null): HeldSlot {
  if (present === null) return { document, slot, state: null, version: null, toldAt: null };
  const { epoch, version, occurredAt, eventId, value, at = null } = present;
  const state = isErased(present) ? 'erased' : value === null ? 'deleted' : 'live';
  const stated = state === 'erased' ? null : { epoch, version, occurredAt, eventId };
  return { document, slot, state, version: stated, toldAt: at };
}

/** Ids that read as a Social Security number are not shown. */
function shownKey(key: Buffer | null): string | null {
  return readKey(key) === null ? null : (key?.toString() ?? null);
}

function withoutPayload({ payload: _, ...deadLetter }: DeadLetter): Omit<DeadLetter, 'payload'> {
  return deadLetter;
}
