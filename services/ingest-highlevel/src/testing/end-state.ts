import { definitionOf } from '@fundlens/contracts/event-types';
import type { Publishable } from '@fundlens/contracts/publishing/publisher';
import { type ListedKind, listedKinds } from '../entity-ref.ts';
import { statementOf } from '../mapping/entity-mapping.ts';
import type { Fields, ModelCrm } from './model-crm.ts';

/** Of an event, what is no state of the entity, and what no reader of the log shows. */
export const NOT_SHOWN = ['meta', 'ssn', 'dateOfBirth'];
/** Instants too: a listing differs from an entity's route in which of them it has, so that a sweep does not compare them. */
export const NOT_COMPARED = [...NOT_SHOWN, 'updatedAt', 'stageChangedAt', 'statusChangedAt'];

/** What the projector would keep of each key: the highest version, then the later instant. */
function winners(log: readonly Publishable[]): Map<string, Publishable> {
  const won = new Map<string, Publishable>();
  for (const published of log) {
    const key = definitionOf(published.type).keyOf(published.event as never);
    const before = won.get(key)?.event.meta;
    const { version, occurredAt } = published.event.meta;
    const isHigher =
      before === undefined ||
      version > before.version ||
      (version === before.version && occurredAt > before.occurredAt);
    if (isHigher) won.set(key, published);
  }
  return won;
}

/** The live ones of these, by key. */
export function statedIn(log: readonly Publishable[], leftOut: readonly string[] = NOT_COMPARED): Map<string, Fields> {
  const live = [...winners(log)].filter(([, { event }]) => !event.meta.deleted);
  return new Map(live.map(([key, { event }]) => [key, compared(event, leftOut)]));
}

/** What a log must state for the CRM as it is. */
export function wanted(
  crm: ModelCrm,
  locationId: string,
  leftOut: readonly string[] = NOT_COMPARED,
): Map<string, Fields> {
  const now = Date.parse('2100-01-01');
  const names = new Map(crm.entities(locationId, 'customField').map(({ id, name }) => [id, String(name)]));
  const named = (fields: readonly { readonly id: string }[]) =>
    fields.map((field) => ({ ...field, name: names.get(field.id) ?? null }));
  return new Map(
    listedKinds.flatMap((kind) =>
      entitiesOf(crm, locationId, kind).map((entity): [string, Fields] => {
        const id = String(entity.id);
        const statement = statementOf({ kind, locationId, id }, entity, { occurredAt: now, onCut: () => undefined });
        if (statement === null) throw new TypeError('The model has complete entities only.');
        const { type, fields } = statement;
        const key = definitionOf(type).keyOf({ ...fields, meta: { locationId } } as never);
        const shown = type === 'ContactChanged' ? { ...fields, customFields: named(fields.customFields) } : fields;
        return [key, compared(shown, leftOut)];
      }),
    ),
  );
}

function entitiesOf(crm: ModelCrm, locationId: string, kind: ListedKind): readonly Fields[] {
  if (kind !== 'location') return crm.entities(locationId, kind);
  const location = crm.location(locationId);
  return location === undefined ? [] : [location];
}

function compared(event: object, leftOut: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(event).filter(([name]) => !leftOut.includes(name)));
}
