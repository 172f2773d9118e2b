import type { DealPipelineBody } from '@fundlens/read-models/deal-pipelines/deal-pipelines';
import { mapMongoErrors } from '@fundlens/runtime/mongodb-errors';
import { coalesced } from '../coalesced.ts';
import { MAX_TIME_MS } from './documents.ts';
import type { ReadModels } from './model-versions-store.ts';
import { createPageReads, type List } from './page.ts';

export type PipelineStageQueries = {
  /** What is counted per stage; null while nothing has happened in the location. */
  findStageSums(locationId: string): Promise<Uint8Array | null>;
  /** The location's deal pipelines in the order of ids, at most `MAX_BOARDS`. */
  listBoards(locationId: string, signal: AbortSignal): Promise<DealPipelineBody[]>;
};

/** Per query; sums of a busy location have some twenty thousand bytes. */
const MAX_WINDOWS = 50;
const FIELDS = { locationId: 1, stageSums: 1 };

const BOARDS: List = { view: 'pipeline', sortedBy: 'listKey' };
/** More pipelines give stages no place: their bodies are decoded for each request. */
const MAX_BOARDS = 50;

export function createPipelineStageQueries(readModels: ReadModels): PipelineStageQueries {
  const readPage = createPageReads();

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
    async listBoards(locationId, signal) {
      const pipelines = await readModels.collection('deal_pipelines');
      const page = { after: null, limit: MAX_BOARDS, signal };
      const { entries } = await readPage(pipelines, { tenant: { locationId } }, BOARDS, page);
      return entries.map(({ body }): DealPipelineBody => JSON.parse(Buffer.from(body).toString()));
    },
  };
}
