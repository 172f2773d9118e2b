import type { ChangeType } from '@fundlens/read-models/changed-entity';
import type { ReadModelName } from '@fundlens/read-models/definition';
import { LIST_KEY_END, LIST_KEY_START } from '@fundlens/read-models/list-key';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Collection, Filter } from 'mongodb';
import { type Entry, entryOf, projectionOf, viewField } from './documents.ts';
import { MAX_TIME_MS } from './mongodb-options.ts';
import type { ReadModelDocument } from './read-models-store.ts';

export type PageRequest = {
  /** `next` of the page before; null for the first page. */
  readonly after: string | null;
  /** 1..500 */
  readonly limit: number;
};

export type Page = {
  readonly entries: readonly Entry[];
  /** What the next page comes after, e.g. a list key; null on the last page. */
  readonly next: string | null;
};

/** What a list shows of its documents, and the list key that it is sorted by. */
export type List = {
  readonly model: ReadModelName;
  /** The entity that the document is named after, and that an entry shows; absent where changes of it are not told. */
  readonly type?: ChangeType;
  /** Name of the view that an entry is. */
  readonly view: string;
  readonly sortedBy: 'listKey' | 'applicationKey';
};

export type Search = {
  /** Equalities on fields of the list's index. */
  readonly indexed?: Filter<ReadModelDocument>;
  /** Checked on the documents that are found by these. */
  readonly residual?: Filter<ReadModelDocument>;
  /** Names of the views that go into each entry. */
  readonly include?: readonly string[];
  /** Epoch milliseconds: only entries that changed since, oldest change first; undefined: all, by the list's key. */
  readonly updatedSince?: number | undefined;
};

/** Included views make a document some 10 KB: a batch of 500 is decoded in one go while the requests of others wait. */
export const BATCH = 50;
/** A longer page ends here with fewer entries than its limit, so that responses are bounded. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024;

/**
 * A page: a range of one index, bounded on both sides, in the order of the list keys. One more entry than the limit tells
 * whether there is a next page.
 * @param tenant equalities that bind the query to its tenant, on fields of the index.
 */
export function readPage(
  collection: Collection<ReadModelDocument>,
  { view, sortedBy, tenant }: Pick<List, 'view' | 'sortedBy'> & { readonly tenant: Filter<ReadModelDocument> },
  { indexed = {}, residual = {}, include = [] }: Search,
  { after, limit, signal }: PageRequest & { readonly signal: AbortSignal },
): Promise<Page> {
  const range = { ...indexed, ...tenant, [sortedBy]: { $gt: after ?? LIST_KEY_START, $lt: LIST_KEY_END } };
  const projection = projectionOf([...[view, ...include].map(viewField), sortedBy]);
  const sort = { [sortedBy]: 1 } as const;
  const batchSize = include.length > 0 ? BATCH : limit + 2;
  const options = { batchSize, promoteBuffers: true, maxTimeMS: MAX_TIME_MS.documents, signal };

  /** The documents of one batch at a time, without a promise for each. */
  async function* batches() {
    const cursor =
      Object.keys(residual).length === 0
        ? collection.find(range, { projection, sort, limit: limit + 1, ...options })
        : // MongoDB plans neighbouring `$match` stages as one filter. The local stand-in scans the whole collection for a
          // filter that no index covers, unless a stage of its own comes before that has an index.
          collection.aggregate<ReadModelDocument>(
            [{ $match: range }, { $match: residual }, { $sort: sort }, { $limit: limit + 1 }, { $project: projection }],
            options,
          );
    try {
      while (await cursor.hasNext()) {
        yield cursor
          .readBufferedDocuments()
          .map((document) => ({ entry: entryOf(document, view, include), mark: document[sortedBy] ?? null }));
      }
    } finally {
      await cursor.close();
    }
  }
  return mapMongoErrors(async () => {
    const { entries, cutAt } = await filledPage(batches(), limit);
    return { entries, next: cutAt };
  });
}

/** What was looked at for a page: its entry, if it is one, and where it stands. */
type Looked<Mark> = { readonly entry: Entry | null; readonly mark: Mark };

/** Entries until the page is full: `cutAt` is then where the last one that was looked at stands, else null. */
export async function filledPage<Mark>(
  batches: AsyncIterable<readonly Looked<Mark>[]>,
  limit = Number.POSITIVE_INFINITY,
): Promise<{ readonly entries: readonly Entry[]; readonly cutAt: Mark | null }> {
  const entries: Entry[] = [];
  let bytes = 0;
  let last: Mark | null = null;
  for await (const batch of batches) {
    for (const { entry, mark } of batch) {
      bytes += entry === null ? 0 : bytesOf(entry);
      if (entries.length === limit || (entries.length > 0 && bytes > MAX_PAGE_BYTES)) return { entries, cutAt: last };
      if (entry !== null) entries.push(entry);
      last = mark;
    }
  }
  return { entries, cutAt: null };
}

function bytesOf({ body, included }: Entry): number {
  return included.reduce((bytes, view) => bytes + (view.body?.length ?? 0), body.length);
}
