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

/** The most locations that one request reads: adding up more would take longer than other requests should wait. */
export const MAX_COMPANY_LOCATIONS = 200;
