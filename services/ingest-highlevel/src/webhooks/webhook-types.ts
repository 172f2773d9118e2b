import type { EntityKind } from '../entity-ref.ts';

/** The kind of entity that a webhook tells of, by its `type`: a deletion too says only that something changed. */
export const entityWebhooks: Readonly<Record<string, EntityKind>> = {
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
};

/** The webhooks of the app itself. */
export const appWebhooks = ['INSTALL', 'UNINSTALL'] as const;
export type AppWebhook = (typeof appWebhooks)[number];

export function isAppWebhook(type: string): type is AppWebhook {
  return appWebhooks.some((known) => known === type);
}
