import { definitionOf as eventOf } from '@fundlens/contracts/event-types';
import { readEvents } from '@fundlens/projection/consumer/read-events';
import { readKey } from '@fundlens/projection/dead-letters/readable-key';
import { changesOf, type DocumentChange, slotOf } from '@fundlens/projection/fold/fold';
import { defaultPartition } from '@fundlens/projection/log/kafka-admin';
import type { SourceRecord } from '@fundlens/projection/log/source';
import { projections } from '@fundlens/projection/projections/projections';
import type { PartitionFigures } from '@fundlens/projection/status/status';
import { readStatus } from '@fundlens/projection/status/status-store';
import { type DeadLetter, deadLetterId } from '@fundlens/read-models/dead-letter';
import { collectionName } from '@fundlens/read-models/definition';
import { documentKey } from '@fundlens/read-models/document';
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
  /** What became of what the event brought to it. */
  readonly outcome: 'shown' | 'outranked' | 'erased' | 'missing';
};

export type Outcome =
  | HeldSlot['outcome']
  | 'set_aside'
  | 'discarded'
  | 'not_reached'
  | 'invalid_here'
  | 'compaction_marker'
  | 'not_in_log';

export type ExplainedRecord = {
  readonly outcome: Outcome;
  /** Why it is invalid: a reason code. */
  readonly invalid: string | null;
  /** Null: not shown, or not read. */
  readonly key: string | null;
  readonly eventId: string | null;
  readonly appendedAt: number | null;
};

export type Explanation = {
  readonly question: string;
  /** Whether anything is stored of the entity, or the log has the record. */
  readonly found: boolean;
  /** Those of the entity, or those that the record changes. */
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
  const deadLetters = await system.deadLetters.list(open, MAX_DEAD_LETTERS);
  const slots = await slotsOf(system, changesOf(projections, deletion as never, 0));
  const topic = system.topics[eventOf(deletion.type).stream];
  const ofTopic = partitions.filter((found) => found.topic === topic);
  const number = defaultPartition(topic, question, ofTopic.length);
  return {
    question,
    found: slots.some(({ state }) => state !== null) || deadLetters.length > 0,
    slots,
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
  const [found = null] = await system.deadLetters.list({ ids: [deadLetterId(place)] }, 1);
  // What lies behind an open transaction cannot be read yet.
  const readable = partition === null ? 0 : partition.end - partition.undecided;
  const record = offset < readable ? await system.reader.at(place, offset) : null;
  const isReached = offset < (partition?.nextOffset ?? 0);
  const { slots = [], ...become } =
    record === null
      ? { outcome: partition !== null && offset >= readable ? ('not_reached' as const) : ('not_in_log' as const) }
      : await becomeOf(system, record, { topic, deadLetter: found, isReached });
  return {
    question: deadLetterId(place),
    found: record !== null || found !== null,
    slots,
    record: {
      invalid: null,
      eventId: null,
      key: shownKey(record?.key ?? null),
      appendedAt: record?.appendedAt ?? null,
      ...become,
    },
    deadLetters: found === null ? [] : [found],
    partition,
  };
}

type Become = Pick<ExplainedRecord, 'outcome'> & Partial<ExplainedRecord & Pick<Explanation, 'slots'>>;

async function becomeOf(
  system: System,
  record: SourceRecord,
  known: { readonly topic: string; readonly deadLetter: DeadLetter | null; readonly isReached: boolean },
): Promise<Become> {
  const { topic, deadLetter, isReached } = known;
  const { records, failure } = await readEvents(topic, [record], system);
  if (failure !== null) throw failure.error;
  const [read] = records;
  if (read === undefined || read.kind === 'skipped') return { outcome: 'compaction_marker' };
  const isOpen = deadLetter?.status === 'open' && deadLetter.generations.includes(await system.active());
  if (isOpen) return { outcome: 'set_aside', invalid: deadLetter.reason };
  if (deadLetter?.status === 'discarded') return { outcome: 'discarded', invalid: deadLetter.reason };
  if (read.kind === 'rejected') {
    return { outcome: isReached ? 'invalid_here' : 'not_reached', invalid: read.error.code };
  }
  const slots = await slotsOf(system, read.changes.documents);
  const outcome = slots.find((slot) => slot.outcome !== 'shown')?.outcome ?? 'shown';
  // Documents are written before the checkpoint, so what they hold already is reached.
  return { outcome: outcome === 'missing' && !isReached ? 'not_reached' : outcome, eventId: read.seen.eventId, slots };
}

/** What the slots that the changes name hold now. */
async function slotsOf({ store, active }: System, changes: readonly DocumentChange[]): Promise<HeldSlot[]> {
  const slots: HeldSlot[] = [];
  const generation = await active();
  for (const { readModel, ...change } of changes) {
    const key = documentKey(change.documentId);
    const document = (await store.load(collectionName(readModel.name, generation), [key])).get(key);
    const present = document?.slots.get(change.slot) ?? null;
    const outcome = outcomeIn(present, slotOf(readModel, change));
    slots.push({ document: `${readModel.name}/${key}`, slot: change.slot, ...heldIn(present), outcome });
  }
  return slots;
}

function outcomeIn(present: Slot | null, brought: Slot): HeldSlot['outcome'] {
  if (present === null) return 'missing';
  if (isErased(present)) return 'erased';
  const order = compareSlots(brought, present);
  return order === 0 ? 'shown' : order < 0 ? 'outranked' : 'missing';
}

function heldIn(present: Slot | null): Pick<HeldSlot, 'state' | 'version' | 'toldAt'> {
  if (present === null) return { state: null, version: null, toldAt: null };
  const { epoch, version, occurredAt, eventId, value, at = null } = present;
  if (isErased(present)) return { state: 'erased', version: null, toldAt: at };
  const state = value === null ? 'deleted' : 'live';
  return { state, version: { epoch, version, occurredAt, eventId }, toldAt: at };
}

/** Ids that read as a Social Security number are not shown. */
function shownKey(key: Buffer | null): string | null {
  return readKey(key) === null ? null : (key?.toString() ?? null);
}
