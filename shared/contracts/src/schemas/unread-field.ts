import { InvalidError } from '@fundlens/runtime/errors';
import avro, { type Schema, type Type } from 'avsc';
import { shownName } from '../rule-sentences.ts';

/** An instant is read as an instant only, although the decoder would read any number as one. */
class Instant extends avro.types.LogicalType {
  protected override _fromValue(value: unknown): unknown {
    return value;
  }

  protected override _toValue(value: unknown): unknown {
    return value;
  }

  protected override _resolve(type: Type): unknown {
    return isInstant(type) ? (value: unknown) => value : undefined;
  }
}

/** Deeper than any event; a schema may be any file, and its records may contain themselves. */
const MAX_DEPTH = 32;

/** @throws InvalidError when it is no record that Avro allows. */
export function comparableSchema(json: unknown): avro.types.RecordType {
  const type = parsed(json);
  if (!isRecord(type) || type.name === undefined) throw new InvalidError('no_record', 'the schema: is not a record');
  return type;
}

function parsed(json: unknown): Type {
  try {
    return avro.Type.forSchema(json as Schema, {
      logicalTypes: { 'timestamp-millis': Instant },
      omitRecordMethods: true,
    });
  } catch (error) {
    const reason = error instanceof Error ? shownName(error.message) : '';
    throw new InvalidError('unreadable_schema', `the schema: is not one that Avro allows (${reason})`);
  }
}

/**
 * Why a reader cannot read what a writer writes, by the decoder's own resolution: one sentence about the first field in
 * the way, as `recommendations[].status: …`. Null: whatever the writer writes, the reader reads.
 */
export function unreadField(reader: Type, writer: Type): string | null {
  return unread(reader, writer, []);
}

function unread(reader: Type, writer: Type, path: readonly string[]): string | null {
  return unreadInside(reader, writer, path) ?? unreadItself(reader, writer, path);
}

function unreadItself(reader: Type, writer: Type, path: readonly string[]): string | null {
  if (resolves(reader, writer)) return null;
  const [read, written] = [nameOf(reader), nameOf(writer)];
  if (read === written) return `${placeOf(path)}: is read as another ${read} (symbols or size) than is written`;
  return `${placeOf(path)}: is read as ${read}, and ${written} is written`;
}

function unreadInside(reader: Type, writer: Type, path: readonly string[]): string | null {
  if (path.length > MAX_DEPTH) return null;
  if (isUnion(writer)) return first(writer.types, (branch) => unread(reader, branch, path));
  if (isUnion(reader)) return unreadBranch(reader, writer, path);
  if (isArray(reader) && isArray(writer)) return unread(reader.itemsType, writer.itemsType, [...path, '[]']);
  if (isRecord(reader) && isRecord(writer)) return first(reader.fields, (field) => unreadMember(field, writer, path));
  if (isInstant(writer) && !isInstant(reader) && resolves(reader, writer)) {
    return `${placeOf(path)}: is read as a plain number, and an instant is written`;
  }
  return null;
}

/** One branch that reads it is enough; otherwise that of the same kind says what to change. */
function unreadBranch(reader: Union, writer: Type, path: readonly string[]): string | null {
  const reasons = reader.types.map((branch) => unread(branch, writer, path));
  if (reasons.includes(null)) return null;
  const alike = reader.types.findIndex((branch) => branch.typeName === writer.typeName);
  const plain = reader.types.findIndex((branch) => resolves(branch, writer));
  return reasons[Math.max(alike, plain)] ?? null;
}

function unreadMember(field: avro.types.Field, writer: avro.types.RecordType, path: readonly string[]): string | null {
  const inner = [...path, field.name];
  const written = writer.fields.find(({ name }) => name === field.name || field.aliases.includes(name));
  if (written !== undefined) return unread(field.type, written.type, inner);
  return field.defaultValue() === undefined ? `${placeOf(inner)}: is not written, and has no default` : null;
}

function first<T>(items: readonly T[], reason: (item: T) => string | null): string | null {
  for (const item of items) {
    const found = reason(item);
    if (found !== null) return found;
  }
  return null;
}

function resolves(reader: Type, writer: Type): boolean {
  try {
    reader.createResolver(writer);
    return true;
  } catch {
    return false;
  }
}

function placeOf(path: readonly string[]): string {
  return path.length === 0 ? 'the schema' : path.join('.').replaceAll('.[]', '[]');
}

function nameOf(type: Type): string {
  if (isUnion(type)) return type.types.map(nameOf).join(' or ');
  if (isInstant(type)) return 'an instant';
  return type.name ?? type.typeName.replace('abstract:', '');
}

type Union = avro.types.UnwrappedUnionType | avro.types.WrappedUnionType;

function isUnion(type: Type): type is Union {
  return avro.Type.isType(type, 'union');
}

function isArray(type: Type): type is avro.types.ArrayType {
  return avro.Type.isType(type, 'array');
}

function isRecord(type: Type): type is avro.types.RecordType {
  return avro.Type.isType(type, 'record');
}

function isInstant(type: Type): boolean {
  return avro.Type.isType(type, 'logical:timestamp-millis');
}
