import { failureCode, failureKind } from '@fundlens/runtime/errors';
import type { EntityRef } from './entity-ref.ts';

/** What HighLevel's API says of an entity. */
export type EntityReading =
  /** The entity's JSON object as the API has it, without the envelope around it (`{"contact": …}`). */
  | Readonly<Record<string, unknown>>
  /** The API says that there is no such entity. Of an installation: the company does not have the location installed. */
  | 'absent'
  /** Nothing opens it, or the answer does not say whether it is there. */
  | 'no_access';

/**
 * `webhook`: a change that HighLevel has just sent. `backlog`: one that has waited, or that a sweep found. `bulk`: the listings of
 * sweeps. The last two leave a part of the limits to the first, so that a single change never waits for thousands.
 */
export type Purpose = 'webhook' | 'backlog' | 'bulk';

/**
 * Where a walk through a list goes on, as HighLevel wants it back. Contacts: the `searchAfter` of the last entry.
 * Opportunities: `startAfter` (epoch milliseconds) together with `startAfterId`; with one of them alone, the first page comes
 * again for ever.
 */
export type Cursor =
  | { readonly searchAfter: readonly (string | number)[] }
  | { readonly startAfter: number; readonly startAfterId: string };

/**
 * Reads one entity by its id. **Invariant**: an entity, and that it is absent, show the CRM's state at an instant between the
 * call and its result: from the entity's own route, never from a search index or a cache.
 */
export type CrmReader = {
  /** @throws RetryableError when HighLevel is away or refuses, or when its limits leave no room soon enough. */
  readEntity(ref: EntityRef, purpose: Purpose): Promise<EntityReading>;
};

const NO_ACCESS: ReadonlySet<string> = new Set(['crm_forbidden', 'crm_unauthorized']);

/** Whether the failure is one of the moment, not of access or of what HighLevel answers. */
export function isPassing(error: unknown): boolean {
  return failureKind(error) === 'retryable' && !NO_ACCESS.has(failureCode(error));
}
