import { checkpointId } from '@fundlens/read-models/checkpoint';
import { deadLetterId } from '@fundlens/read-models/dead-letter';
import type { ReadModelName, Stream } from '@fundlens/read-models/definition';
import { definitionOf, readModels as definitions } from '@fundlens/read-models/definitions';
import { type ResponseHeaders, invalidRequest, outage } from '../api-error.ts';
import type { LogPosition } from './positions.ts';
import type { ReadModels } from '../queries/model-versions-store.ts';
import { createOncePerTurn } from '../once-per-turn.ts';
import type { DataAsOf, Fed } from './data-as-of.ts';
import type { FreshnessStore } from './freshness-store.ts';
import type { PositionWait, PositionWaits, Target } from './position-waits.ts';
import { createPendingDashboardChecks } from './pending-dashboard-checks.ts';

export type ResponseFreshnessOptions = {
  readonly readModels: Pick<ReadModels, 'versions'>;
  readonly dataAsOf: DataAsOf;
  readonly waits: Pick<PositionWaits, 'wait'>;
  readonly deadLetters: FreshnessStore['deadLetters'];
  readonly uncountedSince: (locationId: string) => Promise<number | null>;
};

/** Who waits for what. */
export type Asked = Pick<PositionWait, 'credentialId' | 'signal'> & {
  readonly reads: readonly ReadModelName[];
  /** Never empty. */
  readonly positions: readonly LogPosition[];
  /** The checked location; null where the route needs none. */
  readonly locationId: string | null;
  readonly companyId: string | null;
};

/**
 * What an answer says of its freshness. **Invariant**: it is found out before the route reads, so that the data is at
 * least as fresh as the answer says: read models only go forward.
 */
export type ResponseFreshness = {
  /** `X-Data-As-Of`, where anybody can tell. */
  headers(reads: readonly ReadModelName[], locationId: string): Promise<ResponseHeaders>;
  /**
   * Resolves with `X-Position-Status` once what is read then has everything up to the positions.
   * @throws ApiError 400 for a topic or partition that there is not; 500 when it takes too long.
   */
  reached(asked: Asked): Promise<ResponseHeaders>;
};

/** What became of a position: one word each, in the order in which they were sent. */
type PositionStatus = 'passed' | 'dead-letter' | 'not-read-here';

const NOTHING: ResponseHeaders = {};
const STREAMS: ReadonlySet<Stream> = new Set(definitions.flatMap(({ streams }) => streams));

export function createResponseFreshness(options: ResponseFreshnessOptions): ResponseFreshness {
  const { readModels, dataAsOf, waits, deadLetters } = options;
  const uncounted = createPendingDashboardChecks(options.uncountedSince);
  /** What is read for those who ask in the same turn of the event loop is read after it. */
  const thisTurn = createOncePerTurn<ResponseHeaders>();

  /** The versions that are read, or may be by the time of reading, of those that are fed by events themselves. */
  async function fed(reads: readonly ReadModelName[]): Promise<Fed[]> {
    const names = reads.filter((name) => definitionOf(name).streams.length > 0);
    const found = await Promise.all(
      names.map(async (name) => {
        const { streams } = definitionOf(name);
        return (await readModels.versions(name)).map((version) => ({ version, streams }));
      }),
    );
    return found.flat();
  }

  /** The stream of each position. @throws ApiError 400 */
  async function streamsOf(positions: readonly LogPosition[]): Promise<Stream[]> {
    const logs = await dataAsOf.logs();
    return positions.map(({ topic, partition }) => {
      const log = logs.find((candidate) => candidate.topic === topic);
      if (log !== undefined && partition < log.partitions) return log._id;
      // Nobody can tell that there is no such topic before the projector has told all of them.
      if (log === undefined && logs.length < STREAMS.size) throw outage();
      throw invalidRequest('X-Wait-For-Position names a topic or a partition that there is not.');
    });
  }

  async function statuses({ positions, locationId, companyId }: Asked, readHere: readonly boolean[]) {
    const letters = await deadLetters(positions.map(deadLetterId));
    return positions.map((position, index): PositionStatus => {
      const letter = letters.get(deadLetterId(position));
      // What was set aside of other tenants is none of the caller's business.
      const own = letter !== undefined && [null, locationId, companyId].includes(letter.scope);
      if (own) return 'dead-letter';
      return readHere[index] ? 'passed' : 'not-read-here';
    });
  }

  async function dataAsOfHeader(reads: readonly ReadModelName[], locationId: string): Promise<ResponseHeaders> {
    const models = await fed(reads);
    const { asOf, told } = await dataAsOf.before(models);
    if (asOf === null) return NOTHING;
    const since = readsDashboard(reads) ? await uncounted.since({ locationId, models, told }) : null;
    return { 'X-Data-As-Of': new Date(since === null ? asOf : Math.min(asOf, since - 1)).toISOString() };
  }

  return {
    headers(reads, locationId) {
      if (reads.length === 0) return Promise.resolve(NOTHING);
      const subject = readsDashboard(reads) ? locationId : '';
      return thisTurn(`${reads.join()} ${subject}`, () => dataAsOfHeader(reads, locationId));
    },

    async reached(asked) {
      const { reads, positions, locationId, credentialId, signal } = asked;
      const streams = await streamsOf(positions);
      const models = await fed(reads);
      const targets = positions.map(({ topic, partition, offset }, index): Target[] =>
        models
          .filter((model) => model.streams.some((stream) => stream === streams[index]))
          .map(({ version }) => ({ checkpointId: checkpointId({ model: version, topic, partition }), offset })),
      );
      const dashboardOf = readsDashboard(reads) ? locationId : null;
      await waits.wait({ targets: targets.flat(), dashboardOf, credentialId, signal });
      const found = await statuses(
        asked,
        targets.map(({ length }) => length > 0),
      );
      return { 'X-Position-Status': found.join(', ') };
    },
  };
}

function readsDashboard(reads: readonly ReadModelName[]): boolean {
  return reads.includes('dashboard_windows');
}
