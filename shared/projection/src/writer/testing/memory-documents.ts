import { documentKey, type Outbox } from '@fundlens/read-models/document';
import { type DocumentImage, loaded, written } from '../../fold/testing/document-image.ts';
import type { DocumentStore, Swap } from '../document-store.ts';

/** Documents by collection and `_id`; requests arrive at once and are answered. */
export class MemoryDocuments {
  /** By `<collection>/<_id>`. */
  readonly images = new Map<string, DocumentImage>();
  readonly #outboxes = new Map<string, Outbox[]>();

  /** Every outbox that was brought to the document, in the order of writes. */
  outboxes(collection: string, key: string): readonly Outbox[] {
    return this.#outboxes.get(`${collection}/${key}`) ?? [];
  }

  store(): DocumentStore {
    return {
      load: async (collection, keys) =>
        new Map(
          keys.flatMap((key) => {
            const document = loaded(this.images.get(`${collection}/${key}`) ?? null);
            return document === null ? [] : [[key, document] as const];
          }),
        ),
      swap: async (collection, swaps) => {
        const lost = swaps.filter((swap) => !this.#swapOne(collection, swap));
        // Like a bulk write: of updates only how many matched is known.
        const isUpdate = ({ loadedRevision }: Swap) => loadedRevision !== null;
        return lost.some(isUpdate) ? swaps.filter((swap) => isUpdate(swap) || lost.includes(swap)) : lost;
      },
    };
  }

  #swapOne(collection: string, swap: Swap): boolean {
    const name = `${collection}/${documentKey(swap.id)}`;
    const before = this.images.get(name) ?? null;
    if ((before?.revision ?? null) !== swap.loadedRevision) return false;
    this.images.set(name, written(before, swap.update));
    if (swap.outbox !== undefined) this.#outboxes.set(name, [...(this.#outboxes.get(name) ?? []), swap.outbox]);
    return true;
  }
}
