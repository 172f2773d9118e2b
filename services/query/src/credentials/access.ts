import { RetryableError } from '@fundlens/runtime/errors';
import { type ApiError, companyRefused, locationRefused, missingPermission, unauthorized } from '../api-error.ts';
import type { Clock } from '../clock.ts';
import { createFreshCache } from '../fresh-cache.ts';
import { type Company, type Credential, type Location, UNKNOWN_COMPANY } from './access-state.ts';
import type { AccessStore } from './access-store.ts';

export type AccessOptions = {
  readonly store: AccessStore;
  readonly clock: Clock;
  /** Maximum age of cached state; a revocation takes effect within this time. At most a second. */
  readonly cacheMaxAgeMs: number;
  /** Maximum age of the projector's access state; older state refuses every request. 0: unlimited. */
  readonly accessMaxAgeMs: number;
};

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

export type Access = ReturnType<typeof createAccess>;

/** Known credentials and unknown tokens; about 10 MB. */
const MAX_CREDENTIALS = 20_000;
const MAX_LOCATIONS = 20_000;
const MAX_COMPANIES = 5_000;

/**
 * Who may read what. Every function throws RetryableError `access_state_stale`, `mongodb_unavailable` or
 * `read_model_missing`.
 */
export function createAccess({ store, clock, cacheMaxAgeMs, accessMaxAgeMs }: AccessOptions) {
  const { monotonic } = clock;
  const fresh = { maxAgeMs: cacheMaxAgeMs, monotonic };
  const credentials = createFreshCache({
    ...fresh,
    maxEntries: MAX_CREDENTIALS,
    load: (hash) => store.credential(hash),
  });
  const companies = createFreshCache({ ...fresh, maxEntries: MAX_COMPANIES, load: store.company });
  const locations = createFreshCache({ ...fresh, maxEntries: MAX_LOCATIONS, load: store.location });
  /** Monotonic milliseconds at which access state would have been of age 0, as last read; before that the start. */
  let freshAt = monotonic();
  const ages = createFreshCache({
    ...fresh,
    maxEntries: 1,
    async load() {
      const askedAt = monotonic();
      const age = await store.ageMs();
      if (age === null) return null;
      freshAt = askedAt - age;
      return freshAt;
    },
  });

  /** How old what this process knows of access may be, in milliseconds; null: the projector has not said yet. */
  async function ageMs(): Promise<number | null> {
    const known = await ages.get('access');
    return known === null ? null : monotonic() - known;
  }

  async function refuseStaleState(): Promise<void> {
    if (accessMaxAgeMs === 0) return;
    const age = await ageMs();
    if (age !== null && age <= accessMaxAgeMs) return;
    throw new RetryableError('access_state_stale', 'access state is too old to admit requests');
  }

  /** Checked on every request, because a cached credential can expire. */
  function isValid({ revokedAt, expiresAt }: Credential): boolean {
    return revokedAt === null && (expiresAt === null || clock.now() < expiresAt);
  }

  /** The credential of a token by its hash, at most `cacheMaxAgeMs` old. */
  async function authenticate(tokenHash: string): Promise<Authenticated> {
    const [credential] = await Promise.all([credentials.get(tokenHash), refuseStaleState()]);
    if (credential === null || !isValid(credential)) return { rejected: credential };
    const company = credential.companyId === null ? UNKNOWN_COMPANY : await companies.get(credential.companyId);
    return { tokenHash, credential, company };
  }

  return {
    ageMs,
    authenticate,

    /** The age from what was read last: at least the age of this process while nothing was. */
    lastKnownAgeMs(): number {
      // Without requests nothing else would read it. A failure shows as an age that grows.
      ages.get('access').catch(() => undefined);
      return Math.max(0, monotonic() - freshAt);
    },

    /** Like `authenticate`, by credential id: for links that the credential has made. */
    async authenticateById(credentialId: string): Promise<Authenticated> {
      const tokenHash = await store.tokenHashOf(credentialId);
      const found = tokenHash === null ? { rejected: null } : await authenticate(tokenHash);
      const isIt = 'rejected' in found || found.credential.credentialId === credentialId;
      return isIt ? found : { rejected: null };
    },

    /** Whether the credential may read the location, at most `cacheMaxAgeMs` old. */
    async canRead(credential: Credential, locationId: string): Promise<boolean> {
      const { companyId } = credential;
      if (companyId === null) return false;
      const [location, company] = await Promise.all([locations.get(locationId), companies.get(companyId)]);
      return mayRead(credential, location, company);
    },

    /**
     * Every location that the agency credential may read, in the order of ids: ownership uncached, its company at most
     * `cacheMaxAgeMs` old. Null for more than one request may read.
     */
    async readableLocations({ reach, companyId }: Credential): Promise<readonly string[] | null> {
      if (reach !== 'agency' || companyId === null) return [];
      const [owned, company] = await Promise.all([store.locationsOf(companyId), companies.get(companyId)]);
      if (!company.active) return [];
      if (owned === null) return null;
      const blocked = await store.blockedLocations(owned);
      return owned.filter((locationId) => !blocked.has(locationId));
    },

    /**
     * The one check that is not cached: whether the credential still holds with the scope and the permissions that the
     * request was admitted with, and its company is active and owns the location. **Invariant**: all of what it judges was
     * read after it was called, so that what was applied before then counts. It is called after every wait, and as the
     * first step of a read of reports; what is applied later counts for the next request.
     * @returns why the request is refused; null: it goes on.
     */
    async check({ holder, required, locationId }: Admitted): Promise<ApiError | null> {
      const { tokenHash, credential: admitted } = holder;
      const [credential, company, location] = await Promise.all([
        store.credential(tokenHash, admitted.credentialId),
        store.company(admitted.companyId ?? ''),
        store.location(locationId ?? ''),
        refuseStaleState(),
      ]);
      if (credential?.credentialId !== admitted.credentialId || !isValid(credential)) return unauthorized();
      const missing = required.find((permission) => !credential.permissions.includes(permission));
      if (missing !== undefined) return missingPermission(missing);
      if (!hasSameScope(credential, admitted)) return locationRefused();
      if (locationId === null) return company.active ? null : companyRefused();
      return mayRead(credential, location, company) ? null : locationRefused();
    },
  };
}

/**
 * Whether the credential may read the location: its own company must be the owner now, and active. So a location key
 * belongs to the company that it was made for. A key without a company is refused: it does not show whether the location
 * has changed hands since.
 */
function mayRead({ companyId }: Credential, { ownerCompanyId }: Location, owner: Company): boolean {
  return ownerCompanyId !== null && ownerCompanyId === companyId && owner.active;
}

function hasSameScope(later: Credential, earlier: Credential): boolean {
  const { reach, companyId, pinnedLocationId } = earlier;
  return later.reach === reach && later.companyId === companyId && later.pinnedLocationId === pinnedLocationId;
}
