import { documentKey, type Outbox } from '@fundlens/read-models/document';
import { type DocumentImage, loaded, written } from '../../fold/testing/document-image.ts';
import type { DocumentStore, Swap } from '../document-store.ts';

type DoneWrite = { readonly swap: Swap; readonly after: DocumentImage };

/** Documents by collection and `_id`; requests arrive at once and are answered. */
export class MemoryDocuments {
  readonly #images = new Map<string, DocumentImage>();
  readonly #watch: (write: DoneWrite) => void;
  readonly #outboxes = new Map<string, Outbox[]>();

  constructor(watch: (write: DoneWrite) => void = () => undefined) {
    this.#watch = watch;
  }

  /** By `<collection>/<_id>`. */
  get images(): ReadonlyMap<string, DocumentImage> {
    return this.#images;
  }

  /** Every outbox that was brought to the document, in the order of writes. */
  outboxes(collection: string, key: string): readonly Outbox[] {
    return this.#outboxes.get(`${collection}/${key}`) ?? [];
  }

  store(): DocumentStore {
    return {
      load: async (collection, keys) =>
        new Map(
          keys.flatMap((key) => {
            const document = loaded(this.#images.get(`${collection}/${key}`) ?? null);
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
    const before = this.#images.get(name) ?? null;
    if ((before?.revision ?? null) !== swap.loadedRevision) return false;
    const after = written(before, swap.update);
    this.#images.set(name, after);
    if (swap.outbox !== undefined) this.#outboxes.set(name, [...(this.#outboxes.get(name) ?? []), swap.outbox]);
    this.#watch({ swap, after });
    return true;
  }
}
