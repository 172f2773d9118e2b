import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import { coalesced } from '../coalesced.ts';
import { MAX_TIME_MS } from './documents.ts';
import type { ReadModels } from './read-models-store.ts';

export type PipelineStageQueries = {
  /** What is counted per stage; null while nothing has happened in the location. */
  findStageSums(locationId: string): Promise<Uint8Array | null>;
};

/** Per query; sums of a busy location have some twenty thousand bytes. */
const MAX_WINDOWS = 50;
const FIELDS = { locationId: 1, stageSums: 1 };

export function createPipelineStageQueries(readModels: ReadModels): PipelineStageQueries {
  async function loadStageSums(locationIds: readonly string[]): Promise<(Uint8Array | null)[]> {
    const collection = await readModels.collection('dashboard_windows');
    const asked = [...new Set(locationIds)];
    const found = await mapMongoErrors(() =>
      collection
        .find({ locationId: { $in: asked } }, { projection: FIELDS, promoteBuffers: true, maxTimeMS: MAX_TIME_MS })
        .toArray(),
    );
    // A window of a version that is about to be replaced may have none yet.
    const sums = new Map(
      found.map(({ locationId, stageSums }) => [locationId, (stageSums as Buffer | undefined) ?? null]),
    );
    return locationIds.map((locationId) => sums.get(locationId) ?? null);
  }

  return {
    findStageSums: coalesced({ maxKeys: MAX_WINDOWS, load: loadStageSums }),
  };
}
