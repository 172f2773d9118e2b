import { hash } from 'node:crypto';
import {
  companyChanged,
  credentialChanged,
  installationChanged,
  locationChanged,
  USUAL_INSTANT,
} from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';

/** A credential as its holder knows it, and the event that makes it known. */
export type IssuedCredential = {
  readonly credentialId: string;
  readonly token: string;
  readonly event: Typed<'CredentialChanged'>;
};

type CredentialOptions = {
  readonly credentialId: string;
  readonly companyId: string;
  /** Null: an agency key. */
  readonly locationId: string | null;
  readonly kind?: 'api_key' | 'oauth_token';
  readonly permissions?: readonly string[];
  readonly version?: number;
  readonly expiresAt?: number | null;
  readonly revokedAt?: number | null;
  /** Requests per window and per day; by default more than any test makes. */
  readonly limit?: number;
};

const NO_LIMIT = 100_000_000;

/** The token follows from the id, so that a later version of the credential has the same one. */
export function issueCredential(options: CredentialOptions): IssuedCredential {
  const { credentialId, companyId, locationId, kind = 'api_key', limit = NO_LIMIT } = options;
  const token = `${kind === 'api_key' ? 'fmk' : 'fmo'}_${hash('sha256', `token of ${credentialId}`, 'base64url')}`;
  const event = credentialChanged({
    meta: { locationId, version: options.version ?? 1 },
    credentialId,
    kind,
    reach: locationId === null ? 'agency' : 'location',
    companyId,
    locationId,
    tokenHash: hash('sha256', token),
    hint: token.slice(-4),
    permissions: [...(options.permissions ?? ['read', 'credit_reports'])],
    expiresAt: options.expiresAt ?? null,
    revokedAt: options.revokedAt ?? null,
    windowLimit: limit,
    dailyCap: null,
  });
  return { credentialId, token, event };
}

/** An active company whose quota no test exhausts. */
export function company(companyId: string): Typed<'CompanyChanged'> {
  return companyChanged({ companyId, name: `Company ${companyId}`, dailyQuota: NO_LIMIT });
}

/** A location with its profile, installed by the company. */
export function installedLocation(locationId: string, companyId: string): Typed[] {
  return [
    locationChanged({ meta: { locationId }, name: `Location ${locationId}` }),
    installationChanged({ meta: { locationId }, companyId, state: 'installed', installedAt: USUAL_INSTANT }),
  ];
}
