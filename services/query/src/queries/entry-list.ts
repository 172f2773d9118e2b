import type { ChangedEntity, ChangeType } from '@fundlens/read-models/changed-entity';
import { completeUpTo } from '@fundlens/read-models/checkpoint';
import { documentKey } from '@fundlens/read-models/document';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Collection, Filter } from 'mongodb';
import { z } from 'zod';
import { cursorPayload } from '../cursor-payload.ts';
import { type ChangedModel, type ChangePosition, positionBehind, readChanges } from './change-walk.ts';
import { changeReads } from './changes.ts';
import { includedViews, viewField, viewOf } from './documents.ts';
import { MAX_TIME_MS } from './mongodb-options.ts';
import { bytesOf, type List, MAX_PAGE_BYTES, type Page, type PageEntry, type PageRequest, readPage } from './page.ts';
import type { ReadModelDocument, ReadModels } from './read-models-store.ts';

/** What `updatedSince` asks of a list. Both in epoch milliseconds. */
export type UpdatedSince = {
  readonly instant: number;
  /** Every change until then is in the read model; null: that is not known now, so that none is listed. */
  readonly watermark: number | null;
};

/** A list of one read model: by its key, or by when its entries changed. */
export type EntryList = List & {
  readonly model: ChangedModel;
  /** The entity that the document is named after, and that an entry shows. */
  readonly type: ChangeType;
};

export type ListSearch = {
  /** The checked location. */
  readonly locationId: string;
  /** Equalities on fields of the list's index. */
  readonly indexed: Filter<ReadModelDocument>;
  /** Checked on the documents that are found by these. */
  readonly residual?: Filter<ReadModelDocument> | null;
  /** Names of the views that go into each entry. */
  readonly include?: readonly string[];
  /** Null: all, by the list's key; else those that changed, oldest change first. */
  readonly updatedSince: UpdatedSince | null;
};

/** Entries per query: with included views a document has some 10 KB, and more are decoded in one go while others wait. */
const BATCH = 100;

/** How far a walk has come; what `PageRequest.after` and `Page.next` are text of. */
type Progress = {
  readonly position: ChangePosition;
  readonly sliceMs: number | null;
  /** Watermark of the pages before: the walk does not end before it, whatever is known later. */
  readonly watermark: number;
};

export function createListReads(readModels: ReadModels, list: EntryList) {
  return async (search: ListSearch, page: PageRequest, signal: AbortSignal): Promise<Page> => {
    const collection = await readModels.collection(list.model);
    const { locationId, indexed, residual = null, include = [], updatedSince } = search;
    const shown = { ...list, include };
    if (updatedSince === null) {
      return readPage(collection, { tenant: { locationId, ...indexed }, residual }, shown, { ...page, signal });
    }
    const wanted = { ...shown, locationId, filter: { $and: [indexed, residual ?? {}] } };
    return readUpdated(collection, wanted, { ...page, updatedSince }, signal);
  };
}

type Wanted = EntryList & Required<Pick<ListSearch, 'locationId' | 'include'>> & { filter: Filter<ReadModelDocument> };

/**
 * Reads the changes of a page as `/changes` does, then the documents of those entities that live. One that changes between
 * the two reads is shown as it is by then, and comes again at its new time.
 */
async function readUpdated(
  collection: Collection<ReadModelDocument>,
  wanted: Wanted,
  { after, limit, updatedSince }: PageRequest & { readonly updatedSince: UpdatedSince },
  signal: AbortSignal,
): Promise<Page> {
  const { model, type, locationId } = wanted;
  const { position, sliceMs, watermark } = after === null ? startOf(updatedSince) : progressOf(after);
  const known = Math.max(watermark, updatedSince.watermark ?? 0);
  const reads = changeReads(() => collection, locationId, signal);
  const upTo = Math.max(known, position.at);
  const walked = await readChanges(reads, { position, sliceMs, types: new Set([type]), limit, upTo });
  const live = walked.changes.filter(({ isLive }) => isLive);
  const { entries, cutAt } = await readEntries(collection, wanted, live, signal);
  const progress = { ...walked, watermark: known };
  if (cutAt !== null) return { entries, next: progressText({ ...progress, position: positionBehind(model, cutAt) }) };
  return { entries, next: walked.hasMore ? progressText(progress) : null };
}

/** Everything until `completeUpTo` of a response's `X-Data-As-Of` was in that response, so the walk begins behind it. */
function startOf({ instant }: UpdatedSince): Progress {
  return { position: { at: completeUpTo(instant), upTo: null }, sliceMs: null, watermark: 0 };
}

/**
 * Entries that match, in the order of their changes, until the page is full: `cutAt` is then the last change that was
 * looked at.
 */
async function readEntries(
  collection: Collection<ReadModelDocument>,
  wanted: Wanted,
  changes: readonly ChangedEntity[],
  signal: AbortSignal,
): Promise<{ readonly entries: readonly PageEntry[]; readonly cutAt: ChangedEntity | null }> {
  const entries: PageEntry[] = [];
  let bytes = 0;
  let last: ChangedEntity | null = null;
  for (let from = 0; from < changes.length; from += BATCH) {
    const batch = changes.slice(from, from + BATCH);
    const found = await findEntries(collection, wanted, batch, signal);
    for (const [index, change] of batch.entries()) {
      const entry = found[index];
      const size = entry === undefined ? 0 : bytesOf(entry.body, entry.included);
      if (entries.length > 0 && bytes + size > MAX_PAGE_BYTES) return { entries, cutAt: last };
      if (entry !== undefined) entries.push(entry);
      bytes += size;
      last = change;
    }
  }
  return { entries, cutAt: null };
}

/**
 * For each change its entry, undefined where none matches. **Invariant**: each identity begins with the checked location,
 * and what is found must carry it too.
 */
async function findEntries(
  collection: Collection<ReadModelDocument>,
  { locationId, filter, view, include }: Wanted,
  changes: readonly ChangedEntity[],
  signal: AbortSignal,
): Promise<(PageEntry | undefined)[]> {
  const keys = changes.map(({ id }) => documentKey({ kind: 'location-entity', locationId, entityId: id }));
  const projection = Object.fromEntries([view, ...include].map((name) => [viewField(name), 1]));
  // The local stand-in uses the index of `_id` only for a stage of its own.
  const stages = [{ $match: { _id: { $in: keys } } }, { $match: { ...filter, locationId } }, { $project: projection }];
  const options = { batchSize: keys.length + 1, promoteBuffers: true, maxTimeMS: MAX_TIME_MS.documents, signal };
  const documents = await mapMongoErrors(() => collection.aggregate<ReadModelDocument>(stages, options).toArray());
  const found = new Map<string, PageEntry>();
  for (const document of documents) {
    const body = viewOf(document, view);
    if (body !== null) found.set(document._id, { id: document._id, body, included: includedViews(document, include) });
  }
  return keys.map((key) => found.get(key));
}

function progressText({ position, sliceMs, watermark }: Progress): string {
  return JSON.stringify([position.at, position.upTo, sliceMs, watermark]);
}

const storedProgress = z.tuple([
  z.number(),
  z.tuple([z.number(), z.string(), z.string(), z.string()]).nullable(),
  z.number().nullable(),
  z.number(),
]);

/** @throws ApiError 400 for what `progressText` has not made. */
export function progressOf(text: string): Progress {
  const [at, upTo, sliceMs, watermark] = cursorPayload(storedProgress, text);
  return { position: { at, upTo }, sliceMs, watermark };
}
