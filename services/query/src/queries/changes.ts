import { changedEntities } from '@fundlens/read-models/changed-entity';
import type { ReadModelName } from '@fundlens/read-models/definition';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Collection, Document } from 'mongodb';
import { CHANGED_MODELS, type ChangedDocument, type ChangedModel, type ChangeReads } from './change-walk.ts';
import { entityKey } from './documents.ts';
import { MAX_TIME_MS } from './mongodb-options.ts';
import type { ReadModelDocument } from './read-models-store.ts';

/** The read models whose entities `/changes` names. */
export const FOLLOWED_MODELS = [...CHANGED_MODELS, 'credit_reports'] as const satisfies readonly ReadModelName[];

const PROJECTION = { entityId: 1, changes: 1 };

/** Reads of the changes of one checked location. */
export function changeReads(
  collectionOf: (model: ChangedModel) => Collection<ReadModelDocument>,
  locationId: string,
  signal: AbortSignal,
): ChangeReads {
  const read = (model: ChangedModel, stages: Document[], limit: number) =>
    mapMongoErrors(async () => {
      const options = { batchSize: limit + 1, maxTimeMS: MAX_TIME_MS.documents, signal };
      const pipeline = [...stages, { $limit: limit }, { $project: PROJECTION }];
      const found = await collectionOf(model).aggregate<ReadModelDocument>(pipeline, options).toArray();
      return found.map(changedDocument);
    });

  return {
    between(model, { after, upTo }, limit) {
      const range = { $gt: after, $lte: upTo };
      // One instant of the document must keep both bounds, which is also what bounds the index on both sides. The local
      // stand-in uses no index for `$elemMatch`, but for the stage before, and it joins no stages.
      const stages = [{ $match: { locationId, changedAt: range } }, { $match: { changedAt: { $elemMatch: range } } }];
      return read(model, stages, limit);
    },

    at(model, at, { from, limit }) {
      const isBehind = { _id: { $gte: entityKey(locationId, from) } };
      const stages = [{ $match: { locationId, changedAt: at } }, { $match: isBehind }, { $sort: { _id: 1 } }];
      return read(model, stages, limit);
    },
  };
}

function changedDocument({ entityId, changes }: ReadModelDocument): ChangedDocument {
  const id = String(entityId);
  return { entityId: id, entities: changedEntities(id, String(changes)) };
}
