import type { ChangedEntity, ChangeType } from '@fundlens/read-models/changed-entity';

/**
 * Changes in the order of when they happened, then of their documents and ids. One document has several entities, each with
 * an instant of its own, so documents are found by an index over all of these instants, which gives no sorted page. A page
 * is therefore made of slices of time: of each, all documents that changed in it are read, if there are few enough; if not,
 * the slice is made shorter. Only a single instant (a bulk import is appended at once) is read in pieces, by document id.
 */

/** The read models with entities, in the order of changes of one instant. */
export const CHANGED_MODELS = ['contacts', 'deals'] as const;
export type ChangedModel = (typeof CHANGED_MODELS)[number];

/** Where an entity stands among the changes of one instant. */
type EntityKey = readonly [model: number, documentId: string, type: string, id: string];

/** What a client has been told: every change before `at`, and those of `at` up to `upTo`; null: all of them. */
export type ChangePosition = { readonly at: number; readonly upTo: EntityKey | null };

export const FIRST_POSITION: ChangePosition = { at: 0, upTo: null };

/** The entities of one document. */
export type ChangedDocument = { readonly entityId: string; readonly entities: readonly ChangedEntity[] };

/** Reads the documents of one checked location. Every document has at least one change that matches. */
export type ChangeReads = {
  /** At most `limit` documents with a change after `after` and not after `upTo`, in any order. */
  between(
    model: ChangedModel,
    slice: { readonly after: number; readonly upTo: number },
    limit: number,
  ): Promise<readonly ChangedDocument[]>;
  /** At most `limit` documents with a change at `at`, ascending by id, those before `from` left out. */
  at(model: ChangedModel, at: number, page: { from: string; limit: number }): Promise<readonly ChangedDocument[]>;
};

export type ChangeRequest = {
  readonly position: ChangePosition;
  /** How long a slice should be, in milliseconds: what the page before has found right; null: unknown. */
  readonly sliceMs: number | null;
  readonly types: ReadonlySet<ChangeType>;
  readonly limit: number;
  /** No change after it is read. */
  readonly upTo: number;
  /** Of one slice and model. Tests read fewer. */
  readonly maxDocuments?: number;
};

export type ChangePage = {
  readonly changes: readonly ChangedEntity[];
  readonly position: ChangePosition;
  readonly sliceMs: number | null;
  /** There may be more changes until `upTo`. */
  readonly hasMore: boolean;
};

type Found = { readonly entity: ChangedEntity; readonly key: EntityKey };

/** Reads for one page. Where most changes are of other types the page has fewer entries, and costs about as much as others. */
const MAX_READS = 8;
const MIN_DOCUMENTS = 200;
/** A slice that was too long costs one read, and is then cut by what was found in it. */
const GROWTH = 16;
/** Sorts after every type. */
const LAST_TYPE = '~';

/** The position right behind this change, of an entity that its document is named after. */
export function positionBehind({ type, id, at }: ChangedEntity): ChangePosition {
  return { at, upTo: [CHANGED_MODELS.indexOf(modelOf(type)), id, type, id] };
}

function modelOf(type: ChangeType): ChangedModel {
  return type === 'deal' ? 'deals' : 'contacts';
}

/** Reads one page. */
export class ChangeWalk {
  readonly #reads: ChangeReads;
  readonly #request: ChangeRequest;
  readonly #models: readonly [index: number, model: ChangedModel][];
  readonly #maxDocuments: number;
  readonly #found: Found[] = [];
  #position: ChangePosition;
  #sliceMs: number;
  #readsLeft = MAX_READS;

  constructor(reads: ChangeReads, request: ChangeRequest) {
    const { position, types, limit, upTo, sliceMs } = request;
    this.#reads = reads;
    this.#request = request;
    const models = new Set([...types].map(modelOf));
    this.#models = [...CHANGED_MODELS.entries()].filter(([, model]) => models.has(model));
    this.#maxDocuments = request.maxDocuments ?? Math.max(MIN_DOCUMENTS, 2 * limit);
    this.#position = position;
    this.#sliceMs = sliceMs ?? Math.max(1, upTo - position.at);
  }

