import type { EntityKind } from '../entity-ref.ts';

/** What a webhook type says about its entity: its state, or that it is deleted. */
type EntityWebhook = { readonly kind: EntityKind; readonly change: 'state' | 'deletion' };

const contact = { kind: 'contact', change: 'state' } as const;
const opportunity = { kind: 'opportunity', change: 'state' } as const;
const location = { kind: 'location', change: 'state' } as const;

/** The webhooks of entities that the adapter takes, by `type`. */
export const entityWebhooks: Readonly<Record<string, EntityWebhook>> = {
  ContactCreate: contact,
  ContactUpdate: contact,
  ContactTagUpdate: contact,
  ContactDndUpdate: contact,
  ContactDelete: { kind: 'contact', change: 'deletion' },
  OpportunityCreate: opportunity,
  OpportunityUpdate: opportunity,
  OpportunityStageUpdate: opportunity,
  OpportunityStatusUpdate: opportunity,
  OpportunityMonetaryValueUpdate: opportunity,
  OpportunityAssignedToUpdate: opportunity,
  OpportunityDelete: { kind: 'opportunity', change: 'deletion' },
  LocationCreate: location,
  LocationUpdate: location,
};

/** The webhooks of the app itself. */
export const appWebhooks = ['INSTALL', 'UNINSTALL'] as const;
export type AppWebhook = (typeof appWebhooks)[number];

export function isAppWebhook(type: string): type is AppWebhook {
  return appWebhooks.some((known) => known === type);
}
