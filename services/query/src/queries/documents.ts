import { documentKey } from '@fundlens/read-models/document';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Collection } from 'mongodb';
import type { ReadModelDocument } from './model-versions-store.ts';

export const MAX_TIME_MS = 3_000;

export type EntityRequest = {
  /** Checked. */
  readonly locationId: string;
  readonly entityId: string;
  /** Name of the view that is answered with; no other is read. */
  readonly view: string;
  /** Further fields to read. */
  readonly fields?: readonly string[];
};

/**
 * One document of a checked location. The key begins with the location, and what is found must carry it too, so an id
 * chosen by a client cannot lead elsewhere.
 */
export function findEntity(
  collection: Collection<ReadModelDocument>,
  { locationId, entityId, view, fields = [] }: EntityRequest,
): Promise<ReadModelDocument | null> {
  const _id = documentKey({ kind: 'location-entity', locationId, entityId });
  return mapMongoErrors(async () => {
    const document = await collection.findOne(
      { _id },
      {
        projection: Object.fromEntries(['locationId', viewField(view), ...fields].map((field) => [field, 1])),
        promoteBuffers: true,
        maxTimeMS: MAX_TIME_MS,
      },
    );
    return document !== null && document._id === _id && document.locationId === locationId ? document : null;
  });
}

/** The field that holds a view, for a projection. */
export function viewField(view: string): string {
  return `views.${view}`;
}

/** The JSON of a view; null when there is no document, or when the view shows nothing. */
export function viewOf(document: ReadModelDocument | null | undefined, view: string): Uint8Array | null {
  return document?.views?.[view] ?? null;
}
