import { InvalidError } from '@fundlens/runtime/errors';
import { z } from 'zod';
import type { AvroComplex, AvroField, AvroSchema } from './avro-schema.ts';
import { definitionOf, type EventType, eventTypes } from './event-types.ts';
import { shownName } from './rule-sentences.ts';

const column = z.strictObject({
  /** `firstName`, `meta.version`, `tags`, or `customFields[ID]` for the value of one custom field. */
  field: z.string(),
  /** Splits the cell into a list. */
  split: z.string().min(1).max(8).optional(),
  /** `money`: a decimal amount, read as integer cents. */
  as: z.enum(['money']).optional(),
  /** What stands in the file, to what the contract calls it. */
  values: z.record(z.string(), z.string()).optional(),
});

const mappingSchema = z.strictObject({
  type: z.enum(eventTypes as [EventType, ...EventType[]]),
  delimiter: z.string().length(1).default(','),
  columns: z.record(z.string(), z.union([z.string().transform((field): Column => ({ field })), column])),
  /** Fields that are the same in each row. */
  constants: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).default({}),
  /** Columns that are not published. */
  ignore: z.array(z.string()).default([]),
});

type Column = z.infer<typeof column>;

/** Where the cells of one column go, and what Avro has there. */
export type MappedColumn = Column & { readonly target: Target };
export type Target =
  | { readonly path: readonly string[]; readonly type: AvroSchema }
  /** An entry of the list of custom fields. */
  | { readonly customField: string };

export type CsvMapping = {
  readonly type: EventType;
  readonly delimiter: string;
  readonly columns: ReadonlyMap<string, MappedColumn>;
  readonly constants: readonly { readonly target: Target; readonly value: string | number | boolean | null }[];
  readonly ignore: ReadonlySet<string>;
};

/** @throws InvalidError naming what is wrong in the mapping. */
export function readCsvMapping(text: string): CsvMapping {
  const { type, delimiter, columns, constants, ignore } = parse(text);
  const taken = new Set<string>();
  const targetOf = (field: string): Target => {
    if (taken.has(field)) throw wrong(`two columns or constants have the field ${shownName(field)}`);
    taken.add(field);
    return target(type, field);
  };
  return {
    ...{ type, delimiter, ignore: new Set(ignore) },
    columns: new Map(
      Object.entries(columns).map(([name, given]) => [name, { ...given, target: targetOf(given.field) }] as const),
    ),
    constants: Object.entries(constants).map(([field, value]) => ({ target: targetOf(field), value })),
  };
}

function parse(text: string): z.output<typeof mappingSchema> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw wrong('it is not JSON');
  }
  const parsed = mappingSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const keys = issue?.code === 'unrecognized_keys' ? issue.keys : [];
  const path = [...(issue?.path ?? []), ...keys.slice(0, 1)].map((key) => shownName(String(key))).join('.');
  if (issue?.code === 'invalid_value') throw wrong(`${path} must be one of ${issue.values.join(', ')}`);
  throw wrong(`${path === '' ? 'it' : path} is not what the mapping allows there`);
}

const CUSTOM_FIELD = /^customFields\[(.+)\]$/;

/** @throws InvalidError when the event has no such field. */
function target(type: EventType, field: string): Target {
  const custom = CUSTOM_FIELD.exec(field)?.[1];
  const { fields } = definitionOf(type).avro;
  if (custom !== undefined && fields.some(({ name }) => name === 'customFields')) return { customField: custom };
  const path = field.split('.');
  let level: readonly AvroField[] = fields;
  let found: AvroSchema | undefined;
  for (const name of path) {
    found = level.find((one) => one.name === name)?.type;
    if (found === undefined) throw wrong(`${shownName(field)} is not a field of ${type}`);
    level = recordIn(found)?.fields ?? [];
  }
  if (found === undefined || recordIn(found) !== undefined) throw wrong(`${shownName(field)} is a record, not a value`);
  return { path, type: found };
}

function recordIn(schema: AvroSchema): AvroComplex | undefined {
  const branches = Array.isArray(schema) ? (schema as readonly AvroSchema[]) : [schema];
  return branches.find((branch): branch is AvroComplex => typeof branch === 'object' && 'fields' in branch);
}

function wrong(rule: string): InvalidError {
  return new InvalidError('csv_mapping', `The mapping is wrong: ${rule}.`);
}
