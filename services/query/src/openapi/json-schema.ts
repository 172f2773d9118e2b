import { z } from 'zod';
import { INSTANT_PATTERN } from '../routes/parameters.ts';

/** JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = { readonly [keyword: string]: unknown };

export type SchemaConverter = {
  /** The schema in the document's words; schemas with an `id` in their metadata become references. */
  convert(schema: z.ZodType): JsonSchema;
  /** A reference to the schema under this name; a schema that is a reference already keeps its own name. */
  named(name: string, schema: JsonSchema): JsonSchema;
  /** Every schema that was referred to so far, by id in alphabetical order. */
  components(): Readonly<Record<string, JsonSchema>>;
};

const DEFINITIONS = '#/$defs/';
const COMPONENTS = '#/components/schemas/';

/** Of responses. zod's own pattern spells out leap years; readers of the document need the form only. */
const SHOWN_INSTANT_PATTERN = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$';

/** Turns zod schemas into JSON Schema and collects what they share. */
export function createSchemaConverter(): SchemaConverter {
  const collected = new Map<string, JsonSchema>();

  function collect(name: string, schema: JsonSchema): void {
    const known = collected.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new TypeError(`two different schemas have the id ${name}`);
    }
    collected.set(name, schema);
  }

  /** Collects the schema; the objects inside it become components of their own, named after the way to them. */
  function collectWhole(name: string, schema: JsonSchema): void {
    collect(
      name,
      mapParts(schema, (part, step) => hoisted(`${name}${step}`, part)),
    );
  }

  function hoisted(name: string, schema: JsonSchema): JsonSchema {
    if (!isObject(schema.properties)) return mapParts(schema, (part, step) => hoisted(`${name}${step}`, part));
    const { type, description, ...rest } = schema;
    collectWhole(name, { type: 'object', ...rest });
    const said = description === undefined ? {} : { description };
    const reference = { $ref: COMPONENTS + name };
    const isNullable = Array.isArray(type) && type.includes('null');
    return isNullable ? { anyOf: [reference, { type: 'null' }], ...said } : { ...reference, ...said };
  }

  return {
    convert(schema) {
      // A schema that is wrapped is never the root, and only those that are not become references.
      const wrapped = z.toJSONSchema(z.object({ schema }), { io: 'input', unrepresentable: 'throw' });
      for (const [name, definition] of Object.entries(wrapped.$defs ?? {})) {
        collectWhole(name, tidy(definition) as JsonSchema);
      }
      return tidy(wrapped.properties?.schema) as JsonSchema;
    },
    named(name, schema) {
      if (typeof schema.$ref === 'string') return schema;
      collectWhole(name, schema);
      return { $ref: COMPONENTS + name };
    },
    components: () => Object.fromEntries([...collected].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** The schema with its properties, items and alternatives changed. @param change is told the step to the part. */
function mapParts(schema: JsonSchema, change: (part: JsonSchema, step: string) => JsonSchema): JsonSchema {
  const { properties, items, oneOf } = schema;
  return {
    ...schema,
    ...(isObject(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, part]) => [name, change(part as JsonSchema, capitalized(name))]),
          ),
        }
      : {}),
    ...(isObject(items) ? { items: change(items, 'Item') } : {}),
    ...(Array.isArray(oneOf) ? { oneOf: oneOf.map((part, at) => change(part, alternativeName(part, at))) } : {}),
  };
}

/** Alternatives of a union differ in a constant, which is their name. */
function alternativeName({ properties }: JsonSchema, at: number): string {
  if (!isObject(properties)) return `Option${at + 1}`;
  const constant = Object.values(properties).find((part) => isObject(part) && typeof part.const === 'string');
  return isObject(constant) ? capitalized(String(constant.const)) : `Option${at + 1}`;
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The same schema in the form in which people write it. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  const { id: _, wholeNumber, commaSeparated, ...schema } = value as Record<string, unknown>;
  if (isObject(wholeNumber)) return { ...without(schema, ['pattern']), type: 'integer', ...wholeNumber };
  if (Array.isArray(commaSeparated)) {
    return {
      ...schema,
      type: 'array',
      items: { type: 'string', enum: commaSeparated },
      minItems: 1,
      uniqueItems: true,
    };
  }
  if (isObject(schema.properties)) schema.properties = mapped(schema.properties, tidy);
  for (const keyword of ['items', 'anyOf', 'oneOf', 'additionalProperties'])
    if (keyword in schema) schema[keyword] = tidy(schema[keyword]);
  if (typeof schema.$ref === 'string') schema.$ref = schema.$ref.replace(DEFINITIONS, COMPONENTS);
  if (schema.format === 'date-time' && schema.pattern !== INSTANT_PATTERN) schema.pattern = SHOWN_INSTANT_PATTERN;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) {
    delete schema.maximum;
    schema.format = 'int64';
  }
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  return orNull(schema);
}

/** `anyOf` of one type and null as a list of two types, where the first is no reference. */
function orNull(schema: Record<string, unknown>): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [first, second] = anyOf as JsonSchema[];
  if (first === undefined || second?.type !== 'null' || typeof first.type !== 'string') return schema;
  const allowed = Array.isArray(first.enum) ? { enum: [...first.enum, null] } : {};
  return { ...first, ...rest, type: [first.type, 'null'], ...allowed };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mapped(record: Record<string, unknown>, change: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

function without(record: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}
