import { z } from 'zod';
import type { Credential } from '../../credentials/access-state.ts';
import { validate } from '../../middleware/validate.ts';
import type { Admission, LimitState } from '../../quota/limits.ts';
import { defineRoute, type Route } from '../route.ts';
import type { Steps } from '../steps.ts';
import { credentialData } from './credential-data.ts';

/** GET /credential: what the credential of the request may do. Made from its access state, without a look-up. */
export function showCredential({ steps }: { steps: Steps }): Route {
  const { authenticate, audit, requirePermission, limit, checkLocation, dataAsOf, neverStored, boundBytes } = steps;
  return defineRoute(
    {
      path: '/credential',
      tag: 'Credential',
      summary: 'Show what the credential may do',
      description:
        'Reach, permissions, limits and what is left of them. The request counts like any other one. `locationId` is accepted and has no effect.',
      data: credentialData,
    },
    authenticate,
    audit({ operation: 'credential.show' }),
    requirePermission('read'),
    limit,
    validate(z.object({}), { location: 'reach' }),
    checkLocation,
    dataAsOf(),
    neverStored,
    boundBytes,
    async ({ state }) => {
      state.data = [Buffer.from(JSON.stringify(shownCredential(state.credential, state.admission)))];
    },
  );
}

export function shownCredential(credential: Credential, admission: Admission): z.input<typeof credentialData> {
  const { credentialId, hint, reach, companyId, pinnedLocationId, permissions, expiresAt } = credential;
  return {
    credentialId,
    hint,
    reach,
    companyId,
    locations:
      reach === 'agency' || pinnedLocationId === null
        ? { rule: 'installed', locationId: null }
        : { rule: 'pinned', locationId: pinnedLocationId },
    permissions: permissions.toSorted(),
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    limits: admission.limits.map((state) => shownLimit(state, admission.now)),
  };
}

/** Rounded up like `X-RateLimit-Reset`: at that time the limit is reset. */
function shownLimit({ name, limit, remaining, periodSeconds, resetsInMs }: LimitState, now: number) {
  const resetsAt = new Date(Math.ceil((now + resetsInMs) / 1_000) * 1_000).toISOString();
  return { name, limit, remaining, periodSeconds, resetsAt };
}
