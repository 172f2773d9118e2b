import { ID_PATTERN } from '@fundlens/contracts/field-rules';
import { MAX_ID_LENGTH, MAX_LOCATION_ID_LENGTH } from '@fundlens/contracts/limits';
import { InvalidError } from '@fundlens/runtime/errors';
import type { EntityKind, EntityRef } from '../entity-ref.ts';
import { contentOf, type MappingContext } from '../mapping/entity-mapping.ts';
import { opportunityContact } from '../mapping/opportunity.ts';
import type { Content, Observation } from '../versioning/crm-state.ts';
import { type Delivery, seenIn } from './delivery.ts';
import { entityWebhooks } from './webhook-types.ts';

export type ObservingContext = Pick<MappingContext, 'onCut'> & { readonly toleranceMs: number };

/** What a delivery says of entities: one, or for INSTALL the company and its installation. Empty: its type is not taken. */
export function observationsOf(delivery: Delivery, context: ObservingContext): Observation[] {
  const { type, body } = delivery;
  const known = entityWebhooks[type];
  if (known !== undefined) {
    const ref = entityOf(known.kind, delivery);
    const occurredAt = occurredAtOf(delivery);
    const content: Content =
      known.change === 'deletion'
        ? { is: 'deleted', contactId: opportunityContact(body, { occurredAt }) }
        : contentOf(ref, body, { ...context, occurredAt });
    return [observed(ref, content, { delivery, context })];
  }
  return type === 'INSTALL' ? installed(delivery, context) : [];
}

/** The company of an app's webhook. Null: it does not name one. */
export function companyIdOf({ body }: Delivery): string | null {
  return body.companyId === undefined || body.companyId === null || body.companyId === ''
    ? null
    : idOf(body.companyId, 'companyId', MAX_ID_LENGTH);
}

/** The location of an app's webhook. Null: the webhook is about the company as a whole. */
export function locationIdOf({ body }: Delivery): string | null {
  return body.locationId === undefined || body.locationId === null || body.locationId === ''
    ? null
    : idOf(body.locationId, 'locationId', MAX_LOCATION_ID_LENGTH);
}

/** When it happened: the webhook's own instant, else that of its arrival. */
export function occurredAtOf({ timestamp, receivedAt }: Delivery): number {
  return timestamp ?? receivedAt;
}

function entityOf(kind: EntityKind, { body }: Delivery): EntityRef {
  const isLocation = kind === 'location';
  const id = idOf(body.id, 'id', isLocation ? MAX_LOCATION_ID_LENGTH : MAX_ID_LENGTH);
  return { kind, locationId: isLocation ? id : idOf(body.locationId, 'locationId', MAX_LOCATION_ID_LENGTH), id };
}

function installed(delivery: Delivery, context: ObservingContext): Observation[] {
  const companyId = companyIdOf(delivery);
  const locationId = locationIdOf(delivery);
  if (companyId === null) {
    const rule =
      'INSTALL must name its `companyId`: HighLevel leaves it out for some installs; a comparison finds them.';
    throw new InvalidError('company_missing', rule, { field: 'companyId' });
  }
  const company: EntityRef = { kind: 'company', locationId: null, id: companyId };
  const refs = locationId === null ? [company] : [company, { ...company, kind: 'installation' as const, locationId }];
  return refs.map((ref) => {
    const content = contentOf(ref, delivery.body, { ...context, occurredAt: occurredAtOf(delivery) });
    return observed(ref, content, { delivery, context });
  });
}

/** A delivery's observation of an entity. */
export function observed(
  ref: EntityRef,
  content: Content,
  { delivery, context }: { readonly delivery: Delivery; readonly context: Pick<ObservingContext, 'toleranceMs'> },
): Observation {
  const seen = seenIn(delivery, context.toleranceMs);
  return { ref, authority: 'webhook', seen, content, occurredAt: occurredAtOf(delivery) };
}

function idOf(value: unknown, field: string, maxLength: number): string {
  if (typeof value === 'string' && value.length <= maxLength && ID_PATTERN.test(value)) return value;
  throw new InvalidError('id_invalid', `${field}: must be an id of at most ${maxLength} characters`, { field });
}
