import type { DocumentUpdate, LoadedDocument } from '@fundlens/projection/fold/fold';
import type { DocumentStore, Swap } from '@fundlens/projection/writer/document-store';
import {
  type DocumentContent,
  documentKey,
  type IndexValue,
  type Outbox,
  tenantFields,
} from '@fundlens/read-models/document';
import { slotBytes } from '@fundlens/read-models/document-size';
import { NO_SLOTS, type Slots } from '@fundlens/read-models/slot';
import type { Database } from './memory-database.ts';
import type { ServerCalls } from './server-calls.ts';

/** A read-model document in memory. */
export type MemoryDocument = DocumentContent & {
  readonly key: string;
  readonly locationId: string | null;
  readonly revision: number;
  readonly viewsVersion: number;
  readonly outbox?: Outbox;
};

type Done = 'written' | 'duplicate' | 'unmatched';

const NO_CONTENT: DocumentContent = { slots: NO_SLOTS, fields: {}, views: new Map() };

/** What a write leaves in the outbox, from what is there and what the write brings. */
export type MergeOutbox = (present: Outbox | undefined, brought: Outbox | undefined) => Outbox | undefined;

/** What is there already is not done yet: the days are added, and the earlier time is that of what waits longest. */
const addOutbox: MergeOutbox = (present, brought) => {
  if (present === undefined || brought === undefined) return present ?? brought;
  return {
    dirtyDays: [...new Set([...present.dirtyDays, ...brought.dirtyDays])],
    dirtySince: Math.min(present.dirtySince, brought.dirtySince),
  };
};

/**
 * The document store over memory. Like an unordered bulk write it says of inserts which of them met a document, and of
 * updates only how many matched. Like the real one it writes what an update names and leaves everything else as it is.
 */
export function createMemoryDocumentStore(
  database: Database,
  calls: ServerCalls,
  mergeOutbox: MergeOutbox = addOutbox,
): DocumentStore {
  const one = (collection: string, { id, loadedRevision, update, outbox: brought }: Swap) => {
    const key = documentKey(id);
    return (): Done => {
      const present = database.onPrimary<MemoryDocument>(collection, key);
      if (loadedRevision === null && present !== undefined) return 'duplicate';
      if (loadedRevision !== null && present?.revision !== loadedRevision) return 'unmatched';
      const outbox = mergeOutbox(present?.outbox, brought);
      const document: MemoryDocument = {
        ...updated(present, update),
        key,
        locationId: tenantFields(id).locationId ?? null,
        revision: (loadedRevision ?? 0) + 1,
        viewsVersion: update.viewsVersion,
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
      const updates = swaps.filter(({ loadedRevision }) => loadedRevision !== null);
      return done.includes('unmatched') ? [...lost, ...updates] : lost;
    },
  };
}

/** An insert has all slots of the update; of a later update only those that changed are written. */
function updated(present: DocumentContent | undefined, update: DocumentUpdate): DocumentContent {
  const { slots, fields, views } = present ?? NO_CONTENT;
  const changedSlots = present === undefined ? update.slots.keys() : update.changedSlots;
  return {
    slots: merged(slots, new Map([...changedSlots].map((name) => [name, update.slots.get(name)]))),
    fields: Object.fromEntries(merged(new Map<string, IndexValue>(Object.entries(fields)), update.fields)),
    views: merged(views, new Map([...update.views].map(([name, bytes]) => [name, bytes ?? undefined]))),
  };
}

/** Undefined removes the member. */
function merged<Value>(
  present: ReadonlyMap<string, Value>,
  changes: ReadonlyMap<string, Value | undefined>,
): Map<string, Value> {
  const members = new Map(present);
  for (const [name, value] of changes) {
    if (value === undefined) members.delete(name);
    else members.set(name, value);
  }
  return members;
}

function loaded(key: string, document: MemoryDocument | undefined): [string, LoadedDocument][] {
  if (document === undefined) return [];
  const { slots, revision, viewsVersion } = document;
  return [[key, { slots, revision, viewsVersion, slotBytes: bytesOf(slots) }]];
}

function bytesOf(slots: Slots): number {
  let bytes = 0;
  for (const [name, slot] of slots) bytes += slotBytes(name, slot);
  return bytes;
}
