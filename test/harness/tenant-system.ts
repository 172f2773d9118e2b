import { inject } from 'vitest';
import type { ApiAnswer } from './api-client.ts';
import { company, type IssuedCredential, installedLocation, issueCredential } from './tenants.ts';
import { createTestSystem, type QueryService, type TestSystem } from './test-system.ts';

/** A system with a projector and a query service, and a location whose key may read all of it. */
export type TenantSystem = {
  readonly system: TestSystem;
  readonly query: QueryService;
  readonly companyId: string;
  readonly locationId: string;
  readonly key: IssuedCredential;
  get(target: string, headers?: Readonly<Record<string, string>>, by?: { readonly token: string }): Promise<ApiAnswer>;
};

export async function startTenantSystem(
  name: string,
  {
    partitions,
    environment = {},
  }: { readonly partitions?: number; readonly environment?: Record<string, string> } = {},
): Promise<TenantSystem> {
  const stack = inject('stack');
  const system = await createTestSystem({ name, stack, ...(partitions !== undefined && { partitions }) });
  const [companyId, locationId] = [`company-${name}`, `location-${name}`];
  const key = issueCredential({ credentialId: `reader-${name}`, companyId, locationId });
  await system.startProjector(environment);
  const query = await system.startQuery(environment);
  await system.publish([company(companyId), ...installedLocation(locationId, companyId), key.event]);
  await system.applied.all();
  const get: TenantSystem['get'] = (target, headers = {}, { token } = key) => query.get({ target, token, headers });
  return { system, query, companyId, locationId, key, get };
}
