import type { EventOf } from '@fundlens/contracts/event-types';

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

/** What can be published of an entity. */
export type Content = { readonly is: 'live'; readonly statement: Statement } | { readonly is: 'deleted' };