  async page(): Promise<ChangePage> {
    while (this.#isUnfinished() && this.#found.length <= this.#request.limit && this.#readsLeft > 0) {
      const after = startOf(this.#position);
      const upTo = Math.min(this.#request.upTo, after + this.#sliceMs);
      const documents = await this.#slice(after, upTo);
      if (documents !== null) this.#take(documents, { after, upTo });
      else if (upTo - after === 1) await this.#readInstant(upTo);
    }
    const { limit, position } = this.#request;
    const sliceMs = this.#sliceMs;
    const last = this.#found[limit - 1];
    const changes = this.#found.slice(0, limit).map(({ entity }) => entity);
    if (last !== undefined && this.#found.length > limit) {
      return { changes, position: { at: last.entity.at, upTo: last.key }, sliceMs, hasMore: true };
    }
    const reached = this.#position.at < position.at ? position : this.#position;
    return { changes, position: reached, sliceMs, hasMore: this.#isUnfinished() };
  }

  #isUnfinished(): boolean {
    return this.#models.length > 0 && startOf(this.#position) < this.#request.upTo;
  }

  /** The documents of the slice; null when there are too many of them, and the next slice is shorter. */
  async #slice(after: number, upTo: number): Promise<[number, ChangedDocument][] | null> {
    this.#readsLeft -= 1;
    const limit = this.#maxDocuments + 1;
    const found = await Promise.all(
      this.#models.map(async ([index, model]) => {
        const ofModel = await this.#reads.between(model, { after, upTo }, limit);
        return ofModel.map((document): [number, ChangedDocument] => [index, document]);
      }),
    );
    const documents = found.flat();
    if (found.every(({ length }) => length < limit)) {
      // Few documents cost as much as many: the next slice is longer.
      if (documents.length < this.#maxDocuments / 4) this.#sliceMs *= GROWTH;
      return documents;
    }
    this.#sliceMs = Math.max(1, middleOf(documents, after, upTo) - after);
    return null;
  }

  #take(documents: readonly [number, ChangedDocument][], { after, upTo }: { after: number; upTo: number }): void {
    const found = documents.flatMap(([model, document]) => this.#entitiesOf(model, document, { after, upTo }));
    this.#found.push(...found.sort(compareFound));
    this.#position = { at: upTo, upTo: null };
  }

  /** All changes of one instant, document by document from where the client is. */
  async #readInstant(at: number): Promise<void> {
    for (const [index, model] of this.#models) {
      for (;;) {
        const told = this.#position.at === at ? this.#position.upTo : null;
        if (told !== null && told[0] > index) break;
        const from = told !== null && told[0] === index ? told[1] : '';
        const limit = this.#maxDocuments;
        this.#readsLeft -= 1;
        const documents = await this.#reads.at(model, at, { from, limit });
        const found = documents.flatMap((document) => this.#entitiesOf(index, document, { after: at - 1, upTo: at }));
        this.#found.push(...found.sort(compareFound));
        const last = documents.at(-1)?.entityId ?? from;
        const isLast = documents.length < limit;
        this.#position = { at, upTo: isLast ? [index + 1, '', '', ''] : [index, last, LAST_TYPE, ''] };
        if (this.#found.length > this.#request.limit || this.#readsLeft <= 0) return;
        if (isLast) break;
      }
    }
    this.#position = { at, upTo: null };
  }

  #entitiesOf(model: number, document: ChangedDocument, { after, upTo }: { after: number; upTo: number }): Found[] {
    const { at: toldAt, upTo: told } = this.#position;
    return document.entities.flatMap((entity): Found[] => {
      const { type, id, at } = entity;
      if (at <= after || at > upTo || !this.#request.types.has(type)) return [];
      const key: EntityKey = [model, document.entityId, type, id];
      return at === toldAt && told !== null && compareKeys(key, told) <= 0 ? [] : [{ entity, key }];
    });
  }
}

/** The instant up to which, and with which, everything is told. */
function startOf({ at, upTo }: ChangePosition): number {
  return upTo === null ? at : at - 1;
}

/** An instant of the slice before its end: about half of its changes are later, as far as they are known. */
function middleOf(documents: readonly [number, ChangedDocument][], after: number, upTo: number): number {
  const instants = documents
    .flatMap(([, { entities }]) => entities.map(({ at }) => at).filter((at) => at > after && at <= upTo))
    .sort((a, b) => a - b);
  const median = instants[Math.floor(instants.length / 2)] ?? upTo;
  return Math.min(median, upTo - 1);
}

function compareFound(a: Found, b: Found): number {
  return a.entity.at - b.entity.at || compareKeys(a.key, b.key);
}

function compareKeys(a: EntityKey, b: EntityKey): number {
  return a[0] - b[0] || compareText(a[1], b[1]) || compareText(a[2], b[2]) || compareText(a[3], b[3]);
}

/** Ids are ASCII: code units are in the order of MongoDB's bytes. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
