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
import type { Holder } from '../credentials/access.ts';
import type { Limiter } from '../quota/limiter.ts';
import type { Admission, QuotaSubject } from '../quota/limits.ts';
import type { QuotaSubjects } from '../quota/quota-subject.ts';
import { rateLimitHeaders } from '../quota/rate-limit-headers.ts';
import type { CheckedRequest, Route } from '../routes/route.ts';
import { type AuditOptions, createRequestAudit, type StoreBeforeSending } from './audit.ts';
import { type AccessChecks, type AccessOptions, createAccessChecks, MONGODB_READ } from './check-access.ts';
import { dataResponse } from './data-response.ts';
import type { RequestState } from './request-state.ts';
import { type KnownParameters, knownParameters, readParameters, type Validated, validate } from './validate.ts';

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

export function createChain(options: ChainOptions): Chain {
  const checks = new Checks(options);
  return (route, template) => {
    const entry = entryOf(route, template);
    return async ({ req, state }) => {
      const admitted = await checks.admit(entry, req, state);
      const request = await checks.prepare(entry, admitted, state);
      await checks.answer(entry, admitted, { request, held: req.headers['if-none-match'] }, state);
    };
  };
}

/** An entry of a route's table, with what follows from it. */
type Entry = {
  readonly route: Route;
  readonly template: string;
  readonly known: KnownParameters;
  readonly audited: ReadonlySet<string>;
  /** Permissions. */
  readonly required: readonly string[];
  readonly readSpan: SpanOptions;
};

function entryOf(route: Route, template: string): Entry {
  return {
    route,
    template,
    known: knownParameters(route, template),
    audited: new Set(['locationId', ...route.audited]),
    required: route.permission === undefined ? ['read'] : ['read', route.permission],
    readSpan: readSpanOf(route),
  };
}

/** A request that every check has let in. */
type Admitted = Validated & {
  readonly holder: Holder;
  readonly admission: Admission;
  /** Quota bucket, whose shares it takes. */
  readonly bucket: string;
  readonly storeBeforeSending: StoreBeforeSending;
  readonly locationIds: readonly string[];
};

/**
 * The order of checks, for every route (design §7).
 *
 * **Invariants**: No data of a tenant is read before the location is checked. What needs `credit_reports`, and what has
 * waited, is read only if credential, scope and owner still allow it right before. A report is sent only once the audit
 * says so.
 */
class Checks {
  readonly #options: ChainOptions;
  readonly #access: AccessChecks;
  readonly #auditOf: ReturnType<typeof createRequestAudit>;

  constructor(options: ChainOptions) {
    this.#options = options;
    this.#access = createAccessChecks(options);
    this.#auditOf = createRequestAudit(options);
  }

  /** @throws ApiError 401, 429, 403 or 400 */
  async admit(entry: Entry, req: IncomingMessage, state: RequestState): Promise<Admitted> {
    const { route, template, known, audited, required } = entry;
    state.route = template;
    const holder = await this.#access.authenticate(req, state);
    state.holder = holder;
    const { credential, company } = holder;
    const sent = readParameters(state.target, known);
    const { operation } = route;
    const named = route.location === 'reach' ? undefined : sent.given.get('locationId');
    const locationId = credential.pinnedLocationId ?? named ?? null;
    const storeBeforeSending = this.#auditOf(state, { operation, audited, locationId, credential, given: sent.given });

    // What lacks `read` has a quota of its own, so counting it first spends nothing of its company.
    const subject = this.#options.quotaSubjectOf(credential, company);
    const admission = await this.#count(subject, state);
    for (const each of required) if (!credential.permissions.includes(each)) throw missingPermission(each);

    const validated = validate(route, sent, credential, req.headers[POSITION_HEADER]?.toString());
    const { caller } = validated;
    const locationIds = await state.traced('check location', MONGODB_READ, () => this.#access.readable(holder, caller));
    return { ...validated, holder, admission, bucket: subject.bucket, storeBeforeSending, locationIds };
  }

  async #count(subject: QuotaSubject, state: RequestState): Promise<Admission> {
    const admission = await state.traced('limit', REDIS_COUNT, () => this.#options.limiter.count(subject));
    Object.assign(state.headers, rateLimitHeaders(admission));
    if (admission.refusedBy !== null) throw rateLimited(admission.refusedBy);
    return admission;
  }

  /** Waits for what the request asks for, and says how fresh the answer is. @throws ApiError 401, 403, 429 or 500 */
  async prepare(entry: Entry, admitted: Admitted, state: RequestState): Promise<CheckedRequest> {
    const { asOf, waits, shares } = this.#options;
    const { reads, permission } = entry.route;
    const { caller, positions, isHeavy, bucket, holder, admission } = admitted;
    if (positions.length > 0) {
      const { companyId, locationId } = caller;
      const statuses = await state.traced('wait for position', {}, () =>
        waits.wait({ positions, reads, locationId, companyId, bucket, signal: state.signal }),
      );
      state.headers['X-Position-Status'] = statuses.join(', ');
    }
    // Before the read, so that the data is at least as fresh as it says.
    const completeAt = await state.traced('freshness', MONGODB_READ, () => asOf.of(reads, admitted.locationIds));
    if (completeAt !== null) state.headers['X-Data-As-Of'] = new Date(completeAt).toISOString();
    shares.bytes.requireRoom(bucket, 1);
    if (isHeavy) {
      const turn = await state.traced('wait for turn', {}, () => shares.pages.begin(bucket, state.signal));
      state.sent.onceReached(turn);
    }
    const mayHaveEnded = permission !== undefined || isHeavy || positions.length > 0;
    const locationIds = mayHaveEnded ? await this.#checkAgain(entry, admitted, state) : admitted.locationIds;
    state.throwIfEnded();
    return {
      credential: holder.credential,
      admission,
      locationId: caller.locationId ?? '',
      locationIds,
      watermark: completeAt === null ? null : completeUpTo(completeAt),
      // Made when it is asked for: most reads need none.
      get signal() {
        return state.signal;
      },
    };
  }

  #checkAgain({ required }: Entry, { holder, caller, locationIds }: Admitted, state: RequestState) {
    return state.traced('check access', MONGODB_READ, () =>
      this.#access.checkAgain(state, { holder, required, caller, locationIds }),
    );
  }

  /** @throws ApiError 404 */
  async answer(
    { route, readSpan }: Entry,
    { read, isHeavy, bucket, storeBeforeSending }: Admitted,
    { request, held }: { readonly request: CheckedRequest; readonly held: string | undefined },
    state: RequestState,
  ): Promise<void> {
    const data = await state.traced('read', readSpan, () => read(request));
    if (data === null) throw notFound(route.notFound ?? NO_DATA);
    // What the data is made of has arrived and is put together; before it is digested and sent others have the event loop.
    if (isHeavy) await setImmediate();
    state.closed.onceReached(this.#options.shares.bytes.take(bucket, data.length));
    const response = dataResponse(data, { state, neverStored: route.neverStored === true, held });
    if (route.permission !== undefined) await storeBeforeSending(response.status);
    state.response = response;
  }
}

/** Of a route that says nothing of a 404. */
const NO_DATA = 'There is no such thing.';

/** Shows the wait for the documents of the route's read models. */
function readSpanOf({ reads }: Route): SpanOptions {
  if (reads.length === 0) return {};
  return { ...MONGODB_READ, attributes: { ...MONGODB_READ.attributes, 'db.collection.name': reads.join(',') } };
}
