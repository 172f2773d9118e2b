import { hash } from 'node:crypto';
import type { ReadModelDefinition } from '@fundlens/read-models/definition';
import type { DocumentContent, DocumentId, SlotChange } from '@fundlens/read-models/document';
import { compareSlots, makeSlot, type Slot } from '@fundlens/read-models/slot';
import { contentOf, type DocumentChanges } from './fold.ts';

type Collected = {
  readonly readModel: ReadModelDefinition;
  readonly id: DocumentId;
  readonly slots: Map<string, Slot>;
  rendered: DocumentContent | null;
};

export type Recomputation = ReturnType<typeof createRecomputation>;

/**
 * The reference fold, event by event: of each slot the highest state is kept, and each document is rendered once. In
 * memory are slots, never texts: what a change brings as payload is rendered at once and kept as a digest.
 */
export function createRecomputation() {
  /** By `<read model>/<_id>`. */
  const collected = new Map<string, Collected>();
  return {
    add(changes: readonly DocumentChanges[]): void {
      for (const { readModel, id, key, changes: ofDocument } of changes) {
        const name = `${readModel.name}/${key}`;
        const found = collected.get(name) ?? { readModel, id, slots: new Map(), rendered: null };
        collected.set(name, found);
        for (const change of ofDocument) take(found, change);
      }
    },
    keys: () => collected.keys(),
    /** With the digests of its views in their place: two of them are as different as their documents. */
    document(key: string): DocumentContent | null {
      const found = collected.get(key);
      return found === undefined ? null : (found.rendered ?? digested(contentOf(found.readModel, found)));
    },
    /** What the document is rendered from. */
    source: (key: string): Pick<Collected, 'readModel' | 'id' | 'slots'> | null => collected.get(key) ?? null,
  };
}

function take(document: Collected, { slot: name, version, value, payload }: SlotChange): void {
  const slot = makeSlot(version, value);
  const present = document.slots.get(name);
  if (present !== undefined && compareSlots(slot, present) <= 0) return;
  document.slots.set(name, slot);
  const { readModel, id, slots } = document;
  document.rendered = payload === undefined ? null : digested(contentOf(readModel, { id, slots, payload }));
}

/** The same with digests of the views instead of the views. */
export function digested({ slots, fields, views }: DocumentContent): DocumentContent {
  const digests = [...views].map(([name, bytes]) => [name, Buffer.from(hash('sha256', bytes), 'hex')] as const);
  return { slots, fields, views: new Map(digests) };
}
