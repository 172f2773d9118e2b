/** Who may see what, as far as the events of the access stream that were applied say. Instants in epoch milliseconds. */

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
  /** The last characters of the token, for people who read the audit. */
  readonly hint: string | null;
};

export type Company = {
  readonly active: boolean;
  readonly dailyQuota: number | null;
};

export type Location = {
  /** The company that may read it now; null while nobody may. */
  readonly ownerCompanyId: string | null;
};

/** A company of which no event was applied, or whose state is not known because an invalid event blocks it. */
export const UNKNOWN_COMPANY: Company = { active: false, dailyQuota: null };
/** A location that does not exist, or whose owner is not known because an invalid event blocks it. */
export const UNKNOWN_LOCATION: Location = { ownerCompanyId: null };

/** Revoked and expired credentials are as good as none. Asked on every request, because time passes. */
export function isValid({ revokedAt, expiresAt }: Credential, now: number): boolean {
  return revokedAt === null && (expiresAt === null || now < expiresAt);
}

/**
 * Whether the credential may read the location: its own company must be the owner now, and active. So a location key
 * goes with the company that it was made for, and a key that names no company is refused, since nobody can tell whether
 * the location has changed hands since.
 */
export function mayRead(credential: Credential, location: Location, owner: Company): boolean {
  return location.ownerCompanyId !== null && location.ownerCompanyId === credential.companyId && owner.active;
}
