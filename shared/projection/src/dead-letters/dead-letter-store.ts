import type { EntityRef } from '@fundlens/contracts/definition/event-definition';
import {
  DEAD_LETTER_STATUSES,
  DEAD_LETTERS,
  type DeadLetter,
  type DeadLetterResolution,
  type DeadLetterStatus,
  openIn,
} from '@fundlens/read-models/dead-letter';
import { marksOf, type Subject } from '@fundlens/read-models/erasure';
import { redactText } from '@fundlens/redaction/redact-text';
import type { InvalidError } from '@fundlens/runtime/errors';
import { againAfterRace, walk, withMappedErrors } from '@fundlens/runtime/mongodb-errors';
import type { Collection, Db, Filter } from 'mongodb';
import type { Erasures } from '../erasures/erasures.ts';
import type { TopicPartition } from '../log/source.ts';
import { MONGO_OPERATION_MS } from '../mongo-options.ts';

/** What a consumer does with dead letters. */
export type DeadLetterStore = {
  /**
   * Stores each dead letter under its topic, partition and offset. A stored one keeps its fields and counts one more
   * attempt; it is open in this generation from now on, unless it was discarded. Payloads of erased subjects are not stored.
   * Acknowledged by the majority.
   */
  store(deadLetters: readonly DeadLetter[]): Promise<void>;
  /**
   * The offsets between two, both included, whose records were discarded. They are not applied, whatever this build makes of
   * them: a generation that is made beside the one that readers use meets what was set aside there.
   */
  discarded(topicPartition: TopicPartition, first: number, last: number): Promise<ReadonlySet<number>>;
};

/** All dead letters, as the majority of the servers has them. */
export type DeadLetters = ReturnType<typeof createDeadLetters>;

/** Which dead letters; what is absent does not matter. */
export type DeadLetterSelection = {
  readonly ids?: readonly string[];
  /** `open_elsewhere`: in other generations alone. */
  readonly status?: DeadLetterStatus | 'open_elsewhere';
  readonly reason?: string;
  /** Waiting for one of these schemas. */
  readonly schemaIds?: readonly number[];
  /** About this entity, as far as their keys can be shown. */
  readonly entity?: EntityRef;
  /** Whether they keep a credential, company, location or all later access events out. */
  readonly blocking?: boolean;
};

type DeadLettersOptions = {
  /** The one in which a dead letter counts as open. */
  readonly generation: () => number | Promise<number>;
  readonly erasures: Erasures;
};

export type DeadLetterCount = {
  readonly reason: string;
  /** They keep a credential, company or location out of the API. */
  readonly blocks: boolean;
  readonly count: number;
};

/** So many dead letters are held in memory at a time, whatever is selected. */
const AT_ONCE = { batchSize: 200 };
const LIMIT = { maxTimeMS: MONGO_OPERATION_MS };

/** `db` must read and write with majority concern: see composition-root. */
export function createDeadLetters(db: Db, options: DeadLettersOptions) {
  const collection = db.collection<DeadLetter>(DEAD_LETTERS);
  return {
    ...withMappedErrors(storeOf(collection, options)),
    ...questionsOf(collection, options),
    ...withMappedErrors(changesOf(collection)),
  };
}

function storeOf(collection: Collection<DeadLetter>, { erasures, generation }: DeadLettersOptions): DeadLetterStore {
  /** Ids of the dead letters that still have a payload of an erased subject. */
  async function erasedAmong(deadLetters: readonly DeadLetter[]): Promise<Set<string>> {
    const telling = deadLetters.flatMap((deadLetter) => {
      const subject = subjectOf(deadLetter);
      return deadLetter.payload === null || subject === null ? [] : [{ id: deadLetter._id, marks: marksOf(subject) }];
    });
    const erased = await erasures.among(telling.flatMap(({ marks }) => marks));
    return new Set(telling.filter(({ marks }) => marks.some((mark) => erased.has(mark))).map(({ id }) => id));
  }

  return {
    async store(deadLetters) {
      if (deadLetters.length === 0) return;
      const number = await generation();
      const known = await erasedAmong(deadLetters);
      const kept = deadLetters.map((each) => (known.has(each._id) ? { ...each, payload: null } : each));
      const operations = kept.flatMap(({ _id, attempts, lastAttemptAt, ...first }) => {
        const met = { $setOnInsert: first, $inc: { attempts }, $max: { lastAttemptAt } };
        const undecided = { _id, status: { $ne: 'discarded' as const } };
        const open = { $set: { status: 'open' as const }, $addToSet: { generations: number } };
        return [
          { updateOne: { filter: { _id }, update: met, upsert: true } },
          { updateOne: { filter: undecided, update: open } },
        ];
      });
      await againAfterRace(() => collection.bulkWrite(operations));
      // An erasure that did not find these dead letters was marked before they were stored: see document-writer.
      const late = [...(await erasedAmong(kept))];
      if (late.length > 0) await collection.updateMany({ _id: { $in: late } }, { $set: { payload: null } });
    },

    async discarded({ topic, partition }, first, last) {
      const filter: Filter<DeadLetter> = { topic, partition, offset: { $gte: first, $lte: last }, status: 'discarded' };
      const found = await collection.find(filter, { ...LIMIT, projection: { offset: 1 } }).toArray();
      return new Set(found.map(({ offset }) => offset));
    },
  };
}

