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
export function unreadField(reader: Type, writer: Type, path = ''): string | null {
  const problem = problemOf(reader, writer);
  if (problem === null) return null;
  const [own, written] = [recordIn(reader, path), recordIn(writer, path)];
  const inside = own !== null && written !== null && path.split('.').length <= MAX_DEPTH;
  for (const field of inside ? own.record.fields : []) {
    const inner = [own?.path, field.name].filter(Boolean).join('.');
    const source = written?.record.fields.find(({ name }) => name === field.name || field.aliases.includes(name));
    if (source === undefined && field.defaultValue() === undefined)
      return `${inner}: is not written, and has no default`;
    const unread = source === undefined ? null : unreadField(field.type, source.type, inner);
    if (unread !== null) return unread;
  }
  return `${path || 'the schema'}: ${problem}`;
}

/** The record that a type holds, in a list or beside null too, and its path; null for what holds none. */
function recordIn(type: Type, path: string): { readonly record: avro.types.RecordType; readonly path: string } | null {
  if (isRecord(type)) return { record: type, path };
  if (avro.Type.isType(type, 'array')) return recordIn((type as avro.types.ArrayType).itemsType, `${path}[]`);
  if (!avro.Type.isType(type, 'union')) return null;
  const branch = (type as avro.types.UnwrappedUnionType).types.find(({ typeName }) => typeName !== 'null');
  return branch === undefined ? null : recordIn(branch, path);
}

/** The decoder's own words; null when it can read. */
function problemOf(reader: Type, writer: Type): string | null {
  try {
    reader.createResolver(writer);
    return null;
  } catch (error) {
    // It has no words for what is no record where it reads one.
    if (error instanceof TypeError) return `cannot read "${writer.typeName}" as "${reader.typeName}"`;
    return error instanceof Error ? error.message.slice(0, MAX_PROBLEM) : 'cannot be read';
  }
}

function isRecord(type: Type): type is avro.types.RecordType {
  return avro.Type.isType(type, 'record');
}
