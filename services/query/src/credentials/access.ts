import { RetryableError } from '@fundlens/runtime/errors';
import {
  type ApiError,
  companyRefused,
  locationRefused,
  missingPermission,
  tooManyLocations,
  unauthorized,
} from '../api-error.ts';
import { createFreshCache, type FreshCache } from '../fresh-cache.ts';
import type { ProcessContext } from '../process-context.ts';
import { type Caller, type Company, type Credential, MAX_COMPANY_LOCATIONS } from './access-state.ts';
import type { AccessStore } from './access-store.ts';

type Parts = Pick<ProcessContext, 'config' | 'clock'> & { readonly accessStore: AccessStore };

/** A valid credential, as it was when the request came. */
export type Holder = { readonly tokenHash: string; readonly credential: Credential; readonly company: Company };

/** Rejected: unknown (null), ambiguous, blocked, revoked or expired. */
export type Authenticated = Holder | { readonly rejected: Credential | null };

/** What was checked of a request with state from the cache. */
export type Admitted = {
  readonly holder: Holder;
  /** Permissions that it needs. */
  readonly required: readonly string[];
  /** The location that it reads; null where the route needs none. */
  readonly locationId: string | null;
};

/** Known credentials and unknown tokens; about 10 MB. */
const MAX_CREDENTIALS = 20_000;
const MAX_LOCATIONS = 20_000;
const MAX_COMPANIES = 5_000;
/** Of a credential without one: the id of none, so it is not active. */
const NO_COMPANY = '';

/**
 * Who may read what. Every method throws RetryableError `access_state_stale`, `mongodb_unavailable` or
 * `read_model_missing`.
 */
export class Access {
  readonly #parts: Parts;
  readonly #cached: Pick<AccessStore, 'credential' | 'company' | 'ownerOf'>;
  /** Monotonic milliseconds at which access state would have been of age 0; null: the projector has not said yet. */
  readonly #freshAt: FreshCache<number | null>;
  #lastFreshAt: number;

