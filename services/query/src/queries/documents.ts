import { type ReadModelName, stagesOfKeys } from '@fundlens/read-models/definition';
import { documentKey } from '@fundlens/read-models/document';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Collection } from 'mongodb';
import { type Coalesced, coalescedLookUp } from '../coalesced.ts';
import { MAX_TIME_MS } from './mongodb-options.ts';
import type { ReadModelDocument, ReadModels } from './read-models-store.ts';

/** Documents per query: more would delay the first ones, and one connection is enough for them. */
const MAX_DOCUMENTS = 100;

type EntityRequest = {
  readonly model: ReadModelName;
  /** The checked location. */
  readonly locationId: string;
  readonly entityId: string;
  /** What is read of it; nothing else is. */
  readonly fields: readonly string[];
};

/**
 * Reads one document of a checked location by its identity; null when there is none. The key begins with the location, and
 * what is found must carry it too, so an id chosen by a client cannot lead elsewhere. The reads of the same fields in one
 * turn of the event loop share one query, across tenants: each gets the document of its own full identity or none.
 */
export function createDocumentReads(readModels: ReadModels) {
  const lookUps = new Map<string, Coalesced<string, ReadModelDocument | null>>();
  return async ({ model, locationId, entityId, fields }: EntityRequest): Promise<ReadModelDocument | null> => {
    const collection = await readModels.collection(model);
    const name = `${collection.collectionName}:${fields.join()}`;
    const lookUp = lookUps.get(name) ?? lookUpIn(collection, fields);
    lookUps.set(name, lookUp);
    const _id = documentKey({ kind: 'location-entity', locationId, entityId });
    const found = await lookUp(_id);
    return found?._id === _id && found.locationId === locationId ? found : null;
  };
}

function lookUpIn(collection: Collection<ReadModelDocument>, fields: readonly string[]) {
  const projection = Object.fromEntries(['locationId', ...fields].map((field) => [field, 1]));
  return coalescedLookUp({
    maxKeys: MAX_DOCUMENTS,
    load: (ids) =>
      mapMongoErrors(async () => {
        const stages = [...stagesOfKeys(collection.collectionName, ids), { $project: projection }];
        const options = { batchSize: ids.length + 1, promoteBuffers: true, maxTimeMS: MAX_TIME_MS.documents };
        const found = await collection.aggregate<ReadModelDocument>(stages, options).toArray();
        return new Map(found.map((document) => [document._id, document]));
      }),
  });
}

/** A further view of a document, which goes into the entry that another one is; its JSON is null when it shows nothing. */
export type IncludedView = { readonly name: string; readonly body: Uint8Array | null };

const NOTHING_INCLUDED: readonly IncludedView[] = [];

/** Of the same read as everything else of the document, so that all of it is of one moment. */
export function includedViews(document: ReadModelDocument, names: readonly string[]): readonly IncludedView[] {
  return names.length === 0 ? NOTHING_INCLUDED : names.map((name) => ({ name, body: viewOf(document, name) }));
}

/** The field that holds a view, for a projection. */
export function viewField(view: string): string {
  return `views.${view}`;
}

/** The JSON of a view; null when there is no document, or when the view shows nothing. */
export function viewOf(document: ReadModelDocument | null | undefined, view: string): Uint8Array | null {
  return document?.views?.[view] ?? null;
}
