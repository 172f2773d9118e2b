import { RetryableError } from '@fundlens/runtime/errors';
import type { Clock } from '../clock.ts';
import { createFreshCache } from '../fresh-cache.ts';
import { type AccessAge, createAccessAge } from './access-age.ts';
import { type Company, type Credential, isValid, type Location, mayRead, UNKNOWN_COMPANY } from './access-state.ts';
import type { AccessStore } from './access-store.ts';

export type AccessOptions = {
  readonly store: AccessStore;
  readonly clock: Clock;
  /** Maximum age of cached state; a revocation takes effect within this time. At most a second. */
  readonly cacheMaxAgeMs: number;
  /** Maximum age of the projector's access state; older state refuses every request. 0: unlimited. */
  readonly accessMaxAgeMs: number;
};

/** A credential with its company; rejected when it is unknown (null), ambiguous, blocked, revoked or expired. */
export type Authenticated =
  | { readonly credential: Credential; readonly company: Company }
  | { readonly rejected: Credential | null };

/** The state that admitted a request. */
export type Admitted = {
  readonly tokenHash: string;
  readonly credential: Credential;
  readonly locationId: string;
};

export type Recheck = {
  readonly holder: Authenticated;
  /** Whether the credential may still read the location. */
  readonly mayRead: boolean;
};

export type Access = AccessAge & {
  /**
   * The credential of a token by its hash, at most `cacheMaxAgeMs` old.
   * @throws RetryableError `access_state_stale`, `mongodb_unavailable`, `read_model_missing`
   */
  authenticate(tokenHash: string): Promise<Authenticated>;
  /**
   * Whether the request is still allowed, uncached: for responses that must not leave after a revocation or a transfer.
   * @throws RetryableError as above
   */
  recheck(request: Admitted): Promise<Recheck>;
  /**
   * Like `authenticate`, by credential id and uncached: for links that the credential has made.
   * @throws RetryableError as above
   */
  holder(credentialId: string): Promise<Authenticated>;
  /** Whether the credential may read the location, at most `cacheMaxAgeMs` old. */
  canRead(credential: Credential, locationId: string): Promise<boolean>;
  /** Like `canRead`, uncached: for responses that must not leave after a transfer. */
  canStillRead(credential: Credential, locationId: string): Promise<boolean>;
  /**
   * Every location that the agency credential may read, in the order of ids: ownership uncached, its company at most
   * `cacheMaxAgeMs` old. Null for more than one request may read.
   */
  readableLocations(credential: Credential): Promise<readonly string[] | null>;
};

/** Known credentials and unknown tokens; about 10 MB. */
const MAX_CREDENTIALS = 20_000;
const MAX_LOCATIONS = 20_000;
const MAX_COMPANIES = 5_000;

export function createAccess({ store, clock, cacheMaxAgeMs, accessMaxAgeMs }: AccessOptions): Access {
  const fresh = { maxAgeMs: cacheMaxAgeMs, monotonic: clock.monotonic };
  const credentials = createFreshCache({ ...fresh, maxEntries: MAX_CREDENTIALS, load: store.credential });
  const companies = createFreshCache({ ...fresh, maxEntries: MAX_COMPANIES, load: store.company });
  const locations = createFreshCache({ ...fresh, maxEntries: MAX_LOCATIONS, load: store.location });
  const age = createAccessAge({ store, clock, maxAgeMs: cacheMaxAgeMs });

  async function refuseStaleState(): Promise<void> {
    if (accessMaxAgeMs === 0) return;
    const ageMs = await age.ageMs();
    if (ageMs !== null && ageMs <= accessMaxAgeMs) return;
    throw new RetryableError('access_state_stale', 'access state is too old to admit requests');
  }

  async function check(
    credential: Credential,
    read: { location: () => Promise<Location>; company: (id: string) => Promise<Company> },
  ): Promise<boolean> {
    const { companyId } = credential;
    if (companyId === null) return false;
    const [location, company] = await Promise.all([read.location(), read.company(companyId)]);
    return mayRead(credential, location, company);
  }

  async function authenticated(
    lookUp: Promise<Credential | null>,
    companyOf: (companyId: string) => Promise<Company>,
  ): Promise<Authenticated> {
    const [credential] = await Promise.all([lookUp, refuseStaleState()]);
    if (credential === null || !isValid(credential, clock.now())) return { rejected: credential };
    const company = credential.companyId === null ? UNKNOWN_COMPANY : await companyOf(credential.companyId);
    return { credential, company };
  }

  return {
    authenticate: (tokenHash) => authenticated(credentials.get(tokenHash), companies.get),
    async recheck({ tokenHash, credential: { credentialId, companyId }, locationId }) {
      const [{ credential, company, location }] = await Promise.all([
        store.recheck({ tokenHash, credentialId, companyId, locationId }),
        refuseStaleState(),
      ]);
      if (credential === null || !isValid(credential, clock.now())) {
        return { holder: { rejected: credential }, mayRead: false };
      }
      const isSameCompany = credential.companyId === companyId;
      return { holder: { credential, company }, mayRead: isSameCompany && mayRead(credential, location, company) };
    },
    holder: (credentialId) => authenticated(store.credentialOf(credentialId), store.company),
    canRead: (credential, locationId) =>
      check(credential, { location: () => locations.get(locationId), company: companies.get }),
    canStillRead: (credential, locationId) =>
      check(credential, { location: () => store.location(locationId), company: store.company }),
    readableLocations: (credential) => readableOf(credential, { owned: store.locationsOf, company: companies.get }),
    ...age,
  };
}

async function readableOf(
  { reach, companyId }: Credential,
  read: { owned: AccessStore['locationsOf']; company: (id: string) => Promise<Company> },
): Promise<readonly string[] | null> {
  if (reach !== 'agency' || companyId === null) return [];
  const [owned, company] = await Promise.all([read.owned(companyId), read.company(companyId)]);
  return company.active ? owned : [];
}
