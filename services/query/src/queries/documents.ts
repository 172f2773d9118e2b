import { type ReadModelName, stagesOfKeys } from '@fundlens/read-models/definition';
import { documentKey } from '@fundlens/read-models/document';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Collection } from 'mongodb';
import { type CallLimits, type Coalesced, coalescedLookUp } from '../coalesced.ts';
import { MAX_TIME_MS } from './mongodb-options.ts';
import type { ReadModelDocument, Tenant } from './read-models-store.ts';

/** Per query: more would delay the first ones, and one connection is enough for them. */
const OF_DOCUMENTS = { maxKeys: 100 };
/** A report may have 12 MiB, which the others of its query wait for, and which nothing has counted before it is here. */
const OF_REPORTS = { maxKeys: 8, maxCalls: 2 };

export type Entity = {
  readonly model: ReadModelName;
  /** Absent where the location itself is the entity. */
  readonly entityId?: string;
};

export type DocumentQueries = ReturnType<typeof createDocumentQueries>;

/**
 * Reads of one document of a checked location by its identity. The key begins with the location, and what is found must
 * carry it too, so an id chosen by a client cannot lead elsewhere. The reads of the same fields in one turn of the event
 * loop share one query, across tenants: each gets the document of its own full identity or none.
 */
export function createDocumentQueries() {
  const lookUps = new Map<string, Coalesced<string, ReadModelDocument | null>>();

  /** Only these fields of it; null when there is none. */
  async function read({ served, locationId }: Tenant, { model, entityId }: Entity, fields: readonly string[]) {
    const collection = served.collection(model);
    const name = `${collection.collectionName}:${fields.join()}`;
    const limits = model === 'credit_reports' ? OF_REPORTS : OF_DOCUMENTS;
    const lookUp = lookUps.get(name) ?? lookUpIn(collection, fields, limits);
    lookUps.set(name, lookUp);
    const _id = entityId === undefined ? locationId : entityKey(locationId, entityId);
    const found = await lookUp(_id);
    return found?._id === _id && found.locationId === locationId ? found : null;
  }

  return {
    read,

    /** What a view shows of it, with further views; null when there is none, or the view shows nothing. */
    entry: async (tenant: Tenant, entity: Entity, view: string, include: readonly string[] = []) =>
      entryOf(await read(tenant, entity, [view, ...include].map(viewField)), view, include),

    /**
     * One view of what belongs to a contact. Null when neither the contact nor anything of it lives; `body` is null when
     * it or something of it does and the view shows nothing.
     */
    async record(tenant: Tenant, contactId: string, view: string): Promise<{ body: Uint8Array | null } | null> {
      const contact = await read(tenant, { model: 'contacts', entityId: contactId }, [viewField(view), 'known']);
      const body = viewOf(contact, view);
      return body === null && contact?.known !== true ? null : { body };
    },
  };
}

export function entityKey(locationId: string, entityId: string): string {
  return documentKey({ kind: 'location-entity', locationId, entityId });
}

function lookUpIn(collection: Collection<ReadModelDocument>, fields: readonly string[], limits: CallLimits) {
  const projection = projectionOf(['locationId', ...fields]);
  return coalescedLookUp({
    ...limits,
    load: (ids) =>
      mapMongoErrors(async () => {
        const stages = [...stagesOfKeys(collection.collectionName, ids), { $project: projection }];
        const options = { batchSize: ids.length + 1, promoteBuffers: true, maxTimeMS: MAX_TIME_MS.documents };
        const found = await collection.aggregate<ReadModelDocument>(stages, options).toArray();
        return new Map(found.map((document) => [document._id, document]));
      }),
  });
}

/** What a view shows of a document, with further views of the same read, so that all of it is of one moment. */
export type Entry = {
  /** `_id` of the document. */
  readonly id: string;
  readonly body: Uint8Array;
  /** In the order of their names; null for a view that shows nothing. */
  readonly included: readonly { readonly name: string; readonly body: Uint8Array | null }[];
};

/** Null when there is no document, or the view shows nothing. @param include names of the further views. */
export function entryOf(
  document: ReadModelDocument | null,
  view: string,
  include: readonly string[] = [],
): Entry | null {
  const body = viewOf(document, view);
  if (document === null || body === null) return null;
  return { id: document._id, body, included: include.map((name) => ({ name, body: viewOf(document, name) })) };
}

export function projectionOf(fields: readonly string[]): Record<string, 1> {
  return Object.fromEntries(fields.map((field) => [field, 1]));
}

/** The field that holds a view. */
export function viewField(view: string): string {
  return `views.${view}`;
}

/** The JSON of a view; null when there is no document, or when the view shows nothing. */
export function viewOf(document: ReadModelDocument | null | undefined, view: string): Uint8Array | null {
  return document?.views?.[view] ?? null;
}
