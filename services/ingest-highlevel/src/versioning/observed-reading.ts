import type { EntityReading } from '../crm-reader.ts';
import type { EntityRef } from '../entity-ref.ts';
import type { Content, Observation, Seen } from './crm-state.ts';
import type { EntityState } from './entity-state.ts';

export type MapEntity = (ref: EntityRef, source: Readonly<Record<string, unknown>>, occurredAt: number) => Content;

export type ReadingContext = {
  readonly ref: EntityRef;
  readonly seen: Seen;
  /** Epoch milliseconds. */
  readonly readAt: number;
  /** What was known before. */
  readonly before: EntityState | null;
  readonly mapEntity: MapEntity;
};

/** A result of the API as an observation. */
export function observedReading(
  reading: Exclude<EntityReading, { outcome: 'no_access' }>,
  { ref, seen, readAt, before, mapEntity }: ReadingContext,
): Observation {
  const content = reading.outcome === 'absent' ? absentContent(ref, before) : mapEntity(ref, reading.entity, readAt);
  return { ref, authority: 'reading', seen, content, occurredAt: readAt };
}

function absentContent(ref: EntityRef, before: EntityState | null): Content {
  switch (ref.kind) {
    case 'contact':
    case 'opportunity':
    case 'pipeline':
    case 'customField':
      return { is: 'deleted', contactId: null };
    case 'installation': {
      const installedAt = before?.content?.instants.installedAt ?? null;
      // An installation that we never knew is not stated as ended: ownership would need its instant.
      if (installedAt === null) return { is: 'deleted', contactId: null };
      const fields = { companyId: ref.id, state: 'uninstalled' as const, installedAt };
      return { is: 'live', statement: { type: 'InstallationChanged', fields }, updatedAt: null, complete: true };
    }
    default:
      // Deleting a location closes it to everybody: that is for a person, not for a 404.
      return { is: 'unsaid' };
  }
}
