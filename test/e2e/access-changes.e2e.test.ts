import { DEAD_LETTERS } from '@fundlens/read-models/dead-letter';
import { installationChanged, USUAL_INSTANT } from '@fundlens/testing/event-builders';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { appendRaw } from '../harness/raw-events.ts';
import { company, type IssuedCredential, installedLocation, issueCredential } from '../harness/tenants.ts';
import { createTestSystem, type QueryService, type TestSystem } from '../harness/test-system.ts';
import { eventually } from '../harness/waiting.ts';

/** Invariant 8: so long after an access event is applied, no request that begins is let in by what was before. */
const LATEST_EFFECT_MS = 1_000;
/** Requests that must have begun after that. */
const REQUESTS_AFTERWARDS = 20;

const BUYER = 'company-buyer';
const buyersAgency = issueCredential({ credentialId: 'buyer-agency', companyId: BUYER, locationId: null });

let system: TestSystem;
let query: QueryService;

beforeAll(async () => {
  system = await createTestSystem({ name: 'access', stack: inject('stack') });
  await system.startProjector();
  query = await system.startQuery();
  await system.publish([company(BUYER), buyersAgency.event]);
});

afterAll(() => system?.stop());

type Tenant = { readonly companyId: string; readonly locationId: string; readonly key: IssuedCredential };

const keyOf = (companyId: string, locationId: string, more: object = {}) =>
  issueCredential({ credentialId: `key-of-${locationId}`, companyId, locationId, ...more });

const CHANGES: readonly {
  readonly what: string;
  /** What the tenant's key is answered afterwards. */
  readonly status: number;
  readonly publish: (tenant: Tenant) => Promise<unknown>;
  readonly isApplied: (tenant: Tenant) => Promise<boolean>;
}[] = [
  {
    what: 'revoked',
    status: 401,
    publish: ({ companyId, locationId }) =>
      system.publish([keyOf(companyId, locationId, { version: 2, revokedAt: USUAL_INSTANT }).event]),
    isApplied: async ({ key }) => {
      const stored = await system.stored('credentials', key.credentialId);
      return typeof stored?.revokedAt === 'number';
    },
  },
  {
    what: 'transferred',
    status: 403,
    publish: ({ companyId, locationId }) => {
      const installedAt = USUAL_INSTANT;
      const left = { companyId, installedAt, state: 'transferred_out' } as const;
      return system.publish([
        installationChanged({ meta: { locationId, version: 2 }, ...left }),
        installationChanged({ meta: { locationId }, companyId: BUYER, installedAt: installedAt + 1_000 }),
      ]);
    },
    isApplied: async ({ companyId, locationId }) =>
      (await system.stored('locations', locationId))?.companyId !== companyId,
  },
  {
    what: 'of-a-company-that-leaves',
    status: 403,
    publish: ({ companyId }) => {
      const { type, event } = company(companyId);
      return system.publish([{ type, event: { ...event, meta: { ...event.meta, version: 2 }, state: 'uninstalled' } }]);
    },
    isApplied: async ({ companyId }) => (await system.stored('companies', companyId))?.state === 'uninstalled',
  },
  {
    // What it would have said of the credential is unknown. No client library would let it pass.
    what: 'of-an-invalid-event',
    status: 401,
    publish: ({ companyId, locationId }) => {
      const { event } = keyOf(companyId, locationId, { version: 2 }).event;
      return appendRaw(system, [{ type: 'CredentialChanged', event: { ...event, tokenHash: 'not a hash' } }]);
    },
    isApplied: async ({ key }) => {
      const blocks = { blocks: `credential:${key.credentialId}`, status: 'open' };
      return (await system.db.collection(DEAD_LETTERS).countDocuments(blocks)) > 0;
    },
  },
];

it.each(CHANGES)('one second after its event is applied, a key $what gets $status and nothing else', async (change) => {
  const [companyId, locationId] = [`company-${change.what}`, `location-${change.what}`];
  const key = keyOf(companyId, locationId);
  const tenant = { companyId, locationId, key };
  await system.publish([company(companyId), ...installedLocation(locationId, companyId), key.event]);
  const ask = async () => (await query.get({ token: key.token, target: '/contacts' })).status;
  // It works until then, so that caches are warm when the change comes.
  await eventually(async () => (await ask()) === 200, { what: 'the first answer' });

  let applied = Number.POSITIVE_INFINITY;
  const watching = change.publish(tenant).then(async () => {
    await eventually(() => change.isApplied(tenant), { what: 'the application of the change', pauseMs: 5 });
    applied = performance.now();
  });
  const afterwards: number[] = [];
  while (afterwards.length < REQUESTS_AFTERWARDS) {
    const began = performance.now();
    const status = await ask();
    if (began > applied + LATEST_EFFECT_MS) afterwards.push(status);
  }
  await watching;
  expect(new Set(afterwards)).toEqual(new Set([change.status]));
});

it('a transferred location is open to its new company, also after a late word of the former one', async () => {
  const locationId = 'location-transferred';
  const late = installationChanged({
    meta: { locationId, version: 3 },
    companyId: 'company-transferred',
    state: 'uninstalled',
    installedAt: USUAL_INSTANT,
  });
  await system.applied.positions(await system.publish([late]));
  const answer = await query.get({ target: `/contacts?locationId=${locationId}`, token: buyersAgency.token });
  expect(answer.status).toBe(200);
});
