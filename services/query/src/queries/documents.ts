import { stagesOfKeys } from '@fundlens/read-models/definition';
import { documentKey } from '@fundlens/read-models/document';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Collection } from 'mongodb';
import { type Coalesced, coalesced } from '../coalesced.ts';
import { MAX_TIME_MS } from './mongodb-options.ts';
import type { ReadModelDocument } from './read-models-store.ts';

/** Documents per query: more would delay the first ones, and one connection is enough for them. */
const MAX_DOCUMENTS = 100;
/** Beyond it the missing documents are read one by one, so that small ones do not wait for large ones. */
const MAX_SHARED_BYTES = 4 * 1024 * 1024;

export type EntityRequest = {
  /** The checked location. */
  readonly locationId: string;
  readonly entityId: string;
};

/**
 * One document of a checked location; null when there is none. The key begins with the location, and what is found must
 * carry it too, so an id chosen by a client cannot lead elsewhere.
 */
export type DocumentReads = (
  collection: Collection<ReadModelDocument>,
  request: EntityRequest,
) => Promise<ReadModelDocument | null>;

type Key = { readonly _id: string; readonly locationId: string };

/**
 * Reads documents by their identity. The reads of one turn of the event loop share one query, across tenants: each gets the
 * document of its own full identity or none.
 * @param views names of the views that are read; no other is.
 * @param fields further fields to read.
 */
export function createDocumentReads(views: readonly string[], fields: readonly string[] = []): DocumentReads {
  const projection = Object.fromEntries(['locationId', ...views.map(viewField), ...fields].map((field) => [field, 1]));
  const options = { promoteBuffers: true, maxTimeMS: MAX_TIME_MS.documents };
  const byCollection = new Map<string, Coalesced<Key, ReadModelDocument | null>>();

  async function loadTogether(
    collection: Collection<ReadModelDocument>,
    keys: readonly Key[],
  ): Promise<(ReadModelDocument | null)[]> {
    const ids = new Set(keys.map(({ _id }) => _id));
    const found = new Map<string, ReadModelDocument>();
    let bytes = 0;
    const stages = [...stagesOfKeys(collection.collectionName, [...ids]), { $project: projection }];
    const cursor = collection.aggregate<ReadModelDocument>(stages, { ...options, batchSize: ids.size + 1 });
    try {
      while (await cursor.hasNext()) {
        for (const document of cursor.readBufferedDocuments()) {
          found.set(document._id, document);
          for (const view of views) bytes += viewOf(document, view)?.length ?? 0;
        }
        if (bytes > MAX_SHARED_BYTES && found.size < ids.size) {
          return await Promise.all(
            keys.map((key) => found.get(key._id) ?? collection.findOne(key, { ...options, projection })),
          );
        }
      }
    } finally {
      await cursor.close();
    }
    return keys.map(({ _id }) => found.get(_id) ?? null);
  }

  function of(collection: Collection<ReadModelDocument>): Coalesced<Key, ReadModelDocument | null> {
    const known = byCollection.get(collection.collectionName);
    if (known !== undefined) return known;
    const made = coalesced<Key, ReadModelDocument | null>({
      maxKeys: MAX_DOCUMENTS,
      load: (keys) =>
        mapMongoErrors(async () => {
          const documents = await loadTogether(collection, keys);
          return keys.map((key, index) => ownedBy(key, documents[index]));
        }),
    });
    byCollection.set(collection.collectionName, made);
    return made;
  }

  return (collection, { locationId, entityId }) => {
    const _id = documentKey({ kind: 'location-entity', locationId, entityId });
    return of(collection)({ _id, locationId });
  };
}

/**
 * The same for views that each request chooses: reads of one turn share a query where they choose the same ones.
 * @param fields as above.
 */
export function createChosenReads(fields: readonly string[] = []): (views: readonly string[]) => DocumentReads {
  const byViews = new Map<string, DocumentReads>();
  return (views) => {
    const key = views.join();
    const known = byViews.get(key);
    if (known !== undefined) return known;
    const made = createDocumentReads(views, fields);
    byViews.set(key, made);
    return made;
  };
}

function ownedBy({ _id, locationId }: Key, document: ReadModelDocument | null | undefined): ReadModelDocument | null {
  return document?._id === _id && document.locationId === locationId ? document : null;
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
