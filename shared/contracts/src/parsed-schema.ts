import { InvalidError } from '@fundlens/runtime/errors';
import { shownName } from './rule-sentences.ts';

/** An Avro schema with its names resolved. Records may contain themselves. */
export type ParsedSchema =
  | { readonly kind: 'primitive'; readonly type: string; readonly logicalType: string | null }
  | { readonly kind: 'array' | 'map'; readonly items: ParsedSchema }
  | { readonly kind: 'union'; readonly branches: readonly ParsedSchema[] }
  | (Named & { readonly kind: 'enum'; readonly symbols: readonly string[]; readonly hasDefault: boolean })
  | (Named & { readonly kind: 'fixed'; readonly size: number })
  | ParsedRecord;
export type ParsedRecord = Named & { readonly kind: 'record'; fields: readonly ParsedField[] };
export type ParsedField = {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly type: ParsedSchema;
  readonly hasDefault: boolean;
};
/** Full names: with the namespace. */
type Named = { readonly fullName: string; readonly aliases: readonly string[] };

const PRIMITIVES = new Set(['null', 'boolean', 'int', 'long', 'float', 'double', 'bytes', 'string']);
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const FULL_NAME = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$/;
/** Deeper than any event; a schema may be any file. */
const MAX_DEPTH = 32;

type Context = {
  readonly names: Map<string, ParsedSchema>;
  readonly namespace: string;
  readonly path: string;
  readonly depth: number;
};

/** @throws InvalidError naming the field and what is wrong with its schema. */
export function parseSchema(json: unknown): ParsedSchema {
  return parse(json, { names: new Map(), namespace: '', path: '', depth: 0 });
}

function parse(json: unknown, context: Context): ParsedSchema {
  if (context.depth > MAX_DEPTH) throw wrong(context, 'is nested too deeply');
  const inner = { ...context, depth: context.depth + 1 };
  if (typeof json === 'string') return byName(json, context);
  if (Array.isArray(json)) return { kind: 'union', branches: json.map((branch) => parse(branch, inner)) };
  if (typeof json !== 'object' || json === null) throw wrong(context, 'has no type');
  const schema = json as Readonly<Record<string, unknown>>;
  switch (schema.type) {
    case 'array':
      return { kind: 'array', items: parse(schema.items, { ...inner, path: `${context.path}[]` }) };
    case 'map':
      return { kind: 'map', items: parse(schema.values, { ...inner, path: `${context.path}{}` }) };
    case 'enum':
    case 'fixed':
    case 'record':
      return parseNamed(schema.type, schema, inner);
    default: {
      const type = parse(schema.type, inner);
      const { logicalType } = schema;
      return type.kind === 'primitive' && typeof logicalType === 'string' ? { ...type, logicalType } : type;
    }
  }
}

function byName(name: string, context: Context): ParsedSchema {
  if (PRIMITIVES.has(name)) return { kind: 'primitive', type: name, logicalType: null };
  const known = context.names.get(qualified(name, context.namespace)) ?? context.names.get(name);
  if (known === undefined) throw wrong(context, `has the unknown type ${shownName(name)}`);
  return known;
}

function parseNamed(
  kind: 'enum' | 'fixed' | 'record',
  schema: Readonly<Record<string, unknown>>,
  context: Context,
): ParsedSchema {
  const { name, namespace = context.namespace } = schema;
  if (typeof name !== 'string' || typeof namespace !== 'string') throw wrong(context, `is ${kind} without a name`);
  const fullName = qualified(name, namespace);
  if (!FULL_NAME.test(fullName)) throw wrong(context, `has a name that Avro does not allow: ${shownName(name)}`);
  if (context.names.has(fullName)) throw wrong(context, `defines ${shownName(fullName)} a second time`);
  const own = fullName.slice(0, Math.max(0, fullName.lastIndexOf('.')));
  const named = { fullName, aliases: strings(schema.aliases).map((alias) => qualified(alias, own)) };
  if (kind === 'enum') {
    const parsed = { kind, ...named, symbols: strings(schema.symbols), hasDefault: schema.default !== undefined };
    context.names.set(fullName, parsed);
    return parsed;
  }
  if (kind === 'fixed') {
    const parsed = { kind, ...named, size: Number(schema.size) };
    context.names.set(fullName, parsed);
    return parsed;
  }
  const record: ParsedRecord = { kind, ...named, fields: [] };
  context.names.set(fullName, record);
  if (!Array.isArray(schema.fields)) throw wrong(context, 'is a record without fields');
  record.fields = schema.fields.map((field: unknown) => parseField(field, { ...context, namespace: own }));
  return record;
}

function parseField(json: unknown, context: Context): ParsedField {
  const field = (typeof json === 'object' && json !== null ? json : {}) as Readonly<Record<string, unknown>>;
  if (typeof field.name !== 'string' || !NAME.test(field.name))
    throw wrong(context, 'has a field without a valid name');
  const path = context.path === '' ? field.name : `${context.path}.${field.name}`;
  return {
    name: field.name,
    aliases: strings(field.aliases),
    type: parse(field.type, { ...context, path }),
    hasDefault: field.default !== undefined,
  };
}

function qualified(name: string, namespace: string): string {
  return name.includes('.') || namespace === '' ? name : `${namespace}.${name}`;
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

function wrong({ path }: Context, rule: string): InvalidError {
  const field = path === '' ? 'the schema' : path;
  return new InvalidError('unreadable_schema', `${field}: ${rule}`, path === '' ? {} : { field: path });
}
