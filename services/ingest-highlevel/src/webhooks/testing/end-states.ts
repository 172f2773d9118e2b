import { isDeepStrictEqual } from 'node:util';
import type { Publishable } from '@fundlens/contracts/publisher';
import { contentOf } from '../../mapping/entity-mapping.ts';
import { winners } from '../../testing/end-state.ts';
import { MODEL_LOCATION, type ModelCrm, type ModelEntity, type ModelState } from './model-crm.ts';

type Parts = {
  readonly log: readonly Publishable[];
  readonly crm: ModelCrm;
  /** Whether the instants of stage and status count too. */
  readonly instants?: boolean;
};

/** Sentences about the entities whose state in the log is not the one of the CRM. */
export function wrongEndStates(entities: readonly ModelEntity[], { log, crm, instants = false }: Parts): string[] {
  return entities.flatMap((entity) => wrongStatements(entity, crm.state(entity), { log, instants }));
}

/** Sentences about what the log states of the entity otherwise than this state has it. */
export function wrongStatements(
  entity: ModelEntity,
  state: ModelState | null,
  { log, instants = false }: Omit<Parts, 'crm'>,
): string[] {
  const won = winners(log);
  const live = state === null || state.deleted ? null : expected(entity, state.fields);
  const prefix = entity.kind === 'contact' ? `contact:${MODEL_LOCATION}:` : `deal:${MODEL_LOCATION}:`;
  const stated = [...won].filter(([key, { event }]) => key.startsWith(prefix) && !event.meta.deleted);
  if (live === null) return stated.map(([key]) => `${key} is stated, but deleted in the CRM`);
  const wanted = `${prefix}${entity.kind === 'contact' ? entity.id : `${String(live.contactId)}:${entity.id}`}`;
  const wrong = stated.filter(([key]) => key !== wanted).map(([key]) => `${key} is stated, but is not in the CRM`);
  const own = won.get(wanted);
  if (own === undefined || own.event.meta.deleted) return [...wrong, `${wanted} is not stated, but is in the CRM`];
  const isRight = isDeepStrictEqual(comparable(own.event, instants), comparable(live, instants));
  return isRight ? wrong : [...wrong, `${wanted} is stated in another state than the CRM's`];
}

function expected({ kind, id }: ModelEntity, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const ref = { kind, locationId: MODEL_LOCATION, id };
  const content = contentOf(ref, { id, ...fields }, { occurredAt: Date.parse('2027-01-01'), onCut: () => undefined });
  if (content.is !== 'live') throw new TypeError('The model has complete entities only.');
  return content.statement.fields;
}

function comparable(event: object, instants: boolean): Record<string, unknown> {
  const left = new Set(['meta', 'updatedAt', ...(instants ? [] : ['stageChangedAt', 'statusChangedAt'])]);
  return Object.fromEntries(Object.entries(event).filter(([name]) => !left.has(name)));
}
