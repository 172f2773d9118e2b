import type { EntityKind } from '../entity-ref.ts';

/** The kind of entity that a webhook tells of, by its `type`: a deletion too says only that something changed. */
export const webhookKinds: Readonly<Record<string, EntityKind>> = {
  ContactCreate: 'contact',
  ContactUpdate: 'contact',
  ContactTagUpdate: 'contact',
  ContactDndUpdate: 'contact',
  ContactDelete: 'contact',
  OpportunityCreate: 'opportunity',
  OpportunityUpdate: 'opportunity',
  OpportunityStageUpdate: 'opportunity',
  OpportunityStatusUpdate: 'opportunity',
  OpportunityMonetaryValueUpdate: 'opportunity',
  OpportunityAssignedToUpdate: 'opportunity',
  OpportunityDelete: 'opportunity',
  LocationCreate: 'location',
  LocationUpdate: 'location',
  /** Those of the app itself tell of a company alone, too. */
  INSTALL: 'installation',
  UNINSTALL: 'installation',
};
