/** Access state, as the applied events of the access stream define it. Instants in epoch milliseconds. */

export type Credential = {
  readonly credentialId: string;
  readonly reach: 'location' | 'agency';
  /** The company it was made for; never null for agency reach. */
  readonly companyId: string | null;
  /** The location it is pinned to; never null for location reach. */
  readonly pinnedLocationId: string | null;
  readonly permissions: readonly string[];
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly windowLimit: number | null;
  readonly dailyCap: number | null;
  /** The last characters of the token, for readers of the audit. */
  readonly hint: string | null;
};

export type Company = {
  readonly active: boolean;
  readonly dailyQuota: number | null;
};

export type Location = {
  /** The only company that may read it; null: none may. */
  readonly ownerCompanyId: string | null;
};

/** A company without an applied event, or blocked by an invalid one. */
export const UNKNOWN_COMPANY: Company = { active: false, dailyQuota: null };
/** A location that does not exist, or is blocked by an invalid event. */
export const UNKNOWN_LOCATION: Location = { ownerCompanyId: null };

/** The most locations that one request reads: adding up more would take longer than other requests should wait. */
export const MAX_COMPANY_LOCATIONS = 200;

/** Checked on every request, because a cached credential can expire. */
export function isValid({ revokedAt, expiresAt }: Credential, now: number): boolean {
  return revokedAt === null && (expiresAt === null || now < expiresAt);
}

/**
 * Whether the credential may read the location: its own company must be the owner now, and active. So a location key
 * belongs to the company that it was made for. A key without a company is refused: it does not show whether the location
 * has changed hands since.
 */
export function mayRead(credential: Credential, location: Location, owner: Company): boolean {
  return location.ownerCompanyId !== null && location.ownerCompanyId === credential.companyId && owner.active;
}

/** Whether a later state of a credential has the scope that was checked. */
export function hasSameScope(later: Credential, earlier: Credential): boolean {
  return (
    later.reach === earlier.reach &&
    later.companyId === earlier.companyId &&
    later.pinnedLocationId === earlier.pinnedLocationId
  );
}
