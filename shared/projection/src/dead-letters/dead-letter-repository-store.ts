import {
  DEAD_LETTERS,
  type DeadLetter,
  type DeadLetterEntity,
  type DeadLetterResolution,
  type DeadLetterStatus,
  openIn,
} from '@fundlens/read-models/dead-letter';
import { redactText } from '@fundlens/redaction/redact-text';
import type { InvalidError } from '@fundlens/runtime/errors';
import type { Collection, Db, Filter } from 'mongodb';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';

/** Which dead letters; what is absent does not matter. */
export type DeadLetterSelection = {
  readonly ids?: readonly string[];
  /** `open_elsewhere`: in other generations alone. */
  readonly status?: DeadLetterStatus | 'open_elsewhere';
  readonly reason?: string;
  /** Waiting for one of these schemas. */
  readonly schemaIds?: readonly number[];
  readonly topics?: readonly string[];
  /** About this location, as far as their keys can be shown. */
  readonly locationId?: string;
  /** About this entity, as far as their keys can be shown. */
  readonly entity?: DeadLetterEntity;
  /** The account or ticket that has resolved them. */
  readonly by?: string;
  /** Whether they keep a credential, company or location out of the API. */
  readonly blocking?: boolean;
};

/** What an operator does with dead letters, as the majority of the servers has them. */
export type DeadLetterRepository = {
  count(selection: DeadLetterSelection): Promise<number>;
  /** Those behind `after`, in the order of the logs, without payloads. */
  list(selection: DeadLetterSelection, page: DeadLetterPage): Promise<DeadLetter[]>;
  /**
   * Those met after `since` (the `last` of the call before), without payloads, the earliest first, at most a thousand.
   * Null: none of them, only the present `last`.
   */
  setAsideSince(
    selection: DeadLetterSelection,
    since: number | null,
  ): Promise<{ readonly deadLetters: readonly DeadLetter[]; readonly last: number }>;
  /** With its payload; null when there is none. */
  find(id: string): Promise<DeadLetter | null>;
  /** The schema ids behind `after` that open dead letters wait for, ascending, at most a hundred. */
  awaitedSchemas(after: number): Promise<{ readonly ids: readonly number[]; readonly more: boolean }>;
  /** No projector replays it by itself any more. */
  awaitsNoSchema(id: string): Promise<void>;
  /** One more attempt has failed, for this reason; it keeps its status. */
  failedAgain(id: string, at: number, error: InvalidError): Promise<void>;
  /** It is open in these generations no more. */
  replayed(id: string, generations: readonly number[], resolution: DeadLetterResolution): Promise<void>;
  /** @returns whether it was open; a resolved one stays as it is. */
  discard(id: string, resolution: DeadLetterResolution): Promise<boolean>;
};

/** A flood is shown in pieces. */
const MAX_FOLLOWED = 1_000;
/** Damaged records name random ids: so many questions to the registry at a time. */
const MAX_AWAITED_SCHEMAS = 100;

type DeadLetterPage = { readonly limit: number; readonly after: DeadLetter | null };

/**
 * @param generation the one in which a dead letter counts as open.
 * `db` must read and write with majority concern: see composition-root.
 */
export function createDeadLetterRepository(
  db: Db,
  {
    maxTimeMs: maxTimeMS,
    generation,
  }: { readonly maxTimeMs: number; readonly generation: () => number | Promise<number> },
): DeadLetterRepository {
  const deadLetters = db.collection<DeadLetter>(DEAD_LETTERS);

  const filterOf = async (selection: DeadLetterSelection) => filterIn(await generation(), selection);

  return {
    async count(selection) {
      const filter = await filterOf(selection);
      return await mapMongoErrors(() => deadLetters.countDocuments(filter, { maxTimeMS }));
    },

    async list(selection, { limit, after }) {
      const filter = { $and: [await filterOf(selection), behind(after)] };
      return await mapMongoErrors(() =>
        deadLetters
          .find(filter, { maxTimeMS, limit })
          .sort({ topic: 1, partition: 1, offset: 1 })
          .project<DeadLetter>({ payload: 0 })
          .toArray(),
      );
    },

    async setAsideSince(selection, since) {
      const filter = { $and: [await filterOf(selection), { lastAttemptAt: { $gt: since ?? 0 } }] };
      const found = await mapMongoErrors(() =>
        deadLetters
          .find(filter, { maxTimeMS, limit: since === null ? 1 : MAX_FOLLOWED })
          .sort({ lastAttemptAt: since === null ? -1 : 1 })
          .project<DeadLetter>({ payload: 0 })
          .toArray(),
      );
      const last = found.reduce((latest, { lastAttemptAt }) => Math.max(latest, lastAttemptAt), since ?? 0);
      return { deadLetters: since === null ? [] : found, last };
    },

    find: (id) => mapMongoErrors(() => deadLetters.findOne({ _id: id }, { maxTimeMS })),

    async awaitedSchemas(after) {
      const pipeline = [
        { $match: { ...openIn(await generation()), schemaId: { $exists: true, $gt: after } } },
        { $group: { _id: '$schemaId' } },
        { $sort: { _id: 1 } },
        { $limit: MAX_AWAITED_SCHEMAS },
      ];
      const found = await mapMongoErrors(() =>
        deadLetters.aggregate<{ _id: number }>(pipeline, { maxTimeMS }).toArray(),
      );
      return { ids: found.map(({ _id }) => _id), more: found.length === MAX_AWAITED_SCHEMAS };
    },

    ...changesOf(deadLetters),
  };
}

