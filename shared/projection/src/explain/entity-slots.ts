import { COMPANY } from '@fundlens/read-models/companies/companies';
import { APPLICATION, CONTACT, NEXT_STEPS, PLAN, REPORT, RESULT } from '@fundlens/read-models/contacts/slots';
import { CREDENTIAL } from '@fundlens/read-models/credentials/credentials';
import { reportOf, STORED_REPORT } from '@fundlens/read-models/credit-reports/credit-reports';
import { PIPELINE } from '@fundlens/read-models/deal-pipelines/deal-pipelines';
import { DEAL } from '@fundlens/read-models/deals/slots';
import type { ReadModelName } from '@fundlens/read-models/definition';
import type { DocumentId } from '@fundlens/read-models/document';
import { CUSTOM_FIELD, INSTALLATION, PROFILE } from '@fundlens/read-models/locations/locations';
import { kindOf, type Slots } from '@fundlens/read-models/slot';
import type { EntityKey, EntityPattern } from './entity-pattern.ts';

/** A document of a read model. */
export type DocumentRef = { readonly model: ReadModelName; readonly id: DocumentId };

/** The slot that holds the state of an entity. */
export type SlotRef = DocumentRef & { readonly slot: string };

/** Entities that are slots of one document, with the kind of the slot; that of a child ends with the child's id. */
type SlotTable = Readonly<Record<string, { readonly kind: string; readonly child: boolean }>>;

const OF_CONTACT: SlotTable = {
  contact: { kind: CONTACT, child: false },
  applicant: { kind: APPLICATION, child: false },
  'next-steps': { kind: NEXT_STEPS, child: false },
  'credit-report': { kind: REPORT, child: true },
  'underwriting-result': { kind: RESULT, child: true },
  'funding-plan': { kind: PLAN, child: true },
};

const OF_LOCATION: SlotTable = {
  location: { kind: PROFILE, child: false },
  installation: { kind: INSTALLATION, child: true },
  'custom-field': { kind: CUSTOM_FIELD, child: true },
};

/** Where the state of an entity is kept: what the projections say of its events, held to them by a test. */
export function slotsOfEntity({ entity, scope, ids }: EntityKey): SlotRef[] {
  const [first = '', second = ''] = ids;
  const ofContact = OF_CONTACT[entity];
  if (ofContact !== undefined) {
    const slot = ofContact.child ? `${ofContact.kind}:${second}` : ofContact.kind;
    const own: SlotRef = { model: 'contacts', id: inLocation(scope, first), slot };
    if (entity !== 'credit-report') return [own];
    return [own, { model: 'credit_reports', id: inLocation(scope, second), slot: STORED_REPORT }];
  }
  const ofLocation = OF_LOCATION[entity];
  if (ofLocation !== undefined) {
    const slot = ofLocation.child ? `${ofLocation.kind}:${first}` : ofLocation.kind;
    return [{ model: 'locations', id: { kind: 'location', locationId: scope }, slot }];
  }
  switch (entity) {
    case 'deal':
      return [{ model: 'deals', id: inLocation(scope, second), slot: `${DEAL}:${first}` }];
    case 'pipeline':
      return [{ model: 'deal_pipelines', id: inLocation(scope, first), slot: PIPELINE }];
    case 'company':
      return [{ model: 'companies', id: { kind: 'company', companyId: first }, slot: COMPANY }];
    case 'credential':
      return [{ model: 'credentials', id: { kind: 'credential', credentialId: first }, slot: CREDENTIAL }];
    default:
      return [];
  }
}

/** The entities whose state slots of `kinds` in a document hold, whichever of them are there. */
export function patternsIn({ model, id }: DocumentRef, kinds: readonly string[]): EntityPattern[] {
  switch (id.kind) {
    case 'location':
      return ofTable(OF_LOCATION, kinds).map(({ entity, child }) => ({
        entity,
        scope: id.locationId,
        ids: [child ? null : id.locationId],
      }));
    case 'location-entity':
      return inLocationOf(model, id, kinds);
    // Their keys need the scope, which the id of the document does not tell.
    case 'company':
    case 'credential':
      return [];
  }
}

type LocationEntity = Extract<DocumentId, { kind: 'location-entity' }>;

function inLocationOf(model: ReadModelName, { locationId, entityId }: LocationEntity, kinds: readonly string[]) {
  const scope = locationId;
  switch (model) {
    case 'contacts':
      return ofTable(OF_CONTACT, kinds).map(
        ({ entity, child }): EntityPattern => ({ entity, scope, ids: child ? [entityId, null] : [entityId] }),
      );
    case 'deals':
      return [{ entity: 'deal', scope, ids: [null, entityId] }];
    case 'deal_pipelines':
      return [{ entity: 'pipeline', scope, ids: [entityId] }];
    case 'credit_reports':
      return [{ entity: 'credit-report', scope, ids: [null, entityId] }];
    default:
      return [];
  }
}

function ofTable(table: SlotTable, kinds: readonly string[]) {
  return Object.entries(table).flatMap(([entity, { kind, child }]) =>
    kinds.includes(kind) ? [{ entity, child }] : [],
  );
}

/** The document that every entity of the pattern changes, as far as the pattern tells. */
export function documentOf({ entity, scope, ids }: EntityPattern): DocumentRef | null {
  const [first = null, second = null] = ids;
  if (entity === 'credit-report' && first === null) {
    return second === null ? null : { model: 'credit_reports', id: inLocation(scope, second) };
  }
  // Only the slot's name depends on an id that is left open here.
  const [ref] = slotsOfEntity({ entity, scope, ids: ids.map((id) => id ?? '') });
  return ref === undefined ? null : { model: ref.model, id: ref.id };
}

/**
 * The entity whose state the slot of a document holds; null where the document does not tell: a deleted report does not say
 * which contact it belonged to, and companies' and credentials' documents are found by their keys alone.
 */
export function entityIn({ model, id }: DocumentRef, slot: string, slots: Slots): EntityKey | null {
  if (id.kind === 'location') return inTable(OF_LOCATION, slot, { scope: id.locationId, before: [] });
  if (id.kind !== 'location-entity') return null;
  const { locationId: scope, entityId } = id;
  switch (model) {
    case 'contacts':
      return inTable(OF_CONTACT, slot, { scope, before: [entityId] });
    case 'deals':
      return { entity: 'deal', scope, ids: [idOf(slot), entityId] };
    case 'deal_pipelines':
      return { entity: 'pipeline', scope, ids: [entityId] };
    case 'credit_reports': {
      const contactId = reportOf(slots)?.contactId;
      return contactId === undefined ? null : { entity: 'credit-report', scope, ids: [contactId, entityId] };
    }
    default:
      return null;
  }
}

type Within = { readonly scope: string; readonly before: readonly string[] };

function inTable(table: SlotTable, slot: string, { scope, before }: Within): EntityKey | null {
  const found = Object.entries(table).find(([, { kind }]) => kind === kindOf(slot));
  if (found === undefined) return null;
  const [entity, { child }] = found;
  return { entity, scope, ids: child ? [...before, idOf(slot)] : entity === 'location' ? [scope] : before };
}

function idOf(slot: string): string {
  return slot.slice(slot.indexOf(':') + 1);
}

function inLocation(locationId: string, entityId: string): DocumentId {
  return { kind: 'location-entity', locationId, entityId };
}
