import { InvalidError } from '@fundlens/runtime/errors';
import avro, { type Schema, type Type } from 'avsc';
import { shownName } from '../validation.ts';

/** Deeper than any event; a schema may be any file, and its records may contain themselves. */
const MAX_DEPTH = 32;

/** Types are told as JSON, and a record is a long one. */
const MAX_PROBLEM = 200;

/** @throws InvalidError when it is no record that Avro allows. */
export function comparableSchema(json: unknown): avro.types.RecordType {
  const type = parsed(json);
  if (!isRecord(type) || type.name === undefined) throw new InvalidError('no_record', 'the schema: is not a record');
  return type;
}

function parsed(json: unknown): Type {
  try {
    return avro.Type.forSchema(json as Schema, { omitRecordMethods: true });
  } catch (error) {
    const reason = error instanceof Error ? shownName(error.message) : '';
    throw new InvalidError('unreadable_schema', `the schema: is not one that Avro allows (${reason})`);
  }
}

/**
 * Why a reader cannot read what a writer writes, by the decoder's own resolution: one sentence about the first field in
 * the way, as `recommendations[].status: cannot read "int" as "string"`. Null: whatever the writer writes, the reader reads.
 */
export function unreadField(reader: Type, writer: Type, path: readonly string[] = []): string | null {
  const problem = problemOf(reader, writer);
  if (problem === null) return null;
  const inside = path.length < MAX_DEPTH ? unreadInside(reader, writer, path) : null;
  return inside ?? `${placeOf(path)}: ${problem}`;
}

function unreadInside(reader: Type, writer: Type, path: readonly string[]): string | null {
  if (isUnion(writer)) return first(writer.types, (branch) => unreadField(reader, branch, path));
  if (isUnion(reader)) {
    // The branch of the same kind says what to change.
    const alike = reader.types.find(({ typeName }) => typeName === writer.typeName);
    return alike === undefined ? null : unreadInside(alike, writer, path);
  }
  if (isArray(reader) && isArray(writer)) return unreadField(reader.itemsType, writer.itemsType, [...path, '[]']);
  if (!isRecord(reader) || !isRecord(writer)) return null;
  return first(reader.fields, (field) => {
    const inner = [...path, field.name];
    const written = writer.fields.find(({ name }) => name === field.name || field.aliases.includes(name));
    if (written !== undefined) return unreadField(field.type, written.type, inner);
    return field.defaultValue() === undefined ? `${placeOf(inner)}: is not written, and has no default` : null;
  });
}

function placeOf(path: readonly string[]): string {
  return path.length === 0 ? 'the schema' : path.join('.').replaceAll('.[]', '[]');
}

function first<T>(items: readonly T[], reason: (item: T) => string | null): string | null {
  for (const item of items) {
    const found = reason(item);
    if (found !== null) return found;
  }
  return null;
}

/** The decoder's own words; null when it can read. */
function problemOf(reader: Type, writer: Type): string | null {
  try {
    reader.createResolver(writer);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, MAX_PROBLEM) : 'cannot be read';
  }
}

function isUnion(type: Type): type is avro.types.UnwrappedUnionType | avro.types.WrappedUnionType {
  return avro.Type.isType(type, 'union');
}

function isArray(type: Type): type is avro.types.ArrayType {
  return avro.Type.isType(type, 'array');
}

function isRecord(type: Type): type is avro.types.RecordType {
  return avro.Type.isType(type, 'record');
}
