import { hash } from 'node:crypto';
import type { DocumentId, SlotChange } from '@fundlens/read-models/document';
import { compareSlots, makeSlot, type Slot } from '@fundlens/read-models/slot';
import { contentOf, type DocumentChanges, type DocumentContent } from './fold.ts';
import type { Projection } from '../projections/projection.ts';

/** A document with the digest of its body in the body's place: two of them are as different as their documents. */
export type DigestedDocument = DocumentContent & { readonly id: DocumentId; readonly projection: Projection };

/**
 * The reference fold, event by event: of each slot the highest state is kept, and each document is rendered once. In
 * memory are slots, never texts: what a change brings as payload is rendered at once and kept as a digest.
 */
export type Recomputation = {
  add(changes: readonly DocumentChanges[]): void;
  /** By `<read model>/<_id>`. */
  keys(): Iterable<string>;
  document(key: string): DigestedDocument | null;
};

type Collected = {
  readonly projection: Projection;
  readonly id: DocumentId;
  readonly slots: Map<string, Slot>;
  change: SlotChange;
  rendered: DocumentContent | null;
};

export function createRecomputation(): Recomputation {
  const collected = new Map<string, Collected>();
  return {
    add(changes) {
      for (const { projection, id, key, changes: ofDocument } of changes) {
        const name = `${projection.readModel.name}/${key}`;
        for (const change of ofDocument) {
          let found = collected.get(name);
          if (found === undefined) {
            found = { projection, id, slots: new Map(), change: withoutPayload(change), rendered: null };
            collected.set(name, found);
          }
          take(found, change);
        }
      }
    },
    keys: () => collected.keys(),
    document(key) {
      const found = collected.get(key);
      if (found === undefined) return null;
      const { projection, id, slots, change, rendered } = found;
      return { ...(rendered ?? digested(contentOf(projection, change, slots))), id, projection };
    },
  };
}

function take(document: Collected, change: SlotChange): void {
  const slot = makeSlot(change.version, change.value);
  const present = document.slots.get(change.slot);
  if (present !== undefined && compareSlots(slot, present) <= 0) return;
  document.slots.set(change.slot, slot);
  document.change = withoutPayload(change);
  document.rendered =
    change.payload === undefined ? null : digested(contentOf(document.projection, change, document.slots));
}

/** The same with a digest of the body instead of the body. */
export function digested({ slots, fields, body }: DocumentContent): DocumentContent {
  return { slots, fields, body: body === null ? null : Buffer.from(hash('sha256', body), 'hex') };
}

function withoutPayload({ payload: _, ...change }: SlotChange): SlotChange {
  return change;
}
