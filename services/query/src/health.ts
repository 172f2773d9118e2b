import { within } from '@fundlens/runtime/deadline';
import type { HealthReport } from '@fundlens/runtime/admin-server';
import { failureCode, RetryableError } from '@fundlens/runtime/errors';
import type { Access } from './credentials/access.ts';
import type { ProcessContext } from './process-context.ts';
import type { ReadModels } from './queries/read-models-store.ts';
import type { RedisLimitsStore } from './quota/redis-limits-store.ts';
import type { HttpServer } from './server/http-server.ts';

type Parts = Pick<ProcessContext, 'config'> & {
  readonly readModels: Pick<ReadModels, 'ping'>;
  readonly access: Pick<Access, 'ageMs'>;
  readonly counters: Pick<RedisLimitsStore, 'away'>;
  readonly http: Pick<HttpServer, 'port'>;
  /** True while shutting down. */
  readonly closing: () => boolean;
};

const OK = 'ok';
/** Probes wait a second or two, and a service that begins to stop must be seen to: a server that is silent counts as away. */
const ANSWER_MS = 1_000;

/**
 * Ready from when it could answer requests, so that a roll with wrong options goes no further;
 * from then on while it takes them: in an outage of servers clients get its own 500, not the error of a load balancer.
 */
export function createHealth({ config, readModels, access, counters, http, closing }: Parts) {
  const { ACCESS_MAX_AGE: maxAgeSeconds } = config;
  const needsRedis = config.RATE_LIMIT_FAIL_MODE === 'closed';
  let hasBegun = false;

  async function checkAccess(): Promise<string> {
    if (maxAgeSeconds === 0) return OK;
    const age = await access.ageMs();
    if (age === null) return 'unknown: the projector has not said yet how old access state is';
    return age <= maxAgeSeconds * 1_000 ? OK : `stale: ${Math.round(age / 1_000)} s old`;
  }

  const silent = () => new RetryableError('mongodb_unavailable', `MongoDB does not answer within ${ANSWER_MS} ms.`);
  const soon = (check: Promise<string>, otherwise: string) =>
    within(ANSWER_MS, check, silent).catch((error: unknown) => `${otherwise}: ${failureCode(error)}`);

  return async (): Promise<HealthReport> => {
    // Before the checks: a load balancer must not wait for servers that may be slow.
    const server = closing() ? 'closing' : http.port() === 0 ? 'starting' : OK;
    if (server !== OK) return { ok: false, degraded: true, checks: { server } };
    const mongodbThere = readModels.ping().then(() => OK);
    const [mongodb, known] = await Promise.all([soon(mongodbThere, 'away'), soon(checkAccess(), 'unknown')]);
    const away = counters.away();
    const redis = away === null ? OK : `away (${away})${needsRedis ? '' : ': limits are counted here'}`;
    const couldAnswer = mongodb === OK && known === OK && (redis === OK || !needsRedis);
    hasBegun ||= couldAnswer;
    return {
      ok: hasBegun,
      degraded: !couldAnswer || redis !== OK,
      checks: { mongodb, access: known, redis, server },
    };
  };
}
