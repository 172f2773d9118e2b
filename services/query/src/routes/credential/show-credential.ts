import { z } from 'zod';
import type { LimitState } from '../../quota/limits.ts';
import { type AdmittedHolder, defineRoute, type Route } from '../route.ts';
import { credentialData } from './credential-data.ts';

/** GET /credential: what the credential that asks may do. Read from what let the request in, so it costs no look-up. */
export function showCredential(): Route {
  return defineRoute({
    path: '/credential',
    operation: 'credential.show',
    permission: null,
    location: 'reach',
    tag: 'Credential',
    summary: 'Show what the credential may do',
    description:
      'Reach, permissions, limits and what is left of them. The request counts like any other one. `locationId` is accepted and has no effect.',
    data: credentialData,
    caching: 'never-stored',
    reads: [],
    parameters: z.object({}),
    structural: [],
    prepare:
      () =>
      async ({ holder }) => ({ data: [Buffer.from(JSON.stringify(shown(holder)))] }),
  });
}

function shown({ credential, admission }: AdmittedHolder): z.input<typeof credentialData> {
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

/** The same second as `X-RateLimit-Reset`: whoever waits until then finds the limit reset. */
function shownLimit({ name, limit, remaining, periodSeconds, resetsInMs }: LimitState, now: number) {
  const resetsAt = new Date(Math.ceil((now + resetsInMs) / 1_000) * 1_000).toISOString();
  return { name, limit, remaining, periodSeconds, resetsAt };
}
