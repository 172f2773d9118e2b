import { checkpointId } from '@fundlens/read-models/checkpoint';
import { deadLetterId } from '@fundlens/read-models/dead-letter';
import type { ReadModelName, Stream } from '@fundlens/read-models/definition';
import { definitionOf, readModels as definitions } from '@fundlens/read-models/definitions';
import { invalidParameter, outage, type ResponseHeaders } from '../api-error.ts';
import type { ReadModels } from '../queries/read-models-store.ts';
import type { DataAsOf } from './data-as-of.ts';
import type { FreshnessStore } from './freshness-store.ts';
import { createPendingDashboardCheck } from './pending-dashboard-check.ts';
import type { PositionWait, PositionWaits, Target } from './position-waits.ts';
import { type LogPosition, POSITION_HEADER_NAME } from './positions.ts';

export type ResponseFreshnessOptions = {
  readonly readModels: Pick<ReadModels, 'generation'>;
  readonly dataAsOf: DataAsOf;
  readonly waits: Pick<PositionWaits, 'wait'>;
  readonly deadLetters: FreshnessStore['deadLetters'];
  readonly uncountedSince: (locationIds: readonly string[]) => Promise<number | null>;
};

export type PositionQuery = Pick<PositionWait, 'bucket' | 'signal'> & {
  readonly reads: readonly ReadModelName[];
  /** Never empty. */
  readonly positions: readonly LogPosition[];
  /** The checked location; null where the route needs none. */
  readonly locationId: string | null;
  readonly companyId: string | null;
};

/**
 * The response headers about freshness. **Invariant**: they are determined before the route reads, so that the data is at
 * least as fresh as they say: read models only go forward.
 */
export type ResponseFreshness = {
  /**
   * `X-Data-As-Of`; absent while it is unknown.
   * @param locationIds the checked locations, whose dashboards count where the route reads dashboards.
   */
  headers(reads: readonly ReadModelName[], locationIds: readonly string[]): Promise<ResponseHeaders>;
  /**
   * Resolves with `X-Position-Status` once the read models contain everything up to the positions.
   * @throws ApiError 400 for an unknown topic or partition, or a position beyond the end of its log; 500 when it takes too long.
   */
  waitForPositions(query: PositionQuery): Promise<ResponseHeaders>;
};

/** One word for each position, in the order of the request. */
type PositionStatus = 'passed' | 'dead-letter' | 'not-read-here';

const STREAMS: ReadonlySet<Stream> = new Set(definitions.flatMap(({ streams }) => streams));

export function createResponseFreshness(options: ResponseFreshnessOptions): ResponseFreshness {
  const { readModels, dataAsOf, waits, deadLetters } = options;
  const pendingDashboardCheck = createPendingDashboardCheck(options.uncountedSince);

  return {
    async headers(reads, locationIds) {
      if (reads.length === 0) return {};
      const generation = await readModels.generation();
      const { asOf, snapshot } = await dataAsOf.before({ generation, streams: streamsOfModels(reads) });
      if (asOf === null) return {};
      const since = readsDashboard(reads) ? await pendingDashboardCheck({ locationIds, generation, snapshot }) : null;
      return { 'X-Data-As-Of': new Date(since === null ? asOf : Math.min(asOf, since - 1)).toISOString() };
    },

    async waitForPositions(query) {
      const { reads, positions, locationId, bucket, signal } = query;
      const streams = await streamsOf(dataAsOf, positions);
      const generation = await readModels.generation();
      const read = streamsOfModels(reads);
      const targets = positions.map(({ topic, partition, offset }, index): Target[] =>
        read.some((stream) => stream === streams[index])
          ? [{ checkpointId: checkpointId({ generation, topic, partition }), offset }]
          : [],
      );
      const dashboardOf = readsDashboard(reads) ? locationId : null;
      await waits.wait({ targets: targets.flat(), dashboardOf, bucket, signal });
      const setAside = await deadLetters(positions.map(deadLetterId), generation);
      const statuses = positions.map((position, index): PositionStatus => {
        const deadLetter = setAside.get(deadLetterId(position));
        // A dead letter of another tenant is not disclosed.
        if (deadLetter !== undefined && [null, locationId, query.companyId].includes(deadLetter.scope)) {
          return 'dead-letter';
        }
        return targets[index]?.length ? 'passed' : 'not-read-here';
      });
      return { 'X-Position-Status': statuses.join(', ') };
    },
  };
}

/** The streams that the models are made from. */
function streamsOfModels(names: readonly ReadModelName[]): Stream[] {
  return [...new Set(names.flatMap((name) => definitionOf(name).streams))];
}

/** The stream of each position. @throws ApiError 400 */
async function streamsOf(dataAsOf: DataAsOf, positions: readonly LogPosition[]): Promise<Stream[]> {
  const logs = await dataAsOf.logs();
  return positions.map(({ topic, partition }) => {
    const log = logs.find((candidate) => candidate.topic === topic);
    if (log !== undefined && partition < log.partitions) return log._id;
    // The topic may be one that the projector has not published yet.
    if (log === undefined && logs.length < STREAMS.size) throw outage();
    throw invalidParameter(POSITION_HEADER_NAME, 'unknown_partition', 'names a topic or a partition that there is not');
  });
}

function readsDashboard(reads: readonly ReadModelName[]): boolean {
  return reads.includes('dashboard_windows');
}
