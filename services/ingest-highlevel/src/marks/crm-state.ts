import type { EventOf, EventType } from '@fundlens/contracts/event-types';

/** What the adapter publishes. */
export const PUBLISHED_TYPES = [
  'ContactChanged',
  'DealChanged',
  'LocationChanged',
  'PipelineChanged',
  'CustomFieldChanged',
  'CompanyChanged',
  'InstallationChanged',
] as const satisfies readonly EventType[];

type PublishedType = (typeof PUBLISHED_TYPES)[number];

/** The fields of our event for an entity that lives; `meta` is added when it is published. */
export type Statement = {
  [Type in PublishedType]: { readonly type: Type; readonly fields: Omit<EventOf<Type>, 'meta'> };
}[PublishedType];

/** What can be published of an entity. */
export type Content = Statement | 'deleted';
