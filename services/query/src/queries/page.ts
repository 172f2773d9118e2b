import { LIST_KEY_END, LIST_KEY_START } from '@fundlens/read-models/list-key';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { AbstractCursor, Collection, Filter } from 'mongodb';
import { type IncludedView, includedViews, viewField, viewOf } from './documents.ts';
import { MAX_TIME_MS } from './mongodb-options.ts';
import type { ReadModelDocument } from './read-models-store.ts';

export type PageRequest = {
  /** `next` of the page before; null for the first page. */
  readonly after: string | null;
  /** 1..500 */
  readonly limit: number;
};

/** @property signal aborts the read. */
type AbortableRequest = PageRequest & { readonly signal: AbortSignal };

export type PageEntry = {
  /** `_id` of the document. */
  readonly id: string;
  readonly body: Uint8Array;
  readonly included: readonly IncludedView[];
};

export type Page = {
  readonly entries: readonly PageEntry[];
  /** What the next page comes after, e.g. a list key; null on the last page. */
  readonly next: string | null;
};

/** What a list shows of its documents, and the list key that it is sorted by. */
export type List = {
  /** Name of the view that an entry is. */
  readonly view: string;
  /** Names of the views that go into it. */
  readonly include?: readonly string[];
  readonly sortedBy: 'listKey' | 'applicationKey';
};

/** Included views make a document some 10 KB: a batch of 500 is decoded in one go while the requests of others wait. Without them one batch is a page. */
const BATCH_WITH_INCLUDES = 50;
/** A longer page ends here with fewer entries than its limit, so that responses are bounded. */
export const MAX_PAGE_BYTES = 8 * 1024 * 1024;

export type PageFilter = {
  /** Equalities that bind the query to its tenant, on fields of the index; must not be empty. */
  readonly tenant: Filter<ReadModelDocument>;
  /** Checked on the documents of that range, which are read for it. */
  readonly residual?: Filter<ReadModelDocument> | null;
};

/**
 * A page: a range of one index, bounded on both sides, in the order of the list keys. One more entry than the limit tells
 * whether there is a next page.
 */
export function readPage(
  collection: Collection<ReadModelDocument>,
  filter: PageFilter,
  list: List,
  request: AbortableRequest,
): Promise<Page> {
  return mapMongoErrors(async () => {
    const cursor = pageCursor(collection, filter, list, request);
    try {
      return await collect(cursor, list, request);
    } finally {
      await cursor.close();
    }
  });
}

function pageCursor(
  collection: Collection<ReadModelDocument>,
  { tenant, residual = null }: PageFilter,
  { view, include = [], sortedBy }: List,
  request: AbortableRequest,
) {
  const range = { ...tenant, [sortedBy]: { $gt: request.after ?? LIST_KEY_START, $lt: LIST_KEY_END } };
  const projection = Object.fromEntries(
    [viewField(view), ...include.map(viewField), sortedBy].map((field) => [field, 1]),
  );
  const sort = { [sortedBy]: 1 } as const;
  const limit = request.limit + 1;
  const { signal } = request;
  const batchSize = include.length > 0 ? BATCH_WITH_INCLUDES : request.limit + 2;
  const options = { batchSize, promoteBuffers: true, maxTimeMS: MAX_TIME_MS.documents, signal };
  if (residual === null) return collection.find(range, { projection, sort, limit, ...options });
  // MongoDB plans neighbouring `$match` stages as one filter. The local stand-in scans the whole collection for a filter
  // that no index covers, unless a stage of its own comes before that has an index.
  return collection.aggregate<ReadModelDocument>(
    [{ $match: range }, { $match: residual }, { $sort: sort }, { $limit: limit }, { $project: projection }],
    options,
  );
}

async function collect(
  cursor: AbstractCursor<ReadModelDocument>,
  { view, include = [], sortedBy }: List,
  request: PageRequest,
): Promise<Page> {
  const entries: PageEntry[] = [];
  let bytes = 0;
  let last: string | null = null;
  while (await cursor.hasNext()) {
    // The documents of one batch, without a promise for each.
    for (const document of cursor.readBufferedDocuments()) {
      const body = viewOf(document, view);
      const included = includedViews(document, include);
      const size = bytesOf(body, included);
      const full = entries.length === request.limit || (entries.length > 0 && bytes + size > MAX_PAGE_BYTES);
      if (full) return { entries, next: last };
      if (body !== null) entries.push({ id: document._id, body, included });
      bytes += size;
      last = document[sortedBy] ?? last;
    }
  }
  return { entries, next: null };
}

export function bytesOf(body: Uint8Array | null, included: readonly IncludedView[]): number {
  return included.reduce((bytes, view) => bytes + (view.body?.length ?? 0), body?.length ?? 0);
}
