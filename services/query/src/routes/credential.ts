import { count, instant } from '@fundlens/read-models/bodies';
import { z } from 'zod';
import type { Credential } from '../credentials/access-state.ts';
import { jsonBytes } from '../envelope.ts';
import type { Admission } from '../quota/limits.ts';
import { get, type Route } from './route.ts';

const limit = z.strictObject({
  name: z
    .enum(['window', 'day', 'credential-day'])
    .describe(
      '`window`: requests of this credential in a short window. `day`: requests of all credentials of the company in a UTC day. `credential-day`: requests of this credential in a UTC day, where it has a cap of its own.',
    ),
  limit: count().describe('Requests that are allowed.'),
  remaining: count().describe('What is left of them after this request.'),
  periodSeconds: count(),
  resetsAt: instant().describe('When all of them are allowed again.'),
});

const credentialData = z
  .strictObject({
    credentialId: z.string(),
    hint: z.string().nullable().describe('The last characters of the token.'),
    reach: z.enum(['location', 'agency']),
    companyId: z.string().nullable().describe('The company that the credential was made for.'),
    locations: z.discriminatedUnion('rule', [
      z
        .strictObject({
          rule: z.literal('pinned').describe('Always this location; `locationId` is ignored.'),
          locationId: z.string(),
        })
        .meta({ id: 'CredentialLocationsPinned' }),
      z
        .strictObject({
          rule: z
            .literal('installed')
            .describe(
              'The locations that the company has installed now; `/locations` lists them, `locationId` names one.',
            ),
          locationId: z.null(),
        })
        .meta({ id: 'CredentialLocationsInstalled' }),
    ]),
    permissions: z.array(z.string()).describe('`read` for everything, `credit_reports` beside it for stored reports.'),
    expiresAt: instant().nullable().describe('When the credential ends by itself; null: never.'),
    limits: z.array(limit).max(3),
  })
  .meta({
    id: 'Credential',
    description: 'What the credential of this request may do, and what is left of its limits.',
  });

/** Made from access state, without a look-up. */
export function credentialRoutes(): readonly Route[] {
  return [
    get('/credential', {
      operation: 'credential.show',
      tag: 'Credential',
      summary: 'Show what the credential may do',
      description:
        'Reach, permissions, limits and what is left of them. The request counts like any other one. `locationId` is accepted and has no effect.',
      parameters: z.object({}),
      audited: [],
      location: 'reach',
      reads: [],
      neverStored: true,
      data: credentialData,
      read:
        () =>
        async ({ credential, admission }) =>
          jsonBytes(shown(credential, admission)),
    }),
  ];
}

function shown(
  { credentialId, hint, reach, companyId, pinnedLocationId, permissions, expiresAt }: Credential,
  { limits, now }: Admission,
): z.input<typeof credentialData> {
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
    limits: limits.map(({ resetsInMs, ...limit }) => ({
      ...limit,
      // Rounded up like `X-RateLimit-Reset`: at that time the limit is reset.
      resetsAt: new Date(Math.ceil((now + resetsInMs) / 1_000) * 1_000).toISOString(),
    })),
  };
}
