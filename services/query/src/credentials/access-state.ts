import type { CredentialFields } from '@fundlens/read-models/credentials/credentials';

/** Access state, as the applied events of the access stream define it. Instants in epoch milliseconds. */

export type Credential = Omit<CredentialFields, 'tokenHash' | 'kind'> & { readonly credentialId: string };

export type Company = {
  readonly active: boolean;
  readonly dailyQuota: number | null;
};

/** The credential's reach and the location of the request: parameters are interpreted in their context. */
export type Caller = {
  readonly reach: 'location' | 'agency';
  readonly companyId: string | null;
  /** The pinned or the requested location; null only where a route needs none. Not checked yet. */
  readonly locationId: string | null;
  /** The request reads every location of the company; absent where it reads one or none. */
  readonly scope?: 'company';
};

/** The most locations that one request reads: adding up more would take longer than other requests should wait. */
export const MAX_COMPANY_LOCATIONS = 200;
