import type { LoadedDocument } from '../fold/fold.ts';

/** Of the slots of recently written documents, as BSON counts them; in memory they are some three times as much. */
const SLOT_CACHE_BYTES = 32 * 1024 * 1024;

/** What a document takes in memory beside its slots. */
const DOCUMENT_BYTES = 256;

/**
 * The last known state of documents, which saves most loads. It may be stale, because other processes write too: then the
 * compare-and-swap fails. An entry is removed before its document is written.
 * **Invariant**: entries were acknowledged, or read, by the majority of the servers.
 */
export type SlotCache = {
  get(collection: string, key: string): LoadedDocument | undefined;
  /** `clearings`: as they were before the document was read or written; after another one nothing is taken. */
  put(collection: string, key: string, known: { readonly document: LoadedDocument; readonly clearings: number }): void;
  forget(collection: string, key: string): void;
  /** Removes all entries: the database may have been restored from a backup. */
  clear(): void;
  /** How often it was cleared. */
  clearings(): number;
};

/** Removes the least recently used entry first. */
export function createSlotCache(maxBytes: number = SLOT_CACHE_BYTES): SlotCache {
  // A Map iterates in the order of insertion: the first entry is the least recently used.
  const documents = new Map<string, LoadedDocument>();
  let bytes = 0;
  let clearings = 0;

  const nameOf = (collection: string, key: string) => `${collection}/${key}`;

  function remove(name: string): void {
    const present = documents.get(name);
    if (present === undefined) return;
    documents.delete(name);
    bytes -= present.slotBytes + DOCUMENT_BYTES;
  }

  return {
    get(collection, key) {
      const name = nameOf(collection, key);
      const present = documents.get(name);
      if (present === undefined) return undefined;
      documents.delete(name);
      documents.set(name, present);
      return present;
    },
    put(collection, key, known) {
      if (known.clearings !== clearings) return;
      const { document } = known;
      const name = nameOf(collection, key);
      remove(name);
      documents.set(name, document);
      bytes += document.slotBytes + DOCUMENT_BYTES;
      for (const oldest of documents.keys()) {
        if (bytes <= maxBytes) return;
        remove(oldest);
      }
    },
    forget: (collection, key) => remove(nameOf(collection, key)),
    clear() {
      documents.clear();
      bytes = 0;
      clearings += 1;
    },
    clearings: () => clearings,
  };
}
