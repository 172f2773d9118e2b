import type { EventShape } from '@fundlens/redaction/event-shape';
import type { z } from 'zod';
import type { AvroRecord } from './avro-schema.ts';
import { avroFieldsOf, boundedInstantsOf, redactionOf } from './derived-schema.ts';
import { rules } from './field-rules.ts';
import { MAX_INSTANT_AHEAD_MS } from './limits.ts';
import type { EventMeta } from './meta.ts';

/** The three topics, by what they carry; their names are in `topic-names.ts`. */
export type Stream = 'crm' | 'funding' | 'access';
export const streams: readonly Stream[] = ['crm', 'funding', 'access'];

/** Which entity an event is about. The scope is the location or, for what belongs to a company as a whole, the company. */
export type EntityRef = { readonly entity: string; readonly scope: string; readonly ids: readonly string[] };

export type BaseEvent = { readonly meta: EventMeta };

/** Everything that the system knows about one event type. */
export type EventDefinition<T extends string = string, E extends BaseEvent = BaseEvent> = {
  readonly type: T;
  readonly stream: Stream;
  /** Avro namespace and record name; the subject in the registry is `<topic>-<fullName>`. */
  readonly fullName: string;
  readonly avro: AvroRecord;
  /** Our reading of the record. Accepts plain objects and, for reports, `Uint8Array`; refuses unknown fields. */
  readonly schema: z.ZodType<E>;
  /** The first part of its keys. */
  readonly entity: string;
  /** The fields that name the entity in its scope: one id, or for a child of a contact the contact's id and its own. */
  readonly ids: readonly string[];
  entityOf(event: E): EntityRef;
  /** The Kafka key: `<entity>:<scope>:<id>`, for children of a contact `<entity>:<scope>:<contactId>:<id>`. */
  keyOf(event: E): string;
  /** How the redactor must read each field. */
  readonly redaction: EventShape;
  /** Fields that may be null only when `meta.deleted`. */
  readonly required: readonly string[];
  /** What the page of events says beside the schema; empty for most. */
  readonly remarks: string;
};

type EventStatement<T extends string, E extends BaseEvent> = Pick<EventDefinition<T, E>, 'type' | 'stream'> & {
  /** The first part of its keys, and the fields that are the last; of a location itself, the one in `meta`. */
  readonly key: readonly [entity: string, ...ids: ((keyof E & string) | 'locationId')[]];
  /** What the event is: the sentence that publishers read in the Avro schema. */
  readonly doc: string;
  /** Its fields, of the building blocks of `field-rules.ts`: they bring wire type, bounds and redaction. */
  readonly fields: z.ZodType<E>;
  readonly required?: readonly (keyof E & string)[];
  /** What an event does beyond its fields. Only on the page of events: another `doc` would be another schema. */
  readonly remarks?: string;
  /** Rules of this event alone. */
  readonly rules?: (event: E, context: z.RefinementCtx) => void;
};

/** An event type from one statement of its fields: Avro record, name, key, rules and redaction follow from them. */
export function defineEvent<T extends string, E extends BaseEvent>({
  type,
  stream,
  doc,
  fields,
  required = [],
  remarks = '',
  rules: ownRules,
  key: [entity, ...ids],
}: EventStatement<T, E>): EventDefinition<T, E> {
  const namespace = `fundlens.${stream}`;
  const entityOf = (event: E): EntityRef => {
    const values = event as E & Readonly<Record<string, string | undefined>>;
    const idOf = (name: string) => values[name] ?? event.meta.locationId ?? '';
    return { entity, scope: event.meta.locationId ?? values.companyId ?? '', ids: ids.map(idOf) };
  };
  const checked = fields.superRefine(crossFieldRules(required, boundedInstantsOf(fields)));
  return {
    type,
    stream,
    fullName: `${namespace}.${type}`,
    avro: { type: 'record', name: type, namespace, doc, fields: avroFieldsOf(fields) },
    schema: ownRules === undefined ? checked : checked.superRefine(ownRules),
    entity,
    ids,
    entityOf,
    keyOf: (event) => entityKey(entityOf(event)),
    redaction: redactionOf(fields),
    required,
    remarks,
  };
}

/** Ids cannot contain a colon, so that no two entities share a key. */
export function entityKey({ entity, scope, ids }: EntityRef): string {
  return `${entity}:${scope}:${ids.join(':')}`;
}

/**
 * The rules that look at more than one field, the same for every event:
 * required fields, instants that lie ahead, and agreement of `meta` with the fields of the same name.
 * @param instants that must not lie ahead of `occurredAt`: `field`, or `list[].field`.
 */
function crossFieldRules(required: readonly string[], instants: readonly string[]) {
  const paths = instants.map((path) => path.split('[].') as [field: string, inner?: string]);

  return (event: BaseEvent, context: z.RefinementCtx): void => {
    const fields = event as BaseEvent & Record<string, unknown>;
    const refuse = (message: string, ...path: (string | number)[]) =>
      context.addIssue({ code: 'custom', message, path, input: undefined });

    if (!event.meta.deleted) {
      for (const name of required) if (fields[name] === null) refuse(rules.required, name);
    }
    const latest = event.meta.occurredAt + MAX_INSTANT_AHEAD_MS;
    for (const [field, inner] of paths) {
      if (inner === undefined) {
        if (isAfter(fields[field], latest)) refuse(rules.instantAhead, field);
        continue;
      }
      for (const [index, item] of (fields[field] as Record<string, unknown>[]).entries()) {
        if (isAfter(item[inner], latest)) refuse(rules.instantAhead, field, index, inner);
      }
    }
    if (disagree(fields.locationId, event.meta.locationId)) refuse(rules.agreeLocation, 'locationId');
    if (disagree(fields.companyId, event.meta.companyId)) refuse(rules.agreeCompany, 'companyId');
  };
}

function isAfter(value: unknown, latest: number): boolean {
  return typeof value === 'number' && value > latest;
}

function disagree(field: unknown, meta: string | null): boolean {
  return typeof field === 'string' && meta !== null && field !== meta;
}
