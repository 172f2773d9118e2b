import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { SpanOptions } from '@fundlens/runtime/tracing';
import type { Middleware } from 'koa';
import { missingPermission, notFound, rateLimited } from '../api-error.ts';
import type { CompanyShares } from '../company-shares.ts';
import { completeUpTo } from '@fundlens/read-models/checkpoint';
import { POSITION_HEADER } from '../freshness/positions.ts';
import type { AsOf } from '../freshness/as-of.ts';
import type { PositionWaits } from '../freshness/position-waits.ts';
import type { Limiter } from '../quota/limiter.ts';
import type { Admission, QuotaSubject } from '../quota/limits.ts';
import type { QuotaSubjects } from '../quota/quota-subject.ts';
import { rateLimitHeaders } from '../quota/rate-limit-headers.ts';
import type { Route } from '../routes/route.ts';
import { type AuditOptions, createRequestAudit } from './audit.ts';
import { type AccessOptions, createAccessChecks, MONGODB_READ } from './check-access.ts';
import { dataResponse } from './data-response.ts';
import type { RequestState } from './request-state.ts';
import { knownParameters, readParameters, validate } from './validate.ts';

export type ChainOptions = AccessOptions &
  AuditOptions & {
    readonly limiter: Pick<Limiter, 'count'>;
    readonly asOf: Pick<AsOf, 'of'>;
    readonly waits: Pick<PositionWaits, 'wait'>;
    readonly shares: CompanyShares;
    readonly quotaSubjectOf: QuotaSubjects;
  };

/** @param template of the whole path. */
export type Chain = (route: Route, template: string) => Middleware<RequestState>;

const REDIS_COUNT: SpanOptions = {
  kind: 'client',
  attributes: { 'db.system.name': 'redis', 'db.operation.name': 'EVALSHA' },
};

/** Why a route that says nothing of a 404 has no data: it never has none. */
const NO_DATA = 'There is no such thing.';

/**
 * The order of checks, for every route (design §7).
 *
 * **Invariants**: No data of a tenant is read before the location is checked. What needs `credit_reports`, and what has
 * waited, is read only if credential, scope and owner still allow it right before. A report is sent only once the audit
 * says so.
 */
export function createChain(options: ChainOptions): Chain {
  const { limiter, asOf, waits, shares, quotaSubjectOf } = options;
  const access = createAccessChecks(options);
  const auditOf = createRequestAudit(options);

  async function count(state: RequestState, subject: QuotaSubject): Promise<Admission> {
    const admission = await state.traced('limit', REDIS_COUNT, () => limiter.count(subject));
    Object.assign(state.headers, rateLimitHeaders(admission));
    if (admission.refusedBy !== null) throw rateLimited(admission.refusedBy);
    return admission;
  }

  return (route, template) => {
    const { reads, permission, notFound: missing } = route;
    const required = permission === undefined ? ['read'] : ['read', permission];
    const known = knownParameters(route, template);
    const audited: ReadonlySet<string> = new Set(['locationId', ...route.audited]);
    const readSpan = readSpanOf(route);

    return async ({ req, state }) => {
      state.route = template;
      const holder = await access.authenticate(req, state);
      state.holder = holder;
      const { credential } = holder;
      const subject = quotaSubjectOf(credential, holder.company);
      const sent = readParameters(state.target, known);
      const { operation, location } = route;
      const named = location === 'reach' ? undefined : sent.given.get('locationId');
      const locationId = credential.pinnedLocationId ?? named ?? null;
      const audit = auditOf(state, { operation, audited, locationId, credential, given: sent.given });

      // What lacks `read` has a quota of its own, so counting it first spends nothing of its company.
      const admission = await count(state, subject);
      for (const each of required) if (!credential.permissions.includes(each)) throw missingPermission(each);

      const { caller, positions, isHeavy, read } = validate(route, sent, credential, positionsOf(req));
      const checked = await state.traced('check location', MONGODB_READ, () => access.readable(holder, caller));
      audit.isLocationChecked = true;

      const { bucket } = subject;
      if (positions.length > 0) {
        const { companyId, locationId } = caller;
        const statuses = await state.traced('wait for position', {}, () =>
          waits.wait({ positions, reads, locationId, companyId, bucket, signal: state.signal }),
        );
        state.headers['X-Position-Status'] = statuses.join(', ');
      }
      // Before the read, so that the data is at least as fresh as it says.
      const completeAt = await state.traced('freshness', MONGODB_READ, () => asOf.of(reads, checked));
      if (completeAt !== null) state.headers['X-Data-As-Of'] = new Date(completeAt).toISOString();
      shares.bytes.requireRoom(bucket, 1);
      if (isHeavy) {
        const turn = await state.traced('wait for turn', {}, () => shares.pages.begin(bucket, state.signal));
        state.sent.onceReached(turn);
      }
      const hasWaited = isHeavy || positions.length > 0;
      const locationIds =
        permission !== undefined || hasWaited
          ? await state.traced('check access', MONGODB_READ, () =>
              access.checkAgain(state, { holder, required, caller, locationIds: checked }),
            )
          : checked;
      state.throwIfEnded();

      const request = {
        credential,
        admission,
        locationId: caller.locationId ?? '',
        locationIds,
        watermark: completeAt === null ? null : completeUpTo(completeAt),
        // Made when it is asked for: most reads need none.
        get signal() {
          return state.signal;
        },
      };
      const data = await state.traced('read', readSpan, () => read(request));
      if (data === null) throw notFound(missing ?? NO_DATA);
      audit.isFound = missing !== undefined;
      // What the data is made of has arrived and is put together; before it is digested and sent others have the event loop.
      if (isHeavy) await setImmediate();
      state.closed.onceReached(shares.bytes.take(bucket, data.length));

      const response = dataResponse(data, { state, neverStored: route.neverStored === true, held: ifNoneMatch(req) });
      if (permission !== undefined) await audit.storeBeforeSending(response.status);
      state.response = response;
    };
  };
}

function positionsOf({ headers }: IncomingMessage): string | undefined {
  return headers[POSITION_HEADER]?.toString();
}

function ifNoneMatch({ headers }: IncomingMessage): string | undefined {
  return headers['if-none-match'];
}

/** Shows the wait for the documents of the route's read models. */
function readSpanOf({ reads }: Route): SpanOptions {
  if (reads.length === 0) return {};
  return { ...MONGODB_READ, attributes: { ...MONGODB_READ.attributes, 'db.collection.name': reads.join(',') } };
}
