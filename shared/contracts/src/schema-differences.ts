import type { ParsedField, ParsedRecord, ParsedSchema } from './parsed-schema.ts';

type SchemaRule =
  | 'field_without_default'
  | 'type'
  | 'null'
  | 'record_name'
  | 'symbols'
  | 'size'
  | 'logical_type'
  | 'alias'
  /** Only the registry knows. */
  | 'registry';

/** Why a reader cannot read what a writer writes. */
export type SchemaDifference = {
  /** `recommendations[].status`; empty for the record itself. */
  readonly field: string;
  readonly rule: SchemaRule;
  /** The rule as a sentence about the field. */
  readonly text: string;
};

/** What Avro reads as another type. */
const PROMOTIONS: Readonly<Record<string, readonly string[]>> = {
  long: ['int'],
  float: ['int', 'long'],
  double: ['int', 'long', 'float'],
  string: ['bytes'],
  bytes: ['string'],
};

type Pair = { readonly reader: ParsedSchema; readonly writer: ParsedSchema };
/** Pairs of records that are being compared: a record may contain itself. */
type Open = readonly (readonly [ParsedRecord, ParsedRecord])[];
type Place = { readonly field: string; readonly open: Open };

/**
 * By Avro's rules of resolution, as the projector's decoder applies them, with one rule more: an instant stays an instant.
 * Empty: whatever the writer writes, the reader reads.
 */
export function differencesOf(reader: ParsedSchema, writer: ParsedSchema): readonly SchemaDifference[] {
  return compare({ reader, writer }, { field: '', open: [] });
}

function compare({ reader, writer }: Pair, place: Place): SchemaDifference[] {
  if (writer.kind === 'union') return writer.branches.flatMap((branch) => compare({ reader, writer: branch }, place));
  if (reader.kind === 'union') return compareBranches(reader.branches, writer, place);
  if (reader.kind === 'primitive' && writer.kind === 'primitive') return comparePrimitives({ reader, writer }, place);
  if (reader.kind === 'array' && writer.kind === 'array') return compare(itemsOf(reader, writer), within(place, '[]'));
  if (reader.kind === 'map' && writer.kind === 'map') return compare(itemsOf(reader, writer), within(place, '{}'));
  if (reader.kind === 'record' && writer.kind === 'record') return compareRecords(reader, writer, place);
  if (reader.kind === 'enum' && writer.kind === 'enum') {
    if (!isNamed(reader, writer)) return [renamed(reader, writer, place)];
    const lost = writer.symbols.filter((symbol) => !reader.symbols.includes(symbol));
    if (lost.length === 0 || reader.hasDefault) return [];
    return [{ field: place.field, rule: 'symbols', text: `does not read the symbols ${lost.join(', ')}` }];
  }
  if (reader.kind === 'fixed' && writer.kind === 'fixed') {
    if (!isNamed(reader, writer)) return [renamed(reader, writer, place)];
    if (reader.size === writer.size) return [];
    return [{ field: place.field, rule: 'size', text: `has ${reader.size} bytes, and ${writer.size} are written` }];
  }
  return [otherType({ reader, writer }, place)];
}

/** One branch that reads it is enough; otherwise the differences to the branch of the same kind say what to change. */
function compareBranches(branches: readonly ParsedSchema[], writer: ParsedSchema, place: Place): SchemaDifference[] {
  const tried = branches.map((branch) => ({ branch, found: compare({ reader: branch, writer }, place) }));
  if (tried.some(({ found }) => found.length === 0)) return [];
  const alike = tried.find(({ branch }) => branch.kind === writer.kind && branch.kind !== 'primitive');
  if (alike !== undefined) return alike.found;
  const instants = tried.find(({ found }) => found.some(({ rule }) => rule === 'logical_type'));
  if (instants !== undefined) return instants.found;
  return [otherType({ reader: { kind: 'union', branches }, writer }, place)];
}

function comparePrimitives(
  { reader, writer }: { readonly [side in keyof Pair]: ParsedSchema & { readonly kind: 'primitive' } },
  place: Place,
): SchemaDifference[] {
  if (reader.type !== writer.type && PROMOTIONS[reader.type]?.includes(writer.type) !== true) {
    return [otherType({ reader, writer }, place)];
  }
  if (reader.logicalType === writer.logicalType) return [];
  const [is, was] = [reader.logicalType ?? 'a plain number', writer.logicalType ?? 'a plain number'];
  return [{ field: place.field, rule: 'logical_type', text: `means ${is}, and ${was} is written` }];
}

function compareRecords(reader: ParsedRecord, writer: ParsedRecord, place: Place): SchemaDifference[] {
  if (!isNamed(reader, writer)) return [renamed(reader, writer, place)];
  if (place.open.some(([r, w]) => r === reader && w === writer)) return [];
  const open: Open = [...place.open, [reader, writer]];
  return reader.fields.flatMap((field) =>
    compareField(field, writer, { field: memberOf(place.field, field.name), open }),
  );
}

function compareField(field: ParsedField, writer: ParsedRecord, place: Place): SchemaDifference[] {
  const names = [field.name, ...field.aliases];
  const written = writer.fields.filter(({ name }) => names.includes(name));
  const [only] = written;
  if (written.length > 1) {
    return [{ field: place.field, rule: 'alias', text: 'stands for several fields of what is written' }];
  }
  if (only !== undefined) return compare({ reader: field.type, writer: only.type }, place);
  if (field.hasDefault) return [];
  return [{ field: place.field, rule: 'field_without_default', text: 'is not written, and has no default' }];
}

function otherType({ reader, writer }: Pair, { field }: Place): SchemaDifference {
  const isNull = writer.kind === 'primitive' && writer.type === 'null';
  if (isNull) return { field, rule: 'null', text: 'may be null as it is written, and must not be null as it is read' };
  return { field, rule: 'type', text: `is read as ${nameOf(reader)}, and ${nameOf(writer)} is written` };
}

function renamed(reader: ParsedRecord | NamedSchema, writer: ParsedRecord | NamedSchema, { field }: Place) {
  const text = `is read as ${reader.fullName}, and ${writer.fullName} is written`;
  return { field, rule: 'record_name', text } as const;
}

type NamedSchema = ParsedSchema & { readonly kind: 'enum' | 'fixed' };

function isNamed(reader: ParsedRecord | NamedSchema, writer: ParsedRecord | NamedSchema): boolean {
  return reader.fullName === writer.fullName || reader.aliases.includes(writer.fullName);
}

function nameOf(schema: ParsedSchema): string {
  if (schema.kind === 'primitive') return schema.type;
  if (schema.kind === 'union') return schema.branches.map(nameOf).join(' or ');
  return 'items' in schema ? schema.kind : schema.fullName;
}

function itemsOf(
  reader: ParsedSchema & { readonly kind: 'array' | 'map' },
  writer: ParsedSchema & { readonly kind: 'array' | 'map' },
): Pair {
  return { reader: reader.items, writer: writer.items };
}

function within({ field, open }: Place, step: string): Place {
  return { field: `${field}${step}`, open };
}

function memberOf(field: string, name: string): string {
  return field === '' ? name : `${field}.${name}`;
}
