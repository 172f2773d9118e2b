import { failureCode } from '@fundlens/runtime/errors';
import type { CrmReader, EntityReading, ReadingReason } from '../crm-reader.ts';
import type { EntityRef } from '../entity-ref.ts';
import type { CrmClient } from './crm-client.ts';
import type { Purpose } from './request-budget.ts';

type Source = Readonly<Record<string, unknown>>;

type Options = {
  readonly client: CrmClient;
  /** The app's id at HighLevel; without it, installations and companies cannot be read. */
  readonly appId: string | undefined;
};

const NO_ACCESS: ReadonlySet<string> = new Set(['crm_forbidden', 'crm_unauthorized']);

/** Reads entities by their own routes, never by a search. A pipeline or custom field has none: the list of all has it. */
export function createApiReader({ client, appId }: Options): CrmReader {
  async function find({ kind, locationId, id }: EntityRef, purpose: Purpose): Promise<Source | null | 'no_access'> {
    if (kind === 'company') return appId === undefined ? 'no_access' : await client.company(id, purpose);
    if (locationId === null) return 'no_access';
    switch (kind) {
      case 'contact':
        return await client.contact(locationId, purpose, id);
      case 'opportunity':
        return await client.opportunity(locationId, purpose, id);
      case 'location':
        return await client.location(locationId, purpose);
      case 'pipeline':
        return (await client.pipelines(locationId, purpose)).find((one) => one.id === id) ?? null;
      case 'customField':
        return (await client.customFields(locationId, purpose)).find((one) => one.id === id) ?? null;
      case 'installation': {
        if (appId === undefined) return 'no_access';
        const installed = await client.installedLocations({ companyId: id, appId }, purpose, { locationId });
        const own = installed.find(({ _id }) => _id === locationId);
        // A list of others does not say that the location is not among those that it leaves out: that would end access.
        return own ?? (installed.length === 0 ? null : 'no_access');
      }
    }
  }

  /**
   * The route of a contact names no location: with a token of another one, "not found" says nothing. A location itself that
   * is not found is told by its own route.
   */
  async function opens({ kind, locationId }: EntityRef, purpose: Purpose): Promise<boolean> {
    if ((kind !== 'contact' && kind !== 'opportunity') || locationId === null) return true;
    return (await client.location(locationId, purpose)) !== null;
  }

  return {
    async readEntity(ref, reason): Promise<EntityReading> {
      const purpose = purposeOf(reason);
      try {
        const found = await find(ref, purpose);
        if (found === 'no_access') return { outcome: 'no_access' };
        if (found !== null) return { outcome: 'found', entity: found };
        return (await opens(ref, purpose)) ? { outcome: 'absent' } : { outcome: 'no_access' };
      } catch (error) {
        if (NO_ACCESS.has(failureCode(error))) return { outcome: 'no_access' };
        throw error;
      }
    },
  };
}

/** What waited for longer is part of a bulk change. */
const FRESH_MS = 10_000;

/** A fresh change may use all of the limits; what waits leaves a part of them to fresh ones. */
export function purposeOf({ urgent, markedForMs }: ReadingReason): Purpose {
  return urgent && markedForMs < FRESH_MS ? 'webhook' : 'backlog';
}
