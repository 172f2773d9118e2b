import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { completeUpTo } from '@fundlens/read-models/checkpoint';
import type { SpanOptions } from '@fundlens/runtime/tracing';
import type { Middleware } from 'koa';
import { missingPermission, notFound, rateLimited, unauthorized } from '../api-error.ts';
import type { CompanyShares } from '../company-shares.ts';
import type { Access, Holder } from '../credentials/access.ts';
import { presentedTokenHash } from '../credentials/bearer-token.ts';
import type { AsOf } from '../freshness/as-of.ts';
import type { PositionWaits } from '../freshness/position-waits.ts';
import { POSITION_HEADER } from '../freshness/positions.ts';
import type { ReadModels } from '../queries/read-models-store.ts';
import type { Limiter } from '../quota/limiter.ts';
import { type Admission, rateLimitHeaders } from '../quota/limits.ts';
import type { CheckedRequest, Route } from '../routes/route.ts';
import { type AuditOptions, createRequestAudit, type StoreBeforeSending } from './audit.ts';
import type { RequestState } from './request-state.ts';
import { dataResponse } from './response.ts';
import { createParameters, type Validated } from './validate.ts';

export type ChainOptions = AuditOptions & {
  readonly access: Pick<Access, 'authenticate' | 'readable' | 'check'>;
  readonly limiter: Pick<Limiter, 'of'>;
  readonly asOf: Pick<AsOf, 'of'>;
  readonly readModels: Pick<ReadModels, 'serving'>;
  readonly waits: Pick<PositionWaits, 'wait'>;
  readonly shares: CompanyShares;
};

export type Chain = (route: Route) => Middleware<RequestState>;

/** A read of MongoDB, or of what this process has read less than a second ago. Requests of one turn share reads. */
const MONGODB_READ: SpanOptions = {
  kind: 'client',
  attributes: { 'db.system.name': 'mongodb', 'db.operation.name': 'find' },
};
const REDIS_COUNT: SpanOptions = {
  kind: 'client',
  attributes: { 'db.system.name': 'redis', 'db.operation.name': 'EVALSHA' },
};
/** With the age of the cache less than the second after which what has ended is refused. */
const RECENT_MS = 500;

/** A request that every check has let in. */
type Admitted = Validated & {
  readonly holder: Holder;
  readonly admission: Admission;
  /** Quota bucket, whose shares it takes. */
  readonly bucket: string;
  readonly storeBeforeSending: StoreBeforeSending;
  readonly locationIds: readonly string[];
};

export function createChain(options: ChainOptions): Chain {
  const parts = { ...options, auditOf: createRequestAudit(options) };
  return (route) => {
    const own = new RouteChain(route, parts);
    return ({ req, state }) => own.answer(req, state);
  };
}

/** What a request reads from, and until when that has every change. */
type Models = Pick<CheckedRequest, 'served' | 'watermark'>;

type Parts = ChainOptions & { readonly auditOf: ReturnType<typeof createRequestAudit> };

/**
 * The order of checks, for every route (design §7).
 *
 * **Invariants**: No data of a tenant is read before the location is checked. What needs `credit_reports`, and what has
 * waited, is read only if credential, scope and owner still allow it right before. A report is sent only once the audit
 * says so.
 */
class RouteChain {
  readonly #route: Route;
  readonly #parts: Parts;
  readonly #parameters: ReturnType<typeof createParameters>;
  readonly #readSpan: SpanOptions;

  constructor(route: Route, parts: Parts) {
    this.#route = route;
    this.#parts = parts;
    this.#parameters = createParameters(route);
    this.#readSpan = readSpanOf(route);
  }

  /** @throws ApiError 401, 429, 403, 400, 404 or 500 */
  async answer(req: IncomingMessage, state: RequestState): Promise<void> {
    const { shares } = this.#parts;
    const { neverStored, permission } = this.#route;
    const admitted = await this.#admit(req, state);
    const { bucket, isHeavy, isPage } = admitted;
    const models = await this.#wait(admitted, state);
    const held = [shares.bytes.take(bucket, 1)];
    let data: Uint8Array;
    try {
      const ofReports = permission === undefined ? null : shares.reports;
      const turns = isHeavy ? shares.heavy : isPage ? shares.pages : ofReports;
      if (turns !== null) held.push(await state.traced('wait for turn', {}, () => turns.begin(bucket, state.signal)));
      const locationIds = await this.#checkAgain(admitted, state);
      state.throwIfEnded();
      data = await this.#read(admitted, { locationIds, ...models }, state);
      state.holdUntilClosed(shares.bytes.take(bucket, data.length));
    } finally {
      for (const giveBack of held) giveBack();
    }
    const response = dataResponse(data, state, neverStored === true ? null : req.headers['if-none-match']);
    if (permission !== undefined) await admitted.storeBeforeSending(response.status);
    state.response = response;
  }

