import type { CredentialFields } from '@fundlens/read-models/credentials/credentials';

/** Access state, as the applied events of the access stream define it. Instants in epoch milliseconds. */

export type Credential = Omit<CredentialFields, 'tokenHash' | 'kind'> & { readonly credentialId: string };

export type Company = {
  readonly active: boolean;
  readonly dailyQuota: number | null;
};

/** A company without an applied event, or blocked by an invalid one. */
export const UNKNOWN_COMPANY: Company = { active: false, dailyQuota: null };

/** The most locations that one request reads: adding up more would take longer than other requests should wait. */
export const MAX_COMPANY_LOCATIONS = 200;
