import { checkpointId } from '@fundlens/read-models/checkpoint';
import { deadLetterId } from '@fundlens/read-models/dead-letter';
import type { ReadModelName, Stream } from '@fundlens/read-models/definition';
import { readModels as definitions } from '@fundlens/read-models/definitions';
import { sleep } from '@fundlens/runtime/backoff';
import { BUSY_RETRY_SECONDS, invalidParameter, invalidParameters, outage } from '../api-error.ts';
import { type Coalesced, coalescedLookUp } from '../coalesced.ts';
import type { CompanyShares } from '../company-shares.ts';
import type { Caller } from '../credentials/access-state.ts';
import { uncountedSince } from '../queries/dashboards.ts';
import type { ServedModels } from '../queries/read-models-store.ts';
import { type AsOf, type FreshnessParts, streamsOf } from './as-of.ts';
import type { CheckpointPosition } from './freshness-store.ts';
import { type LogPosition, POSITION_HEADER_NAME } from './positions.ts';

export type PositionQuery = {
  readonly reads: readonly ReadModelName[];
  /** Never empty. */
  readonly positions: readonly LogPosition[];
  /** Whose location is checked. */
  readonly caller: Pick<Caller, 'locationId' | 'companyId'>;
  /** Of the quota: what its company waits for is bounded together. */
  readonly bucket: string;
  /** Aborted when the client has left or its deadline has passed. */
  readonly signal: AbortSignal;
};

/** What became of a position. */
export type PositionStatus = 'passed' | 'dead-letter' | 'not-read-here';

export type WaitOutcome = 'reached' | 'late' | 'beyond_end' | 'refused' | 'gone' | 'failed';

type Parts = FreshnessParts & { readonly asOf: Pick<AsOf, 'logs'>; readonly shares: Pick<CompanyShares, 'waits'> };

/** Design §7. A projector without lag needs a fraction of a second. */
const WAIT_LIMIT_MS = 5_000;
/** Between two looks: what a client waits longer than it must. All waits look in the same turn, in one query. */
const LOOK_MS = 20;
/** Keys of one look. */
const MAX_KEYS = 1_000;
const STREAMS: ReadonlySet<Stream> = new Set(definitions.flatMap(({ streams }) => streams));

export class PositionWaits {
  readonly #parts: Parts;
  readonly #checkpointOf: Coalesced<string, CheckpointPosition | null>;
  readonly #uncountedSince: Coalesced<string, number | null>;