  constructor(parts: Parts) {
    const { accessStore: store, clock, config } = parts;
    const { monotonic } = clock;
    const cached = <Value>(maxEntries: number, load: (key: string) => Promise<Value>) =>
      createFreshCache({ maxAgeMs: config.ACCESS_CACHE_MS, maxEntries, monotonic, load });
    this.#parts = parts;
    this.#cached = {
      credential: cached(MAX_CREDENTIALS, (tokenHash) => store.credential(tokenHash)),
      company: cached(MAX_COMPANIES, (companyId) => store.company(companyId)),
      ownerOf: cached(MAX_LOCATIONS, (locationId) => store.ownerOf(locationId)),
    };
    this.#lastFreshAt = monotonic();
    this.#freshAt = cached(1, async () => {
      const askedAt = monotonic();
      const ageMs = await store.ageMs();
      if (ageMs === null) return null;
      this.#lastFreshAt = askedAt - ageMs;
      return this.#lastFreshAt;
    });
  }

  /** How old what this process knows of access may be, in milliseconds; null: the projector has not said yet. */
  async ageMs(): Promise<number | null> {
    const freshAt = await this.#freshAt('access');
    return freshAt === null ? null : this.#parts.clock.monotonic() - freshAt;
  }

  /** The same from what was read last: at least the age of this process while nothing was. */
  lastKnownAgeMs(): number {
    // Without requests nothing else would read it. A failure shows as an age that grows.
    this.#freshAt('access').catch(() => undefined);
    return Math.max(0, this.#parts.clock.monotonic() - this.#lastFreshAt);
  }

  /** The credential of a token by its hash, at most `ACCESS_CACHE_MS` old. */
  async authenticate(tokenHash: string): Promise<Authenticated> {
    const [credential] = await Promise.all([this.#cached.credential(tokenHash), this.#refuseStaleState()]);
    if (credential === null || !this.#isValid(credential)) return { rejected: credential };
    return { tokenHash, credential, company: await this.#cached.company(credential.companyId ?? NO_COMPANY) };
  }

  /** Like `authenticate`, by credential id: for links that the credential has made. */
  async authenticateById(credentialId: string): Promise<Authenticated> {
    const tokenHash = await this.#parts.accessStore.tokenHashOf(credentialId);
    const found = tokenHash === null ? { rejected: null } : await this.authenticate(tokenHash);
    const isIt = 'rejected' in found || found.credential.credentialId === credentialId;
    return isIt ? found : { rejected: null };
  }

  /**
   * The locations that a request reads, all of which the credential may read: the one that it names, with `scope=company`
   * every one of the company in the order of ids, else none. At most `ACCESS_CACHE_MS` old; ownership of a company's uncached.
   * @throws ApiError 403 unless the credential may read the location; 400 for a company with too many.
   */
  async readable({ credential, company }: Holder, { locationId, scope }: Caller): Promise<readonly string[]> {
    const { companyId } = credential;
    if (locationId !== null) {
      const { ownerOf, company: companyOf } = this.#cached;
      const [ownerId, owner] = await Promise.all([ownerOf(locationId), companyOf(companyId ?? NO_COMPANY)]);
      if (mayRead(credential, ownerId, owner)) return [locationId];
      throw locationRefused();
    }
    if (!company.active) throw companyRefused();
    if (scope !== 'company' || companyId === null) return [];
    const { accessStore: store } = this.#parts;
    const owned = await store.locationsOf(companyId);
    if (owned === null) throw tooManyLocations(MAX_COMPANY_LOCATIONS);
    const blocked = await store.blockedLocations(owned);
    return owned.filter((id) => !blocked.has(id));
  }

  /**
   * Whether the credential still holds with the scope and the permissions that the request was admitted with, and its
   * company is active and owns the location. It is called after every wait, and as the first step of a read of reports; what
   * is applied later counts for the next request. **Invariant**: unless it may be `cached`, all of what it judges was read
   * after it was called, so that what was applied before then counts.
   * @returns why the request is refused; null: it goes on.
   */
  async check({ holder, required, locationId }: Admitted, cached = false): Promise<ApiError | null> {
    const store = cached ? this.#cached : this.#parts.accessStore;
    const { tokenHash, credential: admitted } = holder;
    const [credential, company, ownerId] = await Promise.all([
      store.credential(tokenHash, admitted.credentialId),
      store.company(admitted.companyId ?? NO_COMPANY),
      store.ownerOf(locationId ?? ''),
      this.#refuseStaleState(),
    ]);
    if (credential?.credentialId !== admitted.credentialId || !this.#isValid(credential)) return unauthorized();
    const missing = required.find((permission) => !credential.permissions.includes(permission));
    if (missing !== undefined) return missingPermission(missing);
    if (!hasSameScope(credential, admitted)) return locationRefused();
    if (locationId === null) return company.active ? null : companyRefused();
    return mayRead(credential, ownerId, company) ? null : locationRefused();
  }

  async #refuseStaleState(): Promise<void> {
    const { ACCESS_MAX_AGE: maxAgeSeconds } = this.#parts.config;
    if (maxAgeSeconds === 0) return;
    const ageMs = await this.ageMs();
    if (ageMs !== null && ageMs <= maxAgeSeconds * 1_000) return;
    throw new RetryableError('access_state_stale', 'access state is too old to admit requests');
  }

  /** Checked on every request, because a cached credential can expire. */
  #isValid({ revokedAt, expiresAt }: Credential): boolean {
    return revokedAt === null && (expiresAt === null || this.#parts.clock.now() < expiresAt);
  }
}

/**
 * Whether the credential may read the location: its own company must be the owner now, and active. So a location key
 * belongs to the company that it was made for. A key without a company is refused: it does not show whether the location
 * has changed hands since.
 */
function mayRead({ companyId }: Credential, ownerId: string | null, owner: Company): boolean {
  return ownerId !== null && ownerId === companyId && owner.active;
}

function hasSameScope(later: Credential, earlier: Credential): boolean {
  const { reach, companyId, pinnedLocationId } = earlier;
  return later.reach === reach && later.companyId === companyId && later.pinnedLocationId === pinnedLocationId;
}