/** What becomes of a dead letter. */
function changesOf(
  deadLetters: Collection<DeadLetter>,
): Pick<DeadLetterRepository, 'awaitsNoSchema' | 'failedAgain' | 'replayed' | 'discard'> {
  return {
    async awaitsNoSchema(id) {
      await mapMongoErrors(() => deadLetters.updateOne({ _id: id }, { $unset: { schemaId: true } }));
    },

    async failedAgain(id, at, { code, message, field }) {
      const why = {
        reason: code,
        rule: redactText(message),
        field: field === undefined ? null : redactText(field),
      };
      await mapMongoErrors(() =>
        deadLetters.updateOne({ _id: id }, { $set: why, $inc: { attempts: 1 }, $max: { lastAttemptAt: at } }),
      );
    },

    async replayed(id, generations, resolution) {
      const change = {
        $set: { resolution },
        $pull: { generations: { $in: [...generations] } },
        $addToSet: { replayedIn: { $each: [...generations] } },
        $inc: { attempts: 1 },
        $max: { lastAttemptAt: resolution.at },
      };
      await mapMongoErrors(() => deadLetters.updateOne({ _id: id }, change));
      const settled = { _id: id, generations: [], status: 'open' as const };
      await mapMongoErrors(() => deadLetters.updateOne(settled, { $set: { status: 'replayed' as const } }));
    },

    async discard(id, resolution) {
      const change = { $set: { status: 'discarded' as const, resolution } };
      const { matchedCount } = await mapMongoErrors(() => deadLetters.updateOne({ _id: id, status: 'open' }, change));
      return matchedCount === 1;
    },
  };
}

function filterIn(generation: number, { status, ...others }: DeadLetterSelection): Filter<DeadLetter> {
  if (status === undefined) return fieldsOf(others);
  if (status === 'open') return { ...fieldsOf(others), ...openIn(generation) };
  const elsewhere = { status: 'open' as const, generations: { $ne: generation } };
  return { ...fieldsOf(others), ...(status === 'open_elsewhere' ? elsewhere : { status }) };
}

function fieldsOf(selection: Omit<DeadLetterSelection, 'status'>): Filter<DeadLetter> {
  const { ids, reason, schemaIds, topics, locationId, entity, by, blocking } = selection;
  return {
    ...(schemaIds === undefined ? {} : { schemaId: { $in: [...schemaIds] } }),
    ...(topics === undefined ? {} : { topic: { $in: [...topics] } }),
    ...(locationId === undefined ? {} : { 'entity.scope': locationId }),
    ...(entity === undefined ? {} : { entity }),
    ...(by === undefined ? {} : { 'resolution.by': by }),
    ...(blocking === undefined ? {} : { blocks: { $exists: blocking } }),
    ...(ids === undefined ? {} : { _id: { $in: [...ids] } }),
    ...(reason === undefined ? {} : { reason }),
  };
}

function behind(after: DeadLetter | null): Filter<DeadLetter> {
  if (after === null) return {};
  const { topic, partition, offset } = after;
  return {
    $or: [
      { topic: { $gt: topic } },
      { topic, partition: { $gt: partition } },
      { topic, partition, offset: { $gt: offset } },
    ],
  };
}