  /** @throws ApiError 401, 429, 403 or 400 */
  async #admit(req: IncomingMessage, state: RequestState): Promise<Admitted> {
    const { access, auditOf, limiter } = this.#parts;
    const { operation, audited, location, permissions, template } = this.#route;
    state.route = template;
    const holder = await this.#authenticate(req, state);
    state.holder = holder;
    const { credential, company } = holder;
    const sent = this.#parameters.read(state.target);
    const asked = location === 'reach' ? null : (sent.given.get('locationId') ?? null);
    const locationId = credential.pinnedLocationId ?? asked;
    const storeBeforeSending = auditOf(state, { operation, audited, locationId, credential, given: sent.given });

    // What lacks `read` has a quota of its own, so counting it first spends nothing of its company.
    const quota = limiter.of(credential, company);
    const admission = await state.traced('limit', REDIS_COUNT, quota.count);
    Object.assign(state.headers, rateLimitHeaders(admission));
    if (admission.refusedBy !== null) throw rateLimited(admission.refusedBy);
    for (const each of permissions) if (!credential.permissions.includes(each)) throw missingPermission(each);

    const validated = this.#parameters.check(sent, credential, req.headers[POSITION_HEADER]?.toString());
    const { caller } = validated;
    const locationIds = await state.traced('check location', MONGODB_READ, () => access.readable(holder, caller));
    return { ...validated, holder, admission, bucket: quota.bucket, storeBeforeSending, locationIds };
  }

  /** @throws ApiError 401 without the token of a valid credential, which the audit counts. */
  async #authenticate({ headers }: IncomingMessage, state: RequestState): Promise<Holder> {
    const { access, auditLog } = this.#parts;
    const tokenHash = presentedTokenHash(headers.authorization);
    const found = await state.traced('authenticate', MONGODB_READ, async () =>
      tokenHash === null ? { rejected: null } : await access.authenticate(tokenHash),
    );
    if (!('rejected' in found)) return found;
    auditLog.count(401, found.rejected?.credentialId ?? null);
    throw unauthorized();
  }

  /**
   * Waits for what the request asks for, and says how fresh the answer is. Readers may switch from now on: all of this request
   * is of the generation that has what it waited for, and that the headers speak of.
   * @throws ApiError 400, 429 or 500
   */
  async #wait({ caller, positions, bucket, locationIds }: Admitted, state: RequestState): Promise<Models> {
    const { asOf, readModels, waits } = this.#parts;
    const { reads } = this.#route;
    const wait = () => waits.wait({ positions, reads, caller, bucket, signal: state.signal });
    const waited = positions.length === 0 ? null : await state.traced('wait for position', {}, wait);
    if (waited !== null) state.headers['X-Position-Status'] = waited.statuses.join(', ');
    const served = waited?.served ?? (await readModels.serving());
    // Before the read, so that the data is at least as fresh as it says.
    const completeAt = await state.traced('freshness', MONGODB_READ, () => asOf.of(served, reads, locationIds));
    if (completeAt !== null) state.headers['X-Data-As-Of'] = new Date(completeAt).toISOString();
    return { served, watermark: completeAt === null ? null : completeUpTo(completeAt) };
  }

  /**
   * Whether all that was checked with state of the cache still holds, where it may have ended by now.
   * @returns the locations that may still be read.
   * @throws ApiError 401 or 403
   */
  async #checkAgain(admitted: Admitted, state: RequestState): Promise<readonly string[]> {
    const { access, clock } = this.#parts;
    const { permission, permissions } = this.#route;
    const { holder, caller, locationIds, positions } = admitted;
    const isCached = permission === undefined && positions.length === 0;
    if (isCached && clock.monotonic() - state.startedAt < RECENT_MS) return locationIds;
    return await state.traced('check access', MONGODB_READ, async () => {
      const asked = { holder, required: permissions, locationId: caller.locationId };
      const refusal = await access.check(asked, isCached);
      // A rejected client must not see the limits either.
      if (refusal?.status === 401) state.headers = {};
      if (refusal !== null) throw refusal;
      if (caller.scope !== 'company') return locationIds;
      const still = new Set(await access.readable(holder, caller));
      // None that has come since: the freshness headers do not speak of it.
      return locationIds.filter((locationId) => still.has(locationId));
    });
  }

  /** @throws ApiError 404 */
  async #read(
    { read, isHeavy, holder, admission, caller }: Admitted,
    models: Models & Pick<CheckedRequest, 'locationIds'>,
    state: RequestState,
  ): Promise<Uint8Array> {
    const request: CheckedRequest = {
      ...models,
      credential: holder.credential,
      admission,
      locationId: caller.locationId ?? '',
      signal: () => state.signal,
    };
    const data = await state.traced('read', this.#readSpan, () => read(request));
    if (data === null) throw notFound(this.#route.notFound ?? 'There is no such thing.');
    // What the data is made of has arrived and is put together; before it is digested and sent others have the event loop.
    if (isHeavy) await setImmediate();
    // A part of what was read together keeps all of that until the client has taken it.
    return data.buffer.byteLength > 2 * data.byteLength ? Buffer.from(data) : data;
  }
}

/** Shows the wait for the documents of the route's read models. */
function readSpanOf({ reads }: Route): SpanOptions {
  if (reads.length === 0) return {};
  return { ...MONGODB_READ, attributes: { ...MONGODB_READ.attributes, 'db.collection.name': reads.join(',') } };
}
