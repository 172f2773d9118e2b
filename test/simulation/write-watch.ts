import { partitionKey } from '@fundlens/projection/log/source';
import { projections } from '@fundlens/projection/projections/projections';
import type { LoadedWindow } from '@fundlens/dashboards/window-store';
import { CHECKPOINTS, type Checkpoint } from '@fundlens/read-models/checkpoint';
import { DEAD_LETTERS, type DeadLetter } from '@fundlens/read-models/dead-letter';
import { collectionName } from '@fundlens/read-models/definition';
import { dashboardWindows } from '@fundlens/read-models/definitions';
import { type StoredEffects, tooFresh, unwritten } from '../invariants/checkpoint-checks.ts';
import { wentBack } from '../invariants/document-checks.ts';
import type { PublishedRecord } from '../invariants/published-record.ts';
import type { MemoryDatabase, WriteWatch } from './memory-database.ts';
import type { MemoryDocument } from './memory-document-store.ts';

const MODELS = new Set(projections.map(({ readModel }) => collectionName(readModel.name, 1)));
const WINDOWS = collectionName(dashboardWindows.name, 1);

/** What the majority of the servers has. */
export function effectsIn(database: MemoryDatabase): StoredEffects {
  return {
    slotsOf: (model, key) => database.ofMajority<MemoryDocument>(model).get(key)?.slots ?? null,
    hasLetter: (id) => database.ofMajority(DEAD_LETTERS).has(id),
  };
}

type Watched = {
  readonly database: MemoryDatabase;
  /** What the log holds, by partition and offset. */
  readonly published: ReadonlyMap<string, readonly (PublishedRecord | null)[]>;
  /** The server's clock. */
  readonly scheduler: { now(): number };
  /** Told what must never happen. */
  wrong(what: string): void;
};

/** Looks at every single write before it is done. */
export function watchWrites(world: Watched): WriteWatch {
  const publishedIn = (partition: string) => world.published.get(partition) ?? [];

  function checkpoint(before: Checkpoint | undefined, after: Checkpoint): string[] {
    if (before !== undefined && (after.nextOffset < before.nextOffset || after.asOf < before.asOf)) {
      return ['it went back'];
    }
    const records = publishedIn(partitionKey(after));
    if (after.nextOffset > records.length) return ['it lies beyond the end of the log'];
    if (after.asOf > world.scheduler.now()) return ['it claims a time that has not come'];
    const stored = effectsIn(world.database);
    const passed = records.slice(before?.nextOffset ?? 0, after.nextOffset).filter((record) => record !== null);
    const missing = passed.flatMap((record) => unwritten(record, stored));
    const later = records.slice(after.nextOffset).filter((record) => record !== null);
    return [...missing, ...tooFresh(after, later)];
  }

  function deadLetter(before: DeadLetter | undefined, after: DeadLetter): string[] {
    const record = publishedIn(partitionKey(after))[after.offset];
    if (record?.expected.kind !== 'dead_letter') return ['nothing is wrong with its event'];
    return before !== undefined && after.attempts < before.attempts ? ['its attempts went back'] : [];
  }

  function linesOf(collection: string, before: unknown, after: unknown): string[] {
    if (MODELS.has(collection)) return wentBack(before as MemoryDocument | undefined, after as MemoryDocument);
    if (collection === CHECKPOINTS) return checkpoint(before as Checkpoint | undefined, after as Checkpoint);
    if (collection === DEAD_LETTERS) return deadLetter(before as DeadLetter | undefined, after as DeadLetter);
    if (collection !== WINDOWS) return [];
    const [earlier, later] = [before as LoadedWindow | undefined, after as LoadedWindow];
    return later.revision === (earlier?.revision ?? 0) + 1 ? [] : ['its revision does not follow'];
  }

  return ({ collection, id, before, after }) => {
    for (const line of linesOf(collection, before, after)) world.wrong(`${collection}/${id}: ${line}`);
  };
}
