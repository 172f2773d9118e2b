import type { EventOf, EventType } from '@fundlens/contracts/event-types';
import type { Purpose } from '../crm-reader.ts';
import type { EntityRef } from '../entity-ref.ts';
import type { EntityMark, KnownContent, Said } from './mark.ts';

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

/** Null: the source does not say enough to state the entity. */
export type MapEntity = (
  ref: EntityRef,
  source: Readonly<Record<string, unknown>>,
  occurredAt: number,
  purpose: Purpose,
) => Promise<Statement | null>;

/** What a reading says of the entity; null: nothing that can be published. */
export function contentOfReading({ ref, known }: EntityMark, stated: Statement | 'absent' | null): Content | null {
  return stated === 'absent' ? absent(ref, known) : stated && withInstallation(stated, known);
}

function absent({ kind, id }: EntityRef, known: KnownContent | null): Content | null {
  switch (kind) {
    case 'contact':
    case 'opportunity':
    case 'pipeline':
    case 'customField':
      return 'deleted';
    case 'installation': {
      // An installation that we never knew is not stated as ended: ownership would need its instant.
      if (known === null) return null;
      const fields = { companyId: id, state: 'uninstalled' as const, installedAt: known.installedAt };
      return { type: 'InstallationChanged', fields };
    }
    case 'location':
    case 'company':
      // Deleting one closes it to everybody: that is for a person, not for a 404.
      return null;
  }
}

/** What a webhook of the app says of a company or an installation. */
export function contentOfSaid({ ref, known }: EntityMark, { state, installedAt, name }: Said): Content {
  const statement: Statement =
    ref.kind === 'company'
      ? {
          type: 'CompanyChanged',
          fields: {
            companyId: ref.id,
            name,
            state: state === 'installed' ? ('active' as const) : ('uninstalled' as const),
            dailyQuota: null,
          },
        }
      : { type: 'InstallationChanged', fields: { companyId: ref.id, state, installedAt } };
  return withInstallation(statement, known);
}

/** A repeated INSTALL is no new installation, and an uninstallation keeps the instant: ownership is decided by it. */
function withInstallation(statement: Statement, known: KnownContent | null): Statement {
  if (statement.type !== 'InstallationChanged') return statement;
  const { state, installedAt } = statement.fields;
  const isNew = state === 'installed' && known?.state !== 'installed';
  const since = isNew ? installedAt : (known?.installedAt ?? installedAt);
  return { ...statement, fields: { ...statement.fields, installedAt: since } };
}

/** @param digests of the content */
export function knownOf(content: Content, digests: Pick<KnownContent, 'digest' | 'shown'>): KnownContent {
  if (content === 'deleted') return { state: 'deleted', ...digests, installedAt: null };
  if (content.type !== 'InstallationChanged') return { state: 'live', ...digests, installedAt: null };
  const { state, installedAt } = content.fields;
  return { state: state ?? 'live', ...digests, installedAt };
}

/** The contact under which the content states the opportunity; null: it is deleted, or is no opportunity. */
export function contactOf(content: Content): string | null {
  return content !== 'deleted' && content.type === 'DealChanged' ? content.fields.contactId : null;
}