  constructor(parts: Parts) {
    const { freshnessStore, readModels } = parts;
    this.#parts = parts;
    this.#checkpointOf = coalescedLookUp({ maxKeys: MAX_KEYS, load: freshnessStore.checkpoints });
    this.#uncountedSince = coalescedLookUp({
      maxKeys: MAX_KEYS,
      async load(ids) {
        const served = await readModels.serving();
        return new Map(await Promise.all(ids.map(async (id) => [id, await uncountedSince(served, [id])] as const)));
      },
    });
  }

  /**
   * Resolves once the read models contain everything up to the positions, with what became of each of them, and with the
   * generation that does.
   * @throws ApiError 400 for an unknown topic or partition, or once a log is known to have ended before its position when
   *   the wait began; 500 with Retry-After after 5 s; at once when too many wait, 429 when they are of its company; what
   *   the store throws.
   */
  async wait(query: PositionQuery): Promise<{ served: ServedModels; statuses: PositionStatus[] }> {
    const { reads, positions } = query;
    const { locationId, companyId } = query.caller;
    const { freshnessStore, readModels } = this.#parts;
    const read = new Set(streamsOf(reads));
    const isRead = (await this.#streamsOf(positions)).map((stream) => read.has(stream));
    const targets = positions.filter((_, index) => isRead[index]);
    const dashboardOf = reads.includes('dashboard_windows') ? locationId : null;
    const reached = targets.length > 0 && (await this.#reachOrThrow(targets, dashboardOf, query));
    const served = reached || (await readModels.serving());
    const setAside = await freshnessStore.deadLetters(positions.map(deadLetterId), served.generation);
    const statuses = positions.map((position, index): PositionStatus => {
      const deadLetter = setAside.get(deadLetterId(position));
      // A dead letter of another tenant is not disclosed.
      if (deadLetter !== undefined && [null, locationId, companyId].includes(deadLetter.scope)) return 'dead-letter';
      return isRead[index] ? 'passed' : 'not-read-here';
    });
    return { served, statuses };
  }

  async #reachOrThrow(targets: readonly LogPosition[], dashboardOf: string | null, { bucket, signal }: PositionQuery) {
    const { shares, metrics } = this.#parts;
    let outcome: WaitOutcome = 'refused';
    try {
      const leave = shares.waits.take(bucket, 1);
      outcome = 'failed';
      const ended = await this.#reach(targets, dashboardOf, signal).finally(leave);
      outcome = typeof ended === 'string' ? ended : 'reached';
      if (typeof ended !== 'string') return ended;
    } finally {
      metrics.positionWaits.inc({ outcome });
    }
    if (outcome === 'beyond_end') {
      const message = `${POSITION_HEADER_NAME} names a position that its log has not reached.`;
      const reason = 'position_not_reached';
      throw invalidParameters([{ parameter: POSITION_HEADER_NAME, rule: reason, message }], reason);
    }
    // Not 429: the request waits for the projector, not for what its company does.
    throw outage('The read models have not reached X-Wait-For-Position yet. Try again later.', BUSY_RETRY_SECONDS);
  }

  /**
   * First the checkpoints, then the dashboard: an event that is applied by then is counted, or its document says since when
   * it is not. A busy location always has uncounted events; only those up to the positions matter.
   *
   * A log that is known to have ended before its target ends the wait. The projector alone sees that end; it says in the
   * checkpoint at which time the log ended there. A time after the first look proves that the position was not there when
   * the client sent it. Both times are MongoDB's. While the projector lags, or is away, the end is unknown.
   * @param dashboardOf location whose dashboard must count everything up to the targets too; null: none.
   * @returns the generation that has reached them, or why none has.
   */
  async #reach(targets: readonly LogPosition[], dashboardOf: string | null, signal: AbortSignal) {
    const { clock, readModels } = this.#parts;
    const endsAt = clock.monotonic() + WAIT_LIMIT_MS;
    const firstLook = new Map<LogPosition, number>();
    let open = new Set<LogPosition>();
    let lookedAt: number | null = null;
    let appliedAsOf = 0;
    for (;;) {
      const served = await readModels.serving();
      const { generation } = served;
      // Readers may switch during the wait: what the generation before has reached says nothing of the next one.
      if (generation !== lookedAt) open = new Set(targets);
      lookedAt = generation;
      const idOf = (target: LogPosition) => checkpointId({ generation, ...target });
      const found = await Promise.all(
        [...open].map(async (target) => ({ target, at: await this.#checkpointOf(idOf(target)) })),
      );
      for (const { target, at } of found) {
        if (at === null) continue;
        const { nextOffset, asOf, endAsOf = 0, readAt } = at;
        const first = firstLook.get(target);
        if (nextOffset > target.offset) {
          open.delete(target);
          appliedAsOf = Math.max(appliedAsOf, asOf);
        } else if (first !== undefined && endAsOf > first) return 'beyond_end';
        // A time that was there before the first look proves nothing, also when it is ahead because a clock was wrong.
        else firstLook.set(target, first ?? Math.max(endAsOf, readAt));
      }
      if (open.size === 0) {
        const since = dashboardOf === null ? null : await this.#uncountedSince(dashboardOf);
        const isCounted = since === null || since > appliedAsOf;
        if (isCounted && (await readModels.serving()).generation === generation) return served;
      }
      const now = clock.monotonic();
      if (now >= endsAt) return 'late';
      if (!(await sleep(Math.ceil(LOOK_MS - (now % LOOK_MS)), signal))) return 'gone';
    }
  }

  /** The stream of each position. @throws ApiError 400 */
  async #streamsOf(positions: readonly LogPosition[]): Promise<Stream[]> {
    const known = await this.#parts.asOf.logs();
    return positions.map(({ topic, partition }) => {
      const log = known.find((candidate) => candidate.topic === topic);
      if (log !== undefined && partition < log.partitions) return log._id;
      // The topic may be one that the projector has not published yet.
      if (log === undefined && known.length < STREAMS.size) throw outage();
      const rule = 'names a topic or a partition that there is not';
      throw invalidParameter(POSITION_HEADER_NAME, 'unknown_partition', rule);
    });
  }
}
