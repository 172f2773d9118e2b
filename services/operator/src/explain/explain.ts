import { definitionOf as eventOf } from '@fundlens/contracts/event-types';
import { readEvents, type ReadEventsOptions } from '@fundlens/projection/consumer/read-events';
import type { DeadLetterRepository } from '@fundlens/projection/dead-letters/dead-letter-repository-store';
import { readKey } from '@fundlens/projection/dead-letters/readable-key';
import { changesOf, type DocumentChanges, slotOf } from '@fundlens/projection/fold/fold';
import { defaultPartition } from '@fundlens/projection/log/kafka-admin';
import type { LogReader } from '@fundlens/projection/log/log-reader';
import type { PartitionFigures, Status } from '@fundlens/projection/status/status';
import type { DocumentStore } from '@fundlens/projection/writer/document-store';
import { type DeadLetter, deadLetterId } from '@fundlens/read-models/dead-letter';
import { collectionName, type Stream } from '@fundlens/read-models/definition';
import { isErased } from '@fundlens/read-models/erasure';
import { compareSlots, type Slot } from '@fundlens/read-models/slot';
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

export type ExplainOptions = ReadEventsOptions & {
  readonly topics: Readonly<Record<Stream, string>>;
  readonly reader: Pick<LogReader, 'at'>;
  readonly store: Pick<DocumentStore, 'load'>;
  /** The generation that readers use. */
  readonly generation: () => Promise<number>;
  readonly deadLetters: Pick<DeadLetterRepository, 'list' | 'find'>;
  readonly status: () => Promise<Status>;
};

/** More than an entity has, unless an upstream sends the same mistake for hours. */
const MAX_DEAD_LETTERS = 200;

/**
 * What is stored of an entity, or what became of a record. It reads only, and neither uses nor moves the positions of
 * projectors. @throws InvalidError `question`
 */
export async function explain(text: string, options: ExplainOptions): Promise<Explanation> {
  const asked = readQuestion(text, Object.values(options.topics));
  if (asked.place !== null) return await explainRecord(asked.place, options);
  const { entity, deletion } = asked;
  const { projections, topics, deadLetters: repository } = options;
  const question = `${entity.entity}:${entity.scope}:${entity.ids.join(':')}`;
  const deadLetters = await repository.list({ status: 'open', entity }, { limit: MAX_DEAD_LETTERS, after: null });
  const held = await heldBy(changesOf(projections, deletion as never, 0), options);
  const topic = topics[eventOf(deletion.type).stream];
  const { partitions } = await options.status();
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

async function explainRecord(place: Place, options: ExplainOptions): Promise<Explanation> {
  const { reader, deadLetters: repository, status } = options;
  const { topic, partition: number, offset } = place;
  const partition = (await status()).partitions.find((at) => at.topic === topic && at.partition === number) ?? null;
  const deadLetter = await repository.find(deadLetterId(place));
  // What lies behind an open transaction cannot be read yet.
  const isInLog = partition !== null && offset < partition.end - partition.undecided;
  const record = isInLog ? await reader.at(place, offset) : null;
  const unread: ExplainedRecord = {
    ...place,
    outcome: partition !== null && offset >= partition.end - partition.undecided ? 'not_reached' : 'not_in_log',
    invalid: null,
    key: null,
    eventId: null,
    appendedAt: null,
    slots: [],
  };
  const explained =
    record === null
      ? unread
      : { ...unread, appendedAt: record.appendedAt, key: shownKey(record.key), ...(await outcomeOf()) };
  return {
    question: deadLetterId(place),
    found: record !== null || deadLetter !== null,
    slots: [],
    record: explained,
    deadLetters: deadLetter === null ? [] : [withoutPayload(deadLetter)],
    partition,
  };

  async function outcomeOf(): Promise<Pick<ExplainedRecord, 'outcome' | 'invalid' | 'eventId' | 'slots'>> {
    const { records, failure } = await readEvents(topic, record === null ? [] : [record], options);
    if (failure !== null) throw failure.error;
    const [read] = records;
    const isReached = offset < (partition?.nextOffset ?? 0);
    const plain = (outcome: Outcome, invalid: string | null = null) => ({ outcome, invalid, eventId: null, slots: [] });
    if (read === undefined || read.kind === 'skipped') return plain('compaction_marker');
    if (deadLetter?.status === 'open') return plain('set_aside', deadLetter.reason);
    if (deadLetter?.status === 'discarded') return plain('discarded', deadLetter.reason);
    if (read.kind === 'rejected') return plain(isReached ? 'invalid_here' : 'not_reached', read.rejection.error.code);
    const held = await heldBy(read.changes.documents, options);
    const slots = held.map(({ slot, brought, present }) => ({ ...slot, outcome: slotOutcome(brought, present) }));
    const outcome = slots.find((slot) => slot.outcome !== 'shown')?.outcome ?? 'shown';
    // Documents are written before the checkpoint, so what they hold already is reached.
    return {
      outcome: outcome === 'missing' && !isReached ? 'not_reached' : outcome,
      invalid: null,
      eventId: read.eventId,
      slots,
    };
  }
}

function slotOutcome(brought: Slot, present: Slot | null): SlotOutcome['outcome'] {
  if (present === null) return 'missing';
  if (isErased(present)) return 'erased';
  const order = compareSlots(brought, present);
  return order === 0 ? 'shown' : order < 0 ? 'outranked' : 'missing';
}

type Held = { readonly slot: HeldSlot; readonly brought: Slot; readonly present: Slot | null };

/** What the slots that the changes name hold now. */
async function heldBy(
  documents: readonly DocumentChanges[],
  { store, generation }: Pick<ExplainOptions, 'store' | 'generation'>,
): Promise<Held[]> {
  const held: Held[] = [];
  const read = await generation();
  for (const { readModel, key, changes } of documents) {
    const document = (await store.load(collectionName(readModel.name, read), [key])).get(key);
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

function withoutPayload({ payload: _, ...deadLetter }: DeadLetter): Omit<DeadLetter, 'payload'> {
  return deadLetter;
}

/** Ids that read as a Social Security number are not shown. */
function shownKey(key: Buffer | null): string | null {
  return readKey(key) === null ? null : (key?.toString() ?? null);
}
