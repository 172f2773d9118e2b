import { documentKey, type Outbox } from '@fundlens/read-models/document';
import { RetryableError } from '@fundlens/runtime/errors';
import { type DocumentImage, loaded, written } from '../../fold/testing/document-image.ts';
import type { DocumentStore, Swap } from '../document-store.ts';

/** A write that was done. `before`: null where there was no document. */
export type DoneWrite = {
  readonly collection: string;
  readonly swap: Swap;
  readonly before: DocumentImage | null;
  readonly after: DocumentImage;
};

export type RequestFate = 'answered' | 'refused' | 'answer lost' | 'some done, answer lost';

/** How requests get to the documents and back. Default: at once, and nothing goes wrong. */
export type Network = {
  /** Waits until the request arrives, or until its answer does. @throws what the client is told instead. */
  readonly travel: (request: 'load' | 'swap', leg: 'there' | 'back') => Promise<void>;
  readonly fateOf: (request: 'load' | 'swap') => RequestFate;
  /** Of a request of which some is done: whether this part is. */
  readonly isDone: () => boolean;
};

export const RELIABLE: Network = {
  travel: async () => undefined,
  fateOf: () => 'answered',
  isDone: () => true,
};

const AWAY = new RetryableError('mongodb_unavailable', 'The documents in memory do not take this now.');

/** Documents by collection and `_id`; each store over them has a network of its own. */
export class MemoryDocuments {
  #images = new Map<string, DocumentImage>();
  readonly #watch: (write: DoneWrite) => void;
  #outboxes = new Map<string, Outbox[]>();

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

  backUp(): ReadonlyMap<string, DocumentImage> {
    return new Map(this.#images);
  }

  restore(backup: ReadonlyMap<string, DocumentImage>): void {
    this.#images = new Map(backup);
  }

  store({ travel, fateOf, isDone }: Network = RELIABLE): DocumentStore {
    return {
      load: async (collection, keys) => {
        await travel('load', 'there');
        const fate = fateOf('load');
        if (fate === 'refused') throw AWAY;
        const found = keys.flatMap((key) => {
          const document = loaded(this.#images.get(`${collection}/${key}`) ?? null);
          return document === null ? [] : [[key, document] as const];
        });
        await travel('load', 'back');
        if (fate !== 'answered') throw AWAY;
        return new Map(found);
      },
      swap: async (collection, swaps) => {
        await travel('swap', 'there');
        const fate = fateOf('swap');
        if (fate === 'refused') throw AWAY;
        const asked = fate === 'some done, answer lost' ? swaps.filter(isDone) : swaps;
        const lost = asked.filter((swap) => !this.#swapOne(collection, swap));
        await travel('swap', 'back');
        if (fate !== 'answered') throw AWAY;
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
    this.#watch({ collection, swap, before, after });
    return true;
  }
}
