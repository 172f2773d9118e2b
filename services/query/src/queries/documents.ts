import { documentKey } from '@fundlens/read-models/document';
import type { Collection } from 'mongodb';
import type { ReadModelDocument } from './model-versions-store.ts';
import { orAway } from './mongodb-failure.ts';

export const MAX_TIME_MS = 3_000;

/**
 * One document of a checked location. The key begins with the location, and what is found must carry it too, so an id
 * chosen by a client cannot lead elsewhere.
 */
export function findEntity(
  collection: Collection<ReadModelDocument>,
  { locationId, entityId }: { locationId: string; entityId: string },
  fields: readonly string[] = [],
): Promise<ReadModelDocument | null> {
  const _id = documentKey({ kind: 'location-entity', locationId, entityId });
  return orAway(async () => {
    const document = await collection.findOne(
      { _id },
      {
        projection: Object.fromEntries(['locationId', 'body', ...fields].map((field) => [field, 1])),
        promoteBuffers: true,
        maxTimeMS: MAX_TIME_MS,
      },
    );
    return document !== null && document._id === _id && document.locationId === locationId ? document : null;
  });
}
