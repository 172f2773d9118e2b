import type { EventOf } from '@fundlens/contracts/event-types';
import type { EntityRef } from '../entity-ref.ts';

type Fields<E> = Omit<E, 'meta'>;

/** The fields of our event for an entity that lives; `meta` is added when it is published. */
export type Statement =
  | { readonly type: 'ContactChanged'; readonly fields: Fields<EventOf<'ContactChanged'>> }
  | { readonly type: 'DealChanged'; readonly fields: Fields<EventOf<'DealChanged'>> }
  | { readonly type: 'LocationChanged'; readonly fields: Fields<EventOf<'LocationChanged'>> }
  | { readonly type: 'InstallationChanged'; readonly fields: Fields<EventOf<'InstallationChanged'>> }
  | { readonly type: 'CompanyChanged'; readonly fields: Fields<EventOf<'CompanyChanged'>> }
  | { readonly type: 'PipelineChanged'; readonly fields: Fields<EventOf<'PipelineChanged'>> }
  | { readonly type: 'CustomFieldChanged'; readonly fields: Fields<EventOf<'CustomFieldChanged'>> };

/** Epoch milliseconds by the clock of this process: the state was the CRM's at some instant within the interval. */
export type Seen = { readonly from: number; readonly to: number };

/** What a look at an entity of the CRM says. */
export type Content =
  | {
      readonly is: 'live';
      readonly statement: Statement;
      /** HighLevel's own time of the last change, epoch milliseconds, where the source has it. */
      readonly updatedAt: number | null;
      /** Names of the source's fields that have a value: one that vanishes from one look to the next is in doubt. */
      /** False: a field that the documentation always has is missing. */
      readonly complete: boolean;
    }
  /** `contactId`: of an opportunity, where the source names it. */
  | { readonly is: 'deleted'; readonly contactId: string | null }
  /** Something changed; the source does not say enough to state it. */
  | { readonly is: 'unsaid' };

/**
 * One look at an entity of the CRM.
 * - `webhook`: what a delivery carries; it may be late, and may lack fields.
 * - `reading`: the entity's own route, read after its version was reserved.
 * - `listing`: a page of a search. A search index may lag, so a listing alone never overrides a state that is known.
 */
export type Observation = {
  readonly ref: EntityRef;
  readonly authority: 'webhook' | 'reading' | 'listing';
  readonly seen: Seen;
  readonly content: Content;
  /** When it happened upstream as far as the source tells, epoch milliseconds; becomes `meta.occurredAt`. */
  readonly occurredAt: number;
};
