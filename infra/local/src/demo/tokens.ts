import { createHash, createHmac } from 'node:crypto';
import { DAY } from './dates.ts';

/** A credential of the demo, as the access events tell of it. Days are counted from the demo's base instant. */
export type DemoCredential = {
  readonly name: DemoCredentialName;
  /** Shown on the terminal. */
  readonly description: string;
  readonly kind: 'api_key' | 'oauth_token';
  readonly companyId: string;
  /** The pinned location; null for agency reach. */
  readonly locationId: string | null;
  readonly permissions: readonly ('read' | 'credit_reports')[];
  readonly expiresInDays: number | null;
  readonly revokedInDays: number | null;
  /** Requests per window; null: the default. */
  readonly windowLimit: number | null;
};

export const demoCredentialNames = [
  'locationRead',
  'locationReports',
  'agency',
  'oauth',
  'otherAgency',
  'slow',
  'expired',
  'revoked',
  'transferredOut',
] as const;
export type DemoCredentialName = (typeof demoCredentialNames)[number];
export type DemoTokens = Readonly<Record<DemoCredentialName, string>>;

const key = {
  kind: 'api_key',
  permissions: ['read'],
  expiresInDays: null,
  revokedInDays: null,
  windowLimit: null,
} as const;
const inAustin = { companyId: 'harborview', locationId: 'harborview-austin' } as const;

export const demoCredentials: readonly DemoCredential[] = [
  { ...key, ...inAustin, name: 'locationRead', description: 'location key: reads harborview-austin, no full reports' },
  {
    ...key,
    ...inAustin,
    name: 'locationReports',
    description: 'location key: reads harborview-austin and its full credit reports',
    permissions: ['read', 'credit_reports'],
  },
  {
    ...key,
    name: 'agency',
    description: 'agency key: every installed location of harborview, with full reports',
    companyId: 'harborview',
    locationId: null,
    permissions: ['read', 'credit_reports'],
  },
  {
    ...key,
    ...inAustin,
    name: 'oauth',
    description: 'OAuth token: reads harborview-austin and its full credit reports, for ten years',
    kind: 'oauth_token',
    permissions: ['read', 'credit_reports'],
    expiresInDays: 3_650,
  },
  {
    ...key,
    name: 'otherAgency',
    description: 'agency key of summit-ridge, which now owns harborview-tampa; no full reports',
    companyId: 'summit-ridge',
    locationId: null,
  },
  {
    ...key,
    ...inAustin,
    name: 'slow',
    description: 'location key with 5 requests per window: shows 429',
    windowLimit: 5,
  },
  { ...key, ...inAustin, name: 'expired', description: 'expired: 401', expiresInDays: -1 },
  { ...key, ...inAustin, name: 'revoked', description: 'revoked: 401', revokedInDays: -2 },
  {
    ...key,
    name: 'transferredOut',
    description: 'location key of harborview for harborview-tampa, which was transferred out: 403',
    companyId: 'harborview',
    locationId: 'harborview-tampa',
  },
];

/** Long before the oldest contact: all credentials were created then. */
export const CREDENTIALS_CREATED_AT = -500 * DAY;

/**
 * The tokens of one demo installation. They follow from its secret alone: they are the same at every start, and only
 * its data directory gives them away.
 */
export function demoTokens(secret: string): DemoTokens {
  const tokenOf = ({ name, kind }: DemoCredential) => {
    const random = createHmac('sha256', secret).update(`fundlens demo token ${name}`).digest('base64url');
    return `${kind === 'api_key' ? 'fmk_' : 'fmo_'}${random}`;
  };
  return Object.fromEntries(demoCredentials.map((credential) => [credential.name, tokenOf(credential)])) as DemoTokens;
}

/** What travels of a token. */
export function tokenHashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
