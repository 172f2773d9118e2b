import { within } from '@fundlens/contracts/deadline';
import type { HealthReport } from '@fundlens/runtime/admin-server';
import { failureCode, RetryableError } from '@fundlens/runtime/errors';

export type HealthOptions = {
  readonly pingMongodb: () => Promise<unknown>;
  readonly accessAgeMs: () => Promise<number | null>;
  /** 0: any age is accepted. */
  readonly accessMaxAgeMs: number;
  /** Why limits are not counted in Redis; null while they are. */
  readonly redisAway: () => string | null;
  /** False when this process counts requests while Redis is away. */
  readonly redisRequired: boolean;
  /** State of the API's port. */
  readonly server: () => 'starting' | 'listening' | 'closing';
};

const OK = 'ok';
/** Probes wait a second or two, and a service that begins to stop must be seen to: a server that is silent counts as away. */
const ANSWER_MS = 1_000;

/**
 * Ready from when it could answer requests, so that a roll with wrong options goes no further;
 * from then on while it takes them: in an outage of servers clients get its own 500, not the error of a load balancer.
 */
export function createHealth(options: HealthOptions): () => Promise<HealthReport> {
  let hasBegun = false;

  async function checkMongodb(): Promise<string> {
    try {
      await within(ANSWER_MS, options.pingMongodb(), silent);
      return OK;
    } catch (error) {
      return `away: ${failureCode(error)}`;
    }
  }

  async function checkAccess(): Promise<string> {
    if (options.accessMaxAgeMs === 0) return OK;
    try {
      const age = await within(ANSWER_MS, options.accessAgeMs(), silent);
      if (age === null) return 'unknown: the projector has not said yet how old access state is';
      return age <= options.accessMaxAgeMs ? OK : `stale: ${Math.round(age / 1_000)} s old`;
    } catch (error) {
      return `unknown: ${failureCode(error)}`;
    }
  }

  return async () => {
    // Before the checks: a load balancer must not wait for servers that may be slow.
    const server = options.server();
    if (server !== 'listening') return { ok: false, degraded: true, checks: { server } };
    const [mongodb, access] = await Promise.all([checkMongodb(), checkAccess()]);
    const away = options.redisAway();
    const redis = away === null ? OK : `away (${away})${options.redisRequired ? '' : ': limits are counted here'}`;
    const couldAnswer = mongodb === OK && access === OK && (redis === OK || !options.redisRequired);
    hasBegun ||= couldAnswer;
    return { ok: hasBegun, degraded: !couldAnswer || redis !== OK, checks: { mongodb, access, redis, server: OK } };
  };
}

function silent(): RetryableError {
  return new RetryableError('mongodb_unavailable', `MongoDB does not answer within ${ANSWER_MS / 1_000} s.`);
}
