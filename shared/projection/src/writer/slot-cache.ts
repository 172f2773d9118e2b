import { LRUCache } from 'lru-cache';
import type { LoadedDocument } from '../fold/fold.ts';

/** Of the slots of recently written documents, as BSON counts them; in memory they are some three times as much. */
const SLOT_CACHE_BYTES = 12 * 1024 * 1024;

/** What a document takes in memory beside its slots. */
const DOCUMENT_BYTES = 256;

export type SlotCache = ReturnType<typeof createSlotCache>;

/**
 * The last known state of documents, which saves most loads. It may be stale, because other processes write too: then the
 * compare-and-swap fails. An entry is removed before its document is written.
 * **Invariant**: entries were acknowledged, or read, by the majority of the servers.
 */
export function createSlotCache(maxBytes: number = SLOT_CACHE_BYTES) {
  const documents = new LRUCache<string, LoadedDocument>({
    // It has to have a size; no document fits into one byte.
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ slotBytes }) => slotBytes + DOCUMENT_BYTES,
  });
  let clearings = 0;

  return {
    /** `name`: `<collection>/<key>`. */
    get: (name: string): LoadedDocument | undefined => documents.get(name),

    /** `before`: the clearings before the document was read or written; after another one nothing is taken. */
    put(name: string, document: LoadedDocument, before: number): void {
      if (before === clearings) documents.set(name, document);
    },

    forget(name: string): void {
      documents.delete(name);
    },

    /** Removes all entries: the database may have been restored from a backup. */
    clear(): void {
      documents.clear();
      clearings += 1;
    },

    /** How often it was cleared. */
    clearings: () => clearings,
  };
}
