import { createHash, createHmac } from 'node:crypto';
import { DAY } from './instants.ts';

const key = { kind: 'api_key', companyId: 'harborview', permissions: ['read'], expiresInDays: null } as const;
const rest = { revokedInDays: null, windowLimit: null } as const;
const ofAustin = { ...key, ...rest, locationId: 'harborview-austin' } as const;
const ofAgency = { ...key, ...rest, locationId: null } as const;
const withReports = { permissions: ['read', 'credit_reports'] } as const;

/** The demo's credentials, as the access events tell of them. Days are counted from the demo's base instant. */
const credentials = {
  locationRead: { ...ofAustin, description: 'location key: reads harborview-austin, no full reports' },
  locationReports: {
    ...ofAustin,
    ...withReports,
    description: 'location key: reads harborview-austin and its full credit reports',
  },
  agency: {
    ...ofAgency,
    ...withReports,
    description: 'agency key: every installed location of harborview, with full reports',
  },
  oauth: {
    ...ofAustin,
    ...withReports,
    kind: 'oauth_token',
    expiresInDays: 3_650,
    description: 'OAuth token: reads harborview-austin and its full credit reports, for ten years',
  },
  otherAgency: {
    ...ofAgency,
    companyId: 'summit-ridge',
    description: 'agency key of summit-ridge, which now owns harborview-tampa; no full reports',
  },
  slow: { ...ofAustin, windowLimit: 5, description: 'location key with 5 requests per window: shows 429' },
  expired: { ...ofAustin, expiresInDays: -1, description: 'expired: 401' },
  revoked: { ...ofAustin, revokedInDays: -2, description: 'revoked: 401' },
  transferredOut: {
    ...ofAustin,
    locationId: 'harborview-tampa',
    description: 'location key of harborview for harborview-tampa, which was transferred out: 403',
  },
} as const;

export type DemoCredentialName = keyof typeof credentials;
export type DemoTokens = Readonly<Record<DemoCredentialName, string>>;
export const demoCredentials = (Object.keys(credentials) as DemoCredentialName[]).map((name) => ({
  name,
  ...credentials[name],
}));

/** Long before the oldest contact: all credentials were created then. */
export const CREDENTIALS_CREATED_AT = -500 * DAY;

/**
 * The tokens of one demo installation. They follow from its secret alone: they are the same at every start, and only
 * its data directory gives them away.
 */
export function demoTokens(secret: string): DemoTokens {
  const tokens = demoCredentials.map(({ name, kind }) => {
    const random = createHmac('sha256', secret).update(`fundlens demo token ${name}`).digest('base64url');
    return [name, `${kind === 'api_key' ? 'fmk_' : 'fmo_'}${random}`];
  });
  return Object.fromEntries(tokens) as DemoTokens;
}

/** What travels of a token. */
export function tokenHashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