function questionsOf(collection: Collection<DeadLetter>, { generation }: DeadLettersOptions) {
  async function inOrder(selection: DeadLetterSelection) {
    const filter = filterOf(await generation(), selection);
    const found = collection.find(filter, { ...LIMIT, ...AT_ONCE, projection: { payload: 0 } });
    return found.sort({ topic: 1, partition: 1, offset: 1 });
  }

  return {
    /** All of the selection, one after the other in the order of the logs, without payloads. */
    async *each(selection: DeadLetterSelection): AsyncGenerator<DeadLetter, void> {
      yield* walk(await inOrder(selection));
    },

    ...withMappedErrors({
      /** The first of the same. */
      async list(selection: DeadLetterSelection, limit: number): Promise<DeadLetter[]> {
        return await (await inOrder(selection)).limit(limit).toArray();
      },

      async count(selection: DeadLetterSelection): Promise<number> {
        return await collection.countDocuments(filterOf(await generation(), selection), LIMIT);
      },

      /** With its payload; null when there is none. */
      find: (id: string): Promise<DeadLetter | null> => collection.findOne({ _id: id }, LIMIT),

      /** Of open ones. */
      async counts(): Promise<DeadLetterCount[]> {
        const _id = { reason: '$reason', blocks: { $gt: ['$blocks', null] } };
        const pipeline = [
          { $match: openIn(await generation()) },
          { $group: { _id, count: { $sum: 1 } } },
          { $sort: { '_id.blocks': -1, count: -1, '_id.reason': 1 } },
          { $replaceWith: { $mergeObjects: ['$_id', { count: '$count' }] } },
        ];
        return await collection.aggregate<DeadLetterCount>(pipeline, LIMIT).toArray();
      },

      /** The schema ids that open dead letters wait for. */
      async awaitedSchemas(): Promise<number[]> {
        const filter = { ...openIn(await generation()), schemaId: { $exists: true } };
        return (await collection.distinct('schemaId', filter, LIMIT)).filter((id) => id !== undefined);
      },
    }),
  };
}

/** What becomes of dead letters. */
function changesOf(collection: Collection<DeadLetter>) {
  return {
    /** No projector replays it by itself any more. */
    async awaitsNoSchema(id: string): Promise<void> {
      await collection.updateOne({ _id: id }, { $unset: { schemaId: true } });
    },

    /** One more attempt has failed, for this reason; it keeps its status. */
    async failedAgain(id: string, at: number, { code, message, field }: InvalidError): Promise<void> {
      const why = { reason: code, rule: redactText(message), field: field === undefined ? null : redactText(field) };
      await collection.updateOne({ _id: id }, { $set: why, $inc: { attempts: 1 }, $max: { lastAttemptAt: at } });
    },

    /** It is open in these generations no more. */
    async replayed(id: string, generations: readonly number[], resolution: DeadLetterResolution): Promise<void> {
      const update = {
        $set: { resolution },
        $pull: { generations: { $in: [...generations] } },
        $inc: { attempts: 1 },
        $max: { lastAttemptAt: resolution.at },
      };
      await collection.updateOne({ _id: id }, update);
      const settled = { _id: id, generations: [], status: 'open' as const };
      await collection.updateOne(settled, { $set: { status: 'replayed' } });
    },

    /** @returns whether it was open; a resolved one stays as it is. */
    async discard(id: string, resolution: DeadLetterResolution): Promise<boolean> {
      const update = { $set: { status: 'discarded' as const, resolution } };
      return (await collection.updateOne({ _id: id, status: 'open' }, update)).matchedCount === 1;
    },

    /**
     * Removes the payloads of those that the log took before an instant (epoch milliseconds), whatever their status. All else
     * stays: an open one goes on blocking and is replayed from the log, and a rebuild leaves out what was discarded.
     */
    async endPayloads(before: number): Promise<void> {
      // By status too: that has an index.
      const old = { status: { $in: [...DEAD_LETTER_STATUSES] }, receivedAt: { $lt: before }, payload: { $ne: null } };
      await collection.updateMany(old, { $set: { payload: null } });
    },
  };
}

/** Keys of what belongs to a contact begin with it; of other entities the location alone matters. */
function subjectOf({ stream, entity }: DeadLetter): Subject | null {
  if (stream === 'access' || entity === null) return null;
  return { locationId: entity.scope, contactId: entity.ids[0] ?? null };
}

/** Of access: foreign records concern none, and a batch that is too large has more ids than can be named. */
const SELECTED_BY_REASON = ['wrong_record_type', 'batch_too_large'];
/** They block an entity; or the consumer cannot tell which one, and holds their partition. */
const BLOCKING = [{ blocks: { $exists: true } }, { stream: 'access' as const, reason: { $nin: SELECTED_BY_REASON } }];

function filterOf(generation: number, { status, ids, reason, schemaIds, entity, blocking }: DeadLetterSelection) {
  const selected: Filter<DeadLetter> = {
    ...(ids === undefined ? {} : { _id: { $in: [...ids] } }),
    ...(reason === undefined ? {} : { reason }),
    ...(schemaIds === undefined ? {} : { schemaId: { $in: [...schemaIds] } }),
    ...(entity === undefined ? {} : { entity }),
    ...(blocking === undefined ? {} : { [blocking ? '$or' : '$nor']: BLOCKING }),
  };
  if (status === undefined) return selected;
  if (status === 'open') return { ...selected, ...openIn(generation) };
  if (status === 'open_elsewhere') return { ...selected, status: 'open' as const, generations: { $ne: generation } };
  return { ...selected, status };
}
