import { setTimeout as delay } from 'node:timers/promises';
import type { Publishable } from '@fundlens/contracts/publishing/publisher';
import { installationChanged, USUAL_INSTANT } from '@fundlens/testing/event-builders';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appendRaw } from '../harness/raw-events.ts';
import { startTenantSystem, type TenantSystem } from '../harness/tenant-system.ts';
import { company, type IssuedCredential, installedLocation, issueCredential } from '../harness/tenants.ts';
import { eventually } from '../harness/waiting.ts';

/** Invariant 8: so long after an access event is applied, no request that begins is let in by what was before. */
const LATEST_EFFECT_MS = 1_000;

const BUYER = 'company-buyer';
const buyersAgency = issueCredential({ credentialId: 'buyer-agency', companyId: BUYER, locationId: null });

type Tenant = { readonly companyId: string; readonly locationId: string };

const keyOf = ({ companyId, locationId }: Tenant, more: object = {}) =>
  issueCredential({ credentialId: `key-of-${locationId}`, companyId, locationId, ...more });

/** What is published about a tenant, and what its key is answered a second after that is applied. */
const CHANGES: Readonly<Record<string, readonly [status: number, change: (tenant: Tenant) => readonly Publishable[]]>> =
  {
    revoked: [401, (tenant) => [keyOf(tenant, { version: 2, revokedAt: USUAL_INSTANT }).event]],
    transferred: [
      403,
      ({ companyId, locationId }) => {
        const left = { companyId, installedAt: USUAL_INSTANT, state: 'transferred_out' } as const;
        return [
          installationChanged({ meta: { locationId, version: 2 }, ...left }),
          installationChanged({ meta: { locationId }, companyId: BUYER, installedAt: USUAL_INSTANT + 1_000 }),
        ];
      },
    ],
    left: [
      403,
      ({ companyId }) => {
        const { type, event } = company(companyId);
        return [{ type, event: { ...event, meta: { ...event.meta, version: 2 }, state: 'uninstalled' } }];
      },
    ],
    // What it would have said of the credential is unknown: see below.
    invalid: [401, () => []],
    unchanged: [200, () => []],
  };
const names = Object.keys(CHANGES);
const tenantOf = (name: string): Tenant => ({ companyId: `company-${name}`, locationId: `location-${name}` });
const keys = new Map<string, IssuedCredential>(names.map((name) => [name, keyOf(tenantOf(name))]));

let access: TenantSystem;

beforeAll(async () => {
  access = await startTenantSystem('access');
  const told = names.flatMap((name) => {
    const { companyId, locationId } = tenantOf(name);
    return [company(companyId), ...installedLocation(locationId, companyId)];
  });
  const credentials = [...keys.values(), buyersAgency].map(({ event }) => event);
  await access.system.publish([company(BUYER), ...told, ...credentials]);
  await access.system.applied.all();
});

afterAll(() => access?.system.stop());

async function statuses(): Promise<Record<string, number>> {
  const asked = [...keys].map(async ([name, key]) => [name, (await access.get('/contacts', {}, key)).status] as const);
  return Object.fromEntries(await Promise.all(asked));
}

it('one second after its event is applied, no revoked, transferred, left or unclear access lets a request in', async () => {
  // It works until then, so that caches are warm when the changes come.
  const allowed = Object.fromEntries(names.map((name) => [name, 200]));
  await eventually(async () => JSON.stringify(await statuses()) === JSON.stringify(allowed), { what: 'first answers' });
  const { system } = access;
  // No client library would let this pass.
  const { event } = keyOf(tenantOf('invalid'), { version: 2 }).event;
  await appendRaw(system, [{ type: 'CredentialChanged', event: { ...event, tokenHash: 'not a hash' } }]);
  await system.publish(Object.entries(CHANGES).flatMap(([name, [, change]]) => change(tenantOf(name))));
  await system.applied.all();
  await delay(LATEST_EFFECT_MS);

  expect(await statuses()).toEqual(Object.fromEntries(names.map((name) => [name, CHANGES[name]?.[0]])));
});

it('a transferred location is open to its new company, also after a late word of the former one', async () => {
  const { companyId, locationId } = tenantOf('transferred');
  const late = installationChanged({
    ...{ meta: { locationId, version: 3 }, companyId, state: 'uninstalled', installedAt: USUAL_INSTANT },
  });
  await access.system.applied.positions(await access.system.publish([late]));
  expect((await access.get(`/contacts?locationId=${locationId}`, {}, buyersAgency)).status).toBe(200);
});
