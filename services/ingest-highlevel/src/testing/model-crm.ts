import { randomUUID } from 'node:crypto';

/*
 * A model of what HighLevel keeps for its locations and of the webhooks that each change fires, after the facts of its
 * documentation and of what its users report. Test double of a third party that cannot be run here.
 */

export type Fields = Readonly<Record<string, unknown>>;
export type Entity = Fields & { readonly id: string; readonly locationId: string };
export type EntityKind = 'contact' | 'opportunity' | 'pipeline' | 'customField';
/** Flat JSON with the name of the event in `type`. */
export type WebhookPayload = Fields & { readonly type: string; readonly webhookId: string };

/** One change of the CRM and the webhooks that it fires, in the order in which they are sent. */
export type Change = { readonly webhooks: readonly WebhookPayload[] };

type Location = {
  fields: Fields;
  readonly entities: Record<EntityKind, Map<string, Entity>>;
};

/** Where an opportunity's change of one field fires a webhook of its own, beside the general one. */
const SPECIAL_OPPORTUNITY_EVENTS: Readonly<Record<string, string>> = {
  pipelineStageId: 'OpportunityStageUpdate',
  status: 'OpportunityStatusUpdate',
  monetaryValue: 'OpportunityMonetaryValueUpdate',
  assignedTo: 'OpportunityAssignedToUpdate',
};

export class ModelCrm {
  readonly #locations = new Map<string, Location>();
  readonly #now: () => number;
  #lastInstant = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  addLocation(locationId: string, fields: Fields = {}): Change {
    const entities = { contact: new Map(), opportunity: new Map(), pipeline: new Map(), customField: new Map() };
    const all = {
      id: locationId,
      name: 'Harbor Lending',
      timezone: 'America/New_York',
      companyId: 'company-1',
      ...fields,
    };
    this.#locations.set(locationId, { fields: all, entities });
    return { webhooks: [this.#locationWebhook('LocationCreate', locationId)] };
  }

  updateLocation(locationId: string, fields: Fields): Change {
    const location = this.#locationOf(locationId);
    location.fields = { ...location.fields, ...fields };
    // Some edits fire nothing: a change of the time zone alone is one of them.
    const fires = Object.keys(fields).some((name) => name !== 'timezone');
    return { webhooks: fires ? [this.#locationWebhook('LocationUpdate', locationId)] : [] };
  }

  location(locationId: string): Fields | undefined {
    return this.#locations.get(locationId)?.fields;
  }

  /** In the order in which they were added. */
  entities(locationId: string, kind: EntityKind): readonly Entity[] {
    return [...(this.#locations.get(locationId)?.entities[kind].values() ?? [])];
  }

  entity(locationId: string, kind: EntityKind, id: string): Entity | undefined {
    return this.#locations.get(locationId)?.entities[kind].get(id);
  }

  /** Pipelines and custom fields fire no webhook. */
  put(locationId: string, kind: 'pipeline' | 'customField', id: string, fields: Fields): void {
    const entities = this.#locationOf(locationId).entities[kind];
    entities.set(id, { ...entities.get(id), ...fields, id, locationId });
  }

  createContact(locationId: string, id: string, fields: Fields = {}): Change {
    const at = this.#instant();
    const contact = {
      id,
      locationId,
      tags: [],
      customFields: [],
      dnd: false,
      ...fields,
      dateAdded: at,
      dateUpdated: at,
    };
    this.#locationOf(locationId).entities.contact.set(id, contact);
    return this.#change(['ContactCreate', 'ContactUpdate'], contact);
  }

  updateContact(locationId: string, id: string, fields: Fields): Change {
    const entities = this.#locationOf(locationId).entities.contact;
    const before = known(entities.get(id));
    // Some changes, e.g. of tags, leave the contact's time of change as it was.
    const isQuiet = Object.keys(fields).every((name) => name === 'tags');
    const contact = { ...before, ...fields, dateUpdated: isQuiet ? before.dateUpdated : this.#instant() };
    entities.set(id, contact);
    const special = [
      ...('tags' in fields ? ['ContactTagUpdate'] : []),
      ...('dnd' in fields ? ['ContactDndUpdate'] : []),
    ];
    return this.#change(['ContactUpdate', ...special], contact);
  }

  createOpportunity(locationId: string, id: string, fields: Fields): Change {
    const at = this.#instant();
    const stamps = { createdAt: at, updatedAt: at, lastStageChangeAt: at, lastStatusChangeAt: at };
    const opportunity = { id, locationId, status: 'open', ...fields, ...stamps, indexVersion: 1 };
    this.#locationOf(locationId).entities.opportunity.set(id, opportunity);
    return this.#change(['OpportunityCreate', 'OpportunityUpdate'], opportunity);
  }

  updateOpportunity(locationId: string, id: string, fields: Fields): Change {
    const entities = this.#locationOf(locationId).entities.opportunity;
    const before = known(entities.get(id));
    const at = this.#instant();
    const opportunity = {
      ...before,
      ...fields,
      updatedAt: at,
      ...('pipelineStageId' in fields ? { lastStageChangeAt: at } : {}),
      ...('status' in fields ? { lastStatusChangeAt: at } : {}),
      indexVersion: Number(before.indexVersion) + 1,
    };
    entities.set(id, opportunity);
    const special = Object.keys(fields).flatMap((name) => SPECIAL_OPPORTUNITY_EVENTS[name] ?? []);
    return this.#change(['OpportunityUpdate', ...special], opportunity);
  }

  /** A deletion fires an update too, after it, with the fields that were there last. */
  remove(locationId: string, kind: 'contact' | 'opportunity', id: string): Change {
    const entities = this.#locationOf(locationId).entities[kind];
    const last = known(entities.get(id));
    entities.delete(id);
    const name = kind === 'contact' ? 'Contact' : 'Opportunity';
    return this.#change([`${name}Delete`, `${name}Update`], last);
  }

  /** Each webhook has all fields, more than HighLevel's documentation names: the adapter reads the entity by the API. */
  #change(types: readonly string[], entity: Entity): Change {
    const sent = () => ({ timestamp: this.#instant(), webhookId: randomUUID() });
    return { webhooks: types.map((type) => ({ ...entity, type, ...sent() })) };
  }

  #locationWebhook(type: string, locationId: string): WebhookPayload {
    const { id, companyId, name, email } = this.#locationOf(locationId).fields;
    return { type, id, companyId, name, email, timestamp: this.#instant(), webhookId: randomUUID() };
  }

  #locationOf(locationId: string): Location {
    const location = this.#locations.get(locationId);
    if (location === undefined) throw new Error(`The model has no location ${locationId}.`);
    return location;
  }

  /** Two changes never share an instant, as the order of pages needs it. */
  #instant(): string {
    this.#lastInstant = Math.max(this.#now(), this.#lastInstant + 1);
    return new Date(this.#lastInstant).toISOString();
  }
}

function known(entity: Entity | undefined): Entity {
  if (entity === undefined) throw new Error('The model has no such entity.');
  return entity;
}
