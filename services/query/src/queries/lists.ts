import type { ChangedEntity, ChangeType } from '@fundlens/read-models/changed-entity';
import { completeUpTo } from '@fundlens/read-models/checkpoint';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import type { Collection } from 'mongodb';
import { type ChangePosition, ChangeWalk, positionBehind } from './change-walk.ts';
import { changeReads } from './changes.ts';
import { entityKey, entryOf, projectionOf, viewField } from './documents.ts';
import { MAX_TIME_MS } from './mongodb-options.ts';
import { BATCH, filledPage, type List, type Page, type PageRequest, readPage, type Search } from './page.ts';
import type { ReadModelDocument, Tenant } from './read-models-store.ts';

/** The location is empty where none is needed. */
export type Reader = Tenant & {
  /** Every change until then is in the read models, in epoch milliseconds; null: that is not known now. */
  readonly watermark: number | null;
  /** Aborted when the client leaves or the deadline passes. Made when it is asked for: most reads need none. */
  readonly signal: () => AbortSignal;
};

/** How far a walk has come. */
type Progress = {
  readonly position: ChangePosition;
  readonly sliceMs: number | null;
  /** Watermark of the pages before: the walk does not end before it, whatever is known later. */
  readonly watermark: number;
};
/** As `PageRequest.after` and `Page.next` hold it in JSON. */
type HeldProgress = [at: number, upTo: ChangePosition['upTo'], sliceMs: number | null, watermark: number];

export function readList(list: List, search: Search, page: PageRequest, reader: Reader): Promise<Page> {
  const { served, locationId, signal } = reader;
  const collection = served.collection(list.model);
  const { type } = list;
  const { updatedSince } = search;
  if (updatedSince === undefined || type === undefined) {
    return readPage(collection, { ...list, tenant: { locationId } }, search, { ...page, signal: signal() });
  }
  return readUpdated(collection, { ...list, ...search, type, updatedSince }, page, reader);
}

type Updated = List & Search & { readonly type: ChangeType; readonly updatedSince: number };

/**
 * Reads the changes of a page as `/changes` does, then the documents of those entities that live. One that changes between
 * the two reads is shown as it is by then, and comes again at its new time.
 */
async function readUpdated(
  collection: Collection<ReadModelDocument>,
  list: Updated,
  { after, limit }: PageRequest,
  reader: Reader,
): Promise<Page> {
  const { type, updatedSince } = list;
  const { position, sliceMs, watermark } = after === null ? startAt(updatedSince) : progressOf(after);
  const known = Math.max(watermark, reader.watermark ?? 0);
  const reads = changeReads(() => collection, reader.locationId, reader.signal());
  const upTo = Math.max(known, position.at);
  const walked = await new ChangeWalk(reads, { position, sliceMs, types: new Set([type]), limit, upTo }).page();
  const live = walked.changes.filter(({ isLive }) => isLive);
  const { entries, cutAt } = await filledPage(entriesOf(collection, list, live, reader));
  const progress = { ...walked, watermark: known };
  if (cutAt !== null) return { entries, next: progressText({ ...progress, position: positionBehind(cutAt) }) };
  return { entries, next: walked.hasMore ? progressText(progress) : null };
}

/** Everything until `completeUpTo` of a response's `X-Data-As-Of` was in that response, so the walk begins behind it. */
function startAt(instant: number): Progress {
  return { position: { at: completeUpTo(instant), upTo: null }, sliceMs: null, watermark: 0 };
}

/**
 * For each change its entry, null where none matches. **Invariant**: each identity begins with the checked location, and
 * what is found must carry it too.
 */
async function* entriesOf(
  collection: Collection<ReadModelDocument>,
  { indexed = {}, residual = {}, view, include = [] }: Updated,
  changes: readonly ChangedEntity[],
  { locationId, signal }: Reader,
) {
  const projection = projectionOf([view, ...include].map(viewField));
  const matching = { $match: { $and: [indexed, residual], locationId } };
  const options = { batchSize: BATCH + 1, promoteBuffers: true, maxTimeMS: MAX_TIME_MS.documents, signal: signal() };
  const keyOf = ({ id }: ChangedEntity) => entityKey(locationId, id);
  for (let from = 0; from < changes.length; from += BATCH) {
    const batch = changes.slice(from, from + BATCH);
    // The local stand-in uses the index of `_id` only for a stage of its own.
    const stages = [{ $match: { _id: { $in: batch.map(keyOf) } } }, matching, { $project: projection }];
    const found = await mapMongoErrors(() => collection.aggregate<ReadModelDocument>(stages, options).toArray());
    const documents = new Map(found.map((document) => [document._id, document]));
    yield batch.map((change) => ({
      entry: entryOf(documents.get(keyOf(change)) ?? null, view, include),
      mark: change,
    }));
  }
}

function progressText({ position, sliceMs, watermark }: Progress): string {
  const held: HeldProgress = [position.at, position.upTo, sliceMs, watermark];
  return JSON.stringify(held);
}

function progressOf(text: string): Progress {
  const [at, upTo, sliceMs, watermark] = JSON.parse(text) as HeldProgress;
  return { position: { at, upTo }, sliceMs, watermark };
}
