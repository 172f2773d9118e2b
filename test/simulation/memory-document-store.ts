import type { DocumentContent, LoadedDocument } from '@fundlens/projection/fold/fold';
import type { DocumentStore, Swap } from '@fundlens/projection/writer/document-store';
import { documentKey, type Outbox, tenantFields } from '@fundlens/read-models/document';
import type { Database } from './memory-database.ts';
import type { ServerCalls } from './server-calls.ts';

/** A read-model document in memory. */
export type MemoryDocument = DocumentContent & {
  readonly key: string;
  readonly locationId: string | null;
  readonly revision: number;
  readonly outbox?: Outbox;
};

type Done = 'written' | 'duplicate' | 'unmatched';

/**
 * The document store over memory. Like an unordered bulk write it says of inserts which of them met a document, and of
 * replacements only how many matched.
 */
export function createMemoryDocumentStore(database: Database, calls: ServerCalls): DocumentStore {
  const one = (collection: string, { id, loadedRevision, content, outbox }: Swap) => {
    const key = documentKey(id);
    return (): Done => {
      const present = database.onPrimary<MemoryDocument>(collection, key);
      if (loadedRevision === null && present !== undefined) return 'duplicate';
      if (loadedRevision !== null && present?.revision !== loadedRevision) return 'unmatched';
      const document: MemoryDocument = {
        ...content,
        key,
        locationId: tenantFields(id).locationId ?? null,
        revision: (loadedRevision ?? 0) + 1,
        ...(outbox && { outbox }),
      };
      database.put(collection, key, document);
      return 'written';
    };
  };

  return {
    load: (collection, keys) =>
      calls.read(`load ${collection}`, () => {
        const documents = database.ofMajority<MemoryDocument>(collection);
        return new Map(keys.flatMap((key) => loaded(key, documents.get(key))));
      }),

    async swap(collection, swaps) {
      const done = await calls.write(
        `swap ${collection}`,
        swaps.map((swap) => one(collection, swap)),
      );
      const lost = swaps.filter((_, index) => done[index] === 'duplicate');
      const replacements = swaps.filter(({ loadedRevision }) => loadedRevision !== null);
      return done.includes('unmatched') ? [...lost, ...replacements] : lost;
    },
  };
}

function loaded(key: string, document: MemoryDocument | undefined): [string, LoadedDocument][] {
  if (document === undefined) return [];
  const { slots, revision, outbox } = document;
  return [[key, { slots, revision, ...(outbox && { outbox }) }]];
}
