import type { EntityRef } from '../entity-ref.ts';
import type { Statement } from '../marks/crm-state.ts';
import { mapContact } from './contact.ts';
import { mapCompany, mapInstallation } from './installation.ts';
import { mapLocation } from './location.ts';
import type { MappedEntity } from './mapped-entity.ts';
import { mapOpportunity } from './opportunity.ts';
import { mapCustomField, mapPipeline } from './location-settings.ts';
import type { Source } from './source-fields.ts';

export type MappingContext = {
  /** Epoch milliseconds. */
  readonly occurredAt: number;
  /** Told the names of the fields whose value did not fit the contract; never a value. */
  readonly onCut: (kind: EntityRef['kind'], fields: readonly string[]) => void;
};

/** What a HighLevel object says of the entity, of its route or of a search; null: not enough to state it. */
export function statementOf(ref: EntityRef, source: Source, { occurredAt, onCut }: MappingContext): Statement | null {
  const { statement, cut } = mapped(ref, source, occurredAt);
  if (cut.length > 0) onCut(ref.kind, cut);
  return statement;
}

function mapped({ kind, id }: EntityRef, source: Source, occurredAt: number): MappedEntity {
  switch (kind) {
    case 'contact':
      return mapContact(source, { id, occurredAt });
    case 'opportunity':
      return mapOpportunity(source, { id, occurredAt });
    case 'location':
      return mapLocation(source, { occurredAt });
    case 'installation':
      return mapInstallation(source, { id, occurredAt });
    case 'company':
      return mapCompany(source, { id, occurredAt });
    case 'pipeline':
      return mapPipeline(source, { id, occurredAt });
    case 'customField':
      return mapCustomField(source, { id, occurredAt });
  }
}
