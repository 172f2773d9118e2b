import type { LoadedDocument } from '../fold/fold.ts';

/** Of the slots of recently written documents, as BSON counts them; in memory they are some three times as much. */
export const SLOT_CACHE_BYTES = 32 * 1024 * 1024;

/** What a document takes in memory beside its slots. */
const DOCUMENT_BYTES = 256;

/**
 * What this process last knew of documents, so that most loads vanish. It may be wrong at any time, because other processes
 * write too: the compare-and-swap keeps that right, and a swap that is lost or unknown is forgotten here first.
 * **Invariant**: what is put here was acknowledged, or read, by the majority of the servers.
 */
export type SlotCache = {
  get(collection: string, key: string): LoadedDocument | undefined;
  /** `generation`: as it was before the document was read or written; of an earlier one nothing is taken. */
  put(collection: string, key: string, known: { readonly document: LoadedDocument; readonly generation: number }): void;
  forget(collection: string, key: string): void;
  /** Forgets everything: the database may be another than before. */
  clear(): void;
  /** How often it was cleared. */
  generation(): number;
};

/** Forgets what was not used for the longest time first. */
export function createSlotCache(maxBytes: number = SLOT_CACHE_BYTES): SlotCache {
  // A Map iterates in the order of insertion: the first entry is the one that was not used for the longest time.
  const documents = new Map<string, LoadedDocument>();
  let bytes = 0;
  let generation = 0;

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
      if (known.generation !== generation) return;
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
      generation += 1;
    },
    generation: () => generation,
  };
}

/** For code that loads every document anew. */
export const NO_SLOT_CACHE: SlotCache = {
  get: () => undefined,
  put: () => undefined,
  forget: () => undefined,
  clear: () => undefined,
  generation: () => 0,
};
