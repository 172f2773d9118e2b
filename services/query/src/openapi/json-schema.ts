import { z } from 'zod';
import { INSTANT_PATTERN } from '../routes/parameters.ts';

/** JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly [keyword: string]: unknown;
};

/** To a component. */
export type Reference = { readonly $ref: string };

/** Of a request, in both envelopes. */
export const REQUEST_ID = z.string().regex(/^req_/);

const COMPONENTS = '#/components/schemas/';
/** Of responses. zod's own pattern spells out leap years; readers of the document need the form only. */
const SHOWN_INSTANT_PATTERN = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$';

/**
 * Turns zod schemas into JSON Schema and collects their objects as components: those with an `id` in their metadata under
 * that name, others after the way to them. Client generators invent names for objects inside others.
 */
export class SchemaComponents {
  readonly #schemas = new Map<string, JsonSchema>();
  /** Names of components without an id, by their JSON: equal ones are one. */
  readonly #names = new Map<string, string>();

  convert(schema: z.ZodType): JsonSchema {
    // A schema that is wrapped is never the root, and only those that are not become references.
    const wrapped = z.toJSONSchema(z.object({ schema }), { io: 'input', unrepresentable: 'throw' });
    const { properties = {}, $defs = {} } = JSON.parse(JSON.stringify(wrapped), (_, value) => tidy(value));
    for (const [name, definition] of Object.entries<JsonSchema>($defs)) this.#add(name, definition);
    return properties.schema;
  }

  /** A reference to the schema under this name; a schema that is a reference already keeps its own name. */
  named(name: string, schema: JsonSchema): JsonSchema {
    if (schema.$ref !== undefined) return schema;
    this.#add(name, schema);
    return { $ref: COMPONENTS + name };
  }

  /** By name in alphabetical order. */
  all(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #add(name: string, schema: JsonSchema): void {
    const added = this.#withNamedParts(name, schema);
    const known = this.#schemas.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(added)) {
      throw new TypeError(`two different schemas have the name ${name}`);
    }
    this.#schemas.set(name, added);
  }

  /** The schema with references in place of the objects inside it. */
  #withNamedParts(name: string, { properties, items, anyOf, ...schema }: JsonSchema): JsonSchema {
    const members = Object.entries(properties ?? {}).map(([member, part]): [string, JsonSchema] => [
      member,
      this.#part(`${name}${pascalCase(member)}`, part),
    ]);
    return {
      ...schema,
      ...(properties && { properties: Object.fromEntries(members) }),
      ...(items && { items: this.#part(`${name}Item`, items) }),
      ...(anyOf && { anyOf: anyOf.map((part) => this.#part(name, part)) }),
    };
  }

  #part(name: string, schema: JsonSchema): JsonSchema {
    if (schema.properties === undefined) return this.#withNamedParts(name, schema);
    const { description, ...object } = schema;
    const text = JSON.stringify(object);
    const chosen = this.#names.get(text) ?? name;
    this.#names.set(text, chosen);
    const reference = this.named(chosen, object);
    return description === undefined ? reference : { ...reference, description };
  }
}

/** `contacts.next-steps` → `ContactsNextSteps`. */
export function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|[.-])(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** A part of a document whose own parts are tidy, in the form in which people write it. */
function tidy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { $ref, anyOf, ...schema } = value as Record<string, unknown>;
  if (typeof $ref === 'string') schema.$ref = $ref.replace('#/$defs/', COMPONENTS);
  if (schema.format === 'date-time' && schema.pattern !== INSTANT_PATTERN) schema.pattern = SHOWN_INSTANT_PATTERN;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) {
    delete schema.maximum;
    schema.format = 'int64';
  }
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (!Array.isArray(anyOf)) return schema;
  const [first, second]: JsonSchema[] = anyOf;
  // One type and null are a list of two types; an object and null are not, because the object becomes a reference.
  const isValueOrNull = anyOf.length === 2 && second?.type === 'null' && typeof first?.type === 'string';
  if (!isValueOrNull || first.properties !== undefined) return { ...schema, anyOf };
  const allowed = Array.isArray(first.enum) ? { enum: [...first.enum, null] } : {};
  return { ...first, ...schema, type: [first.type, 'null'], ...allowed };
}
