import type { Publishable } from '@fundlens/contracts/publisher';
import { companyChanged, installationChanged, USUAL_INSTANT } from '@fundlens/testing/event-builders';
import { company, installedLocation, issueCredential } from './tenants.ts';

/** Access of a client, and how it ends. */
export type AccessEnding = {
  /** What makes it. */
  readonly before: readonly Publishable[];
  readonly token: string;
  /** Path below the base URL of what it reads. */
  readonly target: string;
  /** What ends it. */
  readonly change: readonly Publishable[];
  /** The status with which it is refused then. */
  readonly refusal: 401 | 403;
};

/** Of everything that can end access; `name` tells one from every other and goes into all ids. */
export const accessEndings: Readonly<Record<string, (name: string) => AccessEnding>> = {
  'credential revoked'(name) {
    const [companyId, locationId] = [`company-${name}`, `location-${name}`];
    const key = { credentialId: `key-${name}`, companyId, locationId };
    const { token, event } = issueCredential(key);
    return {
      before: [company(companyId), ...installedLocation(locationId, companyId), event],
      token,
      target: '/contacts?limit=1',
      change: [issueCredential({ ...key, version: 2, revokedAt: USUAL_INSTANT }).event],
      refusal: 401,
    };
  },

  'location transferred out'(name) {
    const [seller, buyer, locationId] = [`company-${name}`, `buyer-${name}`, `location-${name}`];
    const { token, event } = issueCredential({ credentialId: `agency-${name}`, companyId: seller, locationId: null });
    const left = { companyId: seller, state: 'transferred_out', installedAt: USUAL_INSTANT } as const;
    return {
      before: [company(seller), company(buyer), ...installedLocation(locationId, seller), event],
      token,
      target: `/contacts?limit=1&locationId=${locationId}`,
      change: [
        installationChanged({ meta: { locationId, version: 2 }, ...left }),
        installationChanged({ meta: { locationId }, companyId: buyer, installedAt: USUAL_INSTANT + 1_000 }),
      ],
      refusal: 403,
    };
  },

  'company suspended'(name) {
    const [companyId, locationId] = [`company-${name}`, `location-${name}`];
    const { token, event } = issueCredential({ credentialId: `key-${name}`, companyId, locationId });
    return {
      before: [company(companyId), ...installedLocation(locationId, companyId), event],
      token,
      target: '/contacts?limit=1',
      change: [companyChanged({ meta: { version: 2 }, companyId, state: 'suspended' })],
      refusal: 403,
    };
  },
};
