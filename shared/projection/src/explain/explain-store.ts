import { DEAD_LETTERS, type DeadLetter } from '@fundlens/read-models/dead-letter';
import { collectionName, type ReadModelName } from '@fundlens/read-models/definition';
import { definitionOf } from '@fundlens/read-models/definitions';
import { documentKey, type StoredDocument, slotsOf } from '@fundlens/read-models/document';
import { ERASURES, type Erasure, type ErasureMark } from '@fundlens/read-models/erasure';
import { PARTITION_STATES, type StoredPartitionState } from '@fundlens/read-models/partition-state';
import type { Slots } from '@fundlens/read-models/slot';
import { activeVersions } from '@fundlens/read-models/store';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db, Filter } from 'mongodb';
import type { EntityPattern } from './entity-pattern.ts';
import type { DocumentRef } from './entity-slots.ts';

export type FoundDocument = DocumentRef & {
  /** `_id` of the document. */
  readonly key: string;
  readonly revision: number;
  readonly slots: Slots;
  /** Views that show something. */
  readonly views: readonly string[];
};

/** What is stored of entities. It reads ids, versions and codes, never what a view or a payload says. */
export type ExplainStore = {
  /** The collections of the versions that are read. */
  served(): Promise<ReadonlyMap<ReadModelName, string>>;
  documents(refs: readonly DocumentRef[], served: ReadonlyMap<ReadModelName, string>): Promise<FoundDocument[]>;
  /** Dead letters about the entities, as far as their keys can be shown, the newest first. */
  deadLettersOf(patterns: readonly EntityPattern[]): Promise<DeadLetter[]>;
  deadLettersAt(ids: readonly string[]): Promise<DeadLetter[]>;
  deadLettersOfEvent(eventId: string): Promise<DeadLetter[]>;
  /** Open dead letters of the topics whose keys cannot be shown: any of them may be about the entity. */
  countWithoutKey(topics: readonly string[]): Promise<number>;
  erasures(marks: readonly ErasureMark[]): Promise<Erasure[]>;
  partitionStates(topics: readonly string[]): Promise<StoredPartitionState[]>;
};

/** More than an entity has, unless an upstream sends the same mistake for hours. */
const MAX_DEAD_LETTERS = 200;

const WITHOUT_PAYLOAD = { payload: 0 } as const;

/** `db` must read with majority concern: see composition-root. */
export function createExplainStore(db: Db, { maxTimeMs: maxTimeMS }: { readonly maxTimeMs: number }): ExplainStore {
  const deadLetters = db.collection<DeadLetter>(DEAD_LETTERS);

  async function newest(filter: Filter<DeadLetter>): Promise<DeadLetter[]> {
    const options = { maxTimeMS, limit: MAX_DEAD_LETTERS, projection: WITHOUT_PAYLOAD };
    return await mapMongoErrors(() => deadLetters.find(filter, options).sort({ receivedAt: -1 }).toArray());
  }

  return {
    async served() {
      const versions = await mapMongoErrors(() => activeVersions(db));
      return new Map([...versions].map(([name, version]) => [name, collectionName(name, version)]));
    },

    async documents(refs, served) {
      const byModel = Map.groupBy(refs, ({ model }) => model);
      const found = [...byModel].map(async ([model, ofModel]) => {
        const { name, version } = definitionOf(model);
        const collection = served.get(model) ?? collectionName(name, version);
        return await documentsOf(db, { collection, model, refs: ofModel, maxTimeMS });
      });
      return (await Promise.all(found)).flat();
    },

    deadLettersOf: async (patterns) => (patterns.length === 0 ? [] : newest({ $or: patterns.map(aboutPattern) })),
    deadLettersAt: async (ids) => (ids.length === 0 ? [] : newest({ _id: { $in: [...ids] } })),
    deadLettersOfEvent: async (eventId) => newest({ eventId }),

    countWithoutKey: (topics) =>
      mapMongoErrors(() =>
        deadLetters.countDocuments({ status: 'open', topic: { $in: [...topics] }, entity: null }, { maxTimeMS }),
      ),

    erasures: (marks) =>
      mapMongoErrors(() =>
        db
          .collection<Erasure>(ERASURES)
          .find({ _id: { $in: [...marks] } }, { maxTimeMS })
          .toArray(),
      ),

    partitionStates: (topics) =>
      mapMongoErrors(() =>
        db
          .collection<StoredPartitionState>(PARTITION_STATES)
          .find({ topic: { $in: [...topics] } }, { maxTimeMS })
          .toArray(),
      ),
  };
}

type Wanted = {
  readonly collection: string;
  readonly model: ReadModelName;
  readonly refs: readonly DocumentRef[];
  readonly maxTimeMS: number;
};

type Projected = Pick<StoredDocument, '_id' | 'revision' | 'slots'> & { readonly shown: Record<string, string> };

async function documentsOf(db: Db, { collection, model, refs, maxTimeMS }: Wanted): Promise<FoundDocument[]> {
  const ids = new Map(refs.map(({ id }) => [documentKey(id), id]));
  const views = definitionOf(model).views.map(({ name }) => name);
  // A view may be a report of many megabytes: asked is whether it is there.
  const shown = Object.fromEntries(views.map((name) => [name, { $type: `$views.${name}` }]));
  const pipeline = [{ $match: { _id: { $in: [...ids.keys()] } } }, { $project: { revision: 1, slots: 1, shown } }];
  const found = await mapMongoErrors(() =>
    db.collection<StoredDocument>(collection).aggregate<Projected>(pipeline, { maxTimeMS }).toArray(),
  );
  return found.flatMap(({ _id: key, revision, slots, shown: types }) => {
    const id = ids.get(key);
    if (id === undefined) return [];
    return [
      { model, id, key, revision, slots: slotsOf(slots), views: views.filter((name) => types[name] === 'binData') },
    ];
  });
}

function aboutPattern({ entity, scope, ids }: EntityPattern): Filter<DeadLetter> {
  const named = ids.flatMap((id, index) => (id === null ? [] : [[`entity.ids.${index}`, id] as const]));
  return {
    'entity.entity': entity,
    'entity.scope': scope,
    'entity.ids': { $size: ids.length },
    ...Object.fromEntries(named),
  };
}
