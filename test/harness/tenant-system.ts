import { inject } from 'vitest';
import { company, installedLocation, issueCredential } from './tenants.ts';
import { createTestSystem } from './test-system.ts';

export type TenantSystem = Awaited<ReturnType<typeof startTenantSystem>>;

/** A system with a projector and a query service, and a location whose key may read all of it. */
export async function startTenantSystem(
  name: string,
  {
    partitions,
    environment = {},
  }: { readonly partitions?: number; readonly environment?: Record<string, string> } = {},
) {
  const stack = inject('stack');
  const system = await createTestSystem({ name, stack, ...(partitions !== undefined && { partitions }) });
  const [companyId, locationId] = [`company-${name}`, `location-${name}`];
  const key = issueCredential({ credentialId: `reader-${name}`, companyId, locationId });
  await system.startProjector(environment);
  const query = await system.startQuery(environment);
  await system.publish([company(companyId), ...installedLocation(locationId, companyId), key.event]);
  await system.applied.all();
  const get = (target: string, headers: Readonly<Record<string, string>> = {}, { token }: { token: string } = key) =>
    query.get({ target, token, headers });
  return { system, query, companyId, locationId, key, get };
}
