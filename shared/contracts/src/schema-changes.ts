import type { AvroComplex, AvroField, AvroRecord, AvroSchema } from './avro-schema.ts';

/** A field that two versions of a schema do not have alike. */
export type SchemaChange = {
  /** Dots for fields, `[]` for the items of a list. */
  readonly path: string;
  readonly kind: 'added' | 'removed' | 'type' | 'default' | 'doc';
  /** What changed, as a sentence for publishers. */
  readonly text: string;
};

/** What became different from one version to the next, in the order of the fields. */
export function schemaChanges(before: AvroRecord, after: AvroRecord): SchemaChange[] {
  const old = new Map(fieldsOf(before).map((field) => [field.path, field]));
  const now = fieldsOf(after);
  const kept = new Set(now.map(({ path }) => path));
  return [
    ...now.flatMap((field) => changesOf(old.get(field.path), field)),
    ...[...old.keys()]
      .filter((path) => !kept.has(path))
      .map((path): SchemaChange => ({ path, kind: 'removed', text: `\`${path}\` was removed.` })),
  ];
}

/** The type as a reader of a table wants it: `string or null`, `list of BureauScore`. */
export function typeText(schema: AvroSchema): string {
  if (typeof schema === 'string') return schema;
  if (isUnion(schema)) {
    const branches = schema.filter((branch) => branch !== 'null').map(typeText);
    return branches.length === schema.length ? branches.join(' or ') : `${branches.join(' or ')} or null`;
  }
  if (schema.items !== undefined) return `list of ${typeText(schema.items)}`;
  return schema.name ?? schema.logicalType ?? typeText(schema.type);
}

type PlacedField = { readonly path: string; readonly field: AvroField };

function fieldsOf({ fields }: Pick<AvroRecord, 'fields'>, prefix = ''): PlacedField[] {
  return fields.flatMap((field) => {
    const path = `${prefix}${field.name}`;
    return [{ path, field }, ...innerFields(field.type, path)];
  });
}

function innerFields(schema: AvroSchema, path: string): PlacedField[] {
  if (typeof schema === 'string') return [];
  if (isUnion(schema)) return schema.flatMap((branch) => innerFields(branch, path));
  if (schema.items !== undefined) return innerFields(schema.items, `${path}[]`);
  return schema.fields === undefined ? [] : fieldsOf({ fields: schema.fields }, `${path}.`);
}

function changesOf(before: PlacedField | undefined, { path, field }: PlacedField): SchemaChange[] {
  const type = typeText(field.type);
  if (before === undefined) {
    const fallback = field.default === undefined ? ', without a default' : '';
    return [{ path, kind: 'added', text: `\`${path}\` was added: ${type}${fallback}.` }];
  }
  const changes: SchemaChange[] = [];
  const { field: old } = before;
  if (typeText(old.type) !== type) {
    changes.push({ path, kind: 'type', text: `\`${path}\` was ${typeText(old.type)} and is ${type}.` });
  }
  if (JSON.stringify(old.default) !== JSON.stringify(field.default)) {
    const word = (value: unknown) => (value === undefined ? 'none' : `\`${JSON.stringify(value)}\``);
    const text = `The default of \`${path}\` was ${word(old.default)} and is ${word(field.default)}.`;
    changes.push({ path, kind: 'default', text });
  }
  if (old.doc !== field.doc) changes.push({ path, kind: 'doc', text: `\`${path}\` is described in other words.` });
  return changes;
}

function isUnion(schema: readonly AvroSchema[] | AvroComplex): schema is readonly AvroSchema[] {
  return Array.isArray(schema);
}
