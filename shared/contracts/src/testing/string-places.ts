import { type AvroComplex, type AvroRecord, type AvroSchema, isUnion } from '../definition/avro-schema.ts';
import { definitionOf, type EventType, eventTypes } from '../event-types.ts';

/** How the redactor is told to read a string field; `free` is what no path says anything about. */
export type Reading = 'free' | 'identity' | 'opaque' | 'json' | 'dropped';

/** One string field of one event type, e.g. `stages[].name` of PipelineChanged. */
export type StringPlace = { readonly type: EventType; readonly path: string; readonly reading: Reading };

/**
 * Every string field of every event type, found by walking the Avro schemas, so that a field that is added tomorrow is
 * among them. (Bytes are not: the only ones are a report's.)
 */
export function stringPlaces(): StringPlace[] {
  return eventTypes.flatMap((type) =>
    stringPaths(definitionOf(type).avro).map((path) => ({ type, path, reading: readingOf(type, path) })),
  );
}

function readingOf(type: EventType, path: string): Reading {
  const { identityPaths, opaquePaths, jsonTextPaths, droppedPaths } = definitionOf(type).redaction;
  if (identityPaths.includes(path)) return 'identity';
  if (opaquePaths.includes(path)) return 'opaque';
  if (jsonTextPaths.includes(path)) return 'json';
  return droppedPaths.includes(path) ? 'dropped' : 'free';
}

/** Paths of all string leaves: dots for fields, `[]` for the items of a list. */
function stringPaths(schema: AvroSchema | AvroRecord, path = ''): string[] {
  if (typeof schema === 'string') return schema === 'string' ? [path] : [];
  if (isUnion(schema)) return schema.flatMap((branch) => stringPaths(branch, path));
  if (schema.fields !== undefined) {
    return schema.fields.flatMap(({ name, type }) => stringPaths(type, path === '' ? name : `${path}.${name}`));
  }
  if ('items' in schema && schema.items !== undefined) return stringPaths(schema.items, `${path}[]`);
  return stringPaths(schema.type === 'string' ? 'string' : [], path);
}

/**
 * Puts `value` at `path` of the event, making what does not exist on the way (an item of an empty list, a record that is
 * null) from its schema.
 */
export function putString(type: EventType, event: object, place: { path: string; value: string }): void {
  put(event as Record<string, unknown>, definitionOf(type).avro, { steps: place.path.split('.'), value: place.value });
}

function put(
  record: Record<string, unknown>,
  schema: Pick<AvroRecord, 'fields'>,
  { steps, value }: { steps: readonly string[]; value: string },
): void {
  const [step = '', ...rest] = steps;
  const name = step.replace('[]', '');
  const field = schema.fields.find((candidate) => candidate.name === name);
  if (field === undefined) throw new TypeError(`there is no field ${name}`);
  const inner = plain(field.type);
  if (!step.endsWith('[]')) {
    if (rest.length === 0) record[name] = value;
    else put(object(record, name, inner), asRecord(inner), { steps: rest, value });
    return;
  }
  const items = plain(inner.items ?? 'null');
  if (rest.length === 0) {
    record[name] = [value];
    return;
  }
  const list = Array.isArray(record[name]) && record[name].length > 0 ? [...record[name]] : [sample(items)];
  const first = { ...list[0] };
  put(first, asRecord(items), { steps: rest, value });
  record[name] = [first, ...list.slice(1)];
}

function object(record: Record<string, unknown>, name: string, schema: AvroComplex): Record<string, unknown> {
  const copy = { ...((record[name] ?? sample(schema)) as Record<string, unknown>) };
  record[name] = copy;
  return copy;
}

/** The branch of a union that is not null. */
function plain(schema: AvroSchema): AvroComplex {
  if (typeof schema === 'string') return { type: schema };
  if (!isUnion(schema)) return schema;
  return plain(schema.find((branch) => branch !== 'null') ?? 'null');
}

function asRecord({ fields }: AvroComplex): Pick<AvroRecord, 'fields'> {
  if (fields === undefined) throw new TypeError('the path goes through something that is not a record');
  return { fields };
}

/** A valid value of little content. */
function sample(schema: AvroSchema): Record<string, unknown> {
  const { fields } = asRecord(plain(schema));
  return Object.fromEntries(
    fields.map(({ name, type, default: fallback }) => {
      if (fallback !== undefined) return [name, Array.isArray(fallback) ? [] : fallback];
      return [name, plain(type).type === 'string' ? 'x' : 0];
    }),
  );
}
