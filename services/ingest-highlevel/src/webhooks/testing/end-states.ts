import { isDeepStrictEqual } from 'node:util';
import type { Publishable } from '@fundlens/contracts/publishing/publisher';
import { statementOf } from '../../mapping/entity-mapping.ts';
import { winners } from '../../testing/end-state.ts';
import { MODEL_LOCATION, type ModelCrm, type ModelEntity } from './model-crm.ts';

/** Sentences about the entities whose state in the log is not the one of the CRM. */
export function wrongEndStates(
  entities: readonly ModelEntity[],
  { log, crm }: { readonly log: readonly Publishable[]; readonly crm: ModelCrm },
): string[] {
  return entities.flatMap((entity) => wrongStatements(entity, crm, log));
}

function wrongStatements(entity: ModelEntity, crm: ModelCrm, log: readonly Publishable[]): string[] {
  const state = crm.state(entity);
  const won = winners(log);
  const live = state === null || state.deleted ? null : expected(entity, state.fields);
  const prefix = entity.kind === 'contact' ? `contact:${MODEL_LOCATION}:` : `deal:${MODEL_LOCATION}:`;
  const stated = [...won].filter(([key, { event }]) => key.startsWith(prefix) && !event.meta.deleted);
  if (live === null) return stated.map(([key]) => `${key} is stated, but deleted in the CRM`);
  const wanted = `${prefix}${entity.kind === 'contact' ? entity.id : `${String(live.contactId)}:${entity.id}`}`;
  const wrong = stated.filter(([key]) => key !== wanted).map(([key]) => `${key} is stated, but is not in the CRM`);
  const own = won.get(wanted);
  if (own === undefined || own.event.meta.deleted) return [...wrong, `${wanted} is not stated, but is in the CRM`];
  const { meta: _, ...fields } = own.event;
  return isDeepStrictEqual(fields, live) ? wrong : [...wrong, `${wanted} is stated in another state than the CRM's`];
}

function expected({ kind, id }: ModelEntity, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const ref = { kind, locationId: MODEL_LOCATION, id };
  const context = { occurredAt: Date.parse('2027-01-01'), onCut: () => undefined };
  const statement = statementOf(ref, { id, ...fields }, context);
  if (statement === null) throw new TypeError('The model has complete entities only.');
  return statement.fields;
}
